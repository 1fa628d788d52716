import { createAnalysis } from '../../src/core/analysis/analysis.ts';
import {
  type AnalysedPolicy,
  type Claim,
  policiesIn,
  type WantedOutcome,
} from '../../src/core/analysis/questions/claim.ts';
import { DEFECT, type Verdict } from '../../src/core/analysis/questions/prove.ts';
import { type PreparedPolicies, policyToJson, preparePolicies } from '../../src/core/cedar/cedar.ts';
import { entityKey, plainUid } from '../../src/core/cedar/entity.ts';
import { conditionSource } from './random-conditions.ts';
import { type RandomSchema, randomSchema } from './random-schema.ts';
import { type Random, randomSource } from './random-source.ts';
import { randomWorld, type World } from './random-world.ts';

/** What came of so many questions. */
export interface Tally {
  questions: number;
  refuted: number;
  proven: number;
  /** Of those proven, how many the engine has gone through all combinations for. */
  seconded: number;
  /** By what could not be decided. */
  readonly notDecided: Map<string, number>;
  /** Random requests that were tried on what is proven, and requests shown to be possible that had to be found possible. */
  attacks: number;
  worlds: number;
  /** What must not be: proven but not so, or a counterexample that the engine does not see. */
  readonly wrong: string[];
}

export function emptyTally(): Tally {
  return {
    questions: 0,
    refuted: 0,
    proven: 0,
    seconded: 0,
    notDecided: new Map(),
    attacks: 0,
    worlds: 0,
    wrong: [],
  };
}

const WORLDS = 40;

/** One random schema with random policies: every claim is held against the engine. */
export function fuzzOnce(seed: number, tally: Tally, mostRequests = Number.POSITIVE_INFINITY): void {
  const random = randomSource(seed);
  const schema = randomSchema(random);
  const principalType = random.pick(['User', 'Team']);
  const source = conditionSource(random, schema, principalType);
  const policies = Array.from({ length: 4 }, (_, index) => policyOf(source.policy(), `p${index}`));
  const entitiesExist = random.once(2);
  const analysis = createAnalysis(schema.json, { mostEffort: 5_000_000, entitiesExist, mostRequests });
  const environment = analysis.environments.find((one) => one.principalType === principalType);
  if (!environment) throw new Error(`seed ${seed}: no environment`);
  const worlds = worldsOf(random, schema, principalType, policies, entitiesExist);
  const claims = claimsAbout(policies, worlds.slice(0, 8));
  for (const [index, verdict] of analysis.prove(environment, claims).entries()) {
    const claim = claims[index];
    if (claim) judge(`seed ${seed}`, claim, verdict, worlds, tally);
  }
}

/** What the engine makes of each policy in a world. */
interface Shown {
  readonly world: World;
  readonly outcomes: ReadonlyMap<AnalysedPolicy, WantedOutcome['outcome']>;
}

function policyOf(text: string, id: string): AnalysedPolicy {
  const json = policyToJson(text);
  if (!json.ok) throw new Error(`${json.errors[0]?.message}: ${text}`);
  return { id, text, json: json.value };
}

function worldsOf(
  random: Random,
  schema: RandomSchema,
  principalType: string,
  policies: readonly AnalysedPolicy[],
  isComplete: boolean,
): readonly Shown[] {
  const permits = Object.fromEntries(policies.map(({ id, text }) => [id, text.replace(/^forbid/, 'permit')]));
  const prepared = preparePolicies('analysis fuzzer', schema.json, permits);
  if (!prepared.ok) throw new Error(prepared.errors.map(({ message }) => message).join('; '));
  return Array.from({ length: WORLDS }, () => randomWorld(random, schema, principalType)).flatMap((made) => {
    const world = isComplete ? made : withoutSome(random, made);
    const shown = showWorld(prepared.value, world, policies);
    return shown ? [shown] : [];
  });
}

/** Entities that others refer to may be missing; those that the request is about are there. */
function withoutSome(random: Random, world: World): World {
  const kept = new Set([world.principal, world.resource].map(entityKey));
  const entities = world.entities.filter(({ uid }) => kept.has(entityKey(plainUid(uid))) || !random.once(3));
  return { ...world, entities };
}

