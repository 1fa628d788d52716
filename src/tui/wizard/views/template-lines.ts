import { templateDescription } from '../../../core/generation/generate-policies.ts';
import type { Room } from '../../layout.ts';
import { type Line, line, span, wrapText } from '../../line.ts';
import { windowStart } from '../../window.ts';
import type { WizardState } from '../state.ts';
import { highlighted } from './highlighted.ts';
import { previewLines } from './preview-lines.ts';
import { problemLines } from './problems.ts';
import { isTight, WIDE } from './step-layout.ts';

/** Step 6: which templates, and what the chosen one is for. */
export function templateList({ start, answers, templates }: WizardState, { width, height }: Room): Line[] {
  const chosen = start.templates[templates.chosen];
  const isShort = isTight({ width, height });
  const head = isShort ? [] : [line(span('Policy templates', 'strong'))];
  const gap = isShort ? [] : [line()];
  const about = wrapText(chosen ? templateDescription(chosen) : '', width, 'quiet');
  const room = Math.max(Math.floor(height / 2), height - head.length - gap.length - about.length);
  const from = windowStart(templates.chosen, start.templates.length, room);
  const rows = start.templates.slice(from, from + room).map(({ name }, index) => {
    const text = `[${answers.templates.includes(name) ? 'x' : ' '}] ${name}`;
    return from + index === templates.chosen ? line(span(`> ${text}`, 'chosen')) : line(`  ${text}`);
  });
  return [...head, ...rows, ...gap, ...about];
}

/** A block of the details, and how wide it is. */
export interface DetailColumn {
  readonly width: number;
  readonly lines: readonly Line[];
}

/** Who may do what with the ticked templates, and the policies that they make: one of them where there is no room for both. */
export function templateColumns(state: WizardState, width: number): readonly DetailColumn[] {
  const { screen, templates } = state;
  if (screen.width < WIDE)
    return [{ width, lines: (templates.isPreviewed ? previewLines : policyLines)(state, width) }];
  const left = Math.floor(width * 0.55);
  const right = width - left - 3;
  return [
    { width: left, lines: previewLines(state, left) },
    { width: right, lines: policyLines(state, right) },
  ];
}

/** Those of the chosen template first. */
function policyLines({ start, answers, templates, api }: WizardState, width: number): Line[] {
  const ticked = start.templates.filter(({ name }) => answers.templates.includes(name));
  const chosen = start.templates[templates.chosen];
  const others = ticked.filter((template) => template !== chosen);
  return [...(chosen ? [chosen] : []), ...others].flatMap((template) => {
    const file = api.read?.drafter.policies(template, answers);
    const isTicked = ticked.includes(template);
    const title = line(
      span(`policies/${template.name}.cedar`, isTicked ? 'title' : 'quiet'),
      span(isTicked ? '' : '  not ticked: this is what it would add', 'quiet'),
    );
    if (!file) return [];
    if (!file.ok) return [title, ...problemLines(file.diagnostics, width), line()];
    if (!file.value)
      return [
        title,
        ...wrapText('It has nothing to say about this model, and is left out.', width, 'quiet'),
        line(),
      ];
    const leftOut = file.diagnostics.filter(({ code }) => code === 'left-out');
    return [
      title,
      ...highlighted(`policies ${template.name}`, file.value.text),
      ...(leftOut.length > 0 ? [line(), ...problemLines(leftOut, width)] : []),
      line(),
    ];
  });
}
