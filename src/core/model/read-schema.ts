import type { SchemaJson } from '../cedar/cedar.ts';
import * as cedar from '../cedar/cedar.ts';
import { engineDiagnostic } from '../cedar/engine-diagnostic.ts';
import { qualified } from '../cedar/namespace.ts';
import { NO_SCHEMA } from '../cedar/schema/no-schema.ts';
import { cedarTokens } from '../cedar/tokens.ts';
import type { Diagnostic, Location, Outcome } from '../diagnostics/diagnostic.ts';
import { findJsonMistake } from '../diagnostics/json-text.ts';
import { jsonLocator } from '../diagnostics/locate-json.ts';
import { locationAt, utf16Offset, type ValuePath } from '../diagnostics/source.ts';
import { keysIn } from '../values/keys-in.ts';
import { messageOf } from '../values/message-of.ts';
import { actionWarnings } from './action-warnings.ts';
import { hasEndpoints, type Model } from './model.ts';
import { modelWithout, readModel, unusable } from './read-model.ts';

/** A checked schema with what it says about the endpoints of an API: a schema that was written by hand may say nothing about any. */
export interface Schema {
  readonly json: SchemaJson<string>;
  readonly model: Model;
}

/**
 * Reads the text of a schema: JSON when it starts with `{`, else Cedar syntax. `file` is how messages name it, and `namespace` is that of the
 * project, where it has one; nothing is read from disk, and nothing is thrown.
 */
export function readSchema(source: {
  readonly file: string;
  readonly text: string;
  readonly namespace?: string;
}): Outcome<Schema> {
  const json = parseSchema(source);
  if (!json.ok) return json;
  const checked = cedar.checkSchema(json.value);
  if (!checked.ok) return refused(source, checked.errors);
  const model = readModel(json.value, source.file, source.namespace);
  if (!model.ok) return model;
  const twice = markedTwice(json.value, model.value.namespace, source);
  if (twice.length > 0) return { ok: false, diagnostics: twice };
  const value = { json: json.value, model: model.value };
  const warnings = [
    ...markedElsewhere(json.value, model.value, source),
    ...actionWarnings(value.json, value.model, source.file),
  ];
  return { ok: true, value, diagnostics: warnings };
}

/** What stands in for a schema where there is none. */
export const WITHOUT_SCHEMA: Schema = { json: NO_SCHEMA, model: modelWithout('') };

const SCHEMA_EXPECTED =
  'expected a schema of Cedar, in JSON or in Cedar syntax; `authz generate-schema` writes one';

function parseSchema(source: { readonly file: string; readonly text: string }): Outcome<SchemaJson<string>> {
  const text = source.text.replace(/^\uFEFF/, '');
  if (!isJson(text)) {
    const answer = cedar.schemaToJson(text);
    if (answer.ok) return { ok: true, value: answer.value, diagnostics: [] };
    return refused(source, answer.errors);
  }
  return fromJson(source.file, text);
}

function fromJson(file: string, text: string): Outcome<SchemaJson<string>> {
  try {
    return unwrapped(file, JSON.parse(text));
  } catch {
    const { start, end, message } = findJsonMistake(text);
    return notJson(file, message, locationAt(text, start, end));
  }
}

/**
 * Amazon Verified Permissions takes and gives a schema as JSON in a text; no namespace is a text. A mistake in that text has no place in the
 * file.
 */
function unwrapped(
  file: string,
  value: SchemaJson<string> & VerifiedPermissionsSchema,
): Outcome<SchemaJson<string>> {
  const written = value.definition?.cedarJson ?? value.cedarJson ?? value.schema;
  if (typeof written !== 'string') return { ok: true, value, diagnostics: [] };
  try {
    return { ok: true, value: JSON.parse(written), diagnostics: [] };
  } catch (error) {
    return notJson(file, messageOf(error));
  }
}

function notJson(
  file: string,
  mistake: string,
  location?: Location,
): { readonly ok: false; readonly diagnostics: readonly Diagnostic[] } {
  const problem = { ...unusable(file, `not valid JSON: ${mistake}`), help: SCHEMA_EXPECTED };
  return { ok: false, diagnostics: [location ? { ...problem, location } : problem] };
}

/** The bodies of its PutSchema and GetSchema, as far as they are of use. */
interface VerifiedPermissionsSchema {
  readonly definition?: { readonly cedarJson?: unknown };
  readonly cedarJson?: unknown;
  readonly schema?: unknown;
}

/** What the engine makes JSON of has no places; asked about the text itself, it tells them. */
function refused(
  source: { readonly file: string; readonly text: string },
  errors: readonly cedar.DetailedError[],
): { readonly ok: false; readonly diagnostics: readonly Diagnostic[] } {
  const text = source.text.replace(/^\uFEFF/, '');
  const inText = isJson(text) ? undefined : cedar.checkSchema(text);
  const placed = inText && !inText.ok ? inText.errors : errors;
  return { ok: false, diagnostics: placed.map((error) => schemaDiagnostic(source, error)) };
}

/** A byte order mark counts as a blank. */
function isJson(text: string): boolean {
  return text.trimStart().startsWith('{');
}

