import { memoize } from '../../../caching/memoize.ts';
import type { Endpoint, Parameter } from '../../../openapi/endpoint.ts';
import { isPlural, isSingleton, phraseOf, singularOf, wordsOf } from '../../words.ts';
import {
  choosesKind,
  type Identifier,
  isChoice,
  isEnumerated,
  isNamedIdentifier,
  isWorldly,
  nounOf,
  nounOfLiteral,
  saysList,
} from '../identifiers.ts';
import { ANYBODYS, isCount, isDated, isSecret } from './path-names.ts';
import type { PathStep } from './steps.ts';

/**
 * How a parameter of a path stands: what its name and its place say about whether it identifies a resource. `named` ends like an identifier,
 * `collected` stands behind the collection of its own name, `changed` is what the method changes, `behind-collection` stands behind
 * another plural with a name that any of them has (`/baskets/{name}`), `odd-behind-collection` with another (`/lounges/{airport}`), `appended`
 * behind an identifier, `composed` behind another parameter, `worldly` is a place or a language, `plain` has nothing against it; `member` is one
 * of the fixed values of its own collection (`/rules/{rule}`), and the others rather choose, measure or search.
 */
export type ParameterStanding =
  | 'named'
  | 'collected'
  | 'changed'
  | 'behind-collection'
  | 'odd-behind-collection'
  | 'worldly'
  | 'composed'
  | 'plain'
  | 'sought'
  | 'secret'
  | 'enumerated'
  | 'member'
  | 'choice'
  | 'appended'
  | 'measure';

/** A parameter of a path, as the identifier that it may be. */
export interface PathValue {
  readonly identifier: Identifier;
  readonly standing: ParameterStanding;
  /** It is the last parameter of the path. */
  readonly last: boolean;
}

/** What is never in doubt, either way. */
const SURE: ReadonlySet<ParameterStanding> = new Set(['named', 'collected', 'changed']);

/** What does not identify anything, unless nothing else fits. */
const DISMISSED: ReadonlySet<ParameterStanding> = new Set([
  'sought',
  'secret',
  'enumerated',
  'member',
  'choice',
  'measure',
]);

export function isSure({ standing }: PathValue): boolean {
  return SURE.has(standing);
}

export function isDismissed({ standing }: PathValue): boolean {
  return DISMISSED.has(standing);
}

/** The parameters of a path in its order, those behind `?` left out; versions and formats identify nothing, however one reads them. */
export function pathValues(endpoint: Endpoint, steps: readonly PathStep[]): readonly PathValue[] {
  const last = steps.findLastIndex(({ kind }) => kind === 'parameter');
  return steps.flatMap((step, index) => {
    const parameter = parameterOf(step, endpoint);
    if (parameter === undefined) return [];
    const said = sayingOf(step.text);
    if (isFormAt(said, steps[index - 1]) || CALLER_TOKEN.test(said.phrase)) return [];
    return [valueAt({ endpoint, parameter, steps, index, said }, index === last)];
  });
}

/** `{version}` is a form of the API, but one of `/versions`. */
function isFormAt(said: Saying, before: PathStep | undefined): boolean {
  if (!said.isForm || before?.kind === 'parameter') return false;
  return before === undefined || !/versions$/i.test(before.text) || !isOneOf(said, before);
}

/** What the parameters of a path identify, in its order; versions, formats, kinds and the like identify nothing. */
export function identifiersInPath(values: readonly PathValue[]): readonly Identifier[] {
  return values.filter((value) => !isDismissed(value)).map(({ identifier }) => identifier);
}

function parameterOf(step: PathStep | undefined, { parameters }: Endpoint): Parameter | undefined {
  if (step?.kind !== 'parameter') return undefined;
  return parameters.find((entry) => entry.name === step.text && entry.in === 'path');
}

/** What the name of a parameter says wherever it stands. */
interface Saying {
  readonly name: string;
  readonly phrase: string;
  readonly last: string;
  /** What it is the identifier of; empty when its name does not say. */
  readonly owner: string;
  /** The same; the name itself when it does not say. */
  readonly noun: string;
  readonly isIdentifier: boolean;
  readonly isForm: boolean;
  readonly isListed: boolean;
  /** Its last word is a plural of several things; not `settings` or `CRS`. */
  readonly mayList: boolean;
}

