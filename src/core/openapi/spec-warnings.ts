import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Endpoint } from './endpoint.ts';
import { type DocumentPlace, placeAlong, placeAt, placesIn } from './place.ts';
import { problemAt } from './spec-problem.ts';

/** What can be read, but is hardly meant so. */
export function specWarnings(endpoints: readonly Endpoint[], root: DocumentPlace): readonly Diagnostic[] {
  return [...findColonParameters(root), ...findSharedOperationIds(endpoints, root)];
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
