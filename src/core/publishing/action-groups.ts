import type { SchemaJson } from '../cedar/cedar.ts';

/**
 * The new schema with the action groups of the old: policies in a store mean by `action in ...` what they meant before. Actions that the old
 * schema does not have are in no group yet. Groups that the new one does not have stay as long as something is in them.
 */
export function withGroupsOf(old: SchemaJson<string>, schema: SchemaJson<string>): SchemaJson<string> {
  const namespaces = Object.entries(schema).map(([name, namespace]) => {
    const actions = actionsInGroupsOf(old[name]?.actions ?? {}, namespace.actions);
    return [name, { ...namespace, actions }];
  });
  return Object.fromEntries(namespaces);
}

function actionsInGroupsOf(before: SchemaActions, now: SchemaActions): SchemaActions {
  const actions = new Map<string, SchemaAction>();
  for (const [action, { memberOf: _, ...rest }] of Object.entries(now))
    actions.set(action, { ...rest, ...groupsOf(before[action]) });
  // A map goes on to what is added on the way: groups are in groups.
  for (const { memberOf } of actions.values())
    for (const { id } of memberOf ?? [])
      if (!actions.has(id) && before[id]) actions.set(id, groupsOf(before[id]));
  return Object.fromEntries(actions);
}

function groupsOf(action: SchemaAction | undefined): Pick<SchemaAction, 'memberOf'> {
  return action?.memberOf ? { memberOf: action.memberOf } : {};
}

type SchemaActions = SchemaJson<string>[string]['actions'];
type SchemaAction = SchemaActions[string];

/** Whether an action of the new schema is in other groups than in the old. */
export function groupsDiffer(old: SchemaJson<string>, schema: SchemaJson<string>): boolean {
  return groupsIn(old, schema) !== groupsIn(schema, schema);
}

/** The groups of the actions that `named` has, as a text to compare. */
function groupsIn(schema: SchemaJson<string>, named: SchemaJson<string>): string {
  const groups = Object.entries(named).map(([name, { actions }]) =>
    Object.keys(actions)
      .sort()
      .map((action) => [
        name,
        action,
        [...(schema[name]?.actions[action]?.memberOf ?? [])].map(keyOf).sort(),
      ]),
  );
  return JSON.stringify(groups);
}

function keyOf({ type = '', id }: { readonly type?: string; readonly id: string }): string {
  return JSON.stringify([type, id]);
}
