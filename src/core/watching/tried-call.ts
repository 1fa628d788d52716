import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { didYouMean, orList } from '../diagnostics/did-you-mean.ts';
import { METHODS } from '../endpoints/method.ts';
import { settledStatus } from '../engine/http-status.ts';
import type { Question } from '../fixtures/fixture.ts';
import { answeringOf, contextProblem } from '../fixtures/match-fixtures.ts';
import type { ReadyFixture } from '../fixtures/ready-fixture.ts';
import type { GivenContext } from '../requests/context.ts';
import type { Call } from '../requests/map-call.ts';
import { messageOf } from '../values/message-of.ts';
import { isRecord } from '../values/record.ts';
import type { CheckedProject } from '../verification/check-project.ts';
import type { NamedCaller } from './callers.ts';
import { looseFixture, NOWHERE } from './untested-calls.ts';

/** A call as people type it: `PUT /campaigns/c1 as ana { "name": "Spring" } context { "hour": 9 }`. */
export interface TypedCall {
  readonly call: Call;
  readonly as: string;
  readonly context?: GivenContext;
}

/** Reads what somebody typed; what is missing is said in the order in which it is written. */
export function readTypedCall(text: string): Outcome<TypedCall> {
  const [method = '', url = '', ...others] = text.trim().split(/\s+/);
  const known = METHODS.some((one) => one === method.toUpperCase());
  if (!known)
    return wrong(
      `a call begins with a method, such as \`GET\`${method === '' ? '' : `: found \`${method}\``}`,
    );
  if (!url.startsWith('/'))
    return wrong('a path is missing: write it behind the method, such as `/campaigns/c1`');
  const [as, name] = others;
  if (as !== 'as' || name === undefined) return wrong('who calls? Add `as` and the name of a principal');
  const { rest, headers, context } = circumstancesOf(text.trim());
  const [, who = '', body] = /\sas\s+([^{[]+?)\s*([{[].*)?$/s.exec(rest) ?? [];
  const [, stray] = /\s(context|headers)(?:\s.*)?$/s.exec(who) ?? [];
  if (stray !== undefined) return wrong(`what stands behind \`${stray}\` is not a mapping in JSON`);
  if (headers !== undefined && !Object.values(headers).every((value) => typeof value === 'string'))
    return wrong('what stands behind `headers` is not a mapping to texts');
  const parsed = body === undefined ? undefined : parseJson(body);
  if (parsed?.ok === false) return wrong(`the body is not JSON: ${parsed.reason}`);
  const call: Call = {
    method: method.toUpperCase(),
    url,
    ...(parsed ? { body: parsed.value } : {}),
    ...(headers ? { headers: headers as Record<string, string> } : {}),
  };
  const given = context ? { context: context as GivenContext } : {};
  return { ok: true, value: { call, as: who, ...given }, diagnostics: [] };
}

/** What stands behind the caller and the body: from the end, as a body may hold the same words. */
function circumstancesOf(text: string): {
  readonly rest: string;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly context?: Readonly<Record<string, unknown>>;
} {
  for (const found of [...text.matchAll(CIRCUMSTANCE)].reverse()) {
    const parsed = parseJson(text.slice(found.index + found[0].length));
    const [, key = ''] = found;
    if (parsed.ok && isRecord(parsed.value))
      return { ...circumstancesOf(text.slice(0, found.index)), [key]: parsed.value };
  }
  return { rest: text };
}

const CIRCUMSTANCE = /\s(context|headers)\s+(?=\{)/g;

/** The call in one line, as `printTypedCall` writes it, so that the same call is the same text; what cannot be read stays as it is typed. */
export function inOneLine(text: string): string {
  const typed = readTypedCall(text);
  return typed.ok ? printTypedCall({ type: 'call', ...typed.value }, typed.value.as) : text.trim();
}

/** As it is typed. */
export function printTypedCall({ call, context }: CallQuestion, as: string): string {
  const { method, url, body, headers } = call;
  return [
    `${method} ${url} as ${as}`,
    ...(body === undefined ? [] : [JSON.stringify(body)]),
    ...(headers === undefined ? [] : [`headers ${JSON.stringify(headers)}`]),
    ...(context === undefined ? [] : [`context ${JSON.stringify(context)}`]),
  ].join(' ');
}

type CallQuestion = Extract<Question, { readonly type: 'call' }>;

/** The call with all that is needed to decide it; one that nothing answers is refused, as a server would. */
export function readyTypedCall(
  { call, as, context }: TypedCall,
  project: CheckedProject,
  callers: readonly NamedCaller[],
): Outcome<ReadyFixture> {
  const caller = callers.find(({ name }) => name === as);
  if (!caller)
    return wrong(
      unknownCaller(
        as,
        callers.map(({ name }) => name),
      ),
    );
  const { principal, slices, file } = caller;
  if (caller.otherIn) return wrong(ambiguousCaller(caller));
  const loose = looseFixture(call, as, sourceFor(call, project) ?? file?.source ?? NOWHERE);
  const fixture = context ? { ...loose, asks: { type: 'call', call, context } as const } : loose;
  const mapped = project.mapper.map(call, principal, context);
  const answering = answeringOf(mapped, project.mapper);
  const asked = { fixture, principal, slices, answering };
  if (mapped.type !== 'requests') {
    // Nobody expects anything of such a call: what becomes of it is what is shown.
    const refusal = { expected: settledStatus(mapped), isMet: true, mapped };
    return { ok: true, value: { ...asked, checks: [], refusal }, diagnostics: [] };
  }
  const misfit = context && contextProblem(context, mapped, project.schema);
  if (misfit) return wrong(misfit);
  const checks = mapped.requests.map((request) => ({ request, expected: { decision: 'deny' } as const }));
  return { ok: true, value: { ...asked, endpoint: mapped.endpoint, checks }, diagnostics: [] };
}

/** The file with the first fixture of the same endpoint. */
function sourceFor(call: Call, { fixtures, mapper }: CheckedProject) {
  const [any] = fixtures;
  const mapped = any && mapper.map(call, any.principal);
  if (mapped?.type !== 'requests') return undefined;
  return fixtures.find(({ endpoint }) => endpoint === mapped.endpoint)?.fixture.source;
}

function ambiguousCaller({ name, file, otherIn }: NamedCaller): string {
  return `it is not clear which principal \`${name}\` is meant: ${file?.source.file} and ${otherIn?.source.file} differ; give one of the two another name`;
}

function unknownCaller(name: string, known: readonly string[]): string {
  return `there is no principal \`${name}\`${didYouMean(name, known) || `: expected ${orList(known)}`}`;
}

function parseJson(
  text: string,
): { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly reason: string } {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, reason: messageOf(error) };
  }
}

function wrong(message: string): { readonly ok: false; readonly diagnostics: readonly Diagnostic[] } {
  return { ok: false, diagnostics: [{ severity: 'error', code: 'call-invalid', message }] };
}
