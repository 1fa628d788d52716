import type { Diagnostic, Outcome } from './diagnostic.ts';
import { compareText, hasErrors } from './diagnostic.ts';
import type {
  Body,
  Endpoint,
  Method,
  Parameter,
  Property,
  Response,
  SecurityNeed,
  Shape,
  Spec,
} from './endpoint.ts';
import { METHODS, pathParameterNames } from './endpoint.ts';
import type { Place, Reader } from './shape.ts';
import { createReader, isRecord, placeAt, placesIn, textOf, UNKNOWN_SHAPE, valueAt } from './shape.ts';
import type { Source } from './source.ts';

/** An API description as read from disk: its root document, and the documents it refers to. */
export interface SpecDocuments {
  readonly root: Source;
  /**
   * The other documents by their path relative to the root document's folder, with forward slashes and no `.` or `..`
   * segments (`common/errors.yaml`). The loader has already refused everything outside that folder.
   */
  readonly others: ReadonlyMap<string, Source>;
}

/** Reads what the product needs of an API description; Swagger 2.0 and OpenAPI 3.x look the same afterwards. */
export function readSpec(documents: SpecDocuments): Outcome<Spec> {
  const root: Place = { value: documents.root.value, source: documents.root, path: [] };
  const unusable = findUnusable(root);
  if (unusable !== undefined) return { ok: false, diagnostics: [unusable] };
  const reading: Reading = { root, reader: createReader(documents), diagnostics: [], reported: new Set() };
  const endpoints = readEndpoints(reading);
  reading.diagnostics.push(...checkEndpoints(endpoints, reading));
  if (hasErrors(reading.diagnostics)) return { ok: false, diagnostics: reading.diagnostics };
  return { ok: true, value: buildSpec(endpoints, reading), diagnostics: reading.diagnostics };
}

interface Reading {
  readonly root: Place;
  readonly reader: Reader;
  readonly diagnostics: Diagnostic[];
  /** The `$ref`s that were already reported, by file and path: a broken one is often reached more than once. */
  readonly reported: Set<string>;
}

function findUnusable(root: Place): Diagnostic | undefined {
  if (!isRecord(root.value)) {
    const found = root.value === null || root.value === undefined ? 'nothing' : describeKind(root.value);
    return problemAt(
      root,
      'spec-not-an-object',
      `an API description is an object, but this file holds ${found}`,
      {
        help: 'give an OpenAPI 3.x or Swagger 2.0 document in JSON or YAML',
      },
    );
  }
  return findUnsupportedVersion(root) ?? findMissingPaths(root);
}

function describeKind(value: unknown): string {
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}

function findUnsupportedVersion(root: Place): Diagnostic | undefined {
  const key = ['openapi', 'swagger'].find((name) => valueAt(root.value, name) !== undefined);
  const help = 'supported are OpenAPI 3.0, 3.1 and 3.2 (`openapi: 3.1.0`) and Swagger 2.0 (`swagger: "2.0"`)';
  if (key === undefined) {
    return problemAt(
      root,
      'spec-version',
      'neither `openapi` nor `swagger` says what kind of document this is',
      { help },
    );
  }
  const version = versionOf(root);
  if ((key === 'openapi' ? /^3(\.|$)/ : /^2(\.0)?$/).test(version)) return undefined;
  return problemAt(
    placeAt(root, key),
    'spec-version',
    `\`${key}\` is \`${version}\`, which is not a supported version`,
    {
      help,
    },
  );
}

function versionOf(root: Place): string {
  const version = valueAt(root.value, 'openapi') ?? valueAt(root.value, 'swagger');
  return typeof version === 'number' && Number.isInteger(version) ? `${version}.0` : String(version);
}

function findMissingPaths(root: Place): Diagnostic | undefined {
  const paths = placeAt(root, 'paths');
  if (isRecord(paths.value)) return undefined;
  const found = paths.value === undefined ? 'there is no `paths`' : '`paths` is not an object';
  return problemAt(paths, 'spec-paths', `${found}, so no endpoint is described`, {
    help: 'describe the endpoints in an object named `paths`',
  });
}

function readEndpoints(reading: Reading): readonly Endpoint[] {
  const paths = placesIn(placeAt(reading.root, 'paths'));
  const endpoints = paths
    .filter((path) => String(path.path.at(-1)).startsWith('/'))
    .flatMap((path) => readPathItem(path, reading));
  return endpoints.sort(
    (a, b) => compareText(a.path, b.path) || METHODS.indexOf(a.method) - METHODS.indexOf(b.method),
  );
}

