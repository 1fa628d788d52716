import { basePathFor, isBasePathRepeated } from '../../../core/generation/base-path.ts';
import { counted } from '../../../reporters/words/wording.ts';
import { SideBySide } from '../../frame.tsx';
import { type Line, line, span, wrapLine, wrapText } from '../../line.ts';
import { Lines } from '../../lines.tsx';
import { showField } from '../../text-field.ts';
import type { WizardState } from '../state.ts';
import { chosenFile } from '../steps.ts';
import { problemLines } from './problems.ts';
import type { StepViewProps } from './step-view.ts';

/** Step 1: which API description, and what is in it. */
export function ApiView({ state, room }: StepViewProps) {
  return (
    <SideBySide
      room={room}
      leftWidth={Math.min(44, Math.floor(room.width * 0.4))}
      left={(left) => <Lines lines={fileLines(state, left.width)} {...left} />}
      right={(right) => <Lines lines={readLines(state, right.width)} {...right} />}
    />
  );
}

function fileLines({ start, api }: WizardState, width: number): Line[] {
  const found = start.candidates.map((name, index) => fileLine(name, index === api.chosen));
  const isTyping = api.chosen === start.candidates.length;
  const field = showField(api.path, width - 2, isTyping);
  return [
    ...wrapText(
      found.length === 0 ? 'No API description was found in this folder.' : 'The API description',
      width,
      'strong',
    ),
    ...found,
    line(),
    line(
      span(
        `${isTyping ? '> ' : '  '}${found.length === 0 ? 'Its path' : 'Another file, by its path'}`,
        isTyping ? 'chosen' : undefined,
      ),
    ),
    line('  ', ...(api.path.text === '' && !isTyping ? [span('Tab completes it', 'quiet')] : field)),
    ...api.completions.slice(0, MOST_COMPLETIONS).map((name) => line('  ', span(name, 'quiet'))),
  ];
}

const MOST_COMPLETIONS = 10;

function fileLine(name: string, isChosen: boolean): Line {
  return isChosen ? line(span(`> ${name} `, 'chosen')) : line(`  ${name}`);
}

function readLines(state: WizardState, width: number): Line[] {
  const { api, task } = state;
  const file = chosenFile(state);
  if (task?.type === 'read') return [line(span(`Reading ${task.file} …`, 'quiet'))];
  if (api.problems.length > 0)
    return [line(span(`${file} cannot be used`, 'bad')), line(), ...problemLines(api.problems, width)];
  if (!api.read || api.read.file !== file) return introduction(width);
  const { spec, diagnostics } = api.read;
  return [
    line(span(spec.title === '' ? 'An API without a title' : spec.title, 'strong')),
    ...wrapText(WHAT_HAPPENS, width, 'quiet'),
    line(),
    line(span('version   ', 'quiet'), spec.apiVersion === '' ? 'not said' : spec.apiVersion),
    line(span('OpenAPI   ', 'quiet'), spec.version),
    ...wrapLine(
      line(span('endpoints ', 'quiet'), `${spec.endpoints.length} (${methodCounts(state)})`),
      width,
    ),
    ...(spec.basePath === '' ? [] : [line(span('base path ', 'quiet'), spec.basePath)]),
    ...basePathQuestion(state, width),
    line(),
    ...(diagnostics.length === 0
      ? [line(span('No problems were found in it.', 'good'))]
      : [line(span(counted(diagnostics.length, 'problem'), 'doubt')), ...problemLines(diagnostics, width)]),
  ];
}

/** Asked only where the paths say once more what the servers say. */
function basePathQuestion({ api, answers }: WizardState, width: number): Line[] {
  const spec = api.read?.spec;
  const [first] = spec?.endpoints ?? [];
  if (spec === undefined || first === undefined || !isBasePathRepeated(spec)) return [];
  const path = `${basePathFor(spec, answers.basePath)}${first.path}`;
  const question = `The paths begin with ${spec.basePath} themselves, as the servers do. Are calls for`;
  return [
    line(),
    ...wrapText(question, width, 'doubt'),
    line('  ', span(path, 'strong'), ' ?  ', span('b changes it, here or in step 4', 'quiet')),
  ];
}

const WHAT_HAPPENS =
  'It becomes a project in seven steps: a Cedar schema, first policies, and fixtures that say what they decide. Nothing is written before the last step.';

function introduction(width: number): Line[] {
  return [WHAT_HAPPENS, 'OpenAPI 3.x or Swagger 2.0, YAML or JSON.'].flatMap((text) => [
    ...wrapText(text, width),
    line(),
  ]);
}

function methodCounts({ api }: WizardState): string {
  const counts = new Map<string, number>();
  for (const { method } of api.read?.spec.endpoints ?? []) counts.set(method, (counts.get(method) ?? 0) + 1);
  return [...counts].map(([method, count]) => `${count} ${method}`).join(', ');
}
