import { isPlainObject, OWNS } from '../../values/record.ts';
import type { TypeAndId } from '../wasm/json.ts';

/** What JSON leaves out, the engine does not see either: of what a loop over an object shows, only what it has itself. */
function hasOnly(value: object, key: string): boolean {
  let found = false;
  for (const name in value) {
    if (name !== key || !OWNS.call(value, name)) return false;
    found = true;
  }
  return found;
}

/** Of a plain uid of well-formed text, in either spelling. */
export function uidOf(value: unknown): TypeAndId | undefined {
  if (!isPlainObject(value)) return undefined;
  return value.__entity === undefined ? onlyTypeAndId(value) : referenceOf(value);
}

export function referenceOf(value: Readonly<Record<string, unknown>>): TypeAndId | undefined {
  return hasOnly(value, '__entity') ? plainUidOf(value.__entity) : undefined;
}

/** Whether a value is a uid in its plain spelling, of text that has an encoding. */
export function isPlainUid(value: unknown): boolean {
  return plainUidOf(value) !== undefined;
}

function plainUidOf(value: unknown): TypeAndId | undefined {
  return isPlainObject(value) ? onlyTypeAndId(value) : undefined;
}

function onlyTypeAndId(value: Readonly<Record<string, unknown>>): TypeAndId | undefined {
  let found = 0;
  for (const name in value) {
    if ((name !== 'type' && name !== 'id') || !OWNS.call(value, name)) return undefined;
    found += 1;
  }
  if (found !== 2) return undefined;
  const { type, id } = value;
  return typeof type === 'string' && typeof id === 'string' && id.isWellFormed() ? { type, id } : undefined;
}
