import { memoizeRun } from '../caching/memoize.ts';
import type { Method } from '../endpoints/method.ts';
import { PARAMETER } from '../endpoints/path-template.ts';
import { isRecord } from '../values/record.ts';
import type { Body, Endpoint, Parameter, Property, Response, SecurityNeed, Shape } from './endpoint.ts';
import { type DocumentPlace, pathTo, placeAt, placesIn, textOf, textsOf, valueAt } from './place.ts';
import type { OpenApiReader } from './reader.ts';
import { groupsOf, groupsSaidBy, schemesOf } from './security-groups.ts';
import { ownBasePaths } from './servers.ts';
import { UNKNOWN_SHAPE } from './shape.ts';

/** An operation where it stands in a description, with the path item that it is in. */
export interface DescribedOperation {
  readonly method: Method;
  readonly path: string;
  readonly operation: DocumentPlace;
  readonly item: DocumentPlace;
}

/** Reads one operation of a path item: what it says itself, and what its path item says for all of them. */
export function readEndpoint(
  { method, path, operation, item }: DescribedOperation,
  reader: OpenApiReader,
): Endpoint {
  const { value } = operation;
  const declared = readDeclaredParameters(operation, item, reader);
  const override = readOverride(operation, item);
  // Each key is always there, with nothing in it perhaps: objects of one layout are read faster, and there are very many of them.
  return {
    method,
    path,
    operationId: textOf(valueAt(value, 'operationId')) || undefined,
    summary: textOf(valueAt(value, 'summary')) || textOf(valueAt(item.value, 'summary')),
    description: textOf(valueAt(value, 'description')) || textOf(valueAt(item.value, 'description')),
    tags: textsOf(valueAt(value, 'tags')),
    parameters: readParameters(path, declared, reader),
    body: readBody(operation, declared, reader),
    responses: readResponses(operation, reader),
    security: securityOf(value, reader.root.value),
    schemes: schemesOf(value, reader.root.value),
    ...(Array.isArray(valueAt(value, 'security')) && { saysSecurity: true as const }),
    groups: groupsOf(operation, item, reader),
    saysGroups: groupsSaidBy(operation, item, reader),
    override: override?.value,
    overrideAt: override?.at,
    ownBasePaths: ownBasePaths(value) ?? ownBasePaths(item.value),
    at: ['paths', path, operation.key],
  };
}

/** An `x-authz` object stands on the operation, or on its path item for all of them. */
function readOverride(
  operation: DocumentPlace,
  item: DocumentPlace,
): { readonly value: unknown; readonly at: NonNullable<Endpoint['overrideAt']> } | undefined {
  const holder = [operation, item].find(({ value }) => valueAt(value, 'x-authz') !== undefined);
  if (holder === undefined) return undefined;
  const place = placeAt(holder, 'x-authz');
  const location = place.source.locate(pathTo(place), 'key');
  return { value: place.value, at: { file: place.source.file, ...(location !== undefined && { location }) } };
}

/** A parameter as the document declares it, in any of the places that a version of OpenAPI knows. */
interface DeclaredParameter {
  readonly name: string;
  readonly in: unknown;
  readonly place: DocumentPlace;
}

/** What the operation says wins over what its path item says about a parameter of the same name and place. */
function readDeclaredParameters(
  operation: DocumentPlace,
  item: DocumentPlace,
  reader: OpenApiReader,
): readonly DeclaredParameter[] {
  const declared: DeclaredParameter[] = [];
  for (const holder of [item, operation]) {
    if (valueAt(holder.value, 'parameters') === undefined) continue;
    for (const entry of placesIn(placeAt(holder, 'parameters'))) {
      const place = reader.follow(entry);
      const name = valueAt(place?.value, 'name');
      if (place === undefined || typeof name !== 'string') continue;
      const where = valueAt(place.value, 'in');
      const known = declared.findIndex((other) => other.name === name && other.in === where);
      declared[known < 0 ? declared.length : known] = { name, in: where, place };
    }
  }
  return declared;
}

/** Path parameters as the template names them, in its order, declared or not; then the others as declared. */
function readParameters(
  path: string,
  declared: readonly DeclaredParameter[],
  reader: OpenApiReader,
): readonly Parameter[] {
  const inPath = pathParameterNames(path).map((name) => {
    const found = declared.find((entry) => entry.in === 'path' && entry.name === name);
    return found === undefined ? undeclaredParameter(name) : readParameter(found, 'path', reader);
  });
  const outside: Parameter[] = [];
  for (const where of OUTSIDE_PATH)
    for (const entry of declared) if (entry.in === where) outside.push(readParameter(entry, where, reader));
  return outside.length === 0 ? inPath : [...inPath, ...outside];
}

const OUTSIDE_PATH = ['query', 'header', 'cookie'] as const;

function undeclaredParameter(name: string): Parameter {
  return { name, in: 'path', required: true, description: '', shape: { ...UNKNOWN_SHAPE, type: 'string' } };
}

function readParameter(
  { place, name }: DeclaredParameter,
  where: Parameter['in'],
  reader: OpenApiReader,
): Parameter {
  const known = reader.parameters.get(place.value);
  if (known !== undefined) return known;
  const parameter = {
    name,
    in: where,
    required: where === 'path' || valueAt(place.value, 'required') === true,
    description: textOf(valueAt(place.value, 'description')),
    shape: readParameterShape(place, reader),
  };
  reader.parameters.set(place.value, parameter);
  return parameter;
}

