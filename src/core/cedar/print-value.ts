import { isRecord } from '../values/record.ts';
import type { EntityUid } from './entity.ts';
import { exactNumberText } from './exact-number.ts';
import type { CedarValueJson } from './wasm/json.ts';

/** A value as Cedar writes it: `"sent"`, `[1, 2]`, `App::User::"ana"`, `{"a": true}`, `ip("10.0.0.1")`, `datetime("2024-01-01").offset(duration("1h"))`. */
export function printValue(value: CedarValueJson): string {
  if (typeof value === 'string') return printString(value);
  if (Array.isArray(value)) return `[${value.map(printValue).join(', ')}]`;
  const exact = exactNumberText(value);
  if (exact !== undefined) return exact;
  if (!isRecord(value)) return String(value);
  const entity = uidOfValue(value);
  if (entity) return printUid(entity);
  const extension = '__extn' in value ? printExtension(value.__extn) : undefined;
  if (extension !== undefined) return extension;
  const members = Object.entries(value).map(([key, member]) => `${printString(key)}: ${printValue(member)}`);
  return `{${members.join(', ')}}`;
}

/** `App::User::"ana"` */
export function printUid({ type, id }: EntityUid): string {
  return `${type}::${printString(id)}`;
}

/** Cedar's escapes are not those of JSON: it knows `\n`, `\r`, `\t`, `\0`, `\\`, `\"` and `\u{...}`. */
export function printString(text: string): string {
  return `"${escaped(text)}"`;
}

/** The pattern of `like`, where only an unescaped `*` is a wildcard; `undefined` stands for one. */
export function printPattern(pattern: readonly (string | undefined)[]): string {
  const parts = pattern.map((literal) =>
    literal === undefined ? '*' : escaped(literal).replaceAll('*', '\\*'),
  );
  return `"${parts.join('')}"`;
}

/** The entity that a value refers to, if it does. */
export function uidOfValue(value: unknown): EntityUid | undefined {
  if (!isRecord(value) || !isRecord(value.__entity)) return undefined;
  const { type, id } = value.__entity;
  return typeof type === 'string' && typeof id === 'string' ? { type, id } : undefined;
}

/** All entities that a value refers to, also deep within: of an attribute, a context, a condition of a policy in JSON. */
export function uidsIn(value: unknown): EntityUid[] {
  if (Array.isArray(value)) return value.flatMap(uidsIn);
  if (!isRecord(value)) return [];
  const uid = uidOfValue(value);
  return uid ? [uid] : Object.values(value).flatMap(uidsIn);
}

function escaped(text: string): string {
  return text.replaceAll(/["\\\u0000-\u001f\u007f-\u009f]/gu, (character) => {
    return ESCAPES[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\0': '\\0',
};

/** `undefined` of what is none: a record may have a member called so. */
function printExtension(call: unknown): string | undefined {
  if (!isRecord(call) || typeof call.fn !== 'string') return undefined;
  const [first, ...others] = (Array.isArray(call.args) ? call.args : [call.arg]).map(printValue);
  // Of several values, the first is what the function is called on.
  return others.length === 0 ? `${call.fn}(${first})` : `${first}.${call.fn}(${others.join(', ')})`;
}
