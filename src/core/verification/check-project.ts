import { type MemoStore, memoizeIn, NO_MEMO_STORE } from '../caching/memo-store.ts';
import type { SchemaJson } from '../cedar/cedar.ts';
import { type Diagnostic, distinctDiagnostics, hasErrors, type Outcome } from '../diagnostics/diagnostic.ts';
import type { Model } from '../model/model.ts';
import { readSchema, type Schema, WITHOUT_SCHEMA } from '../model/read-schema.ts';
import type { WrittenFact } from '../model/written-fact.ts';
import { checkPolicies, noPolicies, type PolicyCheck } from '../policies/check-policies.ts';
import type { PolicySet } from '../policies/policy.ts';
import type { ModelEndpoint } from '../requests/map-call.ts';
import type { PrincipalClaims } from '../requests/principal.ts';
import { type ServerMapper, serverMapper } from '../requests/server/server-mapper.ts';
import { DEFAULT_SERVER_RULES, type RuleProblem, ruleProblems } from '../requests/server/server-rules.ts';
import { skippedElsewhere } from '../requests/server/skipped-elsewhere.ts';
import { type CheckedFixtures, checkFixtures } from './check-fixtures.ts';
import { misspeltGroups } from './misspelt-groups.ts';
import type { VerifyInput } from './verify-input.ts';

/** A project whose parts have been read and fitted together, as far as they fit. */
export interface CheckedProject extends CheckedFixtures {
  readonly schema: SchemaJson<string>;
  readonly model: Model;
  readonly policySet: PolicySet;
  /** Whether some policies do not pass validation, as they need not everywhere: then nothing is concluded from what they look like. */
  readonly hasInvalidPolicies: boolean;
  readonly endpoints: readonly ModelEndpoint[];
  readonly mapper: ServerMapper;
  readonly claims: PrincipalClaims;
  /** What the application makes sure of, as it is written. */
  readonly facts: readonly WrittenFact[];
}

/**
 * Reads and checks everything before anything is decided, so that all problems are reported at once. With a memo store, parts that have not
 * changed since an earlier check are neither read nor checked again, and stay the same values.
 */
export function checkProject(input: VerifyInput, memos: MemoStore = NO_MEMO_STORE): Outcome<CheckedProject> {
  const schema = readProjectSchema(input, memos);
  if (!schema.ok) return schema;
  const { json, model } = schema.value;
  const mapper = projectMapper(input, model, memos);
  if (!mapper.ok) return mapper;
  const policies = checkPolicies(input.policies, json, memos);
  const setting = { schema: schema.value, mapper: mapper.value, policies };
  const { diagnostics, ...fixtures } = checkFixtures(input, setting, memos);
  const named = { ...fixtures, model, policySet: policies.policySet, claims: input.claims };
  return {
    ok: true,
    value: {
      schema: schema.value.json,
      model: schema.value.model,
      policySet: policies.policySet,
      hasInvalidPolicies: policies.diagnostics.some(isInvalidPolicy),
      endpoints: mapper.value.endpoints,
      mapper: mapper.value,
      claims: input.claims,
      facts: input.facts ?? [],
      ...fixtures,
    },
    diagnostics: distinctDiagnostics([
      ...(input.remarks ?? []),
      ...schema.diagnostics,
      ...(input.remarksOnSchema?.(model) ?? []),
      ...mapper.diagnostics,
      ...(input.mayBeInvalid ? policies.diagnostics.map(asWarning) : policies.diagnostics),
      ...diagnostics,
      ...(hasErrors(policies.diagnostics) ? [] : [...misspeltGroups(named), ...withoutPolicies(policies)]),
    ]),
  };
}

function withoutPolicies({ policySet }: PolicyCheck): Diagnostic[] {
  return policySet.policies.length === 0 ? [noPolicies()] : [];
}

/**
 * The same for a project that something is to be proven of. Proofs are about requests that fit the schema: without a schema everything would be
 * proven. What is said of policies that do not fit it says nothing of Cedar, which skips what it cannot evaluate.
 */
export function checkProvable(input: VerifyInput, memos?: MemoStore): Outcome<CheckedProject> {
  if (input.schema !== undefined) {
    const checked = checkProject({ ...input, mayBeInvalid: false }, memos);
    return hasErrors(checked.diagnostics) ? { ok: false, diagnostics: checked.diagnostics } : checked;
  }
  const nothing: Diagnostic = {
    severity: 'error',
    code: 'schema-missing',
    message: 'there is no schema, so nothing can be proven: which requests there may be is not known',
    help: 'put a `.cedarschema` file beside the policies, or name the schema in `authz.yaml`',
  };
  return { ok: false, diagnostics: [nothing] };
}

/** Calls as a server with the project's rules maps them. */
export function projectMapper(
  { rules }: Pick<VerifyInput, 'rules'>,
  model: Model,
  memos: MemoStore = NO_MEMO_STORE,
): Outcome<ServerMapper> {
  const { placeOf, ...own } = rules ?? { ...DEFAULT_SERVER_RULES, placeOf: () => ({}) };
  // The same rules as before stay the same value, although `authz.yaml` was read again.
  const steady = memoizeIn(memos, 'rules', { text: JSON.stringify(own) }, () => own);
  const made = memoizeIn(memos, 'call mapper', { model, steady }, (given) =>
    serverMapper(given.model, given.steady),
  );
  const said = (severity: Diagnostic['severity'], problems: readonly RuleProblem[]) =>
    problems.map(
      ({ path, message, help }): Diagnostic => ({
        severity,
        code: 'server-rule-unusable',
        message,
        help,
        ...placeOf(path),
      }),
    );
  const unknown = said('error', ruleProblems(own, model));
  const diagnostics = [...made.diagnostics, ...unknown, ...said('warning', skippedElsewhere(own, model))];
  return unknown.length > 0 || !made.ok ? { ok: false, diagnostics } : { ...made, diagnostics };
}

/** That a policy does not fit the schema, where it need not: `cedar authorize` decides all the same. */
function asWarning(diagnostic: Diagnostic): Diagnostic {
  return isInvalidPolicy(diagnostic) ? { ...diagnostic, severity: 'warning' } : diagnostic;
}

function isInvalidPolicy({ code }: Diagnostic): boolean {
  return code === 'policy-invalid';
}

/** The schema of a project, or what stands in for it where there is none. */
export function readProjectSchema(
  { schema }: Pick<VerifyInput, 'schema'>,
  memos: MemoStore = NO_MEMO_STORE,
): Outcome<Schema> {
  if (!schema) return { ok: true, value: WITHOUT_SCHEMA, diagnostics: [] };
  return memoizeIn(memos, 'schema', { ...schema }, readSchema);
}
