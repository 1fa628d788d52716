import { lazy } from '../../caching/memoize.ts';
import type { Endpoint } from '../../openapi/endpoint.ts';
import { isPlural, isSelection, namesSeveral, singularOf, wordsOf } from '../words.ts';
import { type AnswerShape, answerOf } from './answer.ts';
import { identifiersElsewhere } from './elsewhere.ts';
import { type Exchange, exchangeOf } from './exchange/exchange.ts';
import { type Schemas, schemasOf } from './exchange/schemas.ts';
import { type Identifier, nounOfLiteral } from './identifiers.ts';
import { isDismissed, type PathValue } from './path/path.ts';
import { literalsAmong, type PathParts, type PathStep } from './path/steps.ts';
import { type Summary, summaryOf } from './summary.ts';
import type { QueryValue } from './values/taken-values.ts';
import { type Verb, verbBeforeIdentifier, verbOfName, verbOfPath } from './verbs.ts';

/** What one endpoint's path, names, parameters and answer tell; the patterns weigh it. */
export interface Facts {
  readonly steps: readonly PathStep[];
  /** All literal steps, as written. */
  readonly literals: readonly string[];
  /** The literal steps behind the last identifier; all of them when the path identifies nothing. */
  readonly tail: readonly string[];
  /** What the path identifies, in its order. */
  readonly inPath: readonly Identifier[];
  /** Names of what is read as identifying nothing, though it well might. */
  readonly ignored: readonly string[];
  /** The path ends with an identifier. */
  readonly endsWithIdentifier: boolean;
  /** The path ends with a number, as where an example was written down: `/teams/1`. */
  readonly endsWithNumber: boolean;
  /** Identifiers in the query and the body, the most telling first. */
  readonly elsewhere: readonly Identifier[];
  /** Identifiers there that the call must give, and that are read as only referred to. */
  readonly referred: readonly Identifier[];
  /** The verb that the path ends with, as in `/merge` and `/chat.postMessage`. */
  readonly pathVerb?: Verb | undefined;
  /** The verb that the operation id is made with. */
  readonly nameVerb?: Verb | undefined;
  /** The words of the operation id; none without one. */
  readonly nameWords: readonly string[];
  readonly summary: Summary;
  readonly answer: AnswerShape;
  /** What it takes and answers; read when it is first asked for, as few endpoints need it. */
  readonly exchange: () => Exchange;
  /** What its schemas tell; read when it is first asked for. */
  readonly schemas: () => Schemas;
  /** The verb in front of the last identifier, as in `/logout/{token}` and `/orders/delete/{id}`. */
  readonly verbBefore?: Verb | undefined;
  /** The methods of the path that identifies an element of this one: of `/campaigns/{id}` for `/campaigns`. */
  readonly elementMethods: ReadonlySet<string>;
  /** The methods of the path without the parameter that it ends with. */
  readonly collectionMethods: ReadonlySet<string>;
  /** The methods of this path. */
  readonly methods: ReadonlySet<string>;
  /** The last literal names several things. */
  readonly plural: boolean;
  /** What stands first in the path is identified somewhere: `/user` where `/user/{id}` exists does not mean the caller. */
  readonly rootIdentified: boolean;
  /** The noun of the collection that the path speaks of, singular. */
  readonly noun: string;
}

/** What the paths of an API tell together: the light in which each endpoint is judged. */
export interface Paths {
  /** The methods of every path, by the path without the names of its parameters. */
  readonly methodsOf: ReadonlyMap<string, ReadonlySet<string>>;
  readonly nouns: ReadonlySet<string>;
  /** The nouns, and those that only queries, bodies and the names of procedures speak of. */
  readonly allNouns: ReadonlySet<string>;
  readonly procedural: boolean;
  /** Names of values that most calls take in their query or body: they say who calls, or for whom. */
  readonly takenByMost: ReadonlySet<string>;
  /** How many paths have a parameter of that name. */
  readonly timesNamed: ReadonlyMap<string, number>;
  /** First words of paths that something is identified by, in the path or without it. */
  readonly roots: ReadonlySet<string>;
}

/** An endpoint with its path taken apart. */
export interface Dissected extends PathParts {
  readonly endpoint: Endpoint;
  readonly values: readonly PathValue[];
  readonly inPath: readonly Identifier[];
  readonly inQuery: readonly QueryValue[];
  /** The words of the operation id. */
  readonly nameWords: readonly string[];
}

