import type { Room } from '../../layout.ts';
import { type Line, line, span, wrapLine, wrapText } from '../../line.ts';
import { showField } from '../../text-field.ts';
import { PRINCIPAL_FIELDS, type PrincipalField, type WizardState } from '../state.ts';
import { isTight } from './step-layout.ts';

const QUESTIONS: Readonly<Record<PrincipalField, readonly [title: string, note: string, short: string]>> = {
  subject: ['The claim with the id', 'it becomes the id of the principal', 'id'],
  groups: ['The claim with the groups', 'each becomes a parent', 'groups'],
  tenant: ['The claim with the tenant', 'it becomes a parent, too', 'tenant'],
  groupType: ['The entity type of groups', 'empty: as the API suggests', 'group type'],
  userPoolId: ['The user pool id', 'with one, groups are <pool>|<group>', 'user pool'],
};

/** Step 5: which claims of a token say who calls. Where there are few lines, each field has one, and the chosen one its note. */
export function principalList(state: WizardState, { width, height }: Room): Line[] {
  const chosen = PRINCIPAL_FIELDS[state.principal.chosen] ?? 'subject';
  if (!isTight({ width, height }))
    return PRINCIPAL_FIELDS.flatMap((field) => {
      const [title] = QUESTIONS[field];
      return [
        line(span(`${field === chosen ? '> ' : '  '}${title}`, field === chosen ? 'strong' : undefined)),
        line('    ', ...fieldSpans(state, field, width - 6)),
        line('    ', span(noteOf(state, field), 'quiet')),
      ];
    });
  return [
    ...PRINCIPAL_FIELDS.map((field) => {
      const name = `${field === chosen ? '> ' : '  '}${QUESTIONS[field][2].padEnd(LABEL)} `;
      return line(
        span(name, field === chosen ? 'strong' : 'quiet'),
        ...fieldSpans(state, field, width - LABEL - 5),
      );
    }),
    ...wrapText(noteOf(state, chosen), width, 'quiet'),
  ];
}

const LABEL = 10;

/** What was typed, or what the API suggests as long as nothing was. */
function fieldSpans({ principal, api, answers }: WizardState, field: PrincipalField, width: number): Line {
  const shown = principal.fields[field];
  const isChosen = PRINCIPAL_FIELDS[principal.chosen] === field;
  const isSuggested = field === 'groupType' && shown.text === '' && !isChosen;
  return isSuggested
    ? [span(api.read?.drafter.model(answers)?.groupType ?? '', 'quiet')]
    : showField(shown, width, isChosen);
}

function noteOf({ api, answers }: WizardState, field: PrincipalField): string {
  const model = api.read?.drafter.model(answers);
  const isIdle = field === 'tenant' && model !== undefined && model.tenantType === undefined;
  return isIdle ? 'the API has no tenants: not used' : QUESTIONS[field][1];
}

/** The entity that a token becomes. */
export function entityLines({ api, answers }: WizardState, width: number): Line[] {
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
  const members = Object.entries(value).map(([key, member]): string[] =>
    Array.isArray(member) && member.length > 1
      ? [`  ${JSON.stringify(key)}: [`, ...withCommas(member.map((one) => [`    ${inOneLine(one)}`])), '  ]']
      : [`  ${JSON.stringify(key)}: ${inOneLine(member)}`],
  );
  return ['{', ...withCommas(members), '}'].map((text) => {
    const [, indent = '', key = '', rest = ''] = /^(\s*)("(?:[^"\\]|\\.)*": )?(.*)$/.exec(text) ?? [];
    return line(indent, span(key, 'name'), ...jsonSpans(rest));
  });
}

/** One after the other, with a comma after each but the last: whoever tries it pastes it somewhere. */
function withCommas(blocks: readonly (readonly string[])[]): string[] {
  return blocks.flatMap((lines, index) =>
    index < blocks.length - 1 ? [...lines.slice(0, -1), `${lines.at(-1) ?? ''},`] : lines,
  );
}

function inOneLine(value: unknown): string {
  return JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ');
}

function jsonSpans(text: string): Line {
  return text
    .split(/("(?:[^"\\]|\\.)*")/)
    .map((part) => span(part, part.startsWith('"') ? 'text' : undefined));
}
