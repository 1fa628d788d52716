import { templateDescription } from '../../../core/generation/generate-policies.ts';
import { SideBySide } from '../../frame.tsx';
import { highlightCedar } from '../../highlight.ts';
import { type Line, line, span, widthOf, wrapLine, wrapText } from '../../line.ts';
import { Lines } from '../../lines.tsx';
import type { WizardState } from '../state.ts';
import { previewLines } from './preview-lines.ts';
import { problemLines } from './problems.ts';
import type { StepViewProps } from './step-view.ts';

/** Step 6: which templates, who may do what with them, and the policies that they make; those of the chosen one first. */
export function TemplatesView({ state, room }: StepViewProps) {
  if (room.width >= WIDE)
    return (
      <SideBySide
        room={room}
        leftWidth={leftWidth(state, room.width)}
        left={(left) => <Lines lines={templateLines(state, left.width)} {...left} />}
        right={(right) => (
          <SideBySide
            room={right}
            leftWidth={Math.floor(right.width * 0.55)}
            left={(middle) => <Lines lines={previewLines(state, middle.width)} {...middle} />}
            right={(rest) => (
              <Lines lines={policyLines(state, rest.width).slice(state.templates.scroll)} {...rest} />
            )}
          />
        )}
      />
    );
  const { isPreviewed, scroll } = state.templates;
  return (
    <SideBySide
      room={room}
      leftWidth={leftWidth(state, room.width)}
      left={(left) => <Lines lines={templateLines(state, left.width)} {...left} />}
      right={(right) => (
        <Lines
          lines={(isPreviewed ? previewLines : policyLines)(state, right.width).slice(scroll)}
          {...right}
        />
      )}
    />
  );
}

/** From here on there is room for all three. */
const WIDE = 150;

function leftWidth({ start }: WizardState, width: number): number {
  const widest = Math.max(...start.templates.map(({ name }) => widthOf(name)));
  return Math.max(widest + 8, Math.min(50, Math.floor(width * 0.3)));
}

function templateLines({ start, answers, templates }: WizardState, width: number): Line[] {
  const chosen = start.templates[templates.chosen];
  return [
    line(span('Policy templates', 'strong')),
    ...start.templates.map(({ name }, index) => {
      const text = `[${answers.templates.includes(name) ? 'x' : ' '}] ${name}`;
      return index === templates.chosen ? line(span(`> ${text}`, 'chosen')) : line(`  ${text}`);
    }),
    line(),
    ...wrapText(chosen ? templateDescription(chosen) : '', width, 'quiet'),
  ];
}

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
      ...highlightCedar(file.value.text).flatMap((one) => wrapLine(one, width)),
      ...(leftOut.length > 0 ? [line(), ...problemLines(leftOut, width)] : []),
      line(),
    ];
  });
}