/** Only schemas in Cedar syntax have offsets that mean something. */
function schemaDiagnostic(
  source: { readonly file: string; readonly text: string },
  error: cedar.DetailedError,
): Diagnostic {
  const text = source.text.replace(/^\uFEFF/, '');
  const at = isJson(text) ? undefined : error.sourceLocations?.[0];
  return {
    ...helpFor(error, at),
    ...engineDiagnostic('schema-invalid', error),
    file: source.file,
    ...(at ? { location: locationAt(text, utf16Offset(text, at.start), utf16Offset(text, at.end)) } : {}),
  };
}

/** What the engine expected instead of what it met; two of its words stand for what begins like that. */
function helpFor(
  { message }: cedar.DetailedError,
  at: { readonly label: string | null } | undefined,
): { readonly help?: string } {
  if (!at) return message.startsWith('failed to parse') ? { help: SCHEMA_EXPECTED } : {};
  if (/invalid token$/.test(message))
    return { help: 'texts stand in double quotes, and comments begin with `//`' };
  const expected = at.label?.replace('APPLIESTO', '`appliesTo`').replace('ATTRIBUTES', '`attributes`');
  return expected === undefined ? {} : { help: expected };
}

// ---- marks of entity types ----

/** Whose entity type an annotation marks: one type of a schema. */
const MARKS = {
  principal: 'callers',
  group: 'groups of callers',
  tenant: 'tenants',
} as const;

/** Several entity types with one mark, each at its place: which one is meant decides who callers are, and so who may do what. */
function markedTwice(
  json: SchemaJson<string>,
  namespace: string,
  source: { readonly file: string; readonly text: string },
): Diagnostic[] {
  const types = Object.entries(json[namespace]?.entityTypes ?? {});
  return Object.entries(MARKS).flatMap(([mark, meaning]) => {
    const marked = types.filter(([, { annotations }]) => annotations?.[mark] !== undefined);
    if (marked.length < 2) return [];
    const names = marked.map(([name]) => name);
    return names.map((name): Diagnostic => {
      const others = names.filter((other) => other !== name).map((other) => `\`${other}\``);
      return {
        severity: 'error',
        code: 'schema-unusable',
        message: `\`${name}\` is marked with \`@${mark}\`, and so is ${others.join(', ')}`,
        help: `one entity type is that of ${meaning}: take the mark off the others`,
        file: source.file,
        ...placeOf(mark, name, namespace, source.text),
      };
    });
  });
}

/** Entity types that are marked beside the namespace of the endpoints: there, marks are not read. */
function markedElsewhere(
  json: SchemaJson<string>,
  model: Model,
  source: { readonly file: string; readonly text: string },
): Diagnostic[] {
  if (!hasEndpoints(model)) return [];
  const others = Object.entries(json).filter(([namespace]) => namespace !== model.namespace);
  return others.flatMap(([namespace, { entityTypes }]) =>
    Object.entries(entityTypes).flatMap(([name, { annotations = {} }]) =>
      keysIn(MARKS)
        .filter((mark) => annotations[mark] !== undefined)
        .map(
          (mark): Diagnostic => ({
            severity: 'warning',
            code: 'mark-ignored',
            message: `\`${qualified(namespace, name)}\` is marked with \`@${mark}\`, which is read only in ${spaceWords(model.namespace)}, that of the actions with endpoints`,
            help: `declare the entity type of ${MARKS[mark]} in ${spaceWords(model.namespace)}`,
            file: source.file,
            ...placeOf(mark, name, namespace, source.text),
          }),
        ),
    ),
  );
}

function spaceWords(namespace: string): string {
  return namespace === '' ? 'no namespace' : `the namespace \`${namespace}\``;
}

/** Where the mark stands. */
function placeOf(mark: string, name: string, namespace: string, text: string): Pick<Diagnostic, 'location'> {
  return isJson(text)
    ? placeInJson([namespace, 'entityTypes', name, 'annotations', mark], text)
    : placeInCedar(mark, name, namespace, text);
}

function placeInJson(path: ValuePath, text: string): Pick<Diagnostic, 'location'> {
  // The byte order mark is no part of the JSON, and has an offset all the same.
  const { start, end } = jsonLocator(text.replace(/^\uFEFF/, ' '))(path, 'key');
  return { location: locationAt(text, start, end) };
}

function placeInCedar(
  mark: string,
  name: string,
  namespace: string,
  text: string,
): Pick<Diagnostic, 'location'> {
  let depth = 0;
  let home = '';
  let at: RegExpExecArray | undefined;
  for (const token of text.matchAll(DECLARATIONS)) {
    const [word] = token;
    const { opened, names } = token.groups ?? {};
    if (opened !== undefined) home = opened;
    if (word === '{') depth += 1;
    if (word === '}') depth -= 1;
    if (word === `@${mark}`) at = token;
    const isHome = (depth === 0 ? '' : home) === namespace;
    if (names !== undefined && at && isHome && names.split(/\s*,\s*/).includes(name))
      return { location: locationAt(text, at.index, at.index + at[0].length) };
    if (word === ';') at = undefined;
  }
  return {};
}

const DECLARATIONS = cedarTokens(
  String.raw`\bnamespace\s+(?<opened>[\w:]+)`,
  String.raw`@\w+`,
  String.raw`\bentity\s+(?<names>\w+(?:\s*,\s*\w+)*)`,
  '[{};]',
);
