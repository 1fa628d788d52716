import type { Plan, PolicyChange, PublishingStep } from '../core/publishing/plan.ts';
import type { PolicyStore } from '../core/publishing/policy-store.ts';
import type { TurnedDecisions } from '../core/verification/turned-decisions.ts';
import { counted, type Meaning, type Paint, safeJson, visible } from './words/wording.ts';

/** What a publication does to a store, and to the decisions that the fixtures ask for, where there are any. */
export interface Publication {
  readonly plan: Plan;
  readonly store: PolicyStore;
  readonly decisions?: TurnedDecisions | undefined;
}

/** Prints what a publication will do. */
export const PUBLICATION_FORMATS = {
  pretty: prettyPlan,
  json: ({ plan, store: { templateLinked }, decisions }) => {
    const { changes, unchanged, schema, closesBriefly } = plan;
    const steps = plan.steps.map(stepWords);
    const told = { schema, changes, unchanged, templateLinked, closesBriefly, steps };
    return `${safeJson(decisions ? { ...told, decisions } : told)}\n`;
  },
} as const satisfies Readonly<Record<string, (publication: Publication, paint: Paint) => string>>;

export type PublicationFormat = keyof typeof PUBLICATION_FORMATS;

function prettyPlan({ plan, store: { templateLinked }, decisions }: Publication, paint: Paint): string {
  const lines = [
    `schema ${plan.schema}`,
    ...plan.changes.map(({ id, change, effect }) => {
      const { sign, meaning } = CHANGES[change];
      return paint(meaning, `${sign} ${effect} ${visible(id)} (${change})`);
    }),
    `${counted(plan.changes.length, 'policy', 'policies')} to publish, ${plan.unchanged} unchanged`,
  ];
  if (templateLinked > 0)
    lines.push(
      `${counted(templateLinked, 'policy', 'policies')} of templates in the store: left alone, and still applied`,
    );
  if (plan.closesBriefly)
    lines.push(
      'action groups change: what old and new policies both permit is denied for the moment in between',
    );
  if (decisions && plan.steps.length > 0) lines.push(...turnedLines(decisions, paint));
  if (plan.steps.length === 0) lines.push(paint('good', 'the store is up to date'));
  return `${lines.join('\n')}\n`;
}

/** More are counted only. */
const MOST_TURNED = 20;

function turnedLines({ asked, turned }: TurnedDecisions, paint: Paint): string[] {
  const opened = turned.filter(({ after }) => after === 'allow').length;
  const left = turned.length - MOST_TURNED;
  return [
    `${turned.length} of ${counted(asked, 'decision')} of the fixtures turn: ${opened} opened, ${turned.length - opened} closed`,
    ...turned
      .slice(0, MOST_TURNED)
      .map(({ question, before, after }) =>
        paint(after === 'allow' ? 'doubt' : 'quiet', `  ${before} -> ${after}  ${visible(question)}`),
      ),
    ...(left > 0 ? [`  and ${left} more: \`--format json\` has all`] : []),
  ];
}

const CHANGES: Readonly<
  Record<PolicyChange['change'], { readonly sign: string; readonly meaning: Meaning }>
> = {
  added: { sign: '+', meaning: 'good' },
  changed: { sign: '~', meaning: 'doubt' },
  removed: { sign: '-', meaning: 'bad' },
};

/** One operation in words: `create forbid tenant-isolation`. */
export function stepWords(step: PublishingStep): string {
  switch (step.type) {
    case 'put-schema':
      return step.isLast ? 'put the schema' : 'put the schema, with the action groups of before';
    case 'create':
      return `create ${step.statement.effect} ${visible(step.statement.id)}`;
    case 'delete':
      return `delete ${step.statement.effect} ${visible(step.statement.id)}`;
  }
}
