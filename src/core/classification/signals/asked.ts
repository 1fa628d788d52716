import { memoizeByIdentity } from '../../caching/memoize.ts';
import { bodyFrom } from '../../endpoints/resource-from.ts';
import type { Endpoint, Shape } from '../../openapi/endpoint.ts';
import { phrases } from '../phrases.ts';
import { phraseOf, wordsOf } from '../words.ts';
import type { SignalName } from './evidence.ts';
import type { Facts } from './facts.ts';
import {
  type Identifier,
  isChoice,
  isCredential,
  isForeign,
  isList,
  isNamedIdentifier,
  nounOf,
  nounOfLiteral,
  type Value,
} from './identifiers.ts';
import { isSaidBy } from './value-marks.ts';
import { bodyValues, fromOf, queryValues } from './values/taken-values.ts';

/** A value that a call must give, and that may say which resource is meant although its name does not end like an identifier. */
export interface AskedValue {
  readonly identifier: Identifier;
  readonly kind: SignalName<'reading'>;
  /** Whether the call must give it. */
  readonly required: boolean;
  readonly value: Value;
  /** No value of the same kind comes before it. */
  readonly first: boolean;
}

/** So many values of a kind are asked about. */
const MOST_OF_A_KIND = 3;

/** The values of the query and body that may identify something beside those that certainly do; the most telling of each kind. */
export function askedValues(
  endpoint: Endpoint,
  facts: Facts,
  takenByMost: ReadonlySet<string>,
): readonly AskedValue[] {
  const known = new Set(facts.elsewhere.map(({ from }) => from));
  const sole = soleValue(endpoint);
  const acts = actsOnValue(facts);
  const isTold = (value: Value) =>
    isAsked(value) ||
    (value.required && isPlain(value) && isOfWhatThePathNames(value, facts)) ||
    (value.name === sole && isSimple(value) && isKey(value.name)) ||
    (endpoint.method === 'DELETE' && value.required && value.name === sole && isPlain(value)) ||
    (isKeyOutside(value) && (acts || isSaidBy(value.name, endpoint))) ||
    (acts && (value.required || value.name.toLowerCase() === 'name') && isSimple(value));
  const inQuery = queryValues(endpoint)
    .filter(isTold)
    .map((value) => asked(value, value.where ?? 'query', facts));
  const inBody = bodyOf(endpoint)
    .filter((value) => isTold(value) || isTelling(value))
    .map((value) => asked(value, 'body', facts))
    .concat(bodyOf(endpoint).flatMap((value, _, all) => askedInside(value, facts, all.length === 1)));
  const unknown = [...inQuery, ...inBody].filter(({ identifier }) => !known.has(identifier.from));
  const isCommon = ({ identifier }: Pick<AskedValue, 'identifier'>) => takenByMost.has(identifier.name);
  const fresh = unknown.some(isCommon)
    ? [...unknown.filter((value) => !isCommon(value)), ...unknown.filter(isCommon)]
    : unknown;
  const kinds = [...new Set(fresh.map(({ kind }) => kind))];
  return kinds.flatMap((kind) =>
    fresh
      .filter((value) => value.kind === kind)
      .slice(0, MOST_OF_A_KIND)
      .map((value, index) => ({ ...value, first: index === 0 })),
  );
}

/** The name of the one value that a call takes in its query and body, beside what authenticates it and shapes the answer. */
export function soleValue(endpoint: Endpoint): string | undefined {
  const values = [...queryValues(endpoint), ...bodyOf(endpoint)].filter(
    (value) => !isCredential(value.name) && !isForeign(value.name) && !isChoice(value),
  );
  return values.length === 1 ? values[0]?.name : undefined;
}

/** The endpoint is named after what is done to something that exists. */
export function actsOnValue({ pathVerb, nameVerb, summary }: Facts): boolean {
  return [pathVerb, nameVerb, summary.verb].some(
    (verb) =>
      /^(update|delete|act)$/.test(verb?.intent ?? '') || /^(export|download)$/.test(verb?.word ?? ''),
  );
}

function bodyOf({ body }: Endpoint): readonly Value[] {
  return body === undefined ? [] : bodyValues(body.shape);
}

function isAsked(value: Value): boolean {
  return value.required && isSimple(value);
}

/** "The email address of the applicant", below `/applicant`. */
export function isOfWhatThePathNames({ name, description }: Value, { steps }: Facts): boolean {
  if (!/^(email|phone|url|link)$/.test(lastOf(name))) return false;
  const [, noun = ''] = /\b(?:of|for) (?:the|an?) ([a-z]+)\b/i.exec(description) ?? [];
  return noun !== '' && steps.some((step) => step.noun.split(' ').includes(noun.toLowerCase()));
}

/** Optional values count where their name is that of a key. */
function isTelling(value: Value): boolean {
  return isSimple(value) && isKey(value.name);
}

function isSimple(value: Value): boolean {
  return isPlain(value) && !SAYS_WHAT.test(lastOf(value.name));
}

/** One text or number that is neither a credential nor a choice. */
function isPlain(value: Value): boolean {
  const { name, shape } = value;
  if (isForeign(name) || isCredential(name) || isChoice(value) || isList(value)) return false;
  return shape.type === 'string' || shape.type === 'integer' || shape.type === 'unknown';
}

