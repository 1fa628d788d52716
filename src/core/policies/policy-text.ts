import type { DetailedError } from '../cedar/cedar.ts';
import * as cedar from '../cedar/cedar.ts';
import { withoutPreamble } from '../cedar/engine-diagnostic.ts';
import { COMMENT_OR_STRING, cedarTokens, isComment } from '../cedar/tokens.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { locationAt, utf16Offset } from '../diagnostics/source.ts';
import type { Policy, PolicyFile } from './policy.ts';

/** A policy, or why what stands in its place is not one. */
export interface ReadPolicy {
  readonly policy?: Policy;
  readonly diagnostics: readonly Diagnostic[];
}

/** Splits a file in Cedar syntax into policies and parses each on its own, so that every error is found at once. */
export function readPolicyText(file: PolicyFile): readonly ReadPolicy[] {
  return splitPolicies(file).map((slice, index) => readPolicy(slice, index + 1));
}

interface PolicySlice {
  readonly file: PolicyFile;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The grammar has no `;` but the one that ends a policy, outside comments and strings. */
const TOKEN = cedarTokens(';', String.raw`[^\s]`);

function splitPolicies(file: PolicyFile): PolicySlice[] {
  // Cedar refuses a byte order mark; a blank of the same length keeps all offsets.
  const text = file.text.startsWith('\uFEFF') ? ` ${file.text.slice(1)}` : file.text;
  const slices: PolicySlice[] = [];
  let start: number | undefined;
  let lastEnd = 0;
  for (const match of text.matchAll(TOKEN)) {
    if (isComment(match[0])) continue;
    start ??= match.index;
    lastEnd = match.index + match[0].length;
    if (match[0] !== ';') continue;
    slices.push({ file, start, end: lastEnd, text: text.slice(start, lastEnd) });
    start = undefined;
  }
  if (start !== undefined) slices.push({ file, start, end: lastEnd, text: text.slice(start, lastEnd) });
  return slices;
}

/** Whether a policy has slots. */
export function isTemplate(text: string): boolean {
  return slotTokens(text).length > 0;
}

/** A slot in the text of a policy, between UTF-16 offsets. */
export interface SlotToken {
  readonly slot: string;
  readonly start: number;
  readonly end: number;
}

/** The slots of a policy, in the order of its text. */
export function slotTokens(text: string): SlotToken[] {
  return [...text.matchAll(SLOT_TOKEN)]
    .filter(([token]) => token.startsWith('?'))
    .map((match) => ({ slot: match[0], start: match.index, end: match.index + match[0].length }));
}

const SLOT_TOKEN = cedarTokens(String.raw`\?[A-Za-z_]\w*`);

// ---- reading one policy ----

function readPolicy(slice: PolicySlice, position: number): ReadPolicy {
  const answer = isTemplate(slice.text) ? cedar.templateToJson(slice.text) : cedar.policyToJson(slice.text);
  if (!answer.ok) return { diagnostics: answer.errors.map((error) => parseDiagnostic(slice, error)) };
  const id = answer.value.annotations?.id || `${slice.file.name}#${position}`;
  return { policy: { ...slice, id, json: answer.value }, diagnostics: [] };
}

function parseDiagnostic(slice: PolicySlice, error: DetailedError): Diagnostic {
  const at = error.sourceLocations?.[0];
  const start = slice.start + (at ? utf16Offset(slice.text, at.start) : 0);
  const end = slice.start + (at ? utf16Offset(slice.text, at.end) : 0);
  const help = error.help ?? missingSemicolon(slice, start) ?? at?.label ?? undefined;
  return {
    severity: 'error',
    code: 'policy-syntax',
    message: withoutPreamble(error.message),
    ...(help ? { help } : {}),
    file: slice.file.file,
    location: locationAt(slice.file.text, start, end),
  };
}

/** Without its `;` a policy runs on into the next one, and the parser complains about an innocent bracket or `@` there. */
function missingSemicolon(slice: PolicySlice, errorStart: number): string | undefined {
  const before = slice.file.text.slice(slice.start, errorStart);
  // Comments go first: a pattern that also had to step over them would take forever on a line of slashes.
  const code = before.replaceAll(COMMENT_OR_STRING, (token) => (isComment(token) ? ' ' : '""'));
  const annotated = slice.file.text.charAt(errorStart) === '@';
  const runsOn = annotated ? /[)}]\s*$/u.test(code) : /[)}]\s*(?:permit|forbid)\s*$/u.test(code);
  return runsOn ? 'is the `;` of the policy before missing?' : undefined;
}
