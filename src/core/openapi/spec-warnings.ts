import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { nearest } from '../diagnostics/did-you-mean.ts';
import { METHODS, type Method } from '../endpoints/method.ts';
import { compareText } from '../values/compare-text.ts';
import { isRecord } from '../values/record.ts';
import type { Endpoint } from './endpoint.ts';
import { type DocumentPlace, placeAlong, placeAt, placesIn, valueAt } from './place.ts';
import type { OpenApiReader } from './reader.ts';
import { placeOf, problemAt } from './spec-problem.ts';

/** What can be read, but is hardly meant so. */
export function specWarnings(
  endpoints: readonly Endpoint[],
  { root, follow }: Pick<OpenApiReader, 'root' | 'follow'>,
): readonly Diagnostic[] {
  const paths = placesIn(placeAt(root, 'paths')).filter(({ key }) => !key.startsWith('x-'));
  return [
    ...paths.flatMap((path) => findLeftOut(path, follow)),
    ...findColonParameters(root),
    ...findOpenBraces(root),
    ...findSharedOperationIds(endpoints, root),
    ...describeMocks({ root, follow }),
  ];
}

/** Calls of what is left out belong to no endpoint, so they are refused: that is easier to find out here. */
function findLeftOut(path: DocumentPlace, follow: OpenApiReader['follow']): readonly Diagnostic[] {
  const item = follow(path);
  if (item === undefined || !isRecord(item.value)) return [];
  const problem = { severity: 'warning', code: 'operation-left-out' } as const;
  if (!path.key.startsWith('/')) {
    const message = `the path \`${path.key}\` does not begin with \`/\`, and is left out`;
    return [problemAt(path, { ...problem, message, help: `write \`/${path.key}\`` })];
  }
  return placesIn(item)
    .filter(({ key, value }) => !KNOWN_KEYS.has(key) && !key.startsWith('x-') && isOperation(value))
    .map((operation) => {
      const near = nearest(operation.key, METHOD_KEYS);
      const known = METHOD_KEYS.map((key) => `\`${key}\``).join(', ');
      return problemAt(operation, {
        ...problem,
        message: `\`${operation.key}\` of \`${path.key}\` is not a method, and is left out`,
        help: near ? `did you mean \`${near}\`?` : `known are ${known}: calls of other methods are refused`,
      });
    });
}

const METHOD_KEYS = METHODS.map((method) => method.toLowerCase());

/** Those of a path item. */
const KNOWN_KEYS: ReadonlySet<string> = new Set([...METHOD_KEYS, '$ref', 'parameters', 'servers']);

function isOperation(value: unknown): boolean {
  return isRecord(value) && (Object.hasOwn(value, 'responses') || Object.hasOwn(value, 'operationId'));
}

/** Routers such as that of Express write parameters so; here, a call would have to have `:id` in its path. */
function findColonParameters(root: DocumentPlace): readonly Diagnostic[] {
  return placesIn(placeAt(root, 'paths')).flatMap((path) => {
    const [segment, name] = COLON_PARAMETER.exec(path.key) ?? [];
    if (segment === undefined) return [];
    return problemAt(path, {
      severity: 'warning',
      code: 'colon-parameter',
      message: `\`${segment.slice(1)}\` in the path \`${path.key}\` is not a parameter in OpenAPI: only a call with just this text is meant`,
      help: `write \`{${name}}\`, if it is one`,
    });
  });
}

/** A brace without the other makes no parameter: such an endpoint would never be called. */
function findOpenBraces(root: DocumentPlace): readonly Diagnostic[] {
  return placesIn(placeAt(root, 'paths'))
    .filter(({ key }) => key.startsWith('/') && /[{}]/.test(key.replaceAll(/\{[^{}]*\}/g, '')))
    .map((path) =>
      problemAt(path, {
        severity: 'warning',
        code: 'colon-parameter',
        message: `the path \`${path.key}\` has a brace without the other: what is beside it is no parameter`,
        help: 'write `{name}`, if it is one',
      }),
    );
}

/** A whole segment, as in `/campaigns/:id`; `/campaigns/{id}:cancel` and `/campaigns:batch` are what other APIs write. */
const COLON_PARAMETER = /\/:(\w+)(?=\/|$)/;

function findSharedOperationIds(endpoints: readonly Endpoint[], root: DocumentPlace): readonly Diagnostic[] {
  const withId = endpoints.filter((endpoint) => endpoint.operationId !== undefined);
  return pairsWithSame(withId, (endpoint) => endpoint.operationId ?? '').map(([first, second]) =>
    problemAt(placeAlong(root, [...second.at, 'operationId']), {
      severity: 'warning',
      code: 'shared-operation-id',
      message: `${named(second)} has the \`operationId\` of ${named(first)}${lineOf(first, root)}: \`${second.operationId ?? ''}\``,
      help: 'give each operation an `operationId` of its own; until then the action of the later one is its method and path',
    }),
  );
}

function named({ method, path }: Endpoint): string {
  return `\`${method} ${path}\``;
}

function lineOf(endpoint: Endpoint, root: DocumentPlace): string {
  const line = root.source.locate(endpoint.at, 'key')?.line;
  return line === undefined ? '' : ` (line ${line})`;
}

/** Every later endpoint with the first one that has the same key. */
function pairsWithSame(
  endpoints: readonly Endpoint[],
  keyOf: (endpoint: Endpoint) => string,
): readonly (readonly [Endpoint, Endpoint])[] {
  const firsts = new Map<string, Endpoint>();
  return endpoints.flatMap((endpoint) => {
    const key = keyOf(endpoint);
    const first = firsts.get(key);
    if (first !== undefined) return [[first, endpoint] as const];
    firsts.set(key, endpoint);
    return [];
  });
}

// ---- what no server gets ----

/** API Gateway answers preflights itself, by an integration that the description has for each path; no server gets these calls. */
export function isAnsweredByGateway(method: Method, operation: unknown): boolean {
  const type = valueAt(valueAt(operation, 'x-amazon-apigateway-integration'), 'type');
  return method === 'OPTIONS' && typeof type === 'string' && type.toLowerCase() === 'mock';
}

/** Said once for all, at the first. */
function describeMocks({ root, follow }: Pick<OpenApiReader, 'root' | 'follow'>): readonly Diagnostic[] {
  const found = placesIn(placeAt(root, 'paths')).flatMap((path): readonly [string, DocumentPlace][] => {
    const item = path.key.startsWith('/') ? follow(path) : undefined;
    const operation = item && placeAt(item, 'options');
    return operation !== undefined && isAnsweredByGateway('OPTIONS', operation.value)
      ? [[path.key, operation]]
      : [];
  });
  const mocks = found.sort(([a], [b]) => compareText(a, b));
  const [first] = mocks;
  if (first === undefined) return [];
  const count = mocks.length === 1 ? '1 operation is' : `${mocks.length} operations are`;
  return [
    {
      severity: 'info',
      code: 'operation-left-out',
      message: `${count} left out, as API Gateway answers the call itself (\`OPTIONS\` with an integration \`mock\`)`,
      help: 'where a server of yours answers such calls, what answers preflights stands before the authorization',
      details: mocks.map(([path]) => `OPTIONS ${path}`),
      ...placeOf(first[1]),
    },
  ];
}
