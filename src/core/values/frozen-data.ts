import { isPlainObject, OWNS } from './record.ts';

/** So much of one value is copied: a larger one is compared and copied in about the time that it takes to decide about it. */
const MOST_VALUES = 100;
const MOST_CHARACTERS = 4_000;

interface Allowance {
  values: number;
  characters: number;
}

/**
 * A copy that nobody can change, of data as JSON has it: texts, numbers, truth values, `null`, lists and plain objects. `undefined` where a
 * value is something else, or has more than 100 values or 4,000 characters of text.
 */
export function frozenCopy<T>(value: T): T | undefined {
  const copy = copyOf(value, { values: MOST_VALUES, characters: MOST_CHARACTERS });
  if (typeof copy === 'object' && copy !== null) copies.add(copy);
  return copy as T | undefined;
}

/** Copies that were made: whoever copies one again, alone or within another value, gets the very same, and so is quickly compared. */
const copies = new WeakSet<object>();

/** Whether this is a copy that {@link frozenCopy} made. */
export function isFrozenCopy(value: object): boolean {
  return copies.has(value);
}

function copyOf(value: unknown, allowance: Allowance): unknown {
  allowance.values -= 1;
  if (allowance.values < 0) return undefined;
  if (typeof value === 'string') return takes(value, allowance) ? value : undefined;
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'object' && copies.has(value)) return value;
  if (Array.isArray(value)) return isPlainList(value) ? copyOfList(value, allowance) : undefined;
  return isPlainObject(value) ? copyOfObject(value, allowance) : undefined;
}

function takes(text: string, allowance: Allowance): boolean {
  allowance.characters -= text.length;
  return allowance.characters >= 0;
}

function copyOfList(list: readonly unknown[], allowance: Allowance): unknown {
  const copy: unknown[] = [];
  for (let index = 0; index < list.length; index += 1) {
    const own = copyOf(list[index], allowance);
    if (own === undefined) return undefined;
    copy.push(own);
  }
  return Object.freeze(copy);
}

function copyOfObject(object: Readonly<Record<string, unknown>>, allowance: Allowance): unknown {
  const copy: Record<string, unknown> = {};
  for (const name in object) {
    if (isNoMember(name) || !OWNS.call(object, name) || !takes(name, allowance)) return undefined;
    const own = copyOf(object[name], allowance);
    if (own === undefined) return undefined;
    copy[name] = own;
  }
  return Object.freeze(copy);
}

/** An assignment to the one would be no member, but a prototype; with the other, the object may be one that JSON writes as a number. */
function isNoMember(name: string): boolean {
  return name === '__proto__' || name === 'rawJSON';
}

/** Of another realm, or of a class of its own, it may be written as something else than it shows. */
function isPlainList(list: readonly unknown[] & { readonly toJSON?: unknown }): boolean {
  return Object.getPrototypeOf(list) === Array.prototype && list.toJSON === undefined;
}

/**
 * Whether a value is what a {@link frozenCopy} holds, in lists in the same order. Each part is read once: what was read is the same, so the
 * copy may stand for it, whatever becomes of the value.
 */
export function isSameData(value: unknown, copy: unknown): boolean {
  if (typeof copy !== 'object' || copy === null) return Object.is(value, copy);
  return value === copy || isSameAs(value, partsOf(copy));
}

/** A copy that was taken apart: to find each member by its name takes most of the time of comparing. */
interface Parts {
  readonly copy: object;
  /** Those of the members of an object; a list has none. */
  readonly names: readonly string[] | undefined;
  /** Of each member: the value, or the parts of an object. */
  readonly values: readonly unknown[];
}

/** Copies never change: each is taken apart once. */
const known = new WeakMap<object, Parts>();

function partsOf(copy: object): Parts {
  const before = known.get(copy);
  if (before) return before;
  const parts = takenApart(copy);
  known.set(copy, parts);
  return parts;
}

function takenApart(copy: object): Parts {
  return {
    copy,
    names: Array.isArray(copy) ? undefined : Object.keys(copy),
    values: Object.values(copy).map((value: unknown) =>
      typeof value === 'object' && value !== null ? takenApart(value) : value,
    ),
  };
}

function isSameAs(value: unknown, { names, values }: Parts): boolean {
  return names === undefined ? isSameList(value, values) : isSameObject(value, names, values);
}

function isSameList(value: unknown, values: readonly unknown[]): boolean {
  if (!Array.isArray(value) || value.length !== values.length || !isPlainList(value)) return false;
  for (let index = 0; index < values.length; index += 1)
    if (!isSameMember(value[index], values[index])) return false;
  return true;
}

function isSameObject(value: unknown, names: readonly string[], values: readonly unknown[]): boolean {
  if (!isPlainObject(value)) return false;
  let found = 0;
  for (const name in value) {
    // Nearly always members come in the order of before.
    const index = names[found] === name ? found : names.indexOf(name);
    if (index < 0 || !OWNS.call(value, name) || !isSameMember(value[name], values[index])) return false;
    found += 1;
  }
  return found === names.length;
}

function isSameMember(value: unknown, part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return Object.is(value, part);
  return value === (part as Parts).copy || isSameAs(value, part as Parts);
}
