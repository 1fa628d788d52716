import type { AnalysisSchema } from '../../analysis/schema/analysis-schema.ts';
import { entityKey } from '../../cedar/entity.ts';
import type { Policy } from '../../policies/policy.ts';
import { type ActionGroups, actionGroups, policiesFor } from '../../policies/relevant-policies.ts';
import { type AskableAction, actionsOfSchema } from '../actions-of-schema.ts';
import type { AskedAction, SidedAction } from './change-of-action.ts';
import type { Side, Sides } from './comparison.ts';
import { renamedActions } from './renamed-actions.ts';
import { type GroupReading, withResolvedGroups } from './resolve-groups.ts';
import type { MergedSchema } from './schemas/merge-schemas.ts';

/** What policies and the engine of each side see of requests that fit both. */
export type Views = { readonly [Name in keyof Sides]: AnalysisSchema };

/** Every action of either side, with the policies of each that have a say. */
export function actionsOf({ before, after }: Sides, merged: MergedSchema, views: Views): AskedAction[] {
  const [old, now] = [actionsByKey(before), actionsByKey(after)];
  const keys = [...new Set([...now.keys(), ...old.keys()])];
  const groups = { before: actionGroups(before.schema.json), after: actionGroups(after.schema.json) };
  const regrouped = regroupedActions(groups);
  const { namespace: home } = before.schema.model;
  // What stays behind where the namespace was renamed.
  const left = home === after.schema.model.namespace ? undefined : home;
  const renamed = renamedActions({ before, after }, merged);
  const former = new Set(renamed.values());
  return keys.flatMap((key) => {
    if (former.has(key)) return [];
    const otherKey = renamed.get(key);
    const [was, is] = [old.get(otherKey ?? key), now.get(key)];
    const uid = is?.uid ?? was?.uid;
    if (!uid) return [];
    const sided = ({ uid: own, action }: AskableAction, name: 'before' | 'after'): SidedAction => {
      const { policySet } = name === 'before' ? before : after;
      const policies = policiesFor(policySet.policies, own, groups[name]);
      const isRenamed = otherKey !== undefined && name === 'before';
      const isRegrouped = isRenamed || regrouped.has(key);
      const reading = { action: own, groups: groups[name], isRegrouped, isRenamed };
      const known = action ? { action } : {};
      const isRead = isRenamed || regrouped.size > 0;
      const read = { ...known, ...(isRead ? resolved(policies, reading) : { policies }) };
      return merged.differsFor(own.id) ? readWith(views[name], read) : read;
    };
    const namespace = is ? is.namespace : (was?.namespace ?? left);
    return [
      {
        uid,
        ...(otherKey === undefined || !was ? {} : { former: was.uid }),
        ...(namespace === undefined ? {} : { namespace }),
        before: was && sided(was, 'before'),
        after: is && sided(is, 'after'),
      },
    ];
  });
}

/**
 * The actions of both sides that are in other groups than before. Where there are any, policies of each side are read by the groups of that
 * side, for all actions: a policy about one action may ask about the groups of another.
 */
function regroupedActions({
  before,
  after,
}: Readonly<Record<keyof Sides, ActionGroups>>): ReadonlySet<string> {
  return new Set(
    [...before.keys()].filter((key) => {
      const [old, now] = [before.get(key), after.get(key)];
      return old && now && (old.size !== now.size || [...old].some((group) => !now.has(group)));
    }),
  );
}

function resolved(
  policies: readonly Policy[],
  reading: GroupReading,
): Pick<SidedAction, 'policies' | 'stuck'> {
  const readings = policies.map((policy) => withResolvedGroups(policy, reading));
  const stuck = policies.find((_, index) => readings[index] === undefined);
  return {
    policies: policies.map((policy, index) => readings[index] ?? policy),
    ...(stuck ? { stuck } : {}),
  };
}

/** Policies of a side do not see what its schema does not have. */
function readWith(schema: AnalysisSchema, { policies, ...others }: SidedAction): SidedAction {
  return { ...others, policies: policies.map((policy) => ({ ...policy, schema })) };
}

function actionsByKey({ schema }: Side): ReadonlyMap<string, AskableAction> {
  return new Map(actionsOfSchema(schema).map((one) => [entityKey(one.uid), one]));
}
