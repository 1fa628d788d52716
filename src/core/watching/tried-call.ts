import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { didYouMean, orList } from '../diagnostics/did-you-mean.ts';
import { METHODS } from '../endpoints/method.ts';
import { answeringOf } from '../fixtures/match-fixtures.ts';
import type { ExpectedRefusal, ReadyFixture } from '../fixtures/ready-fixture.ts';
import type { Call, PassedCall, RefusedCall } from '../requests/map-call.ts';
import { messageOf } from '../values/message-of.ts';
import type { CheckedProject } from '../verification/check-project.ts';
import type { NamedCaller } from './callers.ts';
import { looseFixture, NOWHERE } from './untested-calls.ts';

/** A call as people type it: `PUT /campaigns/c1 as ana { "name": "Spring" }`. */
export interface TypedCall {
  readonly call: Call;
  readonly as: string;
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
  const [, who = '', body] = /\sas\s+([^{[]+?)\s*([{[].*)?$/s.exec(text.trim()) ?? [];
  if (body === undefined)
    return { ok: true, value: { call: { method: method.toUpperCase(), url }, as: who }, diagnostics: [] };
  const parsed = parseBody(body);
  if (!parsed.ok) return wrong(`the body is not JSON: ${parsed.reason}`);
  const call = { method: method.toUpperCase(), url, body: parsed.value };
  return { ok: true, value: { call, as: who }, diagnostics: [] };
}

/** As it is typed. */
export function printTypedCall({ method, url, body }: Call, as: string): string {
  return `${method} ${url} as ${as}${body === undefined ? '' : ` ${JSON.stringify(body)}`}`;
}

/** The call with all that is needed to decide it; one that nothing answers is refused, as a server would. */
export function readyTypedCall(
  { call, as }: TypedCall,
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
  const fixture = looseFixture(call, as, sourceFor(call, project) ?? file?.source ?? NOWHERE);
  const mapped = project.mapper.map(call, principal);
  const answering = answeringOf(mapped, project.mapper);
  const asked = { fixture, principal, slices, answering };
  if (mapped.type !== 'requests') {
    const refusal = { expected: REFUSED[mapped.type], isMet: true, mapped };
    return { ok: true, value: { ...asked, checks: [], refusal }, diagnostics: [] };
  }
  const checks = mapped.requests.map((request) => ({ request, expected: { decision: 'deny' } as const }));
  return { ok: true, value: { ...asked, endpoint: mapped.endpoint, checks }, diagnostics: [] };
}

/** Nobody expects anything of such a call: what becomes of it is what is shown. */
const REFUSED: Readonly<Record<(RefusedCall | PassedCall)['type'], ExpectedRefusal['expected']>> = {
  unusable: 400,
  'no-endpoint': 404,
  'too-long': 414,
  skipped: 200,
  options: 204,
};

/** The file with the first fixture of the same endpoint. */
function sourceFor(call: Call, { fixtures, mapper }: CheckedProject) {
  const [any] = fixtures;
  const mapped = any && mapper.map(call, any.principal);
  if (mapped?.type !== 'requests') return undefined;
  return fixtures.find(({ endpoint }) => endpoint === mapped.endpoint)?.fixture.source;
}

function unknownCaller(name: string, known: readonly string[]): string {
  return `there is no principal \`${name}\`${didYouMean(name, known) || `: expected ${orList(known)}`}`;
}

function parseBody(
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
