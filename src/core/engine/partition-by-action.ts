import type { AuthorizationQuery, EngineAnswer, PreparedPolicies, SchemaJson } from '../cedar/cedar.ts';
import * as cedar from '../cedar/cedar.ts';
import { entityKey } from '../cedar/entity.ts';
import { partOfSchema, type SchemaPart, separableActions } from '../policies/action-scope.ts';
import { type PolicySet, policyTexts } from '../policies/policy.ts';
import { type DecisionLoad, type Partition, partitionsByAction } from './partitions.ts';

/**
 * Prepares the policies, and again for partitions of the schema: the actions that apply to one resource type, and each action by itself. A
 * partition gets a set of its own once enough was asked about it: of the policies those whose scope does not rule all of its actions out, of
 * the schema only these actions and the types that they and their entities refer to. What is left out could neither apply nor err, since
 * the scope is evaluated before any condition. A query that brings entities of other types is answered from the whole; schemas with
 * groups of actions are kept whole.
 */
export function preparePoliciesByAction(
  name: string,
  schema: SchemaJson<string>,
  { policies }: PolicySet,
): EngineAnswer<PreparedPolicies> {
  const whole = cedar.preparePolicies(name, schema, policyTexts(policies));
  if (!whole.ok) return whole;
  const known = separableActions(schema);
  if (!known) return whole;
  const partitionsOf = partitionsByAction(schema, policies, known);
  const prepared = new Map<Partition, EngineAnswer<PreparedPartition>>();
  const authorize = (query: AuthorizationQuery) => {
    const partitions = partitionsOf.get(entityKey(query.action)) ?? [];
    const partition = recordAndChoose(partitions, { policies, actions: known });
    if (!partition) return whole.value.authorize(query);
    const set = prepared.get(partition) ?? preparePartition(`${name} ${partition.key}`, partition, schema);
    prepared.set(partition, set);
    return set.ok && (query.fits || set.value.covers(query))
      ? set.value.policies.authorize(query)
      : whole.value.authorize(query);
  };
  return { ok: true, value: { authorize } };
}

interface PreparedPartition {
  readonly policies: PreparedPolicies;
  readonly covers: SchemaPart['covers'];
}

// ---- when it pays ----

/** In policies that are looked at in vain: what it takes to prepare a set, and for each policy in it. */
const PREPARING = 1_000;
const PREPARING_POLICY = 16;
/** How many actions in the schema take as long as a policy that is looked at in vain. */
const ACTIONS_PER_POLICY = 4;

/** Notes a question about each partition, and gives the finest partition that is worth a prepared set of its own. */
function recordAndChoose(partitions: readonly Partition[], whole: DecisionLoad): Partition | undefined {
  for (const partition of partitions) partition.questions += 1;
  return partitions.reduce<Partition | undefined>(
    (chosen, partition) => (isWorthPreparing(partition, chosen ?? whole) ? partition : chosen),
    undefined,
  );
}

/** Whether looking through the coarser set for the questions so far would have cost more than preparing the partition. */
function isWorthPreparing(partition: Partition, coarser: DecisionLoad): boolean {
  const inVain = loadOf(coarser) - loadOf(partition);
  return partition.questions * inVain >= PREPARING + PREPARING_POLICY * partition.policies.length;
}

function loadOf({ policies, actions }: DecisionLoad): number {
  return policies.length + actions.size / ACTIONS_PER_POLICY;
}

function preparePartition(
  name: string,
  partition: Partition,
  schema: SchemaJson<string>,
): EngineAnswer<PreparedPartition> {
  const part = partOfSchema(schema, partition.actions);
  const prepared = cedar.preparePolicies(name, part.schema, policyTexts(partition.policies));
  return prepared.ok ? { ok: true, value: { policies: prepared.value, covers: part.covers } } : prepared;
}
