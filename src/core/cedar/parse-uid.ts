import { policyToJson } from './cedar.ts';
import type { EntityUid } from './entity.ts';

/** A type path and one text literal: what the engine is given to read is nothing else. */
const UID = /^\s*((?:[\p{ID_Start}_]\p{ID_Continue}*\s*::\s*)+)("(?:[^"\\]|\\.)*")\s*$/u;

/** Reads an entity identifier as Cedar writes it, `App::User::"ana"`; `undefined` when the text is something else. */
export function parseUid(text: string): EntityUid | undefined {
  const [, path = '', literal = ''] = UID.exec(text) ?? [];
  const id = path === '' ? undefined : readLiteral(path, literal);
  return id === undefined ? undefined : { type: path.replaceAll(/\s/g, '').slice(0, -2), id };
}

/** Cedar's escapes are left to Cedar. */
function readLiteral(path: string, literal: string): string | undefined {
  if (!literal.includes('\\')) return literal.slice(1, -1);
  const answer = policyToJson(`permit (principal == ${path}${literal}, action, resource);`);
  if (!answer.ok || answer.value.principal.op !== '==') return undefined;
  const { principal } = answer.value;
  return 'entity' in principal && 'id' in principal.entity ? principal.entity.id : undefined;
}

/** Whether a text can stand where Cedar expects the name of a type. */
export function isTypePath(text: string): boolean {
  return TYPE_PATH.test(text);
}

const TYPE_PATH = /^[\p{ID_Start}_]\p{ID_Continue}*(?:::[\p{ID_Start}_]\p{ID_Continue}*)*$/u;
