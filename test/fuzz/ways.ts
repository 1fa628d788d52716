import * as cedar from '../../src/core/cedar/cedar.ts';
import { createEngine, type Engine } from '../../src/core/engine/engine.ts';
import { PolicyInlineAuthorizationEngine } from '../../src/core/engine/inline-engine.ts';
import { preparePartEvaluator, wholeTruth } from '../../src/core/engine/part-evaluation.ts';
import type { Policy, PolicySet } from '../../src/core/policies/policy.ts';
import { readPolicies } from '../../src/core/policies/read-policies.ts';
import { valueIn } from '../helpers/outcome.ts';
import { policyFilesOf, withoutSlots } from './links.ts';
import { answerOf, type Expected, plainAnswer } from './oracle.ts';
import { sliceOf, type World, type WorldQuery } from './world.ts';

/** One answer of a way of deciding, and what it must be. */
export interface Answered {
  readonly query: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** A way in which the product decides; it asks itself what it must find. */
export type Way = (world: World) => Promise<Answered[]> | Answered[];

export const ENGINE_WAYS: Readonly<Record<string, Way>> = {
  library: (world) => library(world, {}),
  'library that remembers nothing': (world) => library(world, { rememberedDecisions: 0 }),
  'engine over checked entities': checkedEngine,
  'partition by action': partitioned,
  "explanation's parts": parts,
};

export function policySetOf(policies: readonly string[]): PolicySet {
  const { policySet, diagnostics } = readPolicies(policyFilesOf(policies));
  if (diagnostics.length > 0) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return policySet;
}

function answered(world: World, policies: readonly string[], query: WorldQuery, actual: Expected): Answered {
  const expected = plainAnswer(world, policies, query, sliceOf(world, query));
  return { query: JSON.stringify(query), expected, actual };
}

// ---- the library ----

async function library(
  world: World,
  options: { readonly rememberedDecisions?: number },
): Promise<Answered[]> {
  const found: Answered[] = [];
  for (const policies of world.versions) {
    const engine = new PolicyInlineAuthorizationEngine({
      staticPolicies: policies.map(withoutSlots).join('\n'),
      schema: { type: 'jsonString', schema: JSON.stringify(world.schema) },
      ...options,
    });
    for (const query of world.queries) {
      const { principal, action, resource, context } = query;
      const asked = { principal, action, resource, context };
      const result = await engine.isAuthorized(asked, sliceOf(world, query));
      found.push(answered(world, policies, query, answerOf(result)));
    }
  }
  return found;
}

// ---- engines ----

/** As replay has it: all entities have been checked together before anything is asked. */
function checkedEngine(world: World): Answered[] {
  if (!cedar.checkEntities(world.entities, world.schema).ok) return [];
  return world.versions.flatMap((policies) => {
    const engine = engineOf(world, policies, { areChecked: true });
    return world.queries.map((query) => answered(world, policies, query, decided(engine, world, query)));
  });
}

/** So many further policies for each action, and so many questions, make it worth while to prepare parts. */
const FURTHER = 30;
const TIMES = 20;
const QUESTIONS = 6;

function partitioned(world: World): Answered[] {
  const [first = []] = world.versions;
  const actions = Object.entries(world.schema).flatMap(([namespace, definition]) =>
    Object.keys(definition.actions).map(
      (name) => `${namespace === '' ? '' : `${namespace}::`}Action::"${name}"`,
    ),
  );
  const further = actions.flatMap((action, index) =>
    Array.from(
      { length: FURTHER },
      (_, number) =>
        `@id("further ${index} ${number}") forbid (principal, action == ${action}, resource) when { 1 == ${number + 2} };`,
    ),
  );
  const policies = [...first, ...further];
  const engine = engineOf(world, policies);
  const asked = world.queries.slice(0, QUESTIONS);
  for (let time = 1; time < TIMES; time += 1) for (const query of asked) decided(engine, world, query);
  return asked.map((query) => answered(world, first, query, decided(engine, world, query)));
}

function engineOf(
  { schema }: World,
  policies: readonly string[],
  classes?: Parameters<typeof createEngine>[3],
): Engine {
  return valueIn(createEngine('fuzz', schema, policySetOf(policies), classes));
}

function decided(engine: Engine, world: World, query: WorldQuery): Expected {
  return answerOf(engine.decide(query, sliceOf(world, query)));
}

// ---- parts ----

/** Puts decisions together from what the parts of each policy were found to be. */
function parts(world: World): Answered[] {
  return world.versions.flatMap((texts) => {
    const { policies } = policySetOf(texts);
    const evaluator = valueIn(preparePartEvaluator('fuzz parts', world.schema, policies));
    return world.queries.map((query) => {
      const truths = evaluator.evaluateUnchecked(query, sliceOf(world, query));
      const actual: Expected = truths.ok
        ? together(
            policies.map((policy) => {
              const taken = evaluator.partsOf(policy.id);
              return { policy, truth: taken && wholeTruth(policy.id, taken, truths.value) };
            }),
          )
        : { kind: 'refused' };
      return answered(world, texts, query, actual);
    });
  });
}

interface PolicyTruth {
  readonly policy: Policy;
  readonly truth: ReturnType<typeof wholeTruth> | undefined;
}

function together(truths: readonly PolicyTruth[]): Expected {
  const errors = truths.flatMap(({ policy, truth }) =>
    truth?.truth === 'error' ? [[policy.id, truth.message] as const] : [],
  );
  const satisfied = (effect: string) =>
    truths
      .filter(({ policy, truth }) => truth?.truth === 'true' && policy.json.effect === effect)
      .map(({ policy }) => policy.id)
      .sort();
  const [forbids, permits] = [satisfied('forbid'), satisfied('permit')];
  const policies = forbids.length > 0 ? forbids : permits;
  const decided = forbids.length > 0 ? 'forbidden' : permits.length > 0 ? 'allowed' : 'not-permitted';
  return {
    kind: errors.length > 0 ? 'errored' : decided,
    policies,
    errors: errors.sort(([a], [b]) => (a < b ? -1 : 1)),
  };
}