/** Reads the facts of one endpoint in the light of all paths. */
export function factsOf(dissected: Dissected, paths: Paths): Facts {
  const { endpoint, steps, template, values, inPath, nameWords } = dissected;
  const place = placeOf(dissected);
  const summary = summaryOf(endpoint);
  const elementMethods = paths.methodsOf.get(`${template}/{}`) ?? NO_METHODS;
  const methods = paths.methodsOf.get(template) ?? NO_METHODS;
  const verbs = verbsOf(dissected, summary, elementMethods);
  const collection = collectionOf(place.literals, verbs.pathVerb);
  const noun = nounOfLiteral(collection);
  return {
    steps,
    literals: place.literals,
    tail: place.tail,
    inPath,
    ignored: ignoredIn(values, inPath),
    endsWithIdentifier: place.endsWithIdentifier,
    endsWithNumber: /\/\d+$/.test(endpoint.path),
    pathVerb: verbs.pathVerb,
    nameVerb: verbs.nameVerb,
    nameWords,
    summary,
    noun,
    elsewhere: identifiersElsewhere(dissected, {
      noun,
      lastWords: MEMBER_VERBS.test(verbs.pathVerb?.word ?? '') ? [] : wordsOf(place.literals.at(-1) ?? ''),
      nouns: paths.allNouns,
      takenByMost: paths.takenByMost,
      sends: /^(send|post|publish|upload|execute|run|perform|submit)$/.test(verbs.pathVerb?.word ?? ''),
      procedural: paths.procedural || verbs.pathVerb !== undefined,
      worksOnOne: worksOnOne(verbs.pathVerb),
      alters: /^(update|delete)$/.test(verbs.pathVerb?.intent ?? ''),
      byName: paths.procedural && worksOnOne(verbs.pathVerb),
    }),
    referred: NOTHING_REFERRED_TO,
    answer: answerOf(endpoint, collection),
    exchange: lazy(() => exchangeOf(endpoint)),
    schemas: lazy(() => schemasOf(endpoint)),
    verbBefore: verbBeforeIdentifier(steps),
    elementMethods,
    collectionMethods: template.endsWith('/{}')
      ? (paths.methodsOf.get(template.slice(0, -3)) ?? NO_METHODS)
      : NO_METHODS,
    methods,
    plural:
      (isSeveral(endpoint.method, selectedFrom(place)) && !picksOne(steps, inPath)) ||
      readsAppended(steps, verbs.pathVerb) ||
      (steps.at(-1)?.kind === 'literal' && isKept(place, elementMethods, methods)),
    rootIdentified: paths.roots.has(place.literals[0]?.toLowerCase() ?? ''),
  };
}

function ignoredIn(values: readonly PathValue[], inPath: readonly Identifier[]): readonly string[] {
  if (values.length === inPath.length) return NOTHING_IGNORED;
  const ignored = values.filter((value) => !isDismissed(value) && !inPath.includes(value.identifier));
  return ignored.map(({ identifier }) => identifier.name);
}

const NOTHING_IGNORED: readonly string[] = [];

const NOTHING_REFERRED_TO: readonly Identifier[] = [];

const NO_METHODS: ReadonlySet<string> = new Set();

type PathPlace = Pick<Facts, 'literals' | 'tail' | 'endsWithIdentifier'>;

function placeOf({ steps, literals, inPath }: Dissected): PathPlace {
  const last = steps.findLastIndex((step) => inPath.some((identifier) => isStepOf(step, identifier)));
  const tail = last < 0 ? literals : literalsAmong(steps.slice(last + 1));
  return { literals, tail, endsWithIdentifier: last >= 0 && tail.length === 0 };
}

function isStepOf(step: PathStep, identifier: Identifier): boolean {
  return step.kind === 'parameter' && identifier.name === step.text;
}

function verbsOf(
  { endpoint, steps, nameWords }: Dissected,
  summary: Summary,
  elementMethods: ReadonlySet<string>,
): Pick<Facts, 'pathVerb' | 'nameVerb'> {
  const repeated =
    elementMethods.size > 0 && summary.makesNew ? undefined : verbRepeated(endpoint, steps, summary);
  const noun = elementMethods.has('GET') && isNounPhrase(steps.at(-1));
  const pathVerb = noun ? undefined : (verbOfPath(endpoint, steps) ?? repeated);
  const nameVerb = verbOfName(endpoint, nameWords);
  return {
    pathVerb: pathVerb !== undefined && !isNounHere(pathVerb, summary) ? pathVerb : undefined,
    nameVerb,
  };
}

/** `/import_jobs` with elements are jobs, not importing. */
function isNounPhrase(last: PathStep | undefined): boolean {
  const words = last?.words ?? [];
  return last?.appended === false && words.length > 1 && isPlural(words.at(-1) ?? '');
}

/** "Create a quote" makes the last word of `/payouts/{id}/quote` a noun. */
function isNounHere(pathVerb: Verb, { verb, words }: Summary): boolean {
  return (
    verb?.intent === 'create' &&
    pathVerb.word !== verb.word &&
    words.slice(1).some((word) => singularOf(word) === singularOf(pathVerb.word))
  );
}

