import type { Endpoint, Parameter } from '../../endpoint.ts';
import { isPlural, isSingleton, wordsOf } from '../../words.ts';
import {
  type Identifier,
  isChoice,
  isMeasure,
  isNamedIdentifier,
  nounOf,
  nounOfWords,
  saysList,
} from './identifiers.ts';
import type { Step } from './steps.ts';

/** What the parameters of a path identify, in its order; versions, formats, kinds and the like identify nothing. */
export function identifiersInPath(endpoint: Endpoint, steps: readonly Step[]): readonly Identifier[] {
  return steps.flatMap((step, index) => {
    const parameter = endpoint.parameters.find((entry) => entry.in === 'path' && entry.name === step.text);
    if (step.kind !== 'parameter' || parameter === undefined) return [];
    return identifierAt(parameter, steps, index);
  });
}

function identifierAt(parameter: Parameter, steps: readonly Step[], index: number): readonly Identifier[] {
  const before = steps[index - 1];
  const collection = before?.kind === 'literal' ? nounOfWords(wordsOf(before.text)) : '';
  const named = nounOf(parameter.name) || nounOfWords(wordsOf(parameter.name));
  const matches = collection !== '' && (named === collection || collection.endsWith(` ${named}`));
  const collected = matches && isPlural(wordsOf(before?.text ?? '').at(-1) ?? '');
  if (!collected && (isMeasure(parameter) || !(matches || identifies(parameter, steps, index)))) return [];
  if (parameter.shape.enumeration !== undefined) return [];
  const composite = steps[index + 1]?.kind === 'parameter' && nounOf(parameter.name) !== '';
  const noun = collection !== '' && !composite ? collection : named;
  const list = isListInPath(parameter, before);
  return [{ from: `path:${parameter.name}`, name: parameter.name, noun, list, required: true }];
}

function identifies(parameter: Parameter, steps: readonly Step[], index: number): boolean {
  if (isNamedIdentifier(parameter.name)) return true;
  const behindIdentifier = steps[index - 1]?.kind === 'parameter';
  if (wordsOf(parameter.name).at(-1) === 'version') return behindIdentifier;
  return !isChoice(parameter);
}

function isListInPath(parameter: Parameter, before: Step | undefined): boolean {
  const last = wordsOf(parameter.name).at(-1) ?? '';
  if (parameter.shape.type === 'array' || /^(ids|uuids|guids|gids|keys|slugs)$/.test(last)) return true;
  if (!isPlural(last) || isSingleton(last)) return false;
  return saysList(parameter) || wordsOf(before?.text ?? '').at(-1) === last;
}
