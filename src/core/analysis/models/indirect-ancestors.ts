import { type Entity, type EntityUid, entityAmong, plainUid } from '../../cedar/entity.ts';
import { lastPart } from '../../cedar/namespace.ts';
import type { AnalysisSchema } from '../schema/analysis-schema.ts';
import { recordType } from '../terms/type.ts';
import type { Counterexample } from './counterexample.ts';
import { plainValue } from './plain-value.ts';

/** An attribute of the context that holds the entities of a type that the principal is directly in. */
export interface DirectAncestors {
  readonly attribute: string;
  readonly type: string;
}

/** Whether a principal can be in entities of a type by way of others, as of a group that is in a tenant. */
export function canBeBelowIndirectly(schema: AnalysisSchema, principalType: string, type: string): boolean {
  return waysTo(schema, principalType, type).length > 0;
}

/**
 * The same with a principal that is directly in no more entities of the type than the context holds: in the others it is by way of one that
 * nothing else is said of. A model has all ancestors alike.
 */
export function withIndirectAncestors(
  counterexample: Counterexample,
  schema: AnalysisSchema,
  { attribute, type }: DirectAncestors,
): Counterexample {
  const { principal, context, entities } = counterexample;
  const held = context[attribute];
  const own = entityAmong(entities, principal);
  if (!own || !Array.isArray(held)) return counterexample;
  const keys = new Set(held.map((one) => JSON.stringify(one)));
  const isIndirect = (uid: EntityUid) =>
    uid.type === type && !keys.has(JSON.stringify({ __entity: { type, id: uid.id } }));
  const indirect = own.parents.map(plainUid).filter(isIndirect);
  const [way] = waysTo(schema, principal.type, type);
  if (indirect.length === 0 || way === undefined) return counterexample;
  const between = { type: way, id: freeId(way, JSON.stringify(counterexample)) };
  const direct = own.parents.filter((parent) => !isIndirect(plainUid(parent)));
  return {
    ...counterexample,
    context: way === type ? { ...context, [attribute]: [...held, { __entity: between }] } : context,
    entities: [
      ...entities.map((one) => (one === own ? { ...own, parents: [...direct, between] } : one)),
      { uid: between, attrs: plainAttributes(way, schema), parents: indirect },
    ],
  };
}

function plainAttributes(type: string, schema: AnalysisSchema): Entity['attrs'] {
  const attributes = schema.entityTypes.get(type)?.attributes ?? new Map();
  return plainValue(recordType(attributes), schema) as Entity['attrs'];
}

/** The types between the two, another one than the upper first. */
function waysTo({ entityTypes }: AnalysisSchema, principalType: string, type: string): readonly string[] {
  const above = [...(entityTypes.get(principalType)?.ancestors ?? [])];
  const ways = above.filter((between) => entityTypes.get(between)?.ancestors.has(type));
  return [...ways.filter((way) => way !== type).sort(), ...ways.filter((way) => way === type)];
}

function freeId(type: string, taken: string): string {
  const base = lastPart(type).toLowerCase();
  let number = 1;
  while (taken.includes(`"${base}${number}"`)) number += 1;
  return `${base}${number}`;
}
