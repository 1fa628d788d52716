import { type MemoStore, memoizeIn, NO_MEMO_STORE } from '../caching/memo-store.ts';
import type { DetailedError, EngineAnswer, SchemaJson, Validation } from '../cedar/cedar.ts';
import * as cedar from '../cedar/cedar.ts';
import { engineDiagnostic, withoutPreamble } from '../cedar/engine-diagnostic.ts';
import { cedarTokens, isComment } from '../cedar/tokens.ts';
import { compareText, type Diagnostic, hasErrors, sortDiagnostics } from '../diagnostics/diagnostic.ts';
import { locationAt, utf16Offset } from '../diagnostics/source.ts';
import { locatePolicy, locatePolicyBytes, type Policy, type PolicyFile, type PolicySet } from './policy.ts';
import { validateAll } from './validate.ts';

/**
 * Splits files into policies and parses each on its own, so that every error of every file is found at once.
 * What could be read is in `policySet` even when there are errors.
 */
export function readPolicies(
  files: readonly PolicyFile[],
  memory: MemoStore = NO_MEMO_STORE,
): {
  readonly policySet: PolicySet;
  readonly diagnostics: readonly Diagnostic[];
} {
  const sorted = [...files].sort((a, b) => compareText(a.name, b.name));
  const read = sorted.flatMap((file) =>
    memoizeIn(memory, `policies ${file.name}`, [file.file, file.text], () =>
      splitPolicies(file).map((slice, index) => readPolicy(slice, index + 1)),
    ),
  );
  const diagnostics = read.flatMap((one) => one.diagnostics);
  const { policies, duplicates } = withUniqueIds(read.flatMap((one) => (one.policy ? [one.policy] : [])));
  return {
    policySet: {
      policies: policies.filter((policy) => !isTemplate(policy.text)),
      templates: policies.filter((policy) => isTemplate(policy.text)),
    },
    diagnostics: sortDiagnostics([...diagnostics, ...duplicates]),
  };
}

/** Strict validation, with each message at its place. Warnings of a policy that has errors only repeat them and are dropped. */
function validatePolicySet(
  policySet: PolicySet,
  schema: SchemaJson<string>,
  memory: MemoStore,
): readonly Diagnostic[] {
  const all = [...policySet.policies, ...policySet.templates];
  const byId = new Map(all.map((policy) => [policy.id, policy]));
  const answer = validateNew(policySet, schema, memory);
  if (!answer.ok) return answer.errors.map((error) => engineDiagnostic('policies-unusable', error));
  const failed = new Set(answer.value.errors.map((entry) => entry.policyId));
  const errors = answer.value.errors.map((entry) =>
    diagnosticAt('error', 'policy-invalid', byId.get(entry.policyId), entry.error),
  );
  const warnings = answer.value.warnings
    .filter((entry) => !failed.has(entry.policyId))
    .map((entry) => diagnosticAt('warning', 'policy-suspicious', byId.get(entry.policyId), entry.error));
  return sortDiagnostics([...errors, ...warnings, ...policySet.templates.map(unlinkedTemplate)]);
}

/** What the engine says about a policy depends on the policy and the schema alone, so only what has changed is validated again. */
function validateNew(
  { policies, templates }: PolicySet,
  schema: SchemaJson<string>,
  memory: MemoStore,
): EngineAnswer<Validation> {
  const known: Validation[] = [];
  const isNew = (policy: Policy) => {
    const kept = memory.known(`validation ${policy.id}`, [policy.text, schema]);
    if (kept) known.push(kept.value as Validation);
    return !kept;
  };
  const fresh = { policies: policies.filter(isNew), templates: templates.filter(isNew) };
  if (fresh.policies.length === 0 && fresh.templates.length === 0 && known.length > 0)
    return { ok: true, value: mergeValidations(known) };
  const answer = validateAll(fresh, schema);
  if (!answer.ok) return answer;
  for (const policy of [...fresh.policies, ...fresh.templates])
    memory.keep(`validation ${policy.id}`, [policy.text, schema], aboutPolicy(policy.id, answer.value));
  return { ok: true, value: mergeValidations([...known, answer.value]) };
}

function mergeValidations(parts: readonly Validation[]): Validation {
  return {
    errors: parts.flatMap((part) => part.errors),
    warnings: parts.flatMap((part) => part.warnings),
  };
}

