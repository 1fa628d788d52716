import { entityKey, plainUid } from '../../cedar/entity.ts';
import { printUid, printValue } from '../../cedar/print-value.ts';
import type { Counterexample } from '../models/counterexample.ts';

/** A request for people, a line each: who, what, on what, with which attributes, parents and context. */
export function printRequest({
  principal,
  action,
  resource,
  context,
  entities,
}: Counterexample): readonly string[] {
  const known = new Map(entities.map((entity) => [entityKey(plainUid(entity.uid)), entity]));
  const describe = (uid: typeof principal): string => {
    const entity = known.get(entityKey(uid));
    const parents = (entity?.parents ?? []).map((parent) => printUid(plainUid(parent)));
    const attributes = Object.entries({ ...entity?.attrs }).map(
      ([name, value]) => `${name} = ${printValue(value)}`,
    );
    const tags = Object.entries({ ...entity?.tags }).map(
      ([name, value]) => `tag ${name} = ${printValue(value)}`,
    );
    const within = parents.length > 0 ? ` in ${parents.join(', ')}` : '';
    const having = [...attributes, ...tags];
    return `${printUid(uid)}${within}${having.length > 0 ? `, with ${having.join(', ')}` : ''}`;
  };
  const shown = new Set([entityKey(principal), entityKey(resource)]);
  const others = [...known].filter(([key]) => !shown.has(key)).map(([, { uid }]) => describe(plainUid(uid)));
  return [
    `principal ${describe(principal)}`,
    `action ${printUid(action)}`,
    `resource ${describe(resource)}`,
    ...(Object.keys(context).length > 0 ? [`context ${printValue({ ...context })}`] : []),
    ...others.map((other) => `entity ${other}`),
  ];
}
