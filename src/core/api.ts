import type { Endpoint, Spec } from './endpoint.ts';
import { type Answer, answerOf } from './patterns/signals/answer.ts';
import { type Identifier, nounOfWords } from './patterns/signals/identifiers.ts';
import { identifiersInPath } from './patterns/signals/path.ts';
import { type Step, stepsOf } from './patterns/signals/steps.ts';
import { type Summary, summaryOf } from './patterns/signals/summary.ts';
import { identifiersElsewhere, nounsAmong } from './patterns/signals/values.ts';
import { type Verb, verbOfName, verbOfPath } from './patterns/signals/verbs.ts';
import { isPlural, isSelection, namesSeveral, wordsOf } from './words.ts';

/** What is known about the API as a whole, computed once, and about each of its endpoints in the light of it. */
export interface Api {
  readonly spec: Spec;
  readonly facts: ReadonlyMap<Endpoint, Facts>;
  /** Singular nouns of everything that a path identifies: `campaign`. */
  readonly nouns: ReadonlySet<string>;
  /** The methods of every path, by the path without the names of its parameters. */
  readonly methodsOf: ReadonlyMap<string, ReadonlySet<string>>;
  /** A good part of the operations demand authentication. */
  readonly secured: boolean;
  /**
   * Collections answer with a list where the document says so. Some documents give the shape of one element instead; there, an
   * object says nothing.
   */
  readonly answersTrusted: boolean;
  /** Paths are names of procedures: nearly everything is POST, and hardly any path identifies something. */
  readonly procedural: boolean;
}

/** What one endpoint's path, names, parameters and answer tell; the patterns weigh it. */
export interface Facts {
  readonly steps: readonly Step[];
  /** All literal steps, as written. */
  readonly literals: readonly string[];
  /** The literal steps behind the last identifier; all of them when the path identifies nothing. */
  readonly tail: readonly string[];
  /** What the path identifies, in its order. */
  readonly inPath: readonly Identifier[];
  /** The path ends with an identifier. */
  readonly endsWithIdentifier: boolean;
  /** Identifiers in the query and the body, the most telling first. */
  readonly elsewhere: readonly Identifier[];
  /** The verb that the path ends with, as in `/merge` and `/chat.postMessage`. */
  readonly pathVerb?: Verb;
  /** The verb that the operation id is made with. */
  readonly nameVerb?: Verb;
  readonly summary: Summary;
  readonly answer: Answer;
  /** The methods of the path that identifies an element of this one: of `/campaigns/{id}` for `/campaigns`. */
  readonly elementMethods: ReadonlySet<string>;
  /** The methods of this path. */
  readonly methods: ReadonlySet<string>;
  /** The last literal names several things. */
  readonly plural: boolean;
  /** What stands first in the path is identified somewhere: `/user` where `/user/{id}` exists is no word for the caller. */
  readonly rootIdentified: boolean;
  /** The noun of the collection that the path speaks of, singular. */
  readonly noun: string;
}

/** Looks at the whole API once, so that every endpoint can be judged in the light of the others. */
export function describeApi(spec: Spec): Api {
  const paths = describePaths(spec);
  const facts = new Map(spec.endpoints.map((endpoint) => [endpoint, factsOf(endpoint, paths)]));
  const secured = spec.endpoints.filter((endpoint) => endpoint.security === 'required').length;
  return {
    spec,
    facts,
    nouns: paths.nouns,
    methodsOf: paths.methodsOf,
    secured: secured * 5 > spec.endpoints.length,
    answersTrusted: areAnswersTrusted([...facts]),
    procedural: paths.procedural,
  };
}

function areAnswersTrusted(facts: readonly (readonly [Endpoint, Facts])[]): boolean {
  const collections = facts.filter(
    ([endpoint, { plural, elementMethods }]) =>
      endpoint.method === 'GET' && plural && elementMethods.has('GET'),
  );
  const single = collections.filter(([, { answer }]) => answer === 'one').length;
  return single * 2 <= collections.length;
}

