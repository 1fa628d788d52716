import * as v from 'valibot';
import { isRecord } from '../values/record.ts';
import type { DiagnosticCode } from './codes.ts';
import type { Diagnostic, Outcome } from './diagnostic.ts';
import { didYouMean, nearestKey, orList } from './did-you-mean.ts';
import type { Source, ValuePath } from './source.ts';

/** The one home of valibot: files that people write are defined in it, and checked here. */
export { v };

/** A part of a JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** An object with exactly these keys; an unknown one is reported with the nearest known one. */
export function keys<const Entries extends v.ObjectEntries>(entries: Entries) {
  const known = Object.keys(entries);
  return v.pipe(
    noList(`found a list, ${keysExpected(known)}`),
    v.strictObject(entries, (issue) => objectMessage(issue, known)),
  );
}

/** An object with these keys and perhaps others, which are not looked at: a file that other tools define. */
export function members<const Entries extends v.ObjectEntries>(entries: Entries) {
  const known = Object.keys(entries);
  return v.pipe(
    noList(`found a list, ${keysExpected(known)}`),
    v.object(entries, (issue) => objectMessage(issue, known)),
  );
}

/** To JavaScript a list is an object too, with the keys 0, 1, 2. */
function noList(message: string) {
  return custom<Record<string, unknown>>((input) => !Array.isArray(input), message, {});
}

/** A check of our own, with the JSON Schema that refuses the same values. */
export function custom<T>(
  check: (input: unknown) => boolean,
  message: string,
  equivalent: JsonSchema,
): v.CustomSchema<T, v.ErrorMessage<v.CustomIssue> | undefined> {
  const schema = v.custom<T>(check, message);
  EQUIVALENTS.set(schema, equivalent);
  return schema;
}

/** One way to write a value, and when it is the one that was meant. */
export interface Form<Schema extends v.GenericSchema = v.GenericSchema> {
  readonly when: Condition;
  readonly use: Schema;
}

/** A question about a value, as a function and as a JSON Schema. */
export interface Condition {
  readonly test: (input: unknown) => boolean;
  readonly equivalent: JsonSchema;
}

export const ALWAYS: Condition = { test: () => true, equivalent: {} };
export const IS_TEXT: Condition = {
  test: (input) => typeof input === 'string',
  equivalent: { type: 'string' },
};
export const IS_LIST: Condition = { test: Array.isArray, equivalent: { type: 'array' } };
export const IS_MAPPING: Condition = { test: isRecord, equivalent: { type: 'object' } };

export function hasKey(...names: readonly string[]): Condition {
  return {
    test: (input) => isRecord(input) && names.some((name) => Object.hasOwn(input, name)),
    equivalent: { type: 'object', anyOf: names.map((name) => ({ required: [name] })) },
  };
}

/** A value with several forms. The first whose condition holds is checked, so that a message is about the form that was meant. */
export function forms<const Forms extends readonly [Form, ...Form[]]>(
  ...list: Forms
): v.LazySchema<Forms[number]['use']> {
  const schema = v.lazy(
    (input): Forms[number]['use'] =>
      list.find(({ when }) => input !== undefined && when.test(input))?.use ?? NOTHING,
  );
  EQUIVALENTS.set(schema, list);
  return schema;
}

/** The same definition, for values of which `isSurely` finds out cheaply that they meet it: of those there may be very many. */
export function quickly<const Schema extends v.GenericSchema>(
  isSurely: (input: unknown) => boolean,
  schema: Schema,
): v.LazySchema<Schema> {
  const anything = v.custom(() => true) as unknown as Schema;
  const quick = v.lazy((input) => (isSurely(input) ? anything : schema));
  SLOWLY.set(quick, schema);
  return quick;
}

/** The definition behind one that is `quickly` checked. */
export function behind(schema: object): v.GenericSchema | undefined {
  return SLOWLY.get(schema);
}

const SLOWLY = new WeakMap<object, v.GenericSchema>();

