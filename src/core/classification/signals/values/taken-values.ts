import { memoizeByIdentity, memoizeRun } from '../../../caching/memoize.ts';
import { bodyFrom } from '../../../endpoints/resource-from.ts';
import type { Endpoint, Parameter, Shape } from '../../../openapi/endpoint.ts';
import type { Identifier, Value } from '../identifiers.ts';

/** The parameters of the query; and those that some documents write into the path behind `?`, and declare as parameters of the path. */
export const queryValues = memoizeRun(({ parameters, path }: Endpoint): readonly QueryValue[] => {
  const inQuery: readonly QueryValue[] = parameters.filter(isInQuery).map(asSaid);
  const behind = path.indexOf('?');
  if (behind < 0) return inQuery;
  const written = parameters.filter(
    ({ in: where, name }) => where === 'path' && path.indexOf(`{${name}}`) > behind,
  );
  return [...written.map((value) => ({ ...value, where: 'path' as const })), ...inQuery];
});

export type QueryValue = Value & { readonly where?: 'path' | undefined };

function isInQuery(parameter: Parameter): boolean {
  return parameter.in === 'query';
}

/** Some documents say only in words that a parameter must be given. */
function asSaid(parameter: Parameter): Parameter {
  if (parameter.required || !SAYS_REQUIRED.test(parameter.description)) return parameter;
  return { ...parameter, required: true };
}

const SAYS_REQUIRED = /^\W{0,4}(required|mandatory)\b(?! (if|when|for|unless|only|in))/i;

/** The names of all values in query and body. */
export function valuesTaken(endpoint: Endpoint): readonly string[] {
  const inQuery = endpoint.parameters.filter(isInQuery).map(({ name }) => name);
  return endpoint.body === undefined ? inQuery : [...inQuery, ...endpoint.body.shape.properties.keys()];
}

/** What the server fills in is not an input, except the identifier of what a call without one in its path changes. */
export const bodyValues = memoizeByIdentity((body: Shape): readonly Value[] =>
  [...body.properties.values()]
    .filter(({ readOnly, name }) => !readOnly || /^(id|uuid|gid|guid)$/i.test(name))
    // The `id` of a JSON-RPC call is that of the call.
    .filter(({ name }) => name !== 'id' || !body.properties.has('jsonrpc'))
    .map(({ name, required, shape }) => ({ name, required, shape, description: shape.description })),
);

/** The values of body and query, each with where it is. */
export function placedValues(endpoint: Endpoint): readonly (readonly [Identifier['from'], Value])[] {
  const taken = endpoint.body === undefined ? [] : bodyValues(endpoint.body.shape);
  return [
    ...taken.map((value) => [fromOf('body', value.name), value] as const),
    ...queryValues(endpoint).map((value) => [fromOf(value.where ?? 'query', value.name), value] as const),
  ];
}

/** Where a value is that a call takes. */
export type ValuePlace = 'path' | 'query' | 'body';

/** Where the value of that name is. */
export function fromOf(where: ValuePlace, name: string): Identifier['from'] {
  return where === 'body' ? bodyFrom([{ key: name }]) : `${where}:${name}`;
}
