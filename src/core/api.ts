import type { Endpoint, Parameter, Shape, Spec } from './endpoint.ts';
import { type Answer, answerOf } from './patterns/signals/answer.ts';
import {
  type Identifier,
  isChoice,
  isCredential,
  isList,
  isNamedIdentifier,
  nounOf,
  nounOfWords,
  saysList,
  type Value,
} from './patterns/signals/identifiers.ts';
import { type Step, stepsOf } from './patterns/signals/steps.ts';
import { type Intent, intentOf, isPlural, singularOf, wordsOf, wordsOfText } from './words.ts';

/** What is known about the API as a whole, computed once, and about each of its endpoints in the light of it. */
export interface Api {
  readonly spec: Spec;
  readonly facts: ReadonlyMap<Endpoint, Facts>;
  /** Singular nouns of everything that a path identifies: `campaign`. */
  readonly nouns: ReadonlySet<string>;
  /** The paths with their parameters' names removed, and the methods each has. */
  readonly methodsOf: ReadonlyMap<string, ReadonlySet<string>>;
  /** Most operations demand authentication. */
  readonly secured: boolean;
}

/** What one endpoint's path, names, parameters and answer tell; the patterns weigh it. */
export interface Facts {
  readonly steps: readonly Step[];
  /** The literal steps behind the last identifier; all literal steps when the path identifies nothing. */
  readonly tail: readonly string[];
  /** What the path identifies, in its order. */
  readonly inPath: readonly Identifier[];
  /** The path ends with an identifier. */
  readonly endsWithIdentifier: boolean;
  /** Identifiers in the query and the body, the most telling first. */
  readonly elsewhere: readonly Identifier[];
  /** The verb that the path ends with, as in `/merge` and `/chat.postMessage`. */
  readonly pathVerb?: Verb;
  /** The verb that the operation is named with, in its id or summary. */
  readonly nameVerb?: Verb;
  readonly summaryVerb?: Verb;
  readonly answer: Answer;
  /** A deeper path identifies an element of this path: `/campaigns/{id}` for `/campaigns`. */
  readonly hasElements: boolean;
  /** The last literal names several things. */
  readonly plural: boolean;
  /** The noun of the last literal, singular. */
  readonly noun: string;
}

export interface Verb {
  readonly word: string;
  readonly intent: Intent;
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
    secured: secured * 2 > spec.endpoints.length,
  };
}

/** The path without the names of its parameters: how other endpoints of the same place are found. */
export function templateOf(path: string): string {
  return path.replace(/\{[^{}]*\}/g, '{}').replace(/\/+$/, '');
}

interface Paths {
  readonly methodsOf: ReadonlyMap<string, ReadonlySet<string>>;
  readonly nouns: ReadonlySet<string>;
}

function describePaths(spec: Spec): Paths {
  const methodsOf = new Map<string, Set<string>>();
  const nouns = new Set<string>();
  for (const endpoint of spec.endpoints) {
    const template = templateOf(endpoint.path);
    methodsOf.set(template, (methodsOf.get(template) ?? new Set()).add(endpoint.method));
    for (const identifier of identifiersInPath(endpoint))
      if (identifier.noun !== '') nouns.add(identifier.noun);
  }
  return { methodsOf, nouns };
}

function factsOf(endpoint: Endpoint, paths: Paths): Facts {
  const steps = stepsOf(endpoint.path);
  const inPath = identifiersInPath(endpoint);
  const last = steps.findLastIndex((step) => inPath.some((identifier) => isStepOf(step, identifier)));
  const tail = steps
    .slice(last + 1)
    .filter((step) => step.kind === 'literal')
    .map((step) => step.text);
  const literal = steps.findLast((step) => step.kind === 'literal')?.text ?? '';
  const pathVerb = verbOfPath(endpoint, tail, steps);
  const nameVerb = verbOfName(endpoint.operationId ?? '');
  const summaryVerb = verbOfText(endpoint.summary || endpoint.description);
  const collection = pathVerb === undefined ? literal : (tail.at(-2) ?? literal);
  const words = wordsOf(collection);
  return {
    steps,
    tail,
    inPath,
    endsWithIdentifier: last >= 0 && tail.length === 0,
    elsewhere: identifiersElsewhere(endpoint, nounOfWords(words), paths),
    ...(pathVerb !== undefined && { pathVerb }),
    ...(nameVerb !== undefined && { nameVerb }),
    ...(summaryVerb !== undefined && { summaryVerb }),
    answer: answerOf(endpoint, literal),
    hasElements: paths.methodsOf.has(`${templateOf(endpoint.path)}/{}`),
    plural: namesSeveral(literal),
    noun: nounOfWords(words),
  };
}

function isStepOf(step: Step, identifier: Identifier): boolean {
  return step.kind === 'parameter' && identifier.from === `path:${step.text}`;
}

function namesSeveral(literal: string): boolean {
  const words = wordsOf(literal);
  const last = words.at(-1) ?? '';
  return isPlural(last) || (words.length > 1 && /(ed|able)$/.test(last) && isPlural(words[0] ?? ''));
}

function identifiersInPath(endpoint: Endpoint): readonly Identifier[] {
  const steps = stepsOf(endpoint.path);
  return steps.flatMap((step, index) => {
    const parameter = endpoint.parameters.find((entry) => entry.in === 'path' && entry.name === step.text);
    if (step.kind !== 'parameter' || parameter === undefined) return [];
    return identifierInPath(parameter, steps, index);
  });
}