function readPathItem(place: Place, reading: Reading): readonly Endpoint[] {
  const item = resolved(place, reading);
  if (item === undefined || !isRecord(item.value)) return [];
  const path = String(place.path.at(-1));
  return METHODS.flatMap((method) => {
    const operation = placeAt(item, method.toLowerCase());
    return isRecord(operation.value) ? [readEndpoint(method, path, operation, item, reading)] : [];
  });
}

function readEndpoint(
  method: Method,
  path: string,
  operation: Place,
  item: Place,
  reading: Reading,
): Endpoint {
  const { value } = operation;
  const declared = readDeclaredParameters(operation, item, reading);
  const operationId = textOf(valueAt(value, 'operationId'));
  const body = readBody(operation, declared, reading);
  const override = valueAt(value, 'x-authz') ?? valueAt(item.value, 'x-authz');
  return {
    method,
    path,
    ...(operationId !== '' && { operationId }),
    summary: textOf(valueAt(value, 'summary')) || textOf(valueAt(item.value, 'summary')),
    description: textOf(valueAt(value, 'description')) || textOf(valueAt(item.value, 'description')),
    tags: textsOf(valueAt(value, 'tags')),
    parameters: readParameters(path, declared, reading),
    ...(body !== undefined && { body }),
    responses: readResponses(operation, reading),
    security: securityOf(value, reading.root.value),
    ...(override !== undefined && { override }),
    at: ['paths', path, method.toLowerCase()],
  };
}

/** What the operation says wins over what its path item says about a parameter of the same name and place. */
function readDeclaredParameters(operation: Place, item: Place, reading: Reading): readonly Place[] {
  const declared = new Map<string, Place>();
  for (const holder of [item, operation]) {
    for (const entry of placesIn(placeAt(holder, 'parameters'))) {
      const parameter = resolved(entry, reading);
      const name = valueAt(parameter?.value, 'name');
      if (parameter === undefined || typeof name !== 'string') continue;
      declared.set(`${String(valueAt(parameter.value, 'in'))} ${name}`, parameter);
    }
  }
  return [...declared.values()];
}

/** Path parameters as the template names them, in its order, declared or not; then the others as declared. */
function readParameters(path: string, declared: readonly Place[], reading: Reading): readonly Parameter[] {
  const inPath = pathParameterNames(path).map((name) => {
    const place = declared.find((entry) => isDeclared(entry, 'path', name));
    return place === undefined ? undeclaredParameter(name) : readParameter(place, name, 'path', reading);
  });
  const others = (['query', 'header', 'cookie'] as const).flatMap((where) =>
    declared
      .filter((entry) => valueAt(entry.value, 'in') === where)
      .map((entry) => readParameter(entry, textOf(valueAt(entry.value, 'name')), where, reading)),
  );
  return [...inPath, ...others];
}

function isDeclared(place: Place, where: string, name: string): boolean {
  return valueAt(place.value, 'in') === where && valueAt(place.value, 'name') === name;
}

function undeclaredParameter(name: string): Parameter {
  return { name, in: 'path', required: true, description: '', shape: { ...UNKNOWN_SHAPE, type: 'string' } };
}

function readParameter(place: Place, name: string, where: Parameter['in'], reading: Reading): Parameter {
  return {
    name,
    in: where,
    required: where === 'path' || valueAt(place.value, 'required') === true,
    description: textOf(valueAt(place.value, 'description')),
    shape: readParameterShape(place, reading),
  };
}

/** OpenAPI 3 gives a parameter a `schema` or a `content`; Swagger 2.0 writes the shape on the parameter itself. */
function readParameterShape(place: Place, reading: Reading): Shape {
  if (valueAt(place.value, 'schema') !== undefined) return readShapeAt(placeAt(place, 'schema'), reading);
  const [content] = placesIn(placeAt(place, 'content'));
  return readShapeAt(content === undefined ? place : placeAt(content, 'schema'), reading);
}

function readBody(operation: Place, declared: readonly Place[], reading: Reading): Body | undefined {
  const body = resolved(placeAt(operation, 'requestBody'), reading);
  if (isRecord(body?.value)) return readRequestBody(body, reading);
  const whole = declared.find((place) => valueAt(place.value, 'in') === 'body');
  if (whole !== undefined) return readBodyParameter(whole, operation, reading);
  const fields = declared.filter((place) => valueAt(place.value, 'in') === 'formData');
  return fields.length > 0 ? readFormBody(fields, operation, reading) : undefined;
}

function readRequestBody(body: Place, reading: Reading): Body {
  const content = placeAt(body, 'content');
  return {
    required: valueAt(body.value, 'required') === true,
    mediaTypes: isRecord(content.value) ? Object.keys(content.value) : [],
    description: textOf(valueAt(body.value, 'description')),
    shape: readContentShape(content, reading) ?? UNKNOWN_SHAPE,
  };
}

