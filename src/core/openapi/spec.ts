import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { METHODS } from '../endpoints/method.ts';
import { pathOf } from '../endpoints/path-template.ts';
import { compareText } from '../values/compare-text.ts';
import { isRecord } from '../values/record.ts';
import type { SpecDocuments } from './documents.ts';
import type { Endpoint, Extension, Shape, Spec } from './endpoint.ts';
import { findMissingReferences } from './missing-references.ts';
import { type DocumentPlace, pathTo, placeAlong, placeAt, placesIn, textOf, valueAt } from './place.ts';
import { readEndpoint } from './read-endpoint.ts';
import { createReader, type OpenApiReader } from './reader.ts';
import { isCircle } from './references.ts';
import { findUnusableGroups } from './security-groups.ts';
import { basePathOf, basePathsOf } from './servers.ts';
import { placeOf, problemAt } from './spec-problem.ts';
import { isAnsweredByGateway, specWarnings } from './spec-warnings.ts';

/** Reads what the product needs of an API description; Swagger 2.0 and OpenAPI 3.x look the same afterwards. */
export function readSpec(documents: SpecDocuments): Outcome<Spec> {
  const reader = createReader(documents);
  const errors = findUnusable(reader, documents);
  if (errors.length > 0) return { ok: false, diagnostics: errors };
  const endpoints = readEndpoints(reader);
  if (endpoints.length === 0) return { ok: false, diagnostics: [describeEmpty(reader.root)] };
  const diagnostics = specWarnings(endpoints, reader);
  return { ok: true, value: buildSpec(endpoints, reader), diagnostics };
}

/** How many operations the root document itself writes: known at once, before anything is read. */
export function countOperations({ root }: SpecDocuments): number {
  const paths = valueAt(root.value, 'paths');
  const items = isRecord(paths) ? Object.values(paths) : [];
  let count = 0;
  for (const item of items)
    for (const key of isRecord(item) ? Object.keys(item) : [])
      if (METHOD_KEYS.has(key) && isRecord(valueAt(item, key))) count += 1;
  return count;
}

/** The methods with their keys in a path item, made once: with a text made again, V8 has to look up which key it is. */
const KEYS_OF_METHODS = METHODS.map((method) => [method, method.toLowerCase()] as const);

const METHOD_KEYS: ReadonlySet<string> = new Set(KEYS_OF_METHODS.map(([, key]) => key));

function findUnusable(reader: OpenApiReader, documents: SpecDocuments): readonly Diagnostic[] {
  const { root } = reader;
  if (!isRecord(root.value)) return [describeNoObject(root)];
  const unsupported = findUnsupportedVersion(root) ?? findMissingPaths(root);
  if (unsupported !== undefined) return [unsupported];
  const unclear = [...findNamelessParameters(root), ...findUnusableGroups(reader)];
  if (unclear.length > 0) return unclear;
  return findMissingReferences(placeAt(root, 'paths'), reader, documents).map((place) =>
    describeMissing(place, documents),
  );
}

function describeNoObject(root: DocumentPlace): Diagnostic {
  const { value } = root;
  const found = Array.isArray(value)
    ? 'a list'
    : value === null || value === undefined
      ? 'nothing'
      : `a ${typeof value}`;
  return problemAt(root, {
    code: 'spec-not-an-object',
    message: `an API description is an object, but this file holds ${found}`,
    help: 'give an OpenAPI 3.x or Swagger 2.0 document in JSON or YAML',
  });
}

/** The keys that say what kind of document it is, and the versions of each that can be read. */
const VERSIONS = [
  ['openapi', /^3(\.|$)/],
  ['swagger', /^2(\.0)?$/],
] as const;

function findUnsupportedVersion(root: DocumentPlace): Diagnostic | undefined {
  const code = 'spec-version';
  const help = 'supported are OpenAPI 3.0, 3.1 and 3.2 (`openapi: 3.1.0`) and Swagger 2.0 (`swagger: "2.0"`)';
  const found = VERSIONS.find(([key]) => valueAt(root.value, key) !== undefined);
  if (found === undefined) {
    return problemAt(root, {
      code,
      message: 'neither `openapi` nor `swagger` says what kind of document this is',
      help,
    });
  }
  const [key, supported] = found;
  const version = versionOf(root);
  if (supported.test(version)) return undefined;
  return problemAt(placeAt(root, key), {
    code,
    message: `\`${key}\` is \`${version}\`, which is not supported`,
    help,
  });
}

/** YAML reads an unquoted `2.0` as the number 2. */
function versionOf(root: DocumentPlace): string {
  const version = valueAt(root.value, 'openapi') ?? valueAt(root.value, 'swagger');
  return typeof version === 'number' && Number.isInteger(version) ? `${version}.0` : String(version);
}

function findMissingPaths(root: DocumentPlace): Diagnostic | undefined {
  const paths = placeAt(root, 'paths');
  if (isRecord(paths.value)) return undefined;
  const found = paths.value === undefined ? 'there is no `paths`' : '`paths` is not an object';
  return problemAt(paths, {
    code: 'spec-paths',
    message: `${found}, so no endpoint is described`,
    help: 'describe the endpoints in an object named `paths`',
  });
}

