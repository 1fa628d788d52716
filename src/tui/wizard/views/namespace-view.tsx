import { namespaceProblem } from '../../../core/cedar/namespace.ts';
import { type Line, line, span, wrapText } from '../../line.ts';
import { Lines } from '../../lines.tsx';
import { showField } from '../../text-field.ts';
import { classifiedApi, type WizardState } from '../state.ts';
import type { StepViewProps } from './step-view.ts';

/** Step 2: the name that stands before every type and action. */
export function NamespaceView({ state, room }: StepViewProps) {
  return <Lines lines={namespaceLines(state, room.width)} {...room} />;
}

function namespaceLines(state: WizardState, width: number): Line[] {
  const { text } = state.namespace;
  const problem = namespaceProblem(text);
  return [
    line(span('The namespace', 'strong')),
    ...wrapText(
      'It is the prefix of every entity type and action, in the schema and in every policy.',
      width,
      'quiet',
    ),
    line(),
    line(span('> ', 'strong'), ...showField(state.namespace, width - 4, true)),
    line(),
    ...(problem
      ? [...wrapText(problem.message, width, 'bad'), ...wrapText(problem.help, width, 'quiet')]
      : [...usableLines(text, width), line(), ...exampleNames(state, text)]),
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
