import * as cedar from '@cedar-policy/cedar-wasm/nodejs';
import { createAnalysis } from '../../src/core/analysis/analysis.ts';
import {
  type AnalysedPolicy,
  type Claim,
  type PolicyStatement,
  policiesIn,
  type WantedOutcome,
} from '../../src/core/analysis/questions/claim.ts';
import { describeFact } from '../../src/core/analysis/questions/fact.ts';
import { asStatement } from '../../src/core/analysis/questions/made-policy.ts';
import { DEFECT, type Verdict } from '../../src/core/analysis/questions/prove.ts';
import type { RequestEnvironment } from '../../src/core/analysis/schema/analysis-schema.ts';
import type { SchemaJson } from '../../src/core/cedar/cedar.ts';
import { entityKey, plainUid } from '../../src/core/cedar/entity.ts';
import type { Policy } from '../../src/core/policies/policy.ts';
import { readPolicies } from '../../src/core/policies/read-policies.ts';
import { idOf, linkedText, linkIn, policyFilesOf } from '../fuzz/links.ts';
import { type ConditionSource, conditionSource } from './random-conditions.ts';
import { ONLY_SLICE, type RandomFact, randomFacts, sliceOf, withFacts } from './random-facts.ts';
import { randomSchema } from './random-schema.ts';
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

export interface FuzzOptions {
  readonly mostRequests?: number;
  /** Whether some policies are links of templates. */
  readonly withLinks?: boolean;
  /** Whether there are facts, further claims, and forms of conditions that hardly anybody writes. */
  readonly isOdd?: boolean;
}

/** One random schema with random policies: every claim is held against the engine. */
export function fuzzOnce(
  seed: number,
  tally: Tally,
  { mostRequests = Number.POSITIVE_INFINITY, withLinks = false, isOdd = false }: FuzzOptions = {},
): void {
  const random = randomSource(seed);
  const schema = randomSchema(random);
  const principalType = random.pick(['User', 'Team']);
  const source = conditionSource(random, schema, principalType, { isOdd });
  const slices = random.once(3) ? [ONLY_SLICE] : [];
  const facts = [...(isOdd ? randomFacts(random, schema, principalType) : []), ...slices];
  const written = Array.from({ length: 4 }, (_, index) => `@id("p${index}") ${source.policy()}`);
  const texts = withLinks ? someLinked(written, source, random) : written;
  const entitiesExist = random.once(2);
  const worlds = Array.from({ length: WORLDS }, () => {
    const made = withFacts(randomWorld(random, schema, principalType), facts);
    return entitiesExist ? made : withoutSome(random, made);
  });
  const isAsked = (environment: RequestEnvironment) => environment.principalType === principalType;
  const subject = { label: `seed ${seed}`, json: schema.json, isAsked, texts, facts, entitiesExist, worlds };
  holdAgainstEngine({ ...subject, mostRequests, isOdd }, tally);
}

/** Policies about one kind of requests, and requests of that kind. */
interface FuzzSubject {
  readonly label: string;
  readonly json: SchemaJson<string>;
  readonly isAsked: (environment: RequestEnvironment) => boolean;
  readonly texts: readonly string[];
  readonly facts: readonly RandomFact[];
  readonly entitiesExist: boolean;
  readonly worlds: readonly World[];
  readonly mostRequests: number;
  readonly isOdd: boolean;
}

