import type { CedarValueJson } from '../../src/core/cedar/cedar.ts';
import type { Entity, EntityUid } from '../../src/core/cedar/entity.ts';
import type { Random } from './random.ts';
import { type Field, qualifiedName, type SchemaShape, type ValueType } from './schema.ts';

/** Entities of all types that fit the schema, but for a few; not all that they refer to are there. */
export function makeEntities(shape: SchemaShape, random: Random, faults: boolean): Entity[] {
  return shape.types.flatMap(({ name, ids = shape.ids, parents, fields, tags }) =>
    random.some(ids, 85).map((id) => ({
      uid: spelled({ type: qualifiedName(shape, name), id }, random),
      attrs: record(fields, shape, random, faults && random.percent(3)),
      parents: random
        .some(parents, 60)
        .map((parent) => ({ type: qualifiedName(shape, parent), id: random.pick(shape.ids) }))
        // A type may be in itself, an entity may not: the smaller id is above.
        .filter((parent) => parent.id < id || faults || parent.type !== qualifiedName(shape, name)),
      ...(tags
        ? {
            tags: Object.fromEntries(random.some(['t', 'u']).map((tag) => [tag, value(tags, shape, random)])),
          }
        : {}),
    })),
  );
}

function spelled(uid: EntityUid, random: Random): Entity['uid'] {
  return random.percent(80) ? uid : { __entity: uid };
}

/** A record of such fields; a fault leaves one out, or has something else there. */
export function record(
  fields: readonly Field[],
  shape: SchemaShape,
  random: Random,
  fault = false,
): Record<string, CedarValueJson> {
  const chosen = fields.filter(({ required }) => (required && !fault) || random.percent(60));
  const values = chosen.map(({ name, type }) => [
    name,
    fault && random.percent(30)
      ? random.pick<CedarValueJson>([true, 7, 'x', []])
      : name === '__entity' && type.kind === 'Entity'
        ? disguise(type.type, shape, random)
        : value(type, shape, random),
  ]);
  return Object.fromEntries(fault && random.percent(20) ? [...values, ['surplus', 1]] : values);
}

/** In the spelling that makes the record around it look like a reference; most are alike, so that only the rest of the record differs. */
function disguise(type: string, shape: SchemaShape, random: Random): CedarValueJson {
  const { ids = shape.ids } = shape.types.find(({ name }) => name === type) ?? {};
  const [id = 'a'] = random.percent(70) ? ids : random.some(ids);
  return { type: qualifiedName(shape, type), id };
}

/** A reference to an entity of the type: most are there. */
export function reference(type: string, shape: SchemaShape, random: Random): EntityUid {
  const { ids = [...shape.ids, 'nobody'] } = shape.types.find(({ name }) => name === type) ?? {};
  return {
    type: qualifiedName(shape, type),
    id: random.percent(3) && ids.length < 3 ? 'undeclared' : random.pick(ids),
  };
}

export function actionReference(shape: SchemaShape, random: Random): EntityUid {
  const names = [...shape.actions, ...shape.groups].map(({ name }) => name);
  return { type: qualifiedName(shape, 'Action'), id: random.pick(names) };
}

function value(type: ValueType, shape: SchemaShape, random: Random): CedarValueJson {
  switch (type.kind) {
    case 'Long':
      return random.pick([0, 1, 2, 5, -1, Number.MAX_SAFE_INTEGER]);
    case 'String':
      return random.pick(['', 'x', 'xy', 't', 'x*', '1.1.1.1', 'ä😀']);
    case 'Bool':
      return random.percent(50);
    case 'Action':
      return { __entity: actionReference(shape, random) };
    case 'extension': {
      const [fn, ...args] = EXTENSIONS[type.name];
      const arg = random.pick(args);
      return random.percent(70) ? { __extn: { fn, arg } } : arg;
    }
    case 'Set':
      return random.list(0, 3, () => value(type.element, shape, random));
    case 'Record':
      return record(type.fields, shape, random);
    case 'Entity': {
      const uid = reference(type.type, shape, random);
      return shape.plain || random.percent(70) ? { __entity: uid } : { ...uid };
    }
  }
}

/** By type: the function that makes a value of it, and what it can be made of; some are equal and written differently. */
export const EXTENSIONS = {
  ipaddr: ['ip', '127.0.0.1', '127.0.0.1/32', '10.0.0.0/8', '::1', '0:0:0:0:0:0:0:1'],
  decimal: ['decimal', '0.5', '1.0', '1.00', '-2.25'],
  datetime: ['datetime', '2024-01-01', '2024-01-01T00:00:00Z', '2025-06-01T12:00:00Z'],
  duration: ['duration', '1h', '60m', '2d', '-5m'],
} as const;
