import type { SchemaJson } from '../cedar/cedar.ts';
import { entityKey } from '../cedar/entity.ts';
import { qualified } from '../cedar/namespace.ts';
import { actionsInScope } from '../policies/action-scope.ts';
import type { Policy } from '../policies/policy.ts';
import { groupBy } from '../values/group.ts';

/** One action, or all that apply to one and the same resource type. */
export interface Partition extends DecisionLoad {
  readonly key: string;
  readonly actions: ReadonlySet<string>;
  /** Those that can have a say about these actions. */
  readonly policies: readonly Policy[];
  /** How often something was asked about it. */
  questions: number;
}

/** What the engine looks at for each decision. */
export interface DecisionLoad {
  readonly policies: readonly Policy[];
  readonly actions: ReadonlySet<string>;
}

/** A prepared policy takes about 3.5 KiB, in each of the sets it belongs to. */
const MOST_COPIES = 40_000;

/** For each action the partitions that it is in, the coarser first; the action by itself only where all of those together are worth their memory. */
export function partitionsByAction(
  schema: SchemaJson<string>,
  policies: readonly Policy[],
  known: ReadonlySet<string>,
): ReadonlyMap<string, readonly Partition[]> {
  const [[namespace, definition] = ['', undefined]] = Object.entries(schema);
  const actions = Object.entries(definition?.actions ?? {});
  const { forAll, byAction } = policiesByAction(policies, known);
  const partitionOf = (key: string, names: readonly string[]): Partition => {
    const own = new Set(names.flatMap((name) => byAction.get(name) ?? []));
    return { key, actions: new Set(names), policies: [...forAll, ...own], questions: 0 };
  };
  const byType = groupBy(actions, ([, action]) => JSON.stringify(action.appliesTo?.resourceTypes ?? []));
  const coarse = [...byType].map(([key, some]) =>
    partitionOf(
      key,
      some.map(([name]) => name),
    ),
  );
  const copies = [...byAction.values()].reduce(
    (sum, own) => sum + own.length,
    forAll.length * actions.length,
  );
  const isWorthItsMemory = copies <= Math.max(MOST_COPIES, 2 * policies.length);
  const fine = isWorthItsMemory ? actions.map(([name]) => partitionOf(name, [name])) : [];
  const partitionsOf = new Map<string, Partition[]>();
  for (const partition of [...coarse, ...fine]) {
    for (const id of partition.actions) {
      const key = entityKey({ type: qualified(namespace, 'Action'), id });
      partitionsOf.set(key, [...(partitionsOf.get(key) ?? []), partition]);
    }
  }
  return partitionsOf;
}

/** A policy for all actions is in every partition. */
function policiesByAction(policies: readonly Policy[], known: ReadonlySet<string>) {
  const forAll: Policy[] = [];
  const byAction = new Map<string, Policy[]>();
  for (const policy of policies) {
    const actions = actionsInScope(policy, known);
    if (!actions) forAll.push(policy);
    for (const action of actions ?? []) {
      const some = byAction.get(action) ?? [];
      some.push(policy);
      byAction.set(action, some);
    }
  }
  return { forAll, byAction };
}
