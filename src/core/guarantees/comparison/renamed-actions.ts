import { type EntityUid, entityKey } from '../../cedar/entity.ts';
import { qualified } from '../../cedar/namespace.ts';
import type { Action } from '../../model/model.ts';
import { actionGroups } from '../../policies/relevant-policies.ts';
import { checksBesides, moveOf } from '../../requests/server/asked-besides.ts';
import { canonicalJson } from '../../values/canonical-json.ts';
import { sameEndpoint } from '../same-endpoint.ts';
import { refusesAnonymous } from '../without-identity.ts';
import { secondActions } from './calls/questions-besides.ts';
import type { Side, Sides } from './comparison.ts';
import type { MergedSchema } from './schemas/merge-schemas.ts';

/**
 * The keys of actions that have another name than before, each with the key that it had: both are of the same endpoints and the same kinds of
 * requests, and neither side has both names. What the earlier policies decide about the old name can then be asked of the new one, once they
 * are read for requests of the old one alone. Where anything else depends on the name of an action, it is told as two actions.
 */
export function renamedActions(sides: Sides, merged: MergedSchema): ReadonlyMap<string, string> {
  const { before, after } = sides;
  const isElsewhere = before.schema.model.namespace !== after.schema.model.namespace;
  const isOtherServer = before.maxBatchItems !== after.maxBatchItems;
  if (isElsewhere || isOtherServer || refusesAnonymous(before) !== refusesAnonymous(after)) return new Map();
  const [gone, added] = [onlyIn(before, after), onlyIn(after, before)];
  if (gone.length === 0 || added.length === 0) return new Map();
  const askedBesides = secondActions(sides);
  const isAlone = (side: Side) => (action: Action) =>
    !askedBesides.has(action.name) && asksOnce(action, side) && !isGroup(action, side);
  const [old, now] = [gone.filter(isAlone(before)), added.filter(isAlone(after))];
  return new Map(
    now.flatMap((action): [string, string][] => {
      const was = old.find((one) => haveSameEndpoints(one, action));
      if (!was || !areDefinedAlike(was, action, before.schema.model.namespace, merged)) return [];
      return [[entityKey(uidOf(action, after)), entityKey(uidOf(was, before))]];
    }),
  );
}

/** Actions of the model whose names the other side does not have, not even for a group. */
function onlyIn({ schema: { model } }: Side, { schema: { json } }: Side): readonly Action[] {
  const others = json[model.namespace]?.actions ?? {};
  return model.actions.filter(({ name, endpoints }) => endpoints.length > 0 && !Object.hasOwn(others, name));
}

/** Whether calls of its endpoints ask nothing besides. */
function asksOnce({ name, endpoints }: Action, { schema: { model }, find, moves }: Side): boolean {
  const isMove = moveOf(name, moves) !== undefined;
  return !isMove && endpoints.every((endpoint) => checksBesides(endpoint, { model, find }).length === 0);
}

function isGroup(action: Action, side: Side): boolean {
  const key = entityKey(uidOf(action, side));
  return [...actionGroups(side.schema.json).values()].some((groups) => groups.has(key));
}

function uidOf({ name }: Action, { schema: { model } }: Side): EntityUid {
  return { type: qualified(model.namespace, 'Action'), id: name };
}

function haveSameEndpoints({ endpoints: old }: Action, { endpoints: now }: Action): boolean {
  return old.length === now.length && now.every((endpoint) => sameEndpoint(old, endpoint));
}

/** Whether both are in the same groups, and for the same principals, resources and contexts. */
function areDefinedAlike(old: Action, now: Action, namespace: string, { sides }: MergedSchema): boolean {
  const [was, is] = [
    sides.before[namespace]?.actions[old.name],
    sides.after[namespace]?.actions[now.name],
  ].map(canonicalJson);
  return was === is;
}