function readBodyParameter(place: Place, operation: Place, reading: Reading): Body {
  return {
    required: valueAt(place.value, 'required') === true,
    mediaTypes: consumedMediaTypes(operation, reading),
    description: textOf(valueAt(place.value, 'description')),
    shape: readShapeAt(placeAt(place, 'schema'), reading),
  };
}

function readFormBody(fields: readonly Place[], operation: Place, reading: Reading): Body {
  const properties = fields.map((place): [string, Property] => {
    const name = textOf(valueAt(place.value, 'name'));
    const required = valueAt(place.value, 'required') === true;
    const shape = {
      ...readShapeAt(place, reading),
      description: textOf(valueAt(place.value, 'description')),
    };
    return [name, { name, required, readOnly: false, shape }];
  });
  return {
    required: properties.some(([, property]) => property.required),
    mediaTypes: consumedMediaTypes(operation, reading),
    description: '',
    shape: { ...UNKNOWN_SHAPE, type: 'object', properties: new Map(properties) },
  };
}

function consumedMediaTypes(operation: Place, reading: Reading): readonly string[] {
  return textsOf(valueAt(operation.value, 'consumes') ?? valueAt(reading.root.value, 'consumes'));
}

function readResponses(operation: Place, reading: Reading): readonly Response[] {
  return placesIn(placeAt(operation, 'responses')).flatMap((entry) => {
    const status = String(entry.path.at(-1));
    const response = status.startsWith('x-') ? undefined : resolved(entry, reading);
    return isRecord(response?.value) ? [readResponse(status, response, reading)] : [];
  });
}

function readResponse(status: string, response: Place, reading: Reading): Response {
  const inline = placeAt(response, 'schema');
  const shape =
    inline.value === undefined
      ? readContentShape(placeAt(response, 'content'), reading)
      : readShapeAt(inline, reading);
  return {
    status,
    description: textOf(valueAt(response.value, 'description')),
    ...(shape !== undefined && { shape }),
  };
}

/** Of several media types, the one that says most about a body comes first. */
const PREFERRED_MEDIA_TYPES = [
  /^application\/json\b/,
  /json/,
  /^application\/x-www-form-urlencoded/,
  /^multipart\//,
  /./,
];

function readContentShape(content: Place, reading: Reading): Shape | undefined {
  const entries = placesIn(content).filter((entry) => valueAt(entry.value, 'schema') !== undefined);
  for (const preferred of PREFERRED_MEDIA_TYPES) {
    const entry = entries.find((candidate) => preferred.test(String(candidate.path.at(-1))));
    if (entry !== undefined) return readShapeAt(placeAt(entry, 'schema'), reading);
  }
  return undefined;
}

function readShapeAt(place: Place, reading: Reading): Shape {
  return resolved(place, reading) === undefined ? UNKNOWN_SHAPE : reading.reader.shape(place);
}

function securityOf(operation: unknown, root: unknown): SecurityNeed {
  const own = valueAt(operation, 'security');
  if (Array.isArray(own)) return own.every(isEmptyRequirement) ? 'none' : needOf(own);
  const general = valueAt(root, 'security');
  return Array.isArray(general) && general.length > 0 ? needOf(general) : 'unspecified';
}

function needOf(requirements: readonly unknown[]): SecurityNeed {
  return requirements.some(isEmptyRequirement) ? 'optional' : 'required';
}

function isEmptyRequirement(requirement: unknown): boolean {
  return isRecord(requirement) && Object.keys(requirement).length === 0;
}

/** The place that a `$ref` leads to; a broken one is reported once and gives nothing. */
function resolved(place: Place, reading: Reading): Place | undefined {
  const result = reading.reader.resolve(place);
  if ('target' in result) return result.target;
  const { missing } = result;
  const key = `${missing.source.file} ${JSON.stringify(missing.path)}`;
  if (!reading.reported.has(key)) reading.diagnostics.push(describeMissing(missing));
  reading.reported.add(key);
  return undefined;
}

function describeMissing(place: Place): Diagnostic {
  const reference = textOf(valueAt(place.value, '$ref'));
  const where = place.path.join('.');
  return problemAt(
    placeAt(place, '$ref'),
    'missing-reference',
    `\`$ref\` \`${reference}\` leads nowhere (at \`${where}\`)`,
    {
      help: 'add what it refers to, or mend the reference',
    },
  );
}