/** The same few names stand in thousands of paths. */
const sayingOf = memoize((name): Saying => {
  const words = wordsOf(name);
  const phrase = words.join(' ');
  const last = words.at(-1) ?? '';
  return {
    name,
    phrase,
    last,
    owner: nounOf(name),
    noun: nounOf(name) || nounOfLiteral(name),
    isIdentifier: isNamedIdentifier(name),
    isForm: FORM.test(phrase),
    isListed: LISTED.test(phrase),
    mayList: isPlural(last) && !isSingleton(last) && !ACRONYM.test(name),
  };
});

/** How an answer is written, or by which version of the API. */
const FORM = /^((.+ )?(format|ext|extension)|locale|lang|(api )?version( number)?|new .*)$/;

/** Stands for the caller wherever it is. */
const CALLER_TOKEN = /^(access|auth|security|jwt) token$/;

/** A parameter of a path where it stands. */
interface PlacedParameter {
  readonly endpoint: Endpoint;
  readonly parameter: Parameter;
  readonly said: Saying;
  readonly steps: readonly PathStep[];
  readonly index: number;
}

function valueAt(placed: PlacedParameter, last: boolean): PathValue {
  const { endpoint, parameter, said, steps, index } = placed;
  const before = steps[index - 1];
  const collection = before?.kind === 'literal' ? before.noun : '';
  const composite = said.owner !== '' && isIdentifiedNext(endpoint, steps[index + 1]);
  const noun = collection !== '' && !composite ? collection : said.noun;
  const list = isListInPath(parameter, said, before);
  const identifier: Identifier = {
    from: `path:${parameter.name}`,
    name: parameter.name,
    noun,
    list,
    required: true,
  };
  return { identifier, standing: standingOf(placed), last };
}

function standingOf(placed: PlacedParameter): ParameterStanding {
  const { parameter, said, steps, index } = placed;
  const { name, shape } = parameter;
  const collection = literalBefore(steps, index);
  const literal = collection?.text ?? '';
  const collected = isOneOf(said, collection) && !isKindOfSeveral(steps, index) && !SPAN.test(said.last);
  if (isEnumerated(name, shape)) return standingOfChoice(said, collected, collection);
  if (collected) return 'collected';
  if (isSecret(name) && !isOneToken(name, collection)) return 'secret';
  if (!said.isIdentifier && (isSearching(literal) || isBehindSearch(steps, index))) return 'sought';
  if (isNewValue(placed)) return 'changed';
  return said.isIdentifier ? 'named' : standingOfValue(placed);
}

/** Where a value stands that neither its name nor a collection says to be an identifier. */
function standingOfValue({ parameter, said, steps, index }: PlacedParameter): ParameterStanding {
  const { name } = parameter;
  const before = steps[index - 1];
  const collection = literalBefore(steps, index);
  if (said.last === 'version') return before?.kind === 'parameter' ? 'composed' : 'choice';
  if (isChoice(parameter)) return choosesKind(name) ? 'choice' : 'measure';
  if (isCount(name, collection?.text ?? '') || isDated(name)) return 'measure';
  if (isWorldly(name) && steps.slice(0, index).some(({ kind }) => kind === 'literal')) return 'worldly';
  if (before?.kind === 'parameter') return isNamedIdentifier(before.text) ? 'appended' : 'composed';
  if (collection?.plural !== true) return 'plain';
  return ANYBODYS.test(said.last) ? 'behind-collection' : 'odd-behind-collection';
}

function literalBefore(steps: readonly PathStep[], index: number): PathStep | undefined {
  const before = steps[index - 1];
  return before?.kind === 'literal' ? before : undefined;
}

/** At the end of what changes something, a value is what it will be. */
function isNewValue({ endpoint, parameter, said, steps, index }: PlacedParameter): boolean {
  if (index < steps.length - 1 || !CHANGING.test(endpoint.method) || KIND.test(said.last)) return false;
  return !isAppended(parameter, said, steps[index - 1]);
}