function aboutPolicy(id: string, { errors, warnings }: Validation): Validation {
  return {
    errors: errors.filter(({ policyId }) => policyId === id),
    warnings: warnings.filter(({ policyId }) => policyId === id),
  };
}

/** Reads and validates in one go: the policies that could be read are validated even when others could not. */
export function checkPolicies(
  files: readonly PolicyFile[],
  schema: SchemaJson<string>,
  memory: MemoStore = NO_MEMO_STORE,
): PolicyCheck {
  const { policySet, diagnostics } = readPolicies(files, memory);
  const validation = validatePolicySet(policySet, schema, memory);
  const all = sortDiagnostics([...diagnostics, ...validation]);
  return { policySet, diagnostics: all, usable: !hasErrors(all) };
}

export interface PolicyCheck {
  readonly policySet: PolicySet;
  readonly diagnostics: readonly Diagnostic[];
  readonly usable: boolean;
}

// ---- splitting a file ----

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

const SLOT_TOKEN = cedarTokens(String.raw`\?[A-Za-z_]\w*`);

function isTemplate(text: string): boolean {
  for (const [token] of text.matchAll(SLOT_TOKEN)) if (token.startsWith('?')) return true;
  return false;
}

// ---- reading one policy ----

function readPolicy(
  slice: PolicySlice,
  position: number,
): { policy?: Policy; diagnostics: readonly Diagnostic[] } {
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

const COMMENT_OR_STRING = cedarTokens();

/** Without its `;` a policy runs on into the next one, and the parser complains about an innocent bracket or `@` there. */
function missingSemicolon(slice: PolicySlice, errorStart: number): string | undefined {
  const before = slice.file.text.slice(slice.start, errorStart);
  // Comments go first: a pattern that also had to step over them would take forever on a line of slashes.
  const code = before.replaceAll(COMMENT_OR_STRING, (token) => (isComment(token) ? ' ' : '""'));
  const annotated = slice.file.text.charAt(errorStart) === '@';
  const runsOn = annotated ? /[)}]\s*$/u.test(code) : /[)}]\s*(?:permit|forbid)\s*$/u.test(code);
  return runsOn ? 'is the `;` of the policy before missing?' : undefined;
}

function diagnosticAt(
  severity: 'error' | 'warning',
  code: string,
  policy: Policy | undefined,
  error: DetailedError,
): Diagnostic {
  const plain = engineDiagnostic(code, error, severity);
  if (!policy) return plain;
  const at = error.sourceLocations?.[0];
  return {
    ...plain,
    file: policy.file.file,
    location: at ? locatePolicyBytes(policy, at.start, at.end) : locatePolicy(policy),
  };
}

function unlinkedTemplate(template: Policy): Diagnostic {
  return {
    severity: 'warning',
    code: 'policy-template-unlinked',
    message: `policy template \`${template.id}\` has slots and is never linked, so it decides nothing`,
    help: 'replace `?principal` and `?resource` by entities',
    file: template.file.file,
    location: locatePolicy(template),
  };
}

/** A second policy of one id is reported, and goes on under another id so that it is validated too. */
function withUniqueIds(policies: readonly Policy[]): { policies: Policy[]; duplicates: Diagnostic[] } {
  const byId = new Map<string, Policy>();
  const duplicates: Diagnostic[] = [];
  for (const policy of policies) {
    const earlier = byId.get(policy.id);
    if (earlier) duplicates.push(duplicateId(policy, earlier));
    const id = earlier ? firstFreeId(policy.id, byId) : policy.id;
    byId.set(id, { ...policy, id });
  }
  return { policies: [...byId.values()], duplicates };
}

function firstFreeId(id: string, taken: ReadonlyMap<string, unknown>): string {
  let number = 2;
  while (taken.has(`${id} (${number})`)) number += 1;
  return `${id} (${number})`;
}

function duplicateId(policy: Policy, earlier: Policy): Diagnostic {
  const at = locatePolicy(earlier);
  return {
    severity: 'error',
    code: 'policy-id-duplicate',
    message: `two policies have the id \`${policy.id}\``,
    help: `the other one is at ${earlier.file.file}:${at.line}:${at.column}: give each its own \`@id\``,
    file: policy.file.file,
    location: locatePolicy(policy),
  };
}

/** Not an error: a project may start without any, and everything is denied then. */
export function noPolicies(): Diagnostic {
  return {
    severity: 'warning',
    code: 'no-policies',
    message: 'there are no policies, so every request is denied',
    help: 'run `authz generate-policies`, or write a first policy',
  };
}
