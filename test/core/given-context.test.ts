import { describe, expect, it } from 'vitest';
import type { Model } from '../../src/core/model.ts';
import { printSchema } from '../../src/core/schema.ts';
import { verify } from '../../src/core/verify.ts';
import { emailModel } from '../helpers/email-model.ts';
import { emailInput } from '../helpers/email-project.ts';
import { told } from '../helpers/outcome.ts';
import { policyFile } from '../helpers/policies.ts';
import { sourceOf } from '../helpers/source.ts';

/** The e-mail schema with an hour of day in every context, which no call shows. */
const withHour: Model = {
  ...emailModel,
  actions: emailModel.actions.map((action) => ({
    ...action,
    context: [...action.context, { name: 'hour', required: false, type: { kind: 'Long' } }],
  })),
};

const BY_DAY = 'permit (principal, action, resource) when { context has hour && context.hour > 8 };';

function reportOf(rest: string) {
  const text = `principals: { ana: { sub: ana, tenant_id: acme } }\n${rest}`;
  return verify({
    ...emailInput,
    schema: { file: 's.json', text: JSON.stringify(printSchema(withHour)) },
    policies: [policyFile(BY_DAY)],
    fixtures: [{ source: sourceOf(text), shared: new Map() }],
  });
}

function problems(context: string): string[] {
  const report = reportOf(
    `cases:\n  - { name: a, as: ana, call: GET /campaigns/c1, expect: allow, context: ${context} }`,
  );
  return told(report.diagnostics).map((line) =>
    line.replace('some.fixtures.yaml:', '').replace(' error', ''),
  );
}

describe('context given beside a call', () => {
  it('reaches the policies', () => {
    const report = reportOf(`cases:
  - { name: by day, as: ana, call: GET /campaigns/c1, context: { hour: 9 }, expect: allow }
  - { name: by night, as: ana, call: GET /campaigns/c1, context: { hour: 2 }, expect: deny }
  - { name: without, as: ana, call: GET /campaigns/c1, expect: deny }
tables:
  - { name: t, context: { hour: 9 }, columns: [ana, anonymous], rows: { GET /campaigns/c1: [allow, allow] } }`);
    expect(report.diagnostics).toEqual([]);
    expect(report.results.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'passed'));
  });

  it('cannot hold what follows from the call itself', () => {
    expect(problems('{ tenants: [] }')).toEqual([
      '3:74 `tenants` follows from the call and its principal, and cannot be given',
    ]);
  });

  it('cannot hold what the schema does not know, or knows as something else', () => {
    expect(problems('{ hours: 9 }')).toEqual([
      '3:74 the schema gives the context of `getEmailCampaign` no attribute `hours`: did you mean `hour`?',
    ]);
    expect(problems('{ ip: 9 }')).toEqual([
      '3:74 the schema gives the context of `getEmailCampaign` no attribute `ip`, it has `hour`',
    ]);
    expect(problems('{ hour: nine }')).toEqual([expect.stringMatching(/^3:74 .*hour/)]);
  });

  it('is told at the table that gives it', () => {
    const report = reportOf(
      'tables:\n  - { name: t, context: { x: 9 }, columns: [ana], rows: { GET /campaigns/c1: [allow] } }',
    );
    expect(told(report.diagnostics)).toEqual([expect.stringMatching(/^some\.fixtures\.yaml:3:25 error/)]);
  });
});