/** Last words of values that say what to do or how, or what something new is like. */
const SAYS_WHAT = phrases`
  text | title | description | password | email | url | uri | link | file | image | message | content | body
  data | json | html | markdown | note | comment | subject | enabled | price | quantity | total | fee
  secret | redirect | callback | config | options | params | parameters | args | input | prompt | model
  sentence | phrase | word | variable | pin | otp | scope | chain | what | why | how
`;

function lastOf(name: string): string {
  return wordsOf(name).at(-1) ?? '';
}

/** Names of keys that things have outside this API too, or of numbers that it gives them. */
const KEYS = phrases`
  sku | ean | isbn | iban | symbol | ticker | serial | vin | barcode | hash | upc | gtin | imei | asin | doi
  slug | handle | number | no | nr | num | reference | ref | account | login | serialnumber | msisdn | txid
  txn | callsign | icao | iata | address | pid | gid | sid | oid | ein | tin | abn | acn | vat | nif | cnpj
  cpf | nip | krs | regon | siren | siret | lei | isin | cusip | figi | orcid | pmid | issn | npi | bic
  swift | mac | ssn | plate | vrm | rego
`;

/** What another system calls a thing may be what this one finds it by. */
function isKeyOutside({ name, shape }: Value): boolean {
  return OUTSIDE.test(phraseOf(name)) && /^(string|integer)$/.test(shape.type);
}

const OUTSIDE = /^(external|reference|foreign) (\w+ )?(id|identifier|key|code|number)$/;

function isKey(name: string): boolean {
  return OUTSIDE.test(phraseOf(name)) || KEYS.test(lastOf(name)) || CODED.test(phraseOf(name));
}

/** Codes that an API gives its own things. */
const CODED =
  /(account|holder|customer|user|member|merchant|store|product|item|project|client|order|company|shop|site|card|group|branch|bank|device|organi[sz]ation|job|task|resource|article|document)( (code|name|account|holder|merchant))$/;

function asked(value: Value, where: 'path' | 'query' | 'body', facts: Facts): Omit<AskedValue, 'first'> {
  const { name, required } = value;
  const noun = nounOf(name) || facts.noun;
  const identifier: Identifier = { from: fromOf(where, name), name, noun, list: false, required: true };
  const place = where === 'body' ? 'body' : 'query';
  if (where === 'body' && !required && isKey(name) && isOwnKey(name, facts))
    return { identifier, kind: 'own-key-in-body', required, value };
  const kind = isKey(name) ? (required ? 'key' : 'optional-key') : isNoun(noun, facts) ? 'noun' : 'plain';
  return { identifier, kind: `${kind}-in-${place}`, required, value };
}

/** The plain `number` of what is changed, where nothing else says which. */
function isOwnKey(name: string, facts: Facts): boolean {
  const isSaid = facts.elsewhere.some(({ noun }) => noun === facts.noun || noun === '');
  return wordsOf(name).length === 1 && actsOnValue(facts) && !isSaid;
}

/** An object, or a list of objects, with an identifier inside: `{ "identification": { "userId": "u1" } }`. */
function askedInside(value: Value, facts: Facts, sole: boolean): readonly Omit<AskedValue, 'first'>[] {
  const { name, required, shape } = value;
  const list = shape.type === 'array';
  const inside = list ? shape.items : shape;
  // A list that need not be given says what else there is.
  if (inside?.type !== 'object' || (list && !required) || !(required || sole || isNamedLike(name, facts)))
    return [];
  const steps = identifierInside(inside);
  if (steps === undefined) return [];
  const from = bodyFrom([
    { key: name },
    ...(list ? (['each'] as const) : []),
    ...steps.map((key) => ({ key })),
  ]);
  const noun = nounOf(steps.at(-1) ?? '') || nounOf(steps.at(-2) ?? name) || facts.noun;
  const identifier: Identifier = {
    from,
    name: list ? name : [name, ...steps].join('.'),
    noun,
    list,
    required: true,
  };
  return [{ identifier, kind: required ? 'object-in-body' : 'optional-object-in-body', required, value }];
}

/** So deep below a property of the body, an identifier may be found. */
const DEEPEST = 2;

/** The keys from an object to what identifies it, or a thing inside: its own `id` rather than `user_id`, and these rather than any below. */
const identifierInside = memoizeByIdentity((shape: Shape) => searchInside(shape, DEEPEST));

function searchInside({ properties }: Shape, depth: number): readonly string[] | undefined {
  const names = [...properties.values()]
    .filter((property) => isPlain({ ...property, description: property.shape.description }))
    .map(({ name }) => name);
  const own =
    names.find((name) => /^_?(id|uuid|guid)$/i.test(name)) ??
    names.find(isNamedIdentifier) ??
    names.find(isKey);
  if (own !== undefined) return [own];
  if (depth === 1) return undefined;
  for (const { name, shape } of properties.values()) {
    const below = shape.type === 'object' ? searchInside(shape, depth - 1) : undefined;
    if (below !== undefined) return [name, ...below];
  }
  return undefined;
}

/** The object is called like what the path speaks of. */
function isNamedLike(name: string, facts: Facts): boolean {
  return isNoun(nounOf(name) || nounOfLiteral(name), facts);
}

/** It is called like what the path speaks of, in whole or in part. */
function isNoun(noun: string, facts: Facts): boolean {
  return facts.noun !== '' && (facts.noun.split(' ').includes(noun) || noun.split(' ')[0] === facts.noun);
}
