import { type MemoStore, memoizeIn, NO_MEMO_STORE } from '../caching/memo-store.ts';
import type { SchemaJson } from '../cedar/cedar.ts';
import { type Diagnostic, distinctDiagnostics, type Outcome } from '../diagnostics/diagnostic.ts';
import type { Model } from '../model/model.ts';
import { readSchema, type Schema, WITHOUT_SCHEMA } from '../model/read-schema.ts';
import { checkPolicies, noPolicies } from '../policies/check-policies.ts';
import type { PolicySet } from '../policies/policy.ts';
import { type CallMapper, callMapper, type ModelEndpoint } from '../requests/map-call.ts';
import type { PrincipalClaims } from '../requests/principal.ts';
import { type CheckedFixtures, checkFixtures } from './check-fixtures.ts';
import type { VerifyInput } from './verify-input.ts';

/** A project whose parts have been read and fitted together, as far as they fit. */
export interface CheckedProject extends CheckedFixtures {
  readonly schema: SchemaJson<string>;
  readonly model: Model;
  readonly policySet: PolicySet;
  readonly endpoints: readonly ModelEndpoint[];
  readonly mapper: CallMapper;
  readonly claims: PrincipalClaims;
}

/**
 * Reads and checks everything before anything is decided, so that all problems are reported at once. With a memo store, parts that have not
 * changed since an earlier check are neither read nor checked again, and stay the same values.
 */
export function checkProject(input: VerifyInput, memos: MemoStore = NO_MEMO_STORE): Outcome<CheckedProject> {
  const schema = readProjectSchema(input, memos);
  if (!schema.ok) return schema;
  const { json, model } = schema.value;
  const mapper = memoizeIn(memos, 'call mapper', { model }, (given) => callMapper(given.model));
  if (!mapper.ok) return mapper;
  const policies = checkPolicies(input.policies, json, memos);
  const setting = { schema: schema.value, mapper: mapper.value, policies };
  const { diagnostics, ...fixtures } = checkFixtures(input, setting, memos);
  return {
    ok: true,
    value: {
      schema: schema.value.json,
      model: schema.value.model,
      policySet: policies.policySet,
      endpoints: mapper.value.endpoints,
      mapper: mapper.value,
      claims: input.claims,
      ...fixtures,
    },
    diagnostics: distinctDiagnostics([
      ...(input.remarks ?? []),
      ...mapper.diagnostics,
      ...(input.mayBeInvalid ? policies.diagnostics.map(asWarning) : policies.diagnostics),
      ...diagnostics,
      ...(policies.policySet.policies.length === 0 ? [noPolicies()] : []),
    ]),
  };
}

/** That a policy does not fit the schema, where it need not: `cedar authorize` decides all the same. */
function asWarning(diagnostic: Diagnostic): Diagnostic {
  return diagnostic.code === 'policy-invalid' ? { ...diagnostic, severity: 'warning' } : diagnostic;
}

/** The schema of a project, or what stands in for it where there is none. */
export function readProjectSchema(
  { schema }: Pick<VerifyInput, 'schema'>,
  memos: MemoStore = NO_MEMO_STORE,
): Outcome<Schema> {
  if (!schema) return { ok: true, value: WITHOUT_SCHEMA, diagnostics: [] };
  return memoizeIn(memos, 'schema', { file: schema.file, text: schema.text }, readSchema);
}
