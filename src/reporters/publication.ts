import type { Plan, PolicyChange, PublishingStep } from '../core/publishing/plan.ts';
import type { PolicyStore } from '../core/publishing/policy-store.ts';
import { counted, type Meaning, type Paint, safeJson, visible } from './wording.ts';

export type PublicationFormat = 'pretty' | 'json';

/** Prints what a publication will do to a store. */
export const PUBLICATION_FORMATS: Readonly<
  Record<PublicationFormat, (plan: Plan, store: PolicyStore, paint: Paint) => string>
> = {
  pretty: prettyPlan,
  json: (plan, { templateLinked }) => {
    const { changes, unchanged, schema, closesBriefly } = plan;
    const steps = plan.steps.map(stepWords);
    return `${safeJson({ schema, changes, unchanged, templateLinked, closesBriefly, steps })}\n`;
  },
};

function prettyPlan(plan: Plan, { templateLinked }: PolicyStore, paint: Paint): string {
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
  if (plan.steps.length === 0) lines.push(paint('good', 'the store is up to date'));
  return `${lines.join('\n')}\n`;
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