function checkEndpoints(endpoints: readonly Endpoint[], reading: Reading): readonly Diagnostic[] {
  const { root } = reading;
  if (endpoints.length === 0 && !hasErrors(reading.diagnostics)) {
    return [
      problemAt(placeAt(root, 'paths'), 'spec-paths', '`paths` describes no operation', {
        help: 'add at least one operation, such as `get` below a path such as `/campaigns`',
      }),
    ];
  }
  return [...findIndistinguishable(endpoints, root), ...findSharedOperationIds(endpoints, root)];
}

function findIndistinguishable(endpoints: readonly Endpoint[], root: Place): readonly Diagnostic[] {
  return pairsWithSame(
    endpoints,
    (endpoint) => `${endpoint.method} ${endpoint.path.replace(/\{[^{}]*\}/g, '{}')}`,
  ).map(([first, second]) =>
    problemAt(
      placeAt(root, ...second.at),
      'indistinguishable-paths',
      `\`${second.method} ${second.path}\` cannot be told apart from \`${first.method} ${first.path}\`${atLine(first, root)}`,
      {
        help: 'only the names of their parameters differ; remove one of the two, or make the paths different',
        severity: 'warning',
      },
    ),
  );
}

function atLine(endpoint: Endpoint, root: Place): string {
  const line = root.source.locate(endpoint.at, 'key')?.line;
  return line === undefined ? '' : ` (line ${line})`;
}

function findSharedOperationIds(endpoints: readonly Endpoint[], root: Place): readonly Diagnostic[] {
  const named = endpoints.filter((endpoint) => endpoint.operationId !== undefined);
  return pairsWithSame(named, (endpoint) => endpoint.operationId ?? '').map(([first, second]) =>
    problemAt(
      placeAt(root, ...second.at, 'operationId'),
      'shared-operation-id',
      `\`${second.method} ${second.path}\` has the \`operationId\` of \`${first.method} ${first.path}\`: \`${second.operationId ?? ''}\``,
      { help: `its action is named \`${second.method} ${second.path}\` instead`, severity: 'warning' },
    ),
  );
}

/** Every later endpoint with the first one that has the same key. */
function pairsWithSame(
  endpoints: readonly Endpoint[],
  keyOf: (endpoint: Endpoint) => string,
): readonly (readonly [Endpoint, Endpoint])[] {
  const firsts = new Map<string, Endpoint>();
  return endpoints.flatMap((endpoint) => {
    const first = firsts.get(keyOf(endpoint));
    if (first !== undefined) return [[first, endpoint] as const];
    firsts.set(keyOf(endpoint), endpoint);
    return [];
  });
}

function problemAt(
  place: Place,
  code: string,
  message: string,
  more: { readonly help: string; readonly severity?: 'warning' },
): Diagnostic {
  const location = place.source.locate(place.path, 'key');
  return {
    severity: more.severity ?? 'error',
    code,
    message,
    help: more.help,
    file: place.source.file,
    ...(location !== undefined && { location }),
  };
}

function buildSpec(endpoints: readonly Endpoint[], reading: Reading): Spec {
  const { root } = reading;
  return {
    version: versionOf(root),
    title: textOf(valueAt(valueAt(root.value, 'info'), 'title')),
    basePath: basePathOf(root.value),
    endpoints,
    components: readComponents(reading),
  };
}

function readComponents(reading: Reading): ReadonlyMap<string, Shape> {
  const { root } = reading;
  const places = [
    ...placesIn(placeAt(root, 'components', 'schemas')),
    ...placesIn(placeAt(root, 'definitions')),
  ];
  const named = places
    .filter((place) => isRecord(place.value))
    .map((place) => [String(place.path.at(-1)), reading.reader.shape(place)] as const);
  return new Map(named.sort(([a], [b]) => compareText(a, b)));
}

function basePathOf(root: unknown): string {
  const swagger = valueAt(root, 'basePath');
  if (typeof swagger === 'string') return withoutEnd(swagger);
  const servers = valueAt(root, 'servers');
  const paths = new Set((Array.isArray(servers) ? servers : []).map(serverPath));
  const [path] = paths;
  return paths.size === 1 && path !== undefined ? path : '';
}

function serverPath(server: unknown): string {
  const url = textOf(valueAt(server, 'url')).replace(/\{([^{}]*)\}/g, (_, name: string) => {
    const value = valueAt(valueAt(valueAt(server, 'variables'), name), 'default');
    return value === undefined ? '' : String(value);
  });
  return withoutEnd(url.replace(/[?#].*$/, '').replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*|^\/\/[^/]*/i, ''));
}

function withoutEnd(path: string): string {
  const trimmed = path.replace(/\/+$/, '');
  return trimmed === '' || trimmed.startsWith('/') ? trimmed : `/${trimmed}`;
}

function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}