function showWorld(
  prepared: PreparedPolicies,
  world: World,
  policies: readonly AnalysedPolicy[],
): Shown | undefined {
  const answer = prepared.authorize(world);
  if (!answer.ok) throw new Error(answer.errors.map(({ message }) => message).join('; '));
  const erring = new Set(answer.value.errors.map(({ policyId }) => policyId));
  const outcomes = policies.map((policy): [AnalysedPolicy, WantedOutcome['outcome']] => [
    policy,
    erring.has(policy.id) ? 'errs' : answer.value.reason.includes(policy.id) ? 'applies' : 'does-not-apply',
  ]);
  return { world, outcomes: new Map(outcomes) };
}

function claimsAbout(policies: readonly AnalysedPolicy[], worlds: readonly Shown[]): readonly Claim[] {
  const [before, after] = [policies.slice(0, 3), policies.slice(1)];
  return [
    { kind: 'never-allowed', policies: before },
    { kind: 'always-allowed', policies: before },
    { kind: 'nothing-opened', before, after },
    { kind: 'nothing-closed', before, after },
    ...policies.flatMap((policy): Claim[] => [
      { kind: 'never-errs', policy },
      { kind: 'never-applies', policy },
    ]),
    ...worlds.flatMap(({ outcomes }): Claim[] => {
      const wanted = [...outcomes].map(([policy, outcome]) => ({ policy, outcome }));
      return [{ kind: 'never-so', outcomes: wanted }];
    }),
  ];
}

function judge(label: string, claim: Claim, verdict: Verdict, worlds: readonly Shown[], tally: Tally): void {
  tally.questions += 1;
  if (claim.kind === 'never-so') tally.worlds += 1;
  const text = () =>
    `${label}: ${claim.kind} ${policiesIn(claim)
      .map((policy) => policy.text)
      .join(' ')}`;
  if (verdict.kind === 'refuted') tally.refuted += 1;
  else if (verdict.kind === 'not-decided') {
    const { what, message } = verdict.reason;
    tally.notDecided.set(what, (tally.notDecided.get(what) ?? 0) + 1);
    if (what === DEFECT) tally.wrong.push(`CONTRADICTED ${message} ${text()}`);
    if (what === 'the counterexample') tally.wrong.push(`SPURIOUS ${message} ${text()}`);
  } else {
    tally.proven += 1;
    if (verdict.isSeconded) tally.seconded += 1;
    tally.attacks += worlds.length;
    const against = worlds.find(({ outcomes }) => isViolated(claim, outcomes));
    if (against) tally.wrong.push(`UNSOUND ${text()} ${JSON.stringify(against.world)}`);
  }
}

type Outcomes = Shown['outcomes'];

/** Whether a claim is not so, by the engine's outcomes and authz's rule. */
function isViolated(claim: Claim, outcomes: Outcomes): boolean {
  const allows = (policies: readonly AnalysedPolicy[]) => isAllowed(policies, outcomes);
  switch (claim.kind) {
    case 'never-allowed':
      return allows(claim.policies);
    case 'always-allowed':
      return !allows(claim.policies);
    case 'nothing-opened':
      return !allows(claim.before) && allows(claim.after);
    case 'nothing-closed':
      return allows(claim.before) && !allows(claim.after);
    case 'never-errs':
      return outcomes.get(claim.policy) === 'errs';
    case 'never-applies':
      return outcomes.get(claim.policy) === 'applies';
    case 'never-so':
      return claim.outcomes.every(({ policy, outcome }) => outcomes.get(policy) === outcome);
    default:
      throw new Error(`no judgment about ${claim.kind}`);
  }
}

function isAllowed(policies: readonly AnalysedPolicy[], outcomes: Outcomes): boolean {
  const some = (effect: 'permit' | 'forbid') =>
    policies.some((policy) => policy.json.effect === effect && outcomes.get(policy) === 'applies');
  const errs = policies.some((policy) => outcomes.get(policy) === 'errs');
  return !errs && some('permit') && !some('forbid');
}
