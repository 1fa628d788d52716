import type { Model } from '../../model/model.ts';
import { reachable } from '../../values/reachable.ts';
import { needsNoRecord } from '../slice.ts';

/** An entity type without which a server cannot decide, and what for. */
export interface TypeToLookUp {
  /** Without namespace. */
  readonly name: string;
  readonly why: string;
}

/** Resource types, everything above them, and everything above the principal, as far as the identifier does not say it all. */
export function typesToLookUp(model: Model): TypeToLookUp[] {
  const reasons = new Map<string, string>();
  for (const action of model.actions) {
    add(action.resourceType, `the resource of \`${action.name}\``);
    for (const parent of typesAbove(action.resourceType, model))
      add(parent, `which is a parent of \`${action.resourceType}\``);
  }
  for (const parent of typesAbove(model.principalType, model))
    add(parent, 'which is a parent of the principal');
  function add(name: string, why: string): void {
    const type = model.entityTypes.find((one) => one.name === name);
    if (type && !needsNoRecord(type) && !reasons.has(name)) reasons.set(name, why);
  }
  return [...reasons].map(([name, why]) => ({ name, why }));
}

/** All types above one, however far up. */
export function typesAbove(name: string, model: Model): ReadonlySet<string> {
  const parentsOf = (type: string) => model.entityTypes.find((one) => one.name === type)?.parents ?? [];
  return reachable(parentsOf(name), parentsOf);
}