/** Whatever a call has there, nothing could say where its identifier is. */
function findNamelessParameters(root: DocumentPlace): readonly Diagnostic[] {
  return placesIn(placeAt(root, 'paths'))
    .filter(({ key }) => key.startsWith('/') && pathOf(key).includes('{}'))
    .map((path) =>
      problemAt(path, {
        code: 'spec-paths',
        message: `the path \`${path.key}\` has a parameter without a name`,
        help: 'write its name between the braces: `/campaigns/{campaign_id}`',
      }),
    );
}

function describeEmpty(root: DocumentPlace): Diagnostic {
  return problemAt(placeAt(root, 'paths'), {
    code: 'spec-paths',
    message: '`paths` describes no operation',
    help: 'add at least one operation, such as `get` below a path such as `/campaigns`',
  });
}

function describeMissing(place: DocumentPlace, documents: SpecDocuments): Diagnostic {
  const { others } = documents;
  const reference = textOf(valueAt(place.value, '$ref'));
  const from = `\`$ref\` in \`${pathTo(place).join('.')}\` leads`;
  if (isCircle(place, documents))
    return problemAt(placeAt(place, '$ref'), {
      code: 'missing-reference',
      message: `${from} in a circle: \`${reference}\``,
      help: 'what it refers to only refers on, and in the end back: write there what is meant',
    });
  const file = reference.replace(/#.*$/s, '');
  const isRead = file === '' || [...others.keys()].some((name) => file.endsWith(name));
  return problemAt(placeAt(place, '$ref'), {
    code: 'missing-reference',
    message: isRead
      ? `${from} nowhere: \`${reference}\``
      : `${from} to a document that was not read: \`${reference}\``,
    help: isRead
      ? 'add what it refers to, or correct the reference'
      : 'correct the name of the file, or save it: documents are read below the folder of the API description only',
  });
}

/** By path, then in the order of `METHODS`: the order of the document never matters. */
function readEndpoints(reader: OpenApiReader): readonly Endpoint[] {
  return placesIn(placeAt(reader.root, 'paths'))
    .filter((path) => path.key.startsWith('/'))
    .flatMap((path) => readPathItem(path, reader))
    .sort((a, b) => compareText(a.path, b.path) || METHODS.indexOf(a.method) - METHODS.indexOf(b.method));
}

function readPathItem(place: DocumentPlace, reader: OpenApiReader): readonly Endpoint[] {
  const item = reader.follow(place);
  if (item === undefined || !isRecord(item.value)) return [];
  const endpoints: Endpoint[] = [];
  for (const [method, key] of KEYS_OF_METHODS) {
    if (!isRecord(valueAt(item.value, key))) continue;
    const operation = placeAt(item, key);
    if (isAnsweredByGateway(method, operation.value)) continue;
    endpoints.push(readEndpoint({ method, path: place.key, operation, item }, reader));
  }
  return endpoints;
}

function buildSpec(endpoints: readonly Endpoint[], reader: OpenApiReader): Spec {
  const { value } = reader.root;
  return {
    version: versionOf(reader.root),
    title: titleOf(value),
    apiVersion: versionText(valueAt(valueAt(value, 'info'), 'version')),
    basePath: basePathOf(value),
    basePaths: basePathsOf(value),
    endpoints,
    components: readComponents(reader),
    extensions: readExtensions(reader),
    locate: ({ at }) => placeOf(placeAlong(reader.root, at)),
  };
}

/** YAML takes `1.0` for a number. */
function versionText(version: unknown): string {
  return typeof version === 'string' || typeof version === 'number' ? String(version) : '';
}

/** On the document first, then on its components. */
function readExtensions(reader: OpenApiReader): readonly Extension[] {
  const onComponents = componentFolders(reader)
    .flatMap(placesIn)
    .flatMap((place) => {
      const component = reader.follow(place);
      return component === undefined ? [] : extensionAt(component, place.key);
    });
  return [...extensionAt(reader.root), ...onComponents];
}

function extensionAt(holder: DocumentPlace, component?: string): readonly Extension[] {
  const place = placeAt(holder, 'x-authz');
  if (place.value === undefined) return [];
  const named = component === undefined ? {} : { component };
  return [{ ...named, value: place.value, source: place.source, at: pathTo(place) }];
}

/** OpenAPI 3 has them in `components.schemas`, Swagger 2.0 in `definitions`. */
function componentFolders({ root }: OpenApiReader): readonly DocumentPlace[] {
  return [placeAlong(root, ['components', 'schemas']), placeAt(root, 'definitions')];
}

function readComponents(reader: OpenApiReader): ReadonlyMap<string, Shape> {
  const components = componentFolders(reader)
    .flatMap(placesIn)
    .filter((place) => isRecord(place.value))
    .map((place) => [place.key, reader.shape(place)] as const);
  return new Map(components.sort(([a], [b]) => compareText(a, b)));
}

/** What an API description calls its API; empty where it says nothing. */
export function titleOf(root: unknown): string {
  return textOf(valueAt(valueAt(root, 'info'), 'title'));
}
