import { findUnusableValue, isPlainObject, type NestingProblem, nestingProblem } from '../limits.ts';
import { type Refusal, refusal } from './answers.ts';
import type { AuthorizationQuery, PolicyTexts } from './engine-types.ts';

function refusalOf(problem: NestingProblem | undefined): Refusal | undefined {
  return problem && refusal(problem.message, problem.help);
}

export function guardText(text: string): Refusal | undefined {
  return refusalOf(nestingProblem(text));
}

export function guardTexts(texts: PolicyTexts): Refusal | undefined {
  for (const text of Object.values(texts)) {
    const refused = guardText(text);
    if (refused) return refused;
  }
  return undefined;
}

/** Values cross the border as JSON, which silently changes numbers beyond 2^53, and silently leaves out what it has no words for. */
export function guardJson(value: unknown): Refusal | undefined {
  return refusalOf(findUnusableValue(value));
}

export function guardQuery(query: AuthorizationQuery): Refusal | undefined {
  const { principal, action, resource, context, entities } = query;
  return (
    guardUid('principal', principal) ??
    guardUid('action', action) ??
    guardUid('resource', resource) ??
    guardContext(context) ??
    guardEntities(entities) ??
    guardJson([principal, action, resource, context, entities])
  );
}

function guardUid(name: string, uid: unknown): Refusal | undefined {
  const isUid = isPlainObject(uid) && typeof uid.type === 'string' && typeof uid.id === 'string';
  return isUid
    ? undefined
    : refusal(`the ${name} is not a reference to an entity`, 'use { type, id }: two texts');
}

export function guardContext(context: unknown): Refusal | undefined {
  if (isPlainObject(context)) return undefined;
  return refusal(
    'the context is not a plain object',
    'use one, such as { mfa: true }; {} where there is nothing to say',
  );
}

function guardEntities(entities: unknown): Refusal | undefined {
  if (Array.isArray(entities) && entities.every(isPlainObject)) return undefined;
  return refusal('the entities are not a list of plain objects', 'use a list of { uid, attrs, parents }');
}
