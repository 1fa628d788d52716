import { basePathFor, isBasePathRepeated } from '../../../core/generation/base-path.ts';
import { counted } from '../../../reporters/words/wording.ts';
import type { Room } from '../../layout.ts';
import { type Line, line, span, wrapLine, wrapText } from '../../line.ts';
import { showField } from '../../text-field.ts';
import { windowStart } from '../../window.ts';
import type { WizardState } from '../state.ts';
import { chosenFile } from '../steps.ts';
import { problemLines } from './problems.ts';
import { isSmall, isTight } from './step-layout.ts';

/** Step 1: which API description: those that were found, or any other one by its path. */
export function apiList({ start, api, screen }: WizardState, { width, height }: Room): Line[] {
  const { candidates } = start;
  const isTyping = api.chosen === candidates.length;
  const title =
    candidates.length === 0 ? 'No API description was found in this folder.' : 'The API description';
  // Where nothing stands beside it, what will happen is said here.
  const head = isSmall(screen) ? wrapText(SHORTLY, width, 'quiet') : wrapText(title, width, 'strong');
  const gap = isTight({ width, height }) ? [] : [line()];
  const path = pathLines(api, isTyping, candidates.length === 0, width);
  const room = Math.max(1, height - head.length - gap.length - path.length);
  const from = windowStart(api.chosen, candidates.length, room);
  const found = candidates
    .slice(from, from + room)
    .map((name, index) => fileLine(name, from + index === api.chosen));
  return [...head, ...found, ...gap, ...path];
}

function pathLines(api: WizardState['api'], isTyping: boolean, isAlone: boolean, width: number): Line[] {
  const title = `${isTyping ? '> ' : '  '}${isAlone ? 'Its path' : 'Another file, by its path'}`;
  const isHinted = api.path.text === '' && !isTyping;
  return [
    line(span(title, isTyping ? 'chosen' : undefined)),
    line(
      '  ',
      ...(isHinted ? [span('Tab completes it', 'quiet')] : showField(api.path, width - 2, isTyping)),
    ),
    ...completionLines(api.completions),
  ];
}

const MOST_COMPLETIONS = 10;

function completionLines(names: readonly string[]): Line[] {
  const shown = names.length > MOST_COMPLETIONS ? names.slice(0, MOST_COMPLETIONS - 1) : names;
  const more = names.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].map((name) => line('  ', span(name, 'quiet')));
}

function fileLine(name: string, isChosen: boolean): Line {
  return isChosen ? line(span(`> ${name} `, 'chosen')) : line(`  ${name}`);
}

/** What is in the chosen description, or why it cannot be used. */
export function apiDetails(state: WizardState, width: number): Line[] {
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

const SHORTLY = 'It becomes a project in seven steps. Nothing is written before the last.';

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
