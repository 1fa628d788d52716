import { describeFinding } from '../../../core/generation/model/describe-findings.ts';
import { type AttributeType, attributePath, type MappingType } from '../../../core/model/model.ts';
import type { Room } from '../../layout.ts';
import { type Line, line, span, wrapText } from '../../line.ts';
import { windowStart } from '../../window.ts';
import type { WizardState } from '../state.ts';
import { highlighted } from './highlighted.ts';
import { type TreeRow, treeRows } from './model-tree.ts';
import { isTight } from './step-layout.ts';

/** Step 4: the entity types as a tree, their attributes to be ticked. */
export function modelList(state: WizardState, { width, height }: Room): Line[] {
  const { answers, model } = state;
  const rows = treeRows(state);
  const left = new Set(answers.withoutAttributes);
  const [question = '', hint = ''] = QUESTION;
  const isShort = isTight({ width, height });
  const head = [
    ...wrapText(isShort ? question : `${question} ${hint}`, width, isShort ? 'strong' : undefined),
    line(
      span('attributes ', 'quiet'),
      span(answers.attributes, 'strong'),
      span('   mapping ', 'quiet'),
      span(answers.mappingType, 'strong'),
    ),
    ...(isShort ? [] : [...wrapText(MAPPINGS[answers.mappingType], width, 'quiet'), line()]),
  ];
  const room = Math.max(1, height - head.length);
  const start = windowStart(model.chosen, rows.length, room);
  const shown = rows.slice(start, start + room);
  return [...head, ...shown.map((row, index) => treeLine(row, start + index === model.chosen, left))];
}

const MAPPINGS: Readonly<Record<MappingType, string>> = {
  ResourceRest: 'Each action applies to the resource of its pattern.',
  SimpleRest: 'All actions apply to the application.',
};

const QUESTION = ['What may policies speak about?', 'Space leaves an attribute out.'];

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
    case 'String':
    case 'Long':
    case 'Bool':
    case 'datetime':
    case 'decimal':
    case 'ipaddr':
    case 'duration':
      return type.kind;
  }
}

/** The schema from the type that is chosen on, and why it is as it is. */
export function schemaLines(state: WizardState, width: number): Line[] {
  const { api, answers, model } = state;
  const row = treeRows(state)[model.chosen];
  const text = api.read?.drafter.schemaText(answers) ?? '';
  const lines = text.split('\n');
  const wanted = row && new RegExp(`^\\s*entity ${row.type.name}\\b`);
  const at = Math.max(
    0,
    lines.findIndex((one) => wanted?.test(one)),
  );
  // The line above may say what the type is.
  const from = (lines[at - 1] ?? '').trim() === '' ? at : at - 1;
  const found = row
    ? (api.read?.drafter.findings(answers) ?? []).filter((one) => one.type === row.type.name)
    : [];
  const reasons = found.flatMap((one) => wrapText(describeFinding(one), width, 'quiet'));
  const schema = highlighted('schema', text).slice(from);
  return [...reasons, ...(reasons.length > 0 ? [line()] : []), ...schema];
}