/** "Redacts a session" makes the last word of `POST /sessions/{id}/redact` a verb. */
function verbRepeated(endpoint: Endpoint, steps: readonly PathStep[], summary: Summary): Verb | undefined {
  const last = steps.at(-1);
  if (endpoint.method !== 'POST' || last?.kind !== 'literal' || isSelection(last.text)) return undefined;
  const [word = ''] = last.words;
  const repeated = summary.words[0]?.startsWith(word.slice(0, 5)) === true && word.length > 3;
  if (ACTION_NOUN.test(word) || CALL_NOUN.test(summary.words[1] ?? '')) return undefined;
  return repeated && !namesSeveral(last.text) ? { word, intent: 'act' } : undefined;
}

/** `/payment` and `/reconciliation` are no verbs, and neither is what stands before "request". */
const ACTION_NOUN = /(tion|sion|ment|ity|ory|ness|ship)$/;

const CALL_NOUN = /^(request|post|resource|service|endpoint|api)$/;

/** Verbs whose object joins or leaves what the call is about: `addGroup`. */
const MEMBER_VERBS = /^(add|remove|invite|kick|assign|unassign|attach|detach|insert)$/;

/** What a path speaks of: its last literal, or what its verb is about, as in `/messages/search` and `/deleteSticker`. */
function collectionOf(literals: readonly string[], verb: Verb | undefined): string {
  const last = literals.at(-1) ?? '';
  if (/^(by|for|with)$/i.test(last)) return literals.at(-2) ?? '';
  const before = literals.at(-2) ?? '';
  if (verb === undefined) return DETAILS.test(last) && before !== '' ? before : last;
  const words = wordsOf(last).filter((word) => word !== verb.word);
  if (words.length === 0 || isPlural(wordsOf(before).at(-1) ?? '')) return before;
  if (before !== '' && MEMBER_VERBS.test(verb.word)) return before;
  const end = words.findIndex((word) => /^(to|from|in|of|for|by|with|on)$/.test(word));
  return words.slice(0, end < 0 ? undefined : end).join(' ');
}

/** What stands behind the name of a thing for all that is known of it: `/canvas/details`. */
const DETAILS = /^(details?|info|information|data|summary)$/i;

/** `/artist.albums.get` reads albums. */
function readsAppended(steps: readonly PathStep[], verb: Verb | undefined): boolean {
  const [before, last] = [steps.at(-2), steps.at(-1)];
  return (
    last?.appended === true &&
    last.text === verb?.word &&
    /^(get|fetch|retrieve)$/.test(verb.word) &&
    namesSeveral(before?.text ?? '')
  );
}

/** The collection that a selection is made from: `movies` in `/movies/popular`. */
function selectedFrom({ tail, literals }: PathPlace): string {
  const candidates = tail.length > 0 ? tail : literals;
  const collection = candidates.findLast((text) => !isSelection(text)) ?? '';
  const before = candidates.at(candidates.lastIndexOf(collection) - 1) ?? '';
  return isParticiple(collection) && namesSeveral(before) ? before : collection;
}

/** Whether a past participle stands for the things that were: `attended`, `starred`; `isSupported` is a question. */
function isParticiple(literal: string): boolean {
  return PARTICIPLE.test(literal) && !/^([Ii]s|[Hh]as|[Cc]an)[A-Z]/.test(literal);
}

const PARTICIPLE =
  /^(?!feed$|advanced$|unified$|combined$|nested$|embed$|seed$|speed$|need$|shared$|(de|en)coded$|detailed$|expanded$|simplified$|computed$|formatted$|rendered$|protected$|masked$)[a-z_-]*[a-z]{2,}ed$/i;

function isSeveral(method: string, literal: string): boolean {
  return namesSeveral(literal) || (method === 'GET' && !/[_-]/.test(literal) && isParticiple(literal));
}

/** Settings and permissions are several where each can be read by itself, and nothing changes all of them. */
function isKept(
  { tail }: PathPlace,
  elementMethods: ReadonlySet<string>,
  methods: ReadonlySet<string>,
): boolean {
  const changed = methods.has('PUT') || methods.has('PATCH');
  return elementMethods.has('GET') && !changed && isPlural(wordsOf(tail.at(-1) ?? '').at(-1) ?? '');
}

/** A procedure for what there is already; renaming takes the name that it will have. */
function worksOnOne(verb: Verb | undefined): boolean {
  return verb !== undefined && /^(read|update|delete|act)$/.test(verb.intent) && verb.word !== 'rename';
}

/** Behind the collection, a kind picks one of it: `/images/{imageType}`. */
function picksOne(steps: readonly PathStep[], inPath: readonly Identifier[]): boolean {
  const last = steps.at(-1);
  if (last?.kind !== 'parameter' || inPath.length === 0) return false;
  if (inPath.some((identifier) => isStepOf(last, identifier))) return false;
  return /^(type|kind|size|format)$/.test(last.words.at(-1) ?? '');
}
