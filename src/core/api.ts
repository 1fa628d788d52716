import type { Endpoint, Spec } from './endpoint.ts';
import { type Answer, answerOf } from './patterns/signals/answer.ts';
import { type Identifier, nounOfWords } from './patterns/signals/identifiers.ts';
import { identifiersInPath } from './patterns/signals/path.ts';
import { type Step, stepsOf } from './patterns/signals/steps.ts';
import { identifiersElsewhere, nounsAmong } from './patterns/signals/values.ts';
import { saysAttach, type Verb, verbOfName, verbOfPath, verbOfText } from './patterns/signals/verbs.ts';
import { namesSeveral, wordsOf } from './words.ts';

/** What is known about the API as a whole, computed once, and about each of its endpoints in the light of it. */
export interface Api {
  readonly spec: Spec;
  readonly facts: ReadonlyMap<Endpoint, Facts>;
  /** Singular nouns of everything that a path identifies: `campaign`. */
  readonly nouns: ReadonlySet<string>;
  /** The methods of every path, by the path without the names of its parameters. */
  readonly methodsOf: ReadonlyMap<string, ReadonlySet<string>>;
  /** Most operations demand authentication. */
  readonly secured: boolean;
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
  /** The verb that the summary starts with. */
  readonly summaryVerb?: Verb;
  /** The summary speaks of adding something to what exists. */
  readonly attaches: boolean;
  readonly answer: Answer;
  /** The methods of the path that identifies an element of this one: of `/campaigns/{id}` for `/campaigns`. */
  readonly elementMethods: ReadonlySet<string>;
  /** The methods of this path. */
  readonly methods: ReadonlySet<string>;
  /** The last literal names several things. */
  readonly plural: boolean;
  /** The noun of the collection that the path speaks of, singular. */
  readonly noun: string;
}

/** Looks at the whole API once, so that every endpoint can be judged in the light of the others. */
export function describeApi(spec: Spec): Api {
  const paths = describePaths(spec);
  const facts = new Map(spec.endpoints.map((endpoint) => [endpoint, factsOf(endpoint, paths)]));
  const secured = spec.endpoints.filter((endpoint) => endpoint.security === 'required').length;
  const { nouns, methodsOf } = paths;
  return { spec, facts, nouns, methodsOf, secured: secured * 2 > spec.endpoints.length };
}

/** The path without the names of its parameters: how other endpoints of the same place are found. */
export function templateOf(path: string): string {
  return path.replace(/\{[^{}]*\}/g, '{}').replace(/\/+$/, '');
}

interface Paths {
  readonly methodsOf: ReadonlyMap<string, ReadonlySet<string>>;
  readonly nouns: ReadonlySet<string>;
  /** The nouns, and those that only queries and bodies identify. */
  readonly allNouns: ReadonlySet<string>;
}

function describePaths(spec: Spec): Paths {
  const methodsOf = new Map<string, Set<string>>();
  const nouns = new Set<string>();
  const allNouns = new Set<string>();
  for (const endpoint of spec.endpoints) {
    const template = templateOf(endpoint.path);
    methodsOf.set(template, (methodsOf.get(template) ?? new Set()).add(endpoint.method));
    for (const { noun } of identifiersInPath(endpoint, stepsOf(endpoint.path))) nouns.add(noun);
    for (const noun of nounsAmong(endpoint)) allNouns.add(noun);
  }
  return { methodsOf, nouns, allNouns: new Set([...nouns, ...allNouns]) };
}

const NO_METHODS: ReadonlySet<string> = new Set();

function factsOf(endpoint: Endpoint, paths: Paths): Facts {
  const steps = stepsOf(endpoint.path);
  const inPath = identifiersInPath(endpoint, steps);
  const last = steps.findLastIndex((step) => inPath.some((identifier) => isStepOf(step, identifier)));
  const literals = literalsOf(steps);
  const tail = literalsOf(steps.slice(last + 1));
  const verbs = verbsOf(endpoint, steps);
  const collection = literals.at(verbs.pathVerb === undefined ? -1 : -2) ?? literals.at(-1) ?? '';
  const noun = nounOfWords(wordsOf(collection));
  const template = templateOf(endpoint.path);
  return {
    steps,
    literals,
    tail,
    inPath,
    endsWithIdentifier: last >= 0 && tail.length === 0,
    elsewhere: identifiersElsewhere(endpoint, noun, paths.allNouns),
    ...verbs,
    attaches: saysAttach(endpoint),
    answer: answerOf(endpoint, collection),
    elementMethods: paths.methodsOf.get(`${template}/{}`) ?? NO_METHODS,
    methods: paths.methodsOf.get(template) ?? NO_METHODS,
    plural: namesSeveral(literals.at(-1) ?? ''),
    noun,
  };
}

function verbsOf(
  endpoint: Endpoint,
  steps: readonly Step[],
): Pick<Facts, 'pathVerb' | 'nameVerb' | 'summaryVerb'> {
  const pathVerb = verbOfPath(endpoint, steps);
  const nameVerb = verbOfName(endpoint);
  const summaryVerb = verbOfText(endpoint);
  return {
    ...(pathVerb !== undefined && { pathVerb }),
    ...(nameVerb !== undefined && { nameVerb }),
    ...(summaryVerb !== undefined && { summaryVerb }),
  };
}

function literalsOf(steps: readonly Step[]): readonly string[] {
  return steps.filter((step) => step.kind === 'literal').map((step) => step.text);
}

function isStepOf(step: Step, identifier: Identifier): boolean {
  return step.kind === 'parameter' && identifier.from === `path:${step.text}`;
}
