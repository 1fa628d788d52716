import { SideBySide } from '../../frame.tsx';
import { type Line, line, span, wrapLine, wrapText } from '../../line.ts';
import { Lines } from '../../lines.tsx';
import { showField } from '../../text-field.ts';
import { PRINCIPAL_FIELDS, type PrincipalField, type WizardState } from '../state.ts';
import type { StepViewProps } from './step-view.ts';

/** Step 5: which claims of a token say who calls, and the entity that they become. */
export function PrincipalView({ state, room }: StepViewProps) {
  return (
    <SideBySide
      room={room}
      leftWidth={Math.min(56, Math.floor(room.width / 2))}
      left={(left) => <Lines lines={fieldLines(state, left.width)} {...left} />}
      right={(right) => <Lines lines={entityLines(state, right.width)} {...right} />}
    />
  );
}

const QUESTIONS: Readonly<Record<PrincipalField, readonly [title: string, note: string]>> = {
  subject: ['The claim with the id', 'it becomes the id of the principal'],
  groups: ['The claim with the groups', 'each becomes a parent'],
  tenant: ['The claim with the tenant', 'it becomes a parent, too'],
  groupType: ['The entity type of groups', 'empty: as the API suggests'],
  userPoolId: ['The user pool id', 'empty: none; else groups are <pool>|<group>'],
};

function fieldLines({ principal, api, answers }: WizardState, width: number): Line[] {
  const model = api.read?.drafter.model(answers);
  return PRINCIPAL_FIELDS.flatMap((field, index) => {
    const [title, note] = QUESTIONS[field];
    const isChosen = index === principal.chosen;
    const isIdle = field === 'tenant' && model !== undefined && model.tenantType === undefined;
    const shown = principal.fields[field];
    const suggested = field === 'groupType' && shown.text === '' && !isChosen ? (model?.groupType ?? '') : '';
    return [
      line(span(`${isChosen ? '> ' : '  '}${title}`, isChosen ? 'strong' : undefined)),
      line(
        '    ',
        ...(suggested === '' ? showField(shown, width - 6, isChosen) : [span(suggested, 'quiet')]),
      ),
      line('    ', span(isIdle ? 'the API has no tenants: not used' : note, 'quiet')),
    ];
  });
}

function entityLines({ api, answers }: WizardState, width: number): Line[] {
  const sample = api.read?.drafter.principal(answers);
  if (!sample) return wrapText('No entity can be made with these answers.', width, 'doubt');
  return [
    line(span('A token that says', 'quiet')),
    ...jsonLines(sample.claims).flatMap((one) => wrapLine(one, width)),
    line(),
    line(span('becomes the entity', 'quiet')),
    ...jsonLines(sample.entity).flatMap((one) => wrapLine(one, width)),
  ];
}

/** JSON with one line for each member of an object or list at the top, its keys and texts in their looks. */
function jsonLines(value: object): Line[] {
  const members = Object.entries(value).flatMap(([key, member]) =>
    Array.isArray(member) && member.length > 1
      ? [`  "${key}": [`, ...member.map((one) => `    ${inOneLine(one)},`), '  ],']
      : [`  "${key}": ${inOneLine(member)},`],
  );
  return ['{', ...members, '}'].map((text) => {
    const [, indent = '', key = '', rest = ''] = /^(\s*)("[^"]*": )?(.*)$/.exec(text) ?? [];
    return line(indent, span(key, 'name'), ...jsonSpans(rest));
  });
}

function inOneLine(value: unknown): string {
  return JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ');
}

function jsonSpans(text: string): Line {
  return text
    .split(/("(?:[^"\\]|\\.)*")/)
    .map((part) => span(part, part.startsWith('"') ? 'text' : undefined));
}