/** Every claim about the policies is held against what the engine makes of them. */
export function holdAgainstEngine(
  { label, json, isAsked, texts, facts, entitiesExist, worlds, mostRequests, isOdd }: FuzzSubject,
  tally: Tally,
): void {
  const policies = policiesOf(texts);
  const analysis = createAnalysis(json, {
    mostEffort: 5_000_000,
    entitiesExist,
    mostRequests,
    facts: facts.map(({ fact }) => fact),
  });
  const environment = analysis.environments.find(isAsked);
  if (!environment) throw new Error(`${label}: no environment`);
  const statements = policies.map((policy) => asStatement(policy));
  const seenBy = facts.includes(ONLY_SLICE) ? sliceOf : (world: World) => world;
  const show = (some: readonly World[]): readonly Shown[] => {
    const whole = shownWorlds(some, json, texts, statements);
    const seen = shownWorlds(
      whole.map(({ world }) => seenBy(world)),
      json,
      texts,
      policies,
    );
    return whole.map(({ world, outcomes }, index) => ({
      world,
      outcomes: new Map([...outcomes, ...(seen[index]?.outcomes ?? [])]),
    }));
  };
  const shown = show(worlds.filter((world) => facts.every(({ holds }) => holds(world))));
  const claims = [
    ...claimsAbout(policies, shown.slice(0, 8)),
    ...(isOdd ? furtherClaims(policies, statements) : []),
  ];
  for (const [index, verdict] of analysis.prove(environment, claims).entries()) {
    const claim = claims[index];
    if (!claim) continue;
    judge(label, claim, verdict, shown, tally);
    if (verdict.kind === 'refuted')
      judgeCounterexample(label, claim, verdict.counterexample, facts, show, tally);
  }
}

/** Some of the policies, as templates and links of these. */
export function someLinked(
  texts: readonly string[],
  source: ConditionSource,
  random: Random,
): readonly string[] {
  return texts.map((text, index) => {
    if (!random.once(2)) return text;
    const template = source.template();
    return linkedText(`@id("p${index}") ${template.text}`, template.values);
  });
}

/** The policies as a project reads them: of a link, what its template becomes. */
export function policiesOf(texts: readonly string[]): readonly Policy[] {
  const { policySet, diagnostics } = readPolicies(policyFilesOf(texts));
  const [problem] = diagnostics;
  if (problem) throw new Error(`${problem.message}: ${texts.join('\n')}`);
  return policySet.policies.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** What the engine makes of each policy in a world. */
export interface Shown {
  readonly world: World;
  readonly outcomes: EngineOutcomes;
}
export type EngineOutcomes = ReadonlyMap<AnalysedPolicy, WantedOutcome['outcome']>;

/** The worlds that fit the schema, with what the engine makes of the policies; it links templates itself. */
export function shownWorlds(
  worlds: readonly World[],
  schema: SchemaJson<string>,
  texts: readonly string[],
  policies: readonly AnalysedPolicy[],
): readonly Shown[] {
  const permits = texts.map((text) => text.replace(/^(@id\("\w+"\)) forbid/, '$1 permit'));
  const links = permits.flatMap((text) => linkIn(text) ?? []);
  const plain = permits.filter((text) => !linkIn(text));
  const slot = 'analysis fuzzer';
  const prepared = cedar.preparsePolicySet(slot, {
    staticPolicies: Object.fromEntries(plain.map((text) => [idOf(text), text])),
    templates: Object.fromEntries(links.map(({ templateId, template }) => [templateId, template])),
    templateLinks: links.map(({ templateId, id, values }) => ({ templateId, newId: id, values })),
  });
  const read = cedar.preparseSchema(slot, schema);
  for (const answer of [prepared, read])
    if (answer.type === 'failure') throw new Error(answer.errors.map(({ message }) => message).join('; '));
  return worlds.flatMap((world) => {
    const outcomes = outcomesIn(world, slot, policies);
    return outcomes ? [{ world, outcomes }] : [];
  });
}

/** `undefined` where the request does not fit the schema. */
function outcomesIn(
  { principal, action, resource, context, entities }: World,
  slot: string,
  policies: readonly AnalysedPolicy[],
): EngineOutcomes | undefined {
  const answer = cedar.statefulIsAuthorized({
    principal,
    action,
    resource,
    context: { ...context },
    entities: [...entities],
    preparsedPolicySetId: slot,
    preparsedSchemaName: slot,
    validateRequest: true,
  });
  if (answer.type === 'failure') return undefined;
  const { reason, errors } = answer.response.diagnostics;
  const erring = new Set(errors.map(({ policyId }) => policyId));
  const outcomes = policies.map((policy): [AnalysedPolicy, WantedOutcome['outcome']] => [
    policy,
    erring.has(policy.id) ? 'errs' : reason.includes(policy.id) ? 'applies' : 'does-not-apply',
  ]);
  return new Map(outcomes);
}

/** Entities that others refer to may be missing; those that the request is about are there. */
export function withoutSome(random: Random, world: World): World {
  const kept = new Set([world.principal, world.resource].map(entityKey));
  const entities = world.entities.filter(({ uid }) => kept.has(entityKey(plainUid(uid))) || !random.once(3));
  return { ...world, entities };
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
      const wanted = policies.map((policy) => ({ policy, outcome: outcomes.get(policy) ?? 'errs' }));
      return [{ kind: 'never-so', outcomes: wanted }];
    }),
  ];
}