/** What no value is. */
const NOTHING = v.never();

/** What JSON Schema is to make of a schema that it knows nothing of: a part of its own, or the forms of a value. */
export function equivalentOf(schema: object): JsonSchema | readonly Form[] | undefined {
  return EQUIVALENTS.get(schema);
}

const EQUIVALENTS = new WeakMap<object, JsonSchema | readonly Form[]>();

/** One of a list of words or numbers; `others` says what else may stand there. */
export function oneOf<const Words extends readonly (string | number)[]>(words: Words, others = '') {
  return v.picklist(
    words,
    (issue) => `found ${issue.received}, expected ${orList(words)}${others}${didYouMean(issue.input, words)}`,
  );
}

/** A text that is not empty. */
export const text = v.pipe(
  v.string((issue) => `found ${issue.received}, expected a text`),
  v.nonEmpty('found an empty text, expected a text that is not empty'),
);

/**
 * A mapping with any keys. Valibot leaves out the few that name parts of every JavaScript object, without a word; here nothing that a
 * person wrote is lost without a word.
 */
export function mapping<const Value extends v.GenericSchema>(value: Value, message: string) {
  return v.pipe(
    noList(message),
    custom<Record<string, unknown>>(
      (input) => !hasReservedKey(input),
      `none of the keys ${orList(RESERVED_KEYS)} can be used`,
      { patternProperties: { [`^(?:${RESERVED_KEYS.join('|')})$`]: false } },
    ),
    v.record(v.string(), value, message),
  );
}

/** Keys that no mapping of a file may have. */
export const RESERVED_KEYS: readonly string[] = ['__proto__', 'prototype', 'constructor'];

function hasReservedKey(input: unknown): boolean {
  if (typeof input !== 'object' || input === null) return false;
  return RESERVED_KEYS.some((key) => Object.hasOwn(input, key));
}

/**
 * Reads a parsed file against its definition; every problem is reported where it stands. `written` says so where the file was made into
 * another form first.
 */
export function readDefinition<Schema extends v.GenericSchema>(
  schema: Schema,
  source: Source,
  code: DiagnosticCode,
  written: (path: ValuePath) => ValuePath = (path) => path,
): Outcome<v.InferOutput<Schema>> {
  const result = v.safeParse(schema, source.value);
  if (result.success) return { ok: true, value: result.output, diagnostics: [] };
  return {
    ok: false,
    diagnostics: result.issues.map((issue) =>
      issueDiagnostic(issue, source, { code, path: written(pathOf(issue)) }),
    ),
  };
}

function pathOf({ path }: v.BaseIssue<unknown>): ValuePath {
  return (path ?? []).map((item) => item.key as string | number);
}

function objectMessage(issue: v.BaseIssue<unknown>, known: readonly string[]): string {
  const key = issue.path?.at(-1)?.key;
  if (issue.type === 'strict_object' && issue.expected === 'never') {
    return `unknown key \`${String(key)}\`${didYouMean(key, known, nearestKey) || `, expected ${orList(known)}`}`;
  }
  if (issue.received === 'undefined') return `missing key ${issue.expected?.replaceAll('"', '`')}`;
  return `found ${issue.received}, ${keysExpected(known)}`;
}

function keysExpected(known: readonly string[]): string {
  return `expected a mapping with the keys ${orList(known)}`;
}

function issueDiagnostic(
  issue: v.BaseIssue<unknown>,
  source: Source,
  { code, path }: { readonly code: DiagnosticCode; readonly path: ValuePath },
): Diagnostic {
  const isUnknownKey = issue.type === 'strict_object' && issue.expected === 'never';
  const location = source.locate(path, isUnknownKey ? 'key' : 'value');
  const where = path.length > 0 && !isUnknownKey ? `\`${path.join('.')}\`: ` : '';
  return {
    severity: 'error',
    code,
    message: `${where}${issue.message}`,
    file: source.file,
    ...(location ? { location } : {}),
  };
}
