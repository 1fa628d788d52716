import type { Endpoint, Spec } from '../openapi/endpoint.ts';
import { sentences } from './phrases.ts';
import { nounsAmong } from './signals/elsewhere.ts';
import { type Dissected, type Facts, factsOf, type Paths } from './signals/facts.ts';
import { nounOfWords } from './signals/identifiers.ts';
import { identifiersInPath, isSure, pathValues } from './signals/path/path.ts';
import { partsOf } from './signals/path/steps.ts';
import { type Reading, readingsOf } from './signals/readings.ts';
import { queryValues, valuesTaken } from './signals/values/taken-values.ts';
import { namesSeveral, splitWords } from './words.ts';

/** What is known about the API as a whole, computed once, and about each of its endpoints in the light of it. */
export interface Api {
  readonly spec: Spec;
  readonly facts: ReadonlyMap<Endpoint, Facts>;
  /** The ways in which an endpoint can be read, the usual one first. */
  readonly readingsOf: (endpoint: Endpoint) => readonly Reading[];
  /** Singular nouns of everything that a path identifies: `campaign`. */
  readonly nouns: ReadonlySet<string>;
  /** Nouns of what something else belongs to, by the paths. */
  readonly owners: ReadonlySet<string>;
  /** A good part of the operations demand authentication. */
  readonly secured: boolean;
  /**
   * Collections answer with a list where the document says so. Some documents give the shape of one element instead; there, an
   * object says nothing.
   */
  readonly answersTrusted: boolean;
  /** Paths are names of procedures: nearly everything is POST, and hardly any path identifies something. */
  readonly procedural: boolean;
  /** Nothing in it can be changed, deleted or read by an identifier: what is posted is hardly kept. */
  readonly keepsNothing: boolean;
  /** Its title speaks of computing: converting, detecting, looking up. */
  readonly titledComputing: boolean;
}

/** Looks at the whole API once, so that every endpoint can be judged in the light of the others. */
export function describeApi(spec: Spec): Api {
  const dissected = spec.endpoints.map(dissect);
  const paths = describePaths(dissected);
  const facts = new Map<Endpoint, Facts>();
  const entries = new Map<Endpoint, Dissected>();
  for (const entry of dissected) {
    entries.set(entry.endpoint, entry);
    facts.set(entry.endpoint, factsOf(entry, paths));
  }
  const secured = spec.endpoints.filter((endpoint) => endpoint.security === 'required').length;
  return {
    spec,
    facts,
    readingsOf: (endpoint) => {
      const entry = entries.get(endpoint);
      const usual = facts.get(endpoint);
      return entry === undefined || usual === undefined ? [] : readingsOf(entry, usual, paths);
    },
    nouns: paths.nouns,
    owners: ownersAmong(dissected),
    secured: secured * 20 > spec.endpoints.length,
    answersTrusted: areAnswersTrusted(facts),
    procedural: paths.procedural,
    keepsNothing: dissected.length >= TELLING && !dissected.some(keeps),
    titledComputing: COMPUTING_TITLE.test(spec.title),
  };
}

/** Fewer endpoints do not tell what an API is for. */
const TELLING = 4;

/** It changes or deletes, or reads what its path identifies without doubt. */
function keeps({ endpoint, values }: Dissected): boolean {
  return /^(PUT|PATCH|DELETE)$/.test(endpoint.method) || values.some(isSure);
}

const COMPUTING_TITLE = sentences`
  conver(t|sion) | detect | recogni[sz] | classif | analy[sz] | analytics | calculat | generat | translat
  validat | verif | predict | \bocr\b | \bnlp | language | learning | pars(e|ing) | render | screenshot
  geocod | routing | directions | matrix | lookup | check | \bqr | barcode | pdf | \btext | image | sentiment
  weather | currency | exchange rates | time ?zone | sunrise | holiday
`;

function ownersAmong(dissected: readonly Dissected[]): ReadonlySet<string> {
  const owners = dissected.flatMap(({ steps, inPath }) =>
    steps.at(-1)?.kind === 'literal' ? inPath : inPath.slice(0, -1),
  );
  return new Set(owners.map(({ noun }) => noun));
}