/** OpenAPI 3 gives a parameter a `schema` or a `content`; Swagger 2.0 writes the shape on the parameter itself. */
function readParameterShape(place: DocumentPlace, reader: OpenApiReader): Shape {
  if (valueAt(place.value, 'schema') !== undefined) return reader.shape(placeAt(place, 'schema'));
  const [content] = placesIn(placeAt(place, 'content'));
  return reader.shape(content === undefined ? place : placeAt(content, 'schema'));
}

function readBody(
  operation: DocumentPlace,
  declared: readonly DeclaredParameter[],
  reader: OpenApiReader,
): Body | undefined {
  const body = reader.follow(placeAt(operation, 'requestBody'));
  if (isRecord(body?.value)) return readRequestBody(body, reader);
  const whole = declared.find((entry) => entry.in === 'body');
  if (whole !== undefined) return readBodyParameter(whole.place, operation, reader);
  const fields = declared.filter((entry) => entry.in === 'formData');
  return fields.length > 0 ? readFormBody(fields, operation, reader) : undefined;
}

function readRequestBody(body: DocumentPlace, reader: OpenApiReader): Body {
  const content = placeAt(body, 'content');
  return {
    required: valueAt(body.value, 'required') === true,
    mediaTypes: isRecord(content.value) ? Object.keys(content.value) : [],
    description: textOf(valueAt(body.value, 'description')),
    shape: readContentShape(content, reader) ?? UNKNOWN_SHAPE,
  };
}

function readBodyParameter(place: DocumentPlace, operation: DocumentPlace, reader: OpenApiReader): Body {
  return {
    required: valueAt(place.value, 'required') === true,
    mediaTypes: consumedMediaTypes(operation, reader),
    description: textOf(valueAt(place.value, 'description')),
    shape: reader.shape(placeAt(place, 'schema')),
  };
}

function readFormBody(
  fields: readonly DeclaredParameter[],
  operation: DocumentPlace,
  reader: OpenApiReader,
): Body {
  const properties = fields.map(({ name, place }): [string, Property] => {
    const required = valueAt(place.value, 'required') === true;
    return [name, { name, required, readOnly: false, shape: reader.shape(place) }];
  });
  return {
    required: properties.some(([, property]) => property.required),
    mediaTypes: consumedMediaTypes(operation, reader),
    description: '',
    shape: { ...UNKNOWN_SHAPE, type: 'object', properties: new Map(properties) },
  };
}

function consumedMediaTypes(operation: DocumentPlace, reader: OpenApiReader): readonly string[] {
  return textsOf(valueAt(operation.value, 'consumes') ?? valueAt(reader.root.value, 'consumes'));
}

function readResponses(operation: DocumentPlace, reader: OpenApiReader): readonly Response[] {
  return placesIn(placeAt(operation, 'responses')).flatMap((entry) => {
    const status = entry.key;
    const response = status.startsWith('x-') ? undefined : reader.follow(entry);
    if (!isRecord(response?.value)) return [];
    return response === entry
      ? new LazyResponse(status, response, reader)
      : sharedResponse(status, response, reader);
  });
}

function sharedResponse(status: string, place: DocumentPlace, reader: OpenApiReader): Response {
  const known = reader.responses.get(place.value);
  const before = known?.get(status);
  if (before !== undefined) return before;
  const response = new LazyResponse(status, place, reader);
  if (known === undefined) reader.responses.set(place.value, new Map([[status, response]]));
  else known.set(status, response);
  return response;
}

/** A class, for there are tens of thousands of them. */
class LazyResponse implements Response {
  readonly status: string;
  readonly description: string;
  readonly #place: DocumentPlace;
  readonly #reader: OpenApiReader;
  #shape: { readonly value: Shape | undefined } | undefined;

  constructor(status: string, place: DocumentPlace, reader: OpenApiReader) {
    this.status = status;
    this.description = textOf(valueAt(place.value, 'description'));
    this.#place = place;
    this.#reader = reader;
  }

  get shape(): Shape | undefined {
    this.#shape ??= { value: readResponseShape(this.#place, this.#reader) };
    return this.#shape.value;
  }
}

function readResponseShape(response: DocumentPlace, reader: OpenApiReader): Shape | undefined {
  const inline = placeAt(response, 'schema');
  return inline.value === undefined
    ? readContentShape(placeAt(response, 'content'), reader)
    : reader.shape(inline);
}

/** Of several media types, the one that says most about a body comes first. */
const PREFERRED_MEDIA_TYPES = [
  /^application\/json\b/,
  /json/,
  /^application\/x-www-form-urlencoded/,
  /^multipart\//,
  /./,
];

function readContentShape(content: DocumentPlace, reader: OpenApiReader): Shape | undefined {
  const entries = placesIn(content).filter((entry) => valueAt(entry.value, 'schema') !== undefined);
  for (const preferred of PREFERRED_MEDIA_TYPES) {
    const entry = entries.find((candidate) => preferred.test(candidate.key));
    if (entry !== undefined) return reader.shape(placeAt(entry, 'schema'));
  }
  return undefined;
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

/** The names between braces of a path template, in its order. */
const pathParameterNames = memoizeRun((path: string): readonly string[] =>
  [...path.matchAll(PARAMETER)].map(([, name = '']) => name),
);
