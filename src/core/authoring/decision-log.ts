import { members, oneOf, readDefinition, text, v } from '../diagnostics/definition.ts';
import type { Outcome } from '../diagnostics/diagnostic.ts';
import type { Source } from '../diagnostics/source.ts';
import { isRecord } from '../values/record.ts';

const uid = members({ type: text, id: text });
const loggedDecision = members({
  requestId: text,
  /** Of the schema; missing where a handler asked, or no endpoint answers. */
  endpoint: v.optional(text),
  method: text,
  principal: v.optional(uid),
  action: v.optional(text),
  resource: v.optional(uid),
  decision: oneOf(['allow', 'deny']),
  kind: text,
  duration: v.number((issue) => `found ${issue.received}, expected milliseconds`),
});

/** One decision in the log of a server; what cannot be used is left out. */
export type LoggedDecision = v.InferOutput<typeof loggedDecision>;

/**
 * Reads a line of a decision log; `undefined` where it says something else, such as the warning at the start. Other loggers wrap what they are
 * given (pino, winston, bunyan, Docker): a decision is taken out of the members in which they put it, and out of no others, since what a
 * request said may stand there.
 */
export function readLoggedDecision(line: Source): Outcome<LoggedDecision | undefined> {
  const found = unwrapped(line, DEEPEST_WRAPPING);
  if (found.length === 1 && found[0]) return readDefinition(loggedDecision, found[0], 'log-line-invalid');
  if (found.length > 1) return unclear(line, [], `${found.length} decisions are in one line`);
  const elsewhere = isRecord(line.value)
    ? Object.entries(line.value).find(([, value]) => looksLikeDecision(value))
    : undefined;
  if (elsewhere) return unclear(line, [elsewhere[0]], `a decision is in \`${elsewhere[0]}\``);
  if (isRecord(line.value)) return { ok: true, value: undefined, diagnostics: [] };
  return readDefinition(loggedDecision, line, 'log-line-invalid');
}

/** As of Docker around pino around a line of ours. */
const DEEPEST_WRAPPING = 3;
/** Where loggers and what collects logs put what they were given: `authz` is for those who name the member themselves. */
const WRAPPING_MEMBERS = [
  'authz',
  'authorization',
  'msg',
  'message',
  'log',
  'MESSAGE',
  'jsonPayload',
  'textPayload',
];

/** The line itself, or what is wrapped in it. */
function unwrapped(line: Source, depth: number): Source[] {
  const { value } = line;
  if (!isRecord(value)) return [];
  if (Object.hasOwn(value, 'decision')) return [line];
  if (depth === 0) return [];
  return WRAPPING_MEMBERS.flatMap((member) => {
    if (!Object.hasOwn(value, member)) return [];
    const wrapped = value[member];
    const isText = typeof wrapped === 'string';
    const inner = isText ? jsonIn(wrapped) : wrapped;
    const locate: Source['locate'] = (path, part) => line.locate(isText ? [member] : [member, ...path], part);
    return unwrapped({ ...line, value: inner, locate }, depth - 1);
  });
}

function jsonIn(written: string): unknown {
  if (!written.trimStart().startsWith('{')) return undefined;
  try {
    return JSON.parse(written);
  } catch {
    return undefined;
  }
}

/** What no other line of a log is likely to have. */
function looksLikeDecision(value: unknown): boolean {
  const inner = typeof value === 'string' ? jsonIn(value) : value;
  return isRecord(inner) && ['requestId', 'decision', 'kind'].every((member) => Object.hasOwn(inner, member));
}

function unclear(line: Source, path: readonly string[], what: string): Outcome<never> {
  const location = line.locate(path, 'key');
  const message = `${what}, and could be what a request said: log each decision as a line, or below \`authz\``;
  return {
    ok: false,
    diagnostics: [
      {
        severity: 'warning',
        code: 'log-line-invalid',
        message,
        file: line.file,
        ...(location ? { location } : {}),
      },
    ],
  };
}
