import { namespaceProblem } from '../../../core/cedar/namespace.ts';
import type { Room } from '../../layout.ts';
import { type Line, line, span, wrapText } from '../../line.ts';
import { showField } from '../../text-field.ts';
import { classifiedApi, type WizardState } from '../state.ts';
import { isTight } from './step-layout.ts';

/** Step 2: the name that stands before every type and action. */
export function namespaceList(state: WizardState, { width, height }: Room): Line[] {
  const { text } = state.namespace;
  const problem = namespaceProblem(text);
  const isShort = isTight({ width, height });
  const gap = isShort ? [] : [line()];
  const note = 'It is the prefix of every entity type and action, in the schema and in every policy.';
  return [
    line(span(isShort ? 'The prefix of every type and action' : 'The namespace', 'strong')),
    ...(isShort ? [] : wrapText(note, width, 'quiet')),
    ...gap,
    line(span('> ', 'strong'), ...showField(state.namespace, width - 4, true)),
    ...gap,
    ...(problem
      ? [...wrapText(problem.message, width, 'bad'), ...wrapText(problem.help, width, 'quiet')]
      : [...usableLines(text, width), ...gap, ...exampleNames(state, text)]),
  ];
}

function usableLines(text: string, width: number): Line[] {
  if (text.length <= LONG) return [line(span('It can be used:', 'good'))];
  return wrapText('It can be used, but it is long, and stands before every name:', width, 'doubt');
}

/** Longer ones than any title of an API that is known. */
const LONG = 50;

function exampleNames(state: WizardState, namespace: string): Line[] {
  const classifications = classifiedApi(state)?.classifications ?? [];
  const types = [...new Set(['User', ...classifications.map(({ resource }) => resource.type)])].slice(0, 4);
  const actions = classifications.slice(0, 2).map(({ action }) => action);
  return [
    ...types.map((type) => line('  ', span(`${namespace}::${type}`, 'name'))),
    ...actions.map((action) =>
      line('  ', span(`${namespace}::Action`, 'name'), '::', span(`"${action}"`, 'text')),
    ),
  ];
}