/** In `/holidays/{holidayId}/{closed}`, the flag is what it will be. */
function isAppended({ shape }: Parameter, { isIdentifier }: Saying, before: PathStep | undefined): boolean {
  if (isIdentifier || before?.kind !== 'parameter') return false;
  return shape.type === 'boolean' || isNamedIdentifier(before.text);
}

/** A year says when, behind `/years` too. */
const SPAN = /^(year|month|week|day|date|hour|season)$/;

/** In `/branches/country/{country}`, the country selects branches. */
function isKindOfSeveral(steps: readonly PathStep[], index: number): boolean {
  const [collection, before] = [steps[index - 2], steps[index - 1]];
  return before !== undefined && collection?.kind === 'literal' && collection.plural && !before.plural;
}

/** Of a few fixed values, a key or a name says which, behind its collection; a type only of which kind. */
function standingOfChoice(
  { name, isIdentifier, last }: Saying,
  collected: boolean,
  collection: PathStep | undefined,
): ParameterStanding {
  if (collected)
    return isIdentifier || last === 'name' ? 'collected' : KIND.test(last) ? 'enumerated' : 'member';
  const behind = collection?.plural === true && /^(index|slug|code|name)$/i.test(name);
  return behind ? 'behind-collection' : 'enumerated';
}

/** The `{token}` of `/tokens`, and the plain one of `/invitations`. */
function isOneToken(name: string, collection: PathStep | undefined): boolean {
  if (collection === undefined) return false;
  return /tokens?$/i.test(collection.text) || (collection.plural && /^token$/i.test(name));
}

/** What stands behind a word for searching is what to search for. */
const isSearching = memoize((literal) => SEARCHING.test(phraseOf(literal)));

const SEARCHING =
  /(^|\b)(search(es)?|searchall|find|query|autocomplete|suggest|by title|by name|keyword|term)$/;

/** In `/companies/search/name/{country}/{name}` both say what is sought. */
function isBehindSearch(steps: readonly PathStep[], index: number): boolean {
  return steps
    .slice(0, index)
    .some(({ kind, text }) => kind === 'literal' && /(search|^autocomplete)$/i.test(text));
}

/** `{policyName}` is one of `/policies`; a key is one of `/type` too. */
function isOneOf({ noun: named, isIdentifier }: Saying, collected: PathStep | undefined): boolean {
  if (collected === undefined || collected.noun === '') return false;
  const { noun: collection, words, plural } = collected;
  if (isIdentifier && named.endsWith(` ${collection}`)) return true;
  const last = words.at(-1) ?? '';
  const owned =
    /.+ (name|number|code|symbol|num|no|nr|ref|reference|email)$/.test(named) && !isSingleton(last)
      ? named.slice(0, named.lastIndexOf(' '))
      : named;
  if (named === 'country' && words.some((word) => singularOf(word) === named)) return true;
  return plural && (owned === collection || collection.endsWith(` ${owned}`) || isOfKind(named, collection));
}

/** `{home_team}` is one of `/teams`; `{item_type}` chooses among `/types`. */
function isOfKind(named: string, collection: string): boolean {
  return named.endsWith(` ${collection}`) && !KIND.test(collection);
}

/** Of `{owner}/{repo}`, only the last is one of the collection in front. */
function isIdentifiedNext(endpoint: Endpoint, next: PathStep | undefined): boolean {
  const parameter = parameterOf(next, endpoint);
  return parameter !== undefined && !isChoice(parameter);
}

/** Methods that change exactly what the path ends with. */
const CHANGING = /^(PUT|PATCH|DELETE)$/;

/** Last words of names that say of which kind or how much. */
const KIND = /^(type|kind|format|language|locale|lang|value|amount|level|volume|brightness|duration)$/;

/** `CRS` and `GPS` end in `s`, and are no plurals. */
const ACRONYM = /(^|[^A-Z])[A-Z]{2,}S$/;

/** `{ids}` and `{rule_id_list}`. */
const LISTED = /(^| )(ids|uuids|guids|gids|keys|slugs)$|. (id|uuid|key|slug) list$/;

function isListInPath(
  parameter: Parameter,
  { last, isListed, mayList }: Saying,
  before: PathStep | undefined,
): boolean {
  if (parameter.shape.type === 'array' || isListed) return true;
  return mayList && (saysList(parameter) || before?.words.at(-1) === last);
}
