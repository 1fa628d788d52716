import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isSameSchema } from '../../core/analysis/schema/same-schema.ts';
import { isLikeSchema, isSchemaText } from '../../core/model/is-schema-text.ts';
import { readSchema, type Schema } from '../../core/model/read-schema.ts';
import { isFolder } from '../files/find-files.ts';
import { readText } from '../files/read-text.ts';

/**
 * The schemas that may be meant by who has policies in a folder: in the folder itself, in that of the policies, and in one of schemas. Of
 * several that say the same there is one.
 */
export function schemasAround(folder: string): string[] {
  const below = ['policies', 'schema', 'schemas'].filter((name) => isFolder(join(folder, name)));
  const all = below.flatMap((name) => namesIn(join(folder, name)).map((schema) => `${name}/${schema}`));
  return withoutRepeated(folder, [...namesIn(folder), ...all]);
}

/** Those in the folder itself. */
export function schemasIn(folder: string): string[] {
  return withoutRepeated(folder, namesIn(folder));
}

function namesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => NAMED_SO.test(name) || isSchemaFile(folder, name))
    .sort();
}

/** Files that are schemas by their names alone. */
const NAMED_SO = /(?:^|\.)cedarschema(?:\.json)?$|^schema\.json$/i;

/** Whether a file of a name that many things have is a schema, by what it says. Policies may be called so, too. */
export function isSchemaFile(folder: string, name: string): boolean {
  if (!MAY_BE_SCHEMA.test(name)) return false;
  const text = readText(join(folder, name), name);
  return text.ok && (/\.cedar$/i.test(name) ? isSchemaText(text.value) : isLikeSchema(text.value));
}

const MAY_BE_SCHEMA = /schema.*\.(?:cedar|json)$|\.schema$/i;

/**
 * A schema often lies there in both forms, and where it was written stays. What is no schema of Cedar at all, in a file that is called so,
 * is none of several; one with a mistake is: nobody knows what it would say.
 */
function withoutRepeated(folder: string, names: readonly string[]): string[] {
  if (names.length < 2) return [...names];
  const ordered = [...names.filter((name) => !isJson(name)), ...names.filter(isJson)];
  const read = ordered.map((name) => ({ name, schema: schemaAt(join(folder, name)) }));
  const meant = read.filter(({ schema }) => schema !== 'other');
  const kept: typeof meant = [];
  for (const one of meant.length > 0 ? meant : read)
    if (!kept.some(({ schema }) => saySame(schema, one.schema))) kept.push(one);
  return names.filter((name) => kept.some((one) => one.name === name));
}

function isJson(name: string): boolean {
  return /\.json$/i.test(name);
}

type ReadFile = Schema | 'mistaken' | 'other';

function schemaAt(path: string): ReadFile {
  const text = readText(path, path);
  if (!text.ok) return 'mistaken';
  const schema = readSchema({ file: path, text: text.value });
  if (schema.ok) return schema.value;
  return isLikeSchema(text.value) ? 'mistaken' : 'other';
}

function saySame(one: ReadFile, other: ReadFile): boolean {
  return (
    typeof one === 'object' &&
    typeof other === 'object' &&
    isSameSchema(one.json, other.json) &&
    meaningForCalls(one) === meaningForCalls(other)
  );
}

/** Calls become requests by what annotations say of endpoints, groups and claims. What describes a thing to people says nothing. */
function meaningForCalls({ model }: Schema): string {
  return JSON.stringify(model, (key, value) => (key === 'doc' ? undefined : value));
}
