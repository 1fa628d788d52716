import type { SchemaJson } from './cedar.ts';
import * as cedar from './cedar.ts';
import { didYouMean, problemAt } from './definition.ts';
import type { Diagnostic } from './diagnostic.ts';
import { type Entity, entityKey, plainUid } from './entity.ts';
import type { EntityList } from './fixture.ts';
import type { Model } from './model.ts';
import { surelyFit } from './schema-fit.ts';

/** Every entity of a list that does not fit the schema, each at its place. The engine itself stops at the first. */
export function checkEntityList(list: EntityList, schema: SchemaJson<string>, model: Model): Diagnostic[] {
  const unknown = list.entities.flatMap((entity, index) => unknownType(entity, index, list, model));
  if (unknown.length > 0) return unknown;
  const repeated = duplicates(list);
  if (repeated.length > 0) return repeated;
  if (surelyFit(list.entities, schema)) return [];
  const all = cedar.checkEntities(list.entities, schema);
  if (all.ok) return [];
  const single = list.entities.flatMap((entity, index) => misfit(entity, index, list, schema));
  return single.length > 0 ? single : [problemAt(list.source, list.at, CODE, firstMessage(all.errors))];
}

const CODE = 'entities-invalid';

function unknownType(entity: Entity, index: number, list: EntityList, model: Model): Diagnostic[] {
  const { type } = plainUid(entity.uid);
  const known = model.entityTypes.map((entityType) => `${model.namespace}::${entityType.name}`);
  if (known.includes(type)) return [];
  const at = [...list.at, index, 'uid', 'type'];
  const help = `the schema has ${known.join(', ')}`;
  return [
    problemAt(list.source, at, CODE, `unknown entity type \`${type}\`${didYouMean(type, known)}`, help),
  ];
}

function duplicates(list: EntityList): Diagnostic[] {
  const seen = new Set<string>();
  return list.entities.flatMap((entity, index) => {
    const key = entityKey(plainUid(entity.uid));
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [
      problemAt(
        list.source,
        [...list.at, index],
        CODE,
        `entity \`${key}\` is listed twice`,
        'keep one of them',
      ),
    ];
  });
}

function misfit(entity: Entity, index: number, list: EntityList, schema: SchemaJson<string>): Diagnostic[] {
  const answer = cedar.checkEntities([entity], schema);
  return answer.ok ? [] : [problemAt(list.source, [...list.at, index], CODE, firstMessage(answer.errors))];
}

/** The engine nests the interesting sentence inside a general one. */
export function firstMessage(errors: readonly cedar.DetailedError[]): string {
  return errors
    .map((error) => error.message.replace(/^error during entity deserialization: /, ''))
    .join('; ');
}
