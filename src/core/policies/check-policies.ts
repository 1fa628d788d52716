import { type MemoStore, NO_MEMO_STORE } from '../caching/memo-store.ts';
import type { DetailedError, EngineAnswer, SchemaJson, Validation } from '../cedar/cedar.ts';
import { engineDiagnostic } from '../cedar/engine-diagnostic.ts';
import type { DiagnosticCode } from '../diagnostics/codes.ts';
import {
  type Diagnostic,
  distinctDiagnostics,
  hasErrors,
  placeText,
  sortDiagnostics,
} from '../diagnostics/diagnostic.ts';
import { groupBy } from '../values/group.ts';
import { locatePolicy, locatePolicyBytes, type Policy, type PolicyFile, type PolicySet } from './policy.ts';
import { readPolicies } from './read-policies.ts';
import { validateAll } from './validate.ts';

/**
 * Reads policies and validates them strictly against a schema (`Schema.json`). The policies that can be read are validated even when others
 * cannot. The answer is the `policySet`, the `diagnostics` with their places, and whether the policies are `usable`: no diagnostic is an error.
 * Nothing is thrown. `memory` keeps what was validated from one call to the next.
 */
export function checkPolicies(
  files: readonly PolicyFile[],
  schema: SchemaJson<string>,
  memory: MemoStore = NO_MEMO_STORE,
): PolicyCheck {
  const { policySet, diagnostics } = readPolicies(files, memory);
  // Nobody knows what else a link was meant for that could not be made.
  const mayBeLinked = diagnostics.some(({ code }) => code === 'policy-link-unusable');
  const validation = validatePolicySet(policySet, schema, memory).filter(
    ({ code }) => !(mayBeLinked && code === UNLINKED),
  );
  const all = sortDiagnostics([...diagnostics, ...validation]);
  return { policySet, diagnostics: all, usable: !hasErrors(all) };
}

export interface PolicyCheck {
  readonly policySet: PolicySet;
  readonly diagnostics: readonly Diagnostic[];
  readonly usable: boolean;
}

/** Without what the engine says of a policy that is proven to apply to no request: it finds some of these, and says so in two ways. */
export function impossibleOnce(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const placeOf = ({ file, location }: Diagnostic) => placeText(file, location);
  const proven = new Set(diagnostics.filter(({ code }) => code === 'policy-never-applies').map(placeOf));
  const isRepeated = (one: Diagnostic) =>
    one.code === SUSPICIOUS &&
    (IMPOSSIBLE.test(one.message) || NO_ACTION.test(one.message)) &&
    proven.has(placeOf(one));
  return diagnostics.filter((one) => !isRepeated(one));
}

const SUSPICIOUS = 'policy-suspicious';

/** Not an error: a project may start without any, and everything is denied then. */
export function noPolicies(): Diagnostic {
  return {
    severity: 'warning',
    code: 'no-policies',
    message: 'there are no policies, so every request is denied',
    help: 'run `authz generate-policies`, or write a first policy',
  };
}

/**
 * What has to be known beside a statement about all requests: it says nothing of links that somebody else keeps, calls may ask about
 * other requests than the schema suggests, and where there are no policies, whatever is to be denied is denied.
 */
export function limitsOfStatements(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.filter(({ code }) => LIMITING.has(code));
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
  const suspicious = answer.value.warnings.filter((entry) => !failed.has(entry.policyId));
  const warnings = [...groupBy(suspicious, ({ policyId }) => policyId)].flatMap(([id, entries]) =>
    withReason(entries.map(({ error }) => diagnosticAt('warning', SUSPICIOUS, byId.get(id), error))),
  );
  const linked = new Set(policySet.policies.map(({ template }) => template));
  const unlinked = policySet.templates.filter(({ id }) => !linked.has(id)).map(unlinkedTemplate);
  // What is wrong with a template is wrong with each of its links, and is said once.
  return sortDiagnostics(distinctDiagnostics([...errors, ...warnings, ...unlinked]));
}

/** The engine says twice of a policy whose scope fits no action that it applies to nothing: the second time says why. */
function withReason(ofOne: readonly Diagnostic[]): readonly Diagnostic[] {
  const impossible = ofOne.find(({ message }) => IMPOSSIBLE.test(message));
  const why = ofOne.find(({ message }) => NO_ACTION.test(message));
  if (!impossible || !why) return ofOne;
  const told = { ...impossible, details: [why.message] };
  return ofOne.flatMap((one) => (one === why ? [] : [one === impossible ? told : one]));
}

const IMPOSSIBLE = /^policy is impossible: /;

const NO_ACTION = /^unable to find an applicable action /;

/** What the engine says about a policy depends on the policy and the schema alone, so only what has changed is validated again. */
function validateNew(
  { policies, templates }: PolicySet,
  schema: SchemaJson<string>,
  memory: MemoStore,
): EngineAnswer<Validation> {
  const known: Validation[] = [];
  const isNew = (policy: Policy) => {
    const kept = memory.known(`validation ${policy.id}`, { text: policy.text, schema });
    if (kept) known.push(kept.value as Validation);
    return !kept;
  };
  const fresh = { policies: policies.filter(isNew), templates: templates.filter(isNew) };
  if (fresh.policies.length === 0 && fresh.templates.length === 0 && known.length > 0)
    return { ok: true, value: mergeValidations(known) };
  const answer = validateAll(fresh, schema);
  if (!answer.ok) return answer;
  for (const policy of [...fresh.policies, ...fresh.templates])
    memory.keep(
      `validation ${policy.id}`,
      { text: policy.text, schema },
      aboutPolicy(policy.id, answer.value),
    );
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

function diagnosticAt(
  severity: 'error' | 'warning',
  code: DiagnosticCode,
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

const UNLINKED = 'policy-template-unlinked';

const LIMITING: ReadonlySet<Diagnostic['code']> = new Set([
  UNLINKED,
  'no-policies',
  'action-not-callable',
  'identifier-not-asked',
  'mark-ignored',
  'schema-outdated',
]);

function unlinkedTemplate(template: Policy): Diagnostic {
  return {
    severity: 'warning',
    code: UNLINKED,
    message: `policy template \`${template.id}\` has slots and is never linked, so it decides nothing`,
    help: 'link it, with `--template-linked <file>` or in a policy set, or write entities in the place of the slots',
    file: template.file.file,
    location: locatePolicy(template),
  };
}