function dissect(endpoint: Endpoint): Dissected {
  const { steps, literals, template } = partsOf(endpoint.path);
  const values = pathValues(endpoint, steps);
  const inPath = identifiersInPath(values);
  const nameWords = splitWords(endpoint.operationId ?? '');
  return { endpoint, steps, literals, template, values, inPath, inQuery: queryValues(endpoint), nameWords };
}

function describePaths(dissected: readonly Dissected[]): Paths {
  const nouns = new Set(dissected.flatMap(({ inPath }) => inPath.map(({ noun }) => noun)));
  const others = dissected.flatMap((entry) => [
    ...nounsAmong(entry),
    objectOf(entry.steps.at(-1)?.words ?? []),
  ]);
  return {
    methodsOf: methodsByTemplate(dissected),
    nouns,
    allNouns: new Set([...nouns, ...others]),
    procedural: isProcedural(dissected),
    timesNamed: timesNamed(dissected),
    takenByMost: takenByMost(dissected),
    roots: new Set(dissected.filter(isRootIdentified).map(({ steps }) => steps[0]?.text.toLowerCase() ?? '')),
  };
}

/** Names of values in query or body that most calls take, of those that take any: `merchantAccount`. */
function takenByMost(dissected: readonly Dissected[]): ReadonlySet<string> {
  const times = new Map<string, number>();
  let calls = 0;
  for (const { endpoint } of dissected) {
    const names = valuesTaken(endpoint);
    if (names.length > 0) calls += 1;
    for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  }
  if (calls < TELLING) return new Set();
  return new Set([...times].filter(([, count]) => count * 3 > calls * 2).map(([name]) => name));
}

function timesNamed(dissected: readonly Dissected[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { values } of dissected)
    for (const { identifier } of values) times.set(identifier.name, (times.get(identifier.name) ?? 0) + 1);
  return times;
}

function methodsByTemplate(dissected: readonly Dissected[]): ReadonlyMap<string, ReadonlySet<string>> {
  const methods = new Map<string, Set<string>>();
  for (const { endpoint, template } of dissected) {
    methods.set(template, (methods.get(template) ?? new Set()).add(endpoint.method));
  }
  return methods;
}

/** What the name of a procedure is about: `table` for `DescribeTable`; nothing for other names. */
function objectOf(words: readonly string[]): string {
  return /^(create|delete|describe|list)$/.test(words[0] ?? '') ? nounOfWords(words.slice(1)) : '';
}

function isProcedural(dissected: readonly Dissected[]): boolean {
  const posts = dissected.filter(({ endpoint }) => endpoint.method === 'POST').length;
  const identifying = dissected.filter(({ inPath }) => inPath.length > 0).length;
  const collections = dissected.filter(({ steps }) => namesSeveral(steps.at(-1)?.text ?? '')).length;
  const { length } = dissected;
  return posts > length * 0.8 && identifying < length * 0.1 && collections < length * 0.4;
}

function isRootIdentified({ endpoint, steps }: Dissected): boolean {
  const [first, second] = steps;
  if (first?.kind !== 'literal') return false;
  if (second !== undefined) return second.kind === 'parameter' && steps.length === 2;
  const root = first.text.toLowerCase();
  const own = ['id', 'key', root, `${root}id`, `${root}name`, `${root}key`];
  return endpoint.parameters.some(
    ({ in: where, name }) => where === 'query' && own.includes(name.toLowerCase().replaceAll('_', '')),
  );
}

function areAnswersTrusted(facts: ReadonlyMap<Endpoint, Facts>): boolean {
  const collections = [...facts].filter(
    ([endpoint, { plural, elementMethods }]) =>
      endpoint.method === 'GET' && plural && elementMethods.has('GET'),
  );
  const single = collections.filter(([, { answer }]) => answer === 'one').length;
  return single * 2 <= collections.length;
}
