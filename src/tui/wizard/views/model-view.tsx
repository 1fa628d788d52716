import { describeFinding } from '../../../core/generation/model/describe-findings.ts';
import { type AttributeType, attributePath } from '../../../core/model/model.ts';
import { type Room, SideBySide } from '../../frame.tsx';
import { highlightCedar } from '../../highlight.ts';
import { type Line, line, span, wrapLine, wrapText } from '../../line.ts';
import { Lines } from '../../lines.tsx';
import { windowStart } from '../../window.ts';
import type { WizardState } from '../state.ts';
import { type TreeRow, treeRows } from './model-tree.ts';
import type { StepViewProps } from './step-view.ts';

/** Step 4: the entity types as a tree, their attributes to be ticked, and the schema that they make. */
export function ModelView({ state, room }: StepViewProps) {
  const rows = treeRows(state);
  const row = rows[state.model.chosen];
  return (
    <SideBySide
      room={room}
      leftWidth={Math.floor(room.width / 2)}
      left={(left) => <Lines lines={treeLines(state, rows, left)} {...left} />}
      right={(right) => <Lines lines={schemaLines(state, row, right)} {...right} />}
    />
  );
}

function treeLines(state: WizardState, rows: readonly TreeRow[], { width, height }: Room): Line[] {
  const { answers, model } = state;
  const left = new Set(answers.withoutAttributes);
  const head = [
    line(
      span('attributes ', 'quiet'),
      span(answers.attributes, 'strong'),
      span('   mapping ', 'quiet'),
      span(answers.mappingType, 'strong'),
    ),
    ...wrapText('What may policies speak about? Space leaves an attribute out.', width, 'quiet'),
  ];
  const room = height - head.length;
  const start = windowStart(model.chosen, rows.length, room);
  const shown = rows.slice(start, start + room);
  return [...head, ...shown.map((row, index) => treeLine(row, start + index === model.chosen, left))];
}

function treeLine({ type, attribute, depth }: TreeRow, isChosen: boolean, left: ReadonlySet<string>): Line {
  const indent = '  '.repeat(depth);
  const marker = isChosen ? '> ' : '  ';
  if (!attribute) {
    const parents = type.parents.length === 0 ? '' : ` in ${type.parents.join(', ')}`;
    if (isChosen) return line(span(`${marker}${indent}${type.name}${parents}`, 'chosen'));
    return line(`${marker}${indent}`, span(type.name, 'title'), span(parents, 'quiet'));
  }
  const isOn = !left.has(attributePath(type, attribute));
  const text = `[${isOn ? 'x' : ' '}] ${attribute.name}${attribute.required ? '' : '?'}: ${showType(attribute.type)}`;
  if (isChosen) return line(span(`${marker}${indent}${text}`, 'chosen'));
  return line(`${marker}${indent}`, span(text, isOn ? undefined : 'quiet'));
}

/** A type as Cedar schemas write it. */
function showType(type: AttributeType): string {
  switch (type.kind) {
    case 'Set':
      return `Set<${showType(type.element)}>`;
    case 'Record':
      return '{ … }';
    case 'Entity':
      return type.type;
    default:
      return type.kind;
  }
}

/** The schema from the type that is chosen on. */
function schemaLines({ api, answers }: WizardState, row: TreeRow | undefined, room: Room): Line[] {
  const text = api.read?.drafter.schemaText(answers) ?? '';
  const at = text
    .split('\n')
    .findIndex((one) => row && new RegExp(`^\\s*entity ${row.type.name}\\b`).test(one));
  // The line above may say what the type is.
  const from = Math.max(0, at - 1);
  const found = row
    ? (api.read?.drafter.findings(answers) ?? []).filter((one) => one.type === row.type.name)
    : [];
  const reasons = found.flatMap((one) => wrapText(describeFinding(one), room.width, 'quiet'));
  const schema = highlightCedar(text)
    .slice(from, from + room.height)
    .flatMap((one) => wrapLine(one, room.width));
  return [...reasons, ...(reasons.length > 0 ? [line()] : []), ...schema];
}