/** The path without the names of its parameters: how other endpoints of the same place are found. */
export function templateOf(path: string): string {
  return path
    .replace(/\{[^{}]*\}/g, '{}')
    .replace(/\/v\d+(?=\/)/i, '')
    .replace(/\/+$/, '');
}

interface Paths {
  readonly methodsOf: ReadonlyMap<string, ReadonlySet<string>>;
  readonly nouns: ReadonlySet<string>;
  /** The nouns, and those that only queries, bodies and the names of procedures speak of. */
  readonly allNouns: ReadonlySet<string>;
  readonly procedural: boolean;
  /** First words of paths that something is identified by, in the path or without it. */
  readonly roots: ReadonlySet<string>;
}

function describePaths(spec: Spec): Paths {
  const methodsOf = new Map<string, Set<string>>();
  const nouns = new Set<string>();
  const others = new Set<string>();
  const roots = new Set<string>();
  let posts = 0;
  let identifying = 0;
  for (const endpoint of spec.endpoints) {
    const template = templateOf(endpoint.path);
    methodsOf.set(template, (methodsOf.get(template) ?? new Set()).add(endpoint.method));
    const steps = stepsOf(endpoint.path);
    const inPath = identifiersInPath(endpoint, steps);
    for (const { noun } of inPath) nouns.add(noun);
    for (const noun of nounsAmong(endpoint)) others.add(noun);
    others.add(objectOf(steps.at(-1)?.text ?? ''));
    if (isRootIdentified(endpoint, steps)) roots.add(steps[0]?.text.toLowerCase() ?? '');
    if (endpoint.method === 'POST') posts += 1;
    if (inPath.length > 0) identifying += 1;
  }
  const procedural = posts * 10 > spec.endpoints.length * 8 && identifying * 10 < spec.endpoints.length;
  return { methodsOf, nouns, allNouns: new Set([...nouns, ...others]), procedural, roots };
}

function isRootIdentified(endpoint: Endpoint, steps: readonly Step[]): boolean {
  const [first, second] = steps;
  if (first?.kind !== 'literal') return false;
  if (second !== undefined) return second.kind === 'parameter' && steps.length === 2;
  const own = new RegExp(`^(id|key|${first.text}(_?(id|name|key))?)$`, 'i');
  return endpoint.parameters.some(({ in: where, name }) => where === 'query' && own.test(name));
}

/** What the name of a procedure is about: `table` for `DescribeTable`; nothing for other names. */
function objectOf(name: string): string {
  const [verb = '', ...object] = wordsOf(name);
  return /^(create|delete|describe|list)$/.test(verb) ? nounOfWords(object) : '';
}

const NO_METHODS: ReadonlySet<string> = new Set();

function factsOf(endpoint: Endpoint, paths: Paths): Facts {
  const steps = stepsOf(endpoint.path);
  const inPath = identifiersInPath(endpoint, steps);
  const last = steps.findLastIndex((step) => inPath.some((identifier) => isStepOf(step, identifier)));
  const literals = literalsOf(steps);
  const tail = literalsOf(steps.slice(last + 1));
  const summary = summaryOf(endpoint);
  const verbs = verbsOf(endpoint, steps, summary);
  const collection = collectionOf(literals, verbs.pathVerb);
  const noun = nounOfWords(wordsOf(collection));
  const template = templateOf(endpoint.path);
  return {
    steps,
    literals,
    tail,
    inPath,
    endsWithIdentifier: last >= 0 && tail.length === 0,
    elsewhere: identifiersElsewhere(endpoint, {
      noun,
      lastWords: MEMBER_VERBS.test(verbs.pathVerb?.word ?? '') ? [] : wordsOf(literals.at(-1) ?? ''),
      nouns: paths.allNouns,
      procedural: paths.procedural || verbs.pathVerb !== undefined,
    }),
    ...verbs,
    summary,
    rootIdentified: paths.roots.has(literals[0]?.toLowerCase() ?? ''),
    answer: answerOf(endpoint, collection),
    elementMethods: paths.methodsOf.get(`${template}/{}`) ?? NO_METHODS,
    methods: paths.methodsOf.get(template) ?? NO_METHODS,
    plural:
      isSeveral(endpoint.method, selectedFrom(tail.length > 0 ? tail : literals)) && !picksOne(steps, inPath),
    noun,
  };
}

