import { type Diagnostic, hasErrors, type Outcome } from '../diagnostics/diagnostic.ts';
import { createEngine } from '../engine/engine.ts';
import { settledStatus } from '../engine/http-status.ts';
import { answeringOf } from '../fixtures/match-fixtures.ts';
import type { ReadyFixture } from '../fixtures/ready-fixture.ts';
import { checkPolicies } from '../policies/check-policies.ts';
import type { PolicySet } from '../policies/policy.ts';
import { type Result, replayFixture } from '../replay/replay.ts';
import type { ServerMapper } from '../requests/server/server-mapper.ts';
import type { ServerRules } from '../requests/server/server-rules.ts';
import { projectMapper, readProjectSchema } from '../verification/check-project.ts';
import type { VerifyInput } from '../verification/verify-input.ts';
import { type Changes, compareResults, NO_CHANGES } from './decision-changes.ts';
import type { DecidedProject } from './replay-again.ts';

/** What the present decisions are compared with. */
export interface Baseline {
  readonly kind: BaselineKind;
  /** As it is called on the screen: `start`, `17:03:12`, `main (3f2c1aa)`. */
  readonly label: string;
  /** By the name of the project; those that are not in it have nothing to be compared with. */
  readonly projects: ReadonlyMap<string, BaselineProject>;
  /** Where it is a git revision. */
  readonly revision?: BaselineRevision;
}

export interface BaselineRevision {
  /** As somebody named it: `main`. */
  readonly name: string;
  /** What it decides about the calls of now: the same as before while they are the same. */
  readonly again: () => Outcome<Baseline>;
}

/** The start of the session, a moment that somebody marked, or a git revision. */
const BASELINE_KINDS = ['start', 'mark', 'revision'] as const;
export type BaselineKind = (typeof BASELINE_KINDS)[number];

export interface BaselineProject {
  readonly policySet: PolicySet;
  readonly results: ReadonlyMap<ReadyFixture, Result>;
  /** Of the calls that no fixture makes; missing when they had not been decided then. */
  readonly untested?: ReadonlyMap<ReadyFixture, Result>;
}

/** What became of the decisions of a project since the baseline. */
export function changesSince(
  before: ReadonlyMap<ReadyFixture, Result> | undefined,
  now: ReadonlyMap<ReadyFixture, Result> | undefined,
): Changes {
  return before && now ? compareResults(before, now) : NO_CHANGES;
}

/** The schema, the policies and the rules of the server of a project at another time. */
export type EarlierRules = Pick<VerifyInput, 'schema' | 'policies' | 'rules'>;

/**
 * What the rules of another time decide about the present calls, callers and entities. A call that the schema of that time has no
 * endpoint for is left out: it is new. `slot` names the engine's memory of those policies.
 */
export function decideByRules(
  { project }: Pick<DecidedProject, 'project'>,
  calls: readonly ReadyFixture[],
  rules: EarlierRules,
  slot: string,
): Outcome<BaselineProject> {
  const schema = readProjectSchema(rules);
  if (!schema.ok) return schema;
  const { json, model } = schema.value;
  const { policySet, diagnostics } = checkPolicies(rules.policies, json);
  const engine = createEngine(slot, json, policySet);
  const mapper = projectMapper(rules, model);
  const problems: readonly Diagnostic[] = [...diagnostics, ...engine.diagnostics, ...mapper.diagnostics];
  if (!engine.ok || !mapper.ok || hasErrors(diagnostics)) return { ok: false, diagnostics: problems };
  const askedBy = (schema: unknown, server: ServerRules) => JSON.stringify([schema, server]);
  const isAskedAlike = askedBy(json, mapper.value.rules) === askedBy(project.schema, project.mapper.rules);
  const results = new Map<ReadyFixture, Result>();
  for (const ready of calls) {
    const then = isAskedAlike ? ready : askedThen(ready, mapper.value);
    if (then) results.set(ready, replayFixture(then, { engine: engine.value, clock: () => 0 }));
  }
  return { ok: true, value: { policySet, results }, diagnostics: problems };
}

/** What a call asked then; `undefined` where it reached nothing. */
function askedThen(ready: ReadyFixture, mapper: ServerMapper): ReadyFixture | undefined {
  const { fixture, principal, slices, checks, refusal } = ready;
  const { asks, expectation } = fixture;
  if (asks.type !== 'call') return ready;
  const mapped = mapper.map(asks.call, principal, asks.context);
  const then = { fixture, principal, slices, answering: answeringOf(mapped, mapper) };
  if (mapped.type === 'skipped' || mapped.type === 'options')
    return { ...then, checks: [], refusal: { expected: settledStatus(mapped), isMet: true, mapped } };
  if (mapped.type !== 'requests') return undefined;
  const [any] = checks;
  const expectedOf = (item: string | undefined) =>
    checks.find(({ request }) => request.item === item)?.expected ?? any?.expected ?? { decision: 'deny' };
  const asked = mapped.requests.map((request) => ({ request, expected: expectedOf(request.item) }));
  const isRefused = refusal && expectation.type === 'refused';
  return { ...then, endpoint: mapped.endpoint, checks: asked, ...(isRefused ? { refusal } : {}) };
}
