import { isPlainObject } from '../../values/record.ts';
import { findUnusableValue, type NestingProblem, nestingProblem } from '../limits.ts';
import { findUnusableAttribute } from '../unusable-attribute.ts';
import { type EngineRefusal, refusal } from './answers.ts';
import type { AuthorizationQuery, PolicyTexts } from './engine-types.ts';

function refusalOf(problem: NestingProblem | undefined): EngineRefusal | undefined {
  return problem && refusal(problem.message, problem.help);
}

/** Refuses a text that is nested deeper than the engine survives. */
export function guardText(text: string): EngineRefusal | undefined {
  return refusalOf(nestingProblem(text));
}

/** The first refusal of {@link guardText} among policies, whatever their ids. */
export function guardTexts(texts: PolicyTexts): EngineRefusal | undefined {
  for (const text of Object.values(texts)) {
    const refused = guardText(text);
    if (refused) return refused;
  }
  return undefined;
}

/** Values cross the border as JSON, which silently changes numbers beyond 2^53, and silently leaves out what it has no words for. */
export function guardJson(value: unknown): EngineRefusal | undefined {
  return refusalOf(findUnusableValue(value));
}

/** Refuses what has not the form of a request, or values that do not cross as they are: callers without types get here, too. */
export function guardQuery(query: AuthorizationQuery): EngineRefusal | undefined {
  const { principal, action, resource, context, entities } = query;
  return (
    guardUid('principal', principal) ??
    guardUid('action', action) ??
    guardUid('resource', resource) ??
    guardContext(context) ??
    guardEntities(entities) ??
    guardJson([principal, action, resource, context]) ??
    guardAttributes(entities, 1)
  );
}

/** As {@link guardJson}; the attribute and the entity are named. */
export function guardAttributes(entities: unknown, depth = 0): EngineRefusal | undefined {
  const problem = Array.isArray(entities)
    ? findUnusableAttribute(entities, depth)
    : findUnusableValue(entities, depth);
  return refusalOf(problem);
}

function guardUid(name: string, uid: unknown): EngineRefusal | undefined {
  const isUid = isPlainObject(uid) && typeof uid.type === 'string' && typeof uid.id === 'string';
  return isUid
    ? undefined
    : refusal(`the ${name} is not a reference to an entity`, 'use { type, id }: two texts');
}

/** Cedar has no context that is not a record. */
export function guardContext(context: unknown): EngineRefusal | undefined {
  if (isPlainObject(context)) return undefined;
  return refusal(
    'the context is not a plain object',
    'use one, such as { mfa: true }; {} where there is nothing to say',
  );
}

function guardEntities(entities: unknown): EngineRefusal | undefined {
  if (Array.isArray(entities) && entities.every(isPlainObject)) return undefined;
  return refusal('the entities are not a list of plain objects', 'use a list of { uid, attrs, parents }');
}