/** Verbs whose object joins or leaves what the call is about: `addGroup`. */
const MEMBER_VERBS = /^(add|remove|invite|kick|assign|unassign|attach|detach|insert)$/;

/** What a path speaks of: its last literal, or what its verb is about, as in `/messages/search` and `/deleteSticker`. */
function collectionOf(literals: readonly string[], verb: Verb | undefined): string {
  const last = literals.at(-1) ?? '';
  if (verb === undefined) return last;
  const before = literals.at(-2) ?? '';
  const words = wordsOf(last).filter((word) => word !== verb.word);
  if (words.length === 0 || isPlural(wordsOf(before).at(-1) ?? '')) return before;
  if (before !== '' && MEMBER_VERBS.test(verb.word)) return before;
  const end = words.findIndex((word) => /^(to|from|in|of|for|by|with|on)$/.test(word));
  return words.slice(0, end < 0 ? undefined : end).join(' ');
}

function verbsOf(
  endpoint: Endpoint,
  steps: readonly Step[],
  summary: Summary,
): Pick<Facts, 'pathVerb' | 'nameVerb'> {
  const pathVerb = verbOfPath(endpoint, steps) ?? verbRepeated(endpoint, steps, summary);
  const nameVerb = verbOfName(endpoint);
  return {
    ...(pathVerb !== undefined && !isNounHere(pathVerb, summary) && { pathVerb }),
    ...(nameVerb !== undefined && { nameVerb }),
  };
}

/** "Create a quote" makes the last word of `/payouts/{id}/quote` a noun. */
function isNounHere(pathVerb: Verb, { verb, words }: Summary): boolean {
  return verb?.intent === 'create' && pathVerb.word !== verb.word && words.slice(1).includes(pathVerb.word);
}

/** "Redacts a session" makes the last word of `POST /sessions/{id}/redact` a verb. */
function verbRepeated(endpoint: Endpoint, steps: readonly Step[], summary: Summary): Verb | undefined {
  const last = steps.at(-1);
  if (endpoint.method !== 'POST' || last?.kind !== 'literal') return undefined;
  const [word = ''] = wordsOf(last.text);
  const repeated = summary.words[0]?.startsWith(word.slice(0, 5)) === true && word.length > 3;
  return repeated && !namesSeveral(last.text) ? { word, intent: 'act' } : undefined;
}

/** The collection that a selection is made from: `movies` in `/movies/popular`. */
function selectedFrom(literals: readonly string[]): string {
  const collection = literals.findLast((text) => !isSelection(text)) ?? '';
  const before = literals.at(literals.lastIndexOf(collection) - 1) ?? '';
  return /[a-z]ed$/i.test(collection) && namesSeveral(before) ? before : collection;
}

const PARTICIPLE = /^(?!feed$|embed$|seed$|speed$|need$|shared$)[a-z]{2,}ed$/i;

/** What is read behind `attended` or `starred` are the things that were. */
function isSeveral(method: string, literal: string): boolean {
  return namesSeveral(literal) || (method === 'GET' && PARTICIPLE.test(literal));
}

/** Behind the collection, a kind picks one of it: `/images/{imageType}`. */
function picksOne(steps: readonly Step[], inPath: readonly Identifier[]): boolean {
  const last = steps.at(-1);
  if (
    last?.kind !== 'parameter' ||
    inPath.length === 0 ||
    inPath.some((identifier) => isStepOf(last, identifier))
  )
    return false;
  return /^(type|kind|size|format)$/.test(wordsOf(last.text).at(-1) ?? '');
}

function literalsOf(steps: readonly Step[]): readonly string[] {
  return steps.filter((step) => step.kind === 'literal').map((step) => step.text);
}

function isStepOf(step: Step, identifier: Identifier): boolean {
  return step.kind === 'parameter' && identifier.from === `path:${step.text}`;
}