function identifierInPath(
  parameter: Parameter,
  steps: readonly Step[],
  index: number,
): readonly Identifier[] {
  const before = steps[index - 1];
  const collection = before?.kind === 'literal' ? nounOfWords(wordsOf(before.text)) : '';
  const named = nounOf(parameter.name) || nounOfWords(wordsOf(parameter.name));
  const matches = collection !== '' && (named === collection || collection.endsWith(` ${named}`));
  if (!matches && !identifiesInPath(parameter, steps, index)) return [];
  const list = isListInPath(parameter, before);
  const composite = steps[index + 1]?.kind === 'parameter' && nounOf(parameter.name) !== '';
  const noun = collection !== '' && !composite ? collection : named;
  return [{ from: `path:${parameter.name}`, name: parameter.name, noun, list, required: true }];
}

function identifiesInPath(parameter: Parameter, steps: readonly Step[], index: number): boolean {
  if (parameter.shape.enumeration !== undefined) return false;
  if (isNamedIdentifier(parameter.name)) return true;
  const behindIdentifier = steps[index - 1]?.kind === 'parameter';
  if (wordsOf(parameter.name).at(-1) === 'version') return behindIdentifier;
  return !isChoice(parameter);
}

function isListInPath(parameter: Parameter, before: Step | undefined): boolean {
  const last = wordsOf(parameter.name).at(-1) ?? '';
  if (parameter.shape.type === 'array' || /^(ids|uuids|guids|gids|keys|slugs)$/.test(last)) return true;
  if (!isPlural(last)) return false;
  return saysList(parameter) || wordsOf(before?.text ?? '').at(-1) === last;
}

function verbOfPath(endpoint: Endpoint, tail: readonly string[], steps: readonly Step[]): Verb | undefined {
  const last = tail.at(-1);
  if (last === undefined || steps.at(-1)?.kind !== 'literal') return undefined;
  const words = wordsOf(last);
  const intent = intentOf(words[0] ?? '');
  if (intent === undefined || (words.length === 1 && isPlural(last))) return undefined;
  const alone = words.length === 1 && !steps.at(-1)?.appended;
  if (alone && endpoint.method === 'GET' && intent !== 'list' && intent !== 'compute') return undefined;
  return { word: words[0] ?? '', intent };
}

/** `listCampaigns`, `campaigns.list`, `Campaigns_List` and `campaignsList` all say `list`. */
function verbOfName(operationId: string): Verb | undefined {
  const groups = operationId.split(/[^\p{L}\d]+/u).filter((group) => group !== '');
  const whole = wordsOf(operationId);
  const candidates = [whole[0], wordsOf(groups.at(-1) ?? '')[0], whole.at(-1), wordsOf(groups[1] ?? '')[0]];
  for (const word of candidates) {
    const intent = intentOf(word ?? '');
    if (word !== undefined && intent !== undefined) return { word, intent };
  }
  return undefined;
}

function verbOfText(text: string): Verb | undefined {
  const word = wordsOfText(text.replace(/^\s*\([^)]*\)/, '')).find(
    (candidate) => !/^(the|a|an|to|this|endpoint|operation|api|method)$/.test(candidate),
  );
  const intent = intentOf(word ?? '') ?? intentOf(singularOf(word ?? ''));
  return word === undefined || intent === undefined ? undefined : { word, intent };
}

/** Identifiers in the query and the body: required ones first, and those of the path's own noun before others. */
function identifiersElsewhere(endpoint: Endpoint, noun: string, paths: Paths): readonly Identifier[] {
  const query = endpoint.parameters.filter((parameter) => parameter.in === 'query');
  const body = endpoint.body === undefined ? [] : bodyValues(endpoint.body.shape);
  const found = [
    ...query.flatMap((value) => identifierAmong(value, 'query', noun, paths)),
    ...body.flatMap((value) => identifierAmong(value, 'body', noun, paths)),
  ];
  const rank = (identifier: Identifier) =>
    (identifier.required ? 4 : 0) + (identifier.noun === noun || identifier.noun === '' ? 2 : 0);
  return found
    .map((identifier, index) => ({ identifier, index }))
    .sort((a, b) => rank(b.identifier) - rank(a.identifier) || a.index - b.index)
    .map(({ identifier }) => identifier);
}

function bodyValues(shape: Shape): readonly Value[] {
  return [...shape.properties.values()]
    .filter((property) => !property.readOnly)
    .map((property) => ({ ...property, description: property.shape.description }));
}

function identifierAmong(
  value: Value,
  where: 'query' | 'body',
  noun: string,
  paths: Paths,
): readonly Identifier[] {
  if (isCredential(value.name) || isChoice(value)) return [];
  const { type } = value.shape;
  if (type === 'number' || type === 'object' || type === 'map') return [];
  if (type === 'array' && value.shape.items?.type === 'object') return [];
  const own = nounOf(value.name);
  const glued = own.replace(/list$/, '');
  const named = isNamedIdentifier(value.name);
  const known = paths.nouns.has(own) || paths.nouns.has(glued) || own === noun || glued === noun;
  if (!named && !(known && own !== '')) return [];
  const list = isList(value) || (glued !== own && paths.nouns.has(glued));
  return [
    {
      from: `${where}:${value.name}`,
      name: value.name,
      noun: paths.nouns.has(glued) ? glued : own,
      list,
      required: value.required,
    },
  ];
}
