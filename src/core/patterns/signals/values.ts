import type { Endpoint, Shape } from '../../endpoint.ts';
import { wordsOf } from '../../words.ts';
import {
  type Identifier,
  isChoice,
  isCredential,
  isForeign,
  isList,
  isNamedIdentifier,
  nounOf,
  type Value,
} from './identifiers.ts';

/**
 * Identifiers in the query and the body: required ones first, and those of the path's own noun before others.
 * `nouns` are the things that the API identifies anywhere: a plain `channel` means one where `channel_id` does elsewhere.
 */
export function identifiersElsewhere(
  endpoint: Endpoint,
  noun: string,
  nouns: ReadonlySet<string>,
): readonly Identifier[] {
  const found = [
    ...queryValues(endpoint).flatMap((value) => identifierAmong(value, 'query', noun, nouns)),
    ...bodyIdentifiers(endpoint, noun, nouns),
  ];
  const rank = ({ name, required, noun: own }: Identifier) =>
    (required ? 4 : 0) +
    (own === noun || own === '' ? 2 : 0) -
    (/(token|key|hash|number)$/i.test(name) ? 1 : 0);
  return found
    .map((identifier, index) => ({ identifier, index }))
    .sort((a, b) => rank(b.identifier) - rank(a.identifier) || a.index - b.index)
    .map(({ identifier }) => identifier);
}

/** The nouns of the values that say by their name that they identify something: `channel` for `channel_id`. */
export function nounsAmong(endpoint: Endpoint): readonly string[] {
  const body = endpoint.body === undefined ? [] : bodyValues(endpoint.body.shape);
  return [...queryValues(endpoint), ...body]
    .filter((value) => /^(id|ids|uuid|gid|guid)$/.test(wordsOf(value.name).at(-1) ?? ''))
    .filter((value) => !isCredential(value.name) && !isForeign(value.name))
    .map((value) => nounOf(value.name))
    .filter((noun) => noun !== '');
}

function queryValues(endpoint: Endpoint): readonly Value[] {
  return endpoint.parameters.filter((parameter) => parameter.in === 'query');
}

/** What the server fills in is no input, except the identifier of what a call without one in its path changes. */
function bodyValues(shape: Shape): readonly Value[] {
  return [...shape.properties.values()]
    .filter((property) => !property.readOnly || /^(id|uuid|gid|guid)$/i.test(property.name))
    .map((property) => ({ ...property, description: property.shape.description }));
}

/** Names of the one property that some APIs wrap every body in. */
const ENVELOPE = /^(data|payload|body|input|attributes)$/i;

function bodyIdentifiers(
  endpoint: Endpoint,
  noun: string,
  nouns: ReadonlySet<string>,
): readonly Identifier[] {
  if (endpoint.body === undefined) return [];
  const values = bodyValues(endpoint.body.shape);
  const [only] = values;
  if (values.length === 1 && only !== undefined && ENVELOPE.test(only.name) && only.shape.type === 'object') {
    const inside = bodyValues(only.shape).flatMap((value) => identifierAmong(value, 'body', noun, nouns));
    return inside.map((identifier) => ({ ...identifier, from: `body:${only.name}` as const }));
  }
  return values.flatMap((value) => identifierAmong(value, 'body', noun, nouns));
}

function identifierAmong(
  value: Value,
  where: 'query' | 'body',
  noun: string,
  nouns: ReadonlySet<string>,
): readonly Identifier[] {
  if (isChoice(value) || isForeign(value.name) || !canIdentify(value.shape)) return [];
  const named = nounOf(value.name);
  if (isCredential(value.name) && named !== noun) return [];
  const listed = named.replace(/list$/, '');
  const own = nouns.has(listed) ? listed : named;
  const known = own !== '' && (nouns.has(own) || own === noun);
  if (!known && !isNamedIdentifier(value.name)) return [];
  const list = isList(value) || own !== named;
  return [{ from: `${where}:${value.name}`, name: value.name, noun: own, list, required: value.required }];
}

function canIdentify(shape: Shape): boolean {
  if (shape.type === 'array') return shape.items === undefined || canIdentify(shape.items);
  return shape.type === 'string' || shape.type === 'integer' || shape.type === 'unknown';
}