function furtherClaims(
  policies: readonly AnalysedPolicy[],
  statements: readonly PolicyStatement[],
): readonly Claim[] {
  return policies.flatMap((policy, index): Claim[] => {
    const others = policies.filter((other) => other !== policy);
    const other = policies[(index + 1) % policies.length] ?? policy;
    return [
      { kind: 'changes-nothing', policy, policies },
      { kind: 'implies', policy, other },
      ...statements
        .slice(index, index + 1)
        .map((invariant) => ({ kind: 'invariant' as const, invariant, policies: others })),
      ...statements.slice(index, index + 1).map((other) => ({ kind: 'implies' as const, policy, other })),
      { kind: 'never-allowed', policies: [policy, other], skipsErrors: true },
      { kind: 'nothing-opened', before: policies, after: others, skipsErrors: true },
      { kind: 'nothing-closed', before: policies, after: others, skipsErrors: true },
    ];
  });
}

/** By the engine without what the analysis has of it; and within the facts. */
function judgeCounterexample(
  label: string,
  claim: Claim,
  counterexample: World,
  facts: readonly RandomFact[],
  show: (worlds: readonly World[]) => readonly Shown[],
  { wrong }: Tally,
): void {
  const [shown] = show([counterexample]);
  const against = facts.find(({ holds }) => !holds(counterexample));
  if (shown && isViolated(claim, shown.outcomes) && !against) return;
  const what = against ? `against ${describeFact(against.fact)}` : 'no counterexample';
  wrong.push(`SPURIOUS ${what} ${label}: ${claim.kind} ${JSON.stringify(counterexample)}`);
}

/** A value of an extension of a text that is not a literal: of such, only the engine knows what it is. */
const WORKED_OUT = /\b(?:ip|decimal|datetime|duration)\((?!")/;

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
    if (what === 'the counterexample' && !WORKED_OUT.test(text()))
      tally.wrong.push(`SPURIOUS ${message} ${text()}`);
  } else {
    tally.proven += 1;
    if (verdict.isSeconded) tally.seconded += 1;
    tally.attacks += worlds.length;
    const against = worlds.find(({ outcomes }) => isViolated(claim, outcomes));
    if (against) tally.wrong.push(`UNSOUND ${text()} ${JSON.stringify(against.world)}`);
  }
}

/** Whether a claim is not so, by what each policy comes to and authz's rule. */
export function isViolated(claim: Claim, outcomes: EngineOutcomes): boolean {
  const skipsErrors = 'skipsErrors' in claim && claim.skipsErrors;
  const allows = (policies: readonly AnalysedPolicy[]) => isAllowed(policies, outcomes, skipsErrors);
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
    case 'changes-nothing':
      return allows(claim.policies) !== allows(claim.policies.filter((one) => one !== claim.policy));
    case 'implies':
      return outcomes.get(claim.policy) === 'applies' && outcomes.get(claim.other) !== 'applies';
    case 'invariant':
      return (
        outcomes.get(claim.invariant) !== 'does-not-apply' &&
        allows(claim.policies) === (claim.invariant.json.effect === 'forbid')
      );
  }
}

/** Whether they allow, by authz's rule: what errs denies; or by Cedar's, which skips it. */
export function isAllowed(
  policies: readonly AnalysedPolicy[],
  outcomes: EngineOutcomes,
  skipsErrors = false,
): boolean {
  const some = (effect: 'permit' | 'forbid') =>
    policies.some((policy) => policy.json.effect === effect && outcomes.get(policy) === 'applies');
  const errs = policies.some((policy) => outcomes.get(policy) === 'errs');
  return (skipsErrors || !errs) && some('permit') && !some('forbid');
}
