import { describe, expect, it } from 'vitest';
import { printSchema } from '../../../src/core/model/print-schema.ts';
import { verify } from '../../../src/core/verification/verify.ts';
import { emailModel } from '../../helpers/email-model.ts';
import { emailInput } from '../../helpers/email-project.ts';
import { told } from '../../helpers/outcome.ts';
import { policyFile } from '../../helpers/policies.ts';
import { sourceOf } from '../../helpers/source.ts';

/** What becomes of calls of ana and bob, whose tokens have these claims, where policies forbid whoever logged in last. */
function reportOf(anas: string, bobs: string) {
  const text = JSON.stringify(printSchema(emailModel)).replace(
    '"email":{',
    '"last":{"type":"EntityOrCommon","name":"Action","required":false},"email":{',
  );
  const policies =
    'permit (principal, action, resource); forbid (principal, action, resource) when { principal has last && principal.last == EmailApp::Action::"login" };';
  const fixtures = `principals: { ana: { sub: ana, ${anas} }, bob: { sub: bob, ${bobs} } }
cases:
  - { name: a, as: ana, call: GET /campaigns/c1, expect: allow }
  - { name: b, as: bob, call: GET /campaigns/c1, expect: deny }`;
  return verify({
    ...emailInput,
    schema: { file: 's.json', text },
    policies: [policyFile(policies)],
    fixtures: [{ source: sourceOf(fixtures), shared: new Map() }],
  });
}

function last(id: string): string {
  return `last: { __entity: { type: "EmailApp::Action", id: ${id} } }`;
}

describe('an attribute of the principal that holds an action, which only Cedar reads', () => {
  it('reaches the policies as the token says it', () => {
    const report = reportOf(last('getEmailCampaign'), last('login'));
    expect(told(report.diagnostics)).toEqual([]);
    expect(report.results.map(({ status }) => status)).toEqual(['passed', 'passed']);
  });

  it('is refused where it is something else', () => {
    const report = reportOf(last('getEmailCampaign'), 'last: login');
    expect(told(report.diagnostics)).toEqual([
      expect.stringMatching(/^some\.fixtures\.yaml:1:.*error.*last/),
    ]);
  });
});
