import { type MemoStore, memoizeIn, NO_MEMO_STORE } from '../../caching/memo-store.ts';
import { type Diagnostic, hasErrors, type Outcome } from '../../diagnostics/diagnostic.ts';
import { createEngine } from '../../engine/engine.ts';
import { hasEndpoints, type Model } from '../../model/model.ts';
import { readSchema } from '../../model/read-schema.ts';
import { checkPolicies } from '../../policies/check-policies.ts';
import type { PolicyFile } from '../../policies/policy.ts';
import type { PrincipalClaims } from '../../requests/principal.ts';
import { serverMapper } from '../../requests/server/server-mapper.ts';
import type { ServerRules } from '../../requests/server/server-rules.ts';
import { lastOf } from '../../values/last-of.ts';
import { type FirstValues, NO_FIRST_VALUES } from '../model/first-values.ts';
import type { RecordingStep } from './record-calls.ts';
import { recordStarterFixtures, type StarterInput } from './record-starter-fixtures.ts';
import type { StarterFixtures } from './starter-fixtures.ts';

export interface RecordInput {
  readonly schema: { readonly file: string; readonly text: string };
  readonly policies: readonly PolicyFile[];
  readonly claims: PrincipalClaims;
  /** Of its server; the defaults of servers when left out. */
  readonly rules?: ServerRules;
  /** What the API description lists; left out where nothing but the schema is known. */
  readonly firstValues?: FirstValues;
}

/** Checks schema and policies, and records what they decide today about a starter set of calls. */
export function recordFixtures(input: RecordInput): Outcome<StarterFixtures> {
  return lastOf(recordFixturesInSteps(input));
}

/** The same with a step for each endpoint. With a memo store, whoever checks the same project afterwards need not do so again. */
export function* recordFixturesInSteps(
  input: RecordInput,
  memos?: MemoStore,
): Generator<RecordingStep, Outcome<StarterFixtures>> {
  const prepared = prepareRecording(input, memos);
  if (!prepared.ok) return prepared;
  const value = yield* recordStarterFixtures(prepared.value);
  return {
    ok: true,
    value,
    diagnostics: [...prepared.diagnostics, ...nothingToRecord(value, prepared.value.model)],
  };
}

/** Everything that calls are decided with, when schema and policies can be used. */
export function prepareRecording(
  input: RecordInput,
  memos: MemoStore = NO_MEMO_STORE,
): Outcome<StarterInput> {
  const { file, text } = input.schema;
  // Kept as `checkProject` keeps it.
  const schema = memoizeIn(memos, 'schema', { file, text }, readSchema);
  if (!schema.ok) return schema;
  const { json, model } = schema.value;
  const mapper = serverMapper(model, input.rules);
  if (!mapper.ok) return mapper;
  const { policySet, diagnostics } = checkPolicies(input.policies, json, memos);
  if (hasErrors(diagnostics)) return { ok: false, diagnostics };
  const engine = createEngine('record', json, policySet, { areChecked: false });
  if (!engine.ok) return engine;
  const { claims, firstValues = NO_FIRST_VALUES } = input;
  const value = { model, mapper: mapper.value, engine: engine.value, policySet, claims, firstValues };
  return { ok: true, value, diagnostics };
}

function nothingToRecord(fixtures: StarterFixtures, model: Model): Diagnostic[] {
  if (fixtures.tables.length > 0 || fixtures.cases.length > 0) return [];
  const hasSome = hasEndpoints(model);
  return [
    {
      severity: 'warning',
      code: 'no-endpoints',
      message: `${hasSome ? 'no call says which endpoint it is for' : 'the schema has no endpoints'}, so there is nothing to record`,
      help: hasSome
        ? 'fixtures are calls of endpoints: give these different paths'
        : 'fixtures are calls of endpoints; where there are none, write tests as for `cedar run-tests`',
    },
  ];
}
