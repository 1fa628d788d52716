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

/** Reads a line of a decision log; `undefined` where it says something else, such as the warning at the start. */
export function readLoggedDecision(line: Source): Outcome<LoggedDecision | undefined> {
  if (isRecord(line.value) && !Object.hasOwn(line.value, 'decision'))
    return { ok: true, value: undefined, diagnostics: [] };
  return readDefinition(loggedDecision, line, 'log-line-invalid');
}
