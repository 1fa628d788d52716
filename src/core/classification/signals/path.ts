import type { Endpoint, Parameter } from '../../openapi/endpoint.ts';
import { isPlural, isSingleton, wordsOf } from '../words.ts';
import {
  type Identifier,
  isChoice,
  isNamedIdentifier,
  nounOf,
  nounOfLiteral,
  saysList,
} from './identifiers.ts';
import type { PathStep } from './steps.ts';

/** What the parameters of a path identify, in its order; versions, formats, kinds and the like identify nothing. */
export function identifiersInPath(endpoint: Endpoint, steps: readonly PathStep[]): readonly Identifier[] {
  return steps.flatMap((step, index) => {
    const parameter = parameterOf(step, endpoint);
    return parameter === undefined ? [] : identifierAt(endpoint, parameter, steps, index);
  });
}

function parameterOf(step: PathStep | undefined, { parameters }: Endpoint): Parameter | undefined {
  if (step?.kind !== 'parameter') return undefined;
  return parameters.find((entry) => entry.name === step.text && entry.in === 'path');
}

function identifierAt(
  endpoint: Endpoint,
  parameter: Parameter,
  steps: readonly PathStep[],
  index: number,
): readonly Identifier[] {
  const before = steps[index - 1];
  const collection = before?.kind === 'literal' ? nounOfLiteral(before.text) : '';
  const named = nounOf(parameter.name) || nounOfLiteral(parameter.name);
  const collected = isOneOf(parameter.name, collection, before?.text ?? '');
  const changed = index === steps.length - 1 && CHANGING.test(endpoint.method) && !isKind(parameter);
  if (!identifies(parameter, { collected, changed, composed: steps[index - 1]?.kind === 'parameter' }))
    return [];
  const composite = isIdentifiedNext(endpoint, steps[index + 1]) && nounOf(parameter.name) !== '';
  const noun = collection !== '' && !composite ? collection : named;
  const list = isListInPath(parameter, before);
  return [{ from: `path:${parameter.name}`, name: parameter.name, noun, list, required: true }];
}

/** `{policyName}` is one of `/policies`; a key is one of `/type` too. */
function isOneOf(name: string, collection: string, literal: string): boolean {
  if (collection === '') return false;
  const named = nounOf(name) || nounOfLiteral(name);
  if (isNamedIdentifier(name) && named.endsWith(` ${collection}`)) return true;
  const last = wordsOf(literal).at(-1) ?? '';
  const owned = named.endsWith(' name') && !isSingleton(last) ? named.slice(0, -' name'.length) : named;
  if (named === 'country') return isPlural(last) || collection === named;
  return isPlural(last) && (owned === collection || collection.endsWith(` ${owned}`));
}

/** Of a few fixed values, a key or a name says which, a type only of which kind. */
function saysWhich(name: string): boolean {
  return isNamedIdentifier(name) || wordsOf(name).at(-1) === 'name';
}

/** Of `{owner}/{repo}`, only the last is one of the collection in front. */
function isIdentifiedNext(endpoint: Endpoint, next: PathStep | undefined): boolean {
  const parameter = parameterOf(next, endpoint);
  return parameter !== undefined && !isChoice(parameter);
}

/** Methods that change exactly what the path ends with. */
const CHANGING = /^(PUT|PATCH|DELETE)$/;

function isKind(parameter: Parameter): boolean {
  return /^(type|kind|format|language|locale|lang)$/.test(wordsOf(parameter.name).at(-1) ?? '');
}

interface Position {
  /** It stands behind the collection of its own name: `/versions/{version}`. */
  readonly collected: boolean;
  /** It stands last, and the method changes what it names. */
  readonly changed: boolean;
  /** It stands behind another parameter: `/{name}/{version}`. */
  readonly composed: boolean;
}

function identifies(parameter: Parameter, { collected, changed, composed }: Position): boolean {
  if (wordsOf(parameter.name)[0] === 'new') return false;
  if (parameter.shape.enumeration !== undefined) return collected && saysWhich(parameter.name);
  if (collected || changed || isNamedIdentifier(parameter.name)) return true;
  if (wordsOf(parameter.name).at(-1) === 'version') return composed;
  return !isChoice(parameter);
}

function isListInPath(parameter: Parameter, before: PathStep | undefined): boolean {
  const last = wordsOf(parameter.name).at(-1) ?? '';
  if (parameter.shape.type === 'array' || /^(ids|uuids|guids|gids|keys|slugs)$/.test(last)) return true;
  if (!isPlural(last) || isSingleton(last)) return false;
  return saysList(parameter) || wordsOf(before?.text ?? '').at(-1) === last;
}
