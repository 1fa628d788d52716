import { describe, expect, it } from 'vitest';
import { buildReport } from '../../src/core/replay/report.ts';
import { verify } from '../../src/core/verification/verify.ts';
import { htmlReport } from '../../src/reporters/html/html.ts';
import { jsonReport } from '../../src/reporters/report/json.ts';
import { lcovReport } from '../../src/reporters/report/lcov.ts';
import { markdownReport } from '../../src/reporters/report/markdown.ts';
import { prettyReport } from '../../src/reporters/report/pretty.ts';
import { PLAIN } from '../../src/reporters/report/reporter.ts';
import { emailInput, verifyEmail } from '../helpers/email-project.ts';
import { sourceOf } from '../helpers/source.ts';

const POLICIES = `\
@id("drafts")
permit (
  principal in EmailApp::Role::"editor",
  action == EmailApp::Action::"getEmailCampaign",
  resource
)
when { resource.status == "draft" && resource.name == "Spring" };

@id("unused")
forbid (principal, action == EmailApp::Action::"updateEmailCampaign", resource);
`;
const FIXTURES = 'cases: [{ name: ana reads, as: ana, call: GET /campaigns/c1, expect: allow }]';

const report = buildReport([
  verifyEmail(POLICIES, FIXTURES, { coverage: { endpoints: 10, policies: 90, conditions: 50 } }),
]);

describe('coverage of policies of Cedar alone that are not written yet', () => {
  const schema = {
    file: 's.cedarschema',
    text: 'entity User; action view appliesTo { principal: User, resource: User };',
  };
  const project = verify({ ...emailInput, schema, policies: [], entities: sourceOf('[]') }, { coverage: {} });
  const empty = buildReport([project]);

  it('has nothing to count, and no heading of a table without rows', () => {
    expect(prettyReport(empty, PLAIN)).toContain('coverage\n  nothing to count\n');
    expect(markdownReport(empty)).not.toContain('Coverage');
    expect(htmlReport(empty)).toContain('<p>Nothing to count.</p>');
  });
});

describe('coverage in the pretty report', () => {
  it('shows what was never seen as code frames, and what is below its threshold', () => {
    const shown = prettyReport(report, PLAIN);
    expect(shown.slice(shown.indexOf('endpoint '))).toMatchInlineSnapshot(`
      "endpoint GET /campaigns/{campaign_id}: never denied
      endpoint PUT /campaigns/{campaign_id}: never denied
      endpoint GET /campaigns/{campaign_id}/messages: never denied
      endpoint GET /dashboard-data: never denied
      endpoint DELETE /messages: never denied
      endpoint POST /messages/move: never denied
      endpoint GET /messages/{message_id}: never denied
      endpoint POST /tenants/{tenant_id}/campaigns: never denied

      policy drafts, its principal: never false
        --> policies/a.cedar:3:3
         |
       3 |   principal in EmailApp::Role::"editor",
         |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

      policy drafts, its action: never false
        --> policies/a.cedar:4:3
         |
       4 |   action == EmailApp::Action::"getEmailCampaign",
         |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

      policy drafts, a condition: never false
        --> policies/a.cedar:7:8
         |
       7 | when { resource.status == "draft" && resource.name == "Spring" };
         |        ^^^^^^^^^^^^^^^^^^^^^^^^^^

      policy drafts, a condition: never false
        --> policies/a.cedar:7:38
         |
       7 | when { resource.status == "draft" && resource.name == "Spring" };
         |                                      ^^^^^^^^^^^^^^^^^^^^^^^^^

      policy unused: never determined a decision
        --> policies/a.cedar:9:1
         |
       9 | @id("unused")
         | ^^^^^^^^^^^^^

      policy unused, its action: never true
        --> policies/a.cedar:10:20
          |
       10 | forbid (principal, action == EmailApp::Action::"updateEmailCampaign", resource);
          |                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

      left out, as no request comes to it:
        PUT /campaigns/{campaign_id}: never allowed
        GET /campaigns/{campaign_id}/messages: never allowed
        GET /dashboard-data: never allowed
        POST /login: never allowed
        DELETE /messages: never allowed
        POST /messages/move: never allowed
        GET /messages/{message_id}: never allowed
        POST /tenants/{tenant_id}/campaigns: never allowed

      coverage
        endpoints      0 %  0 of 8  below the threshold of 10 %
        policies      50 %  1 of 2  below the threshold of 90 %
        conditions    50 %  5 of 10

      1 passed, 0 failed, coverage too low (1 fixture, 1 decision, 1 of 9 endpoints, 2 policies)
      "
    `);
  });

  it('shows all of it with --verbose', () => {
    expect(prettyReport(report, { ...PLAIN, verbose: true })).not.toContain('more that the fixtures');
  });
});

describe('coverage in the JSON report', () => {
  it('has every part with its place and what it has been seen as', () => {
    const { coverage } = JSON.parse(jsonReport(report)).projects[0];
    expect(coverage.totals).toEqual({
      endpoints: { covered: 0, total: 8 },
      policies: { covered: 1, total: 2 },
      conditions: { covered: 5, total: 10 },
    });
    expect(coverage.policies[0].parts[3].parts[0].parts[0]).toMatchInlineSnapshot(`
      {
        "column": 8,
        "counts": true,
        "endColumn": 34,
        "endLine": 7,
        "excerpt": "when { resource.status == "draft" && resource.name == "Spring" };",
        "kind": "condition",
        "line": 7,
        "seen": {
          "error": 0,
          "false": 0,
          "true": 1,
        },
        "text": "resource.status == "draft"",
        "unreachable": [],
      }
    `);
  });
});

describe('the lcov report', () => {
  it('has a record for each policy file', () => {
    expect(lcovReport(report)).toMatchInlineSnapshot(`
      "TN:
      SF:policies/a.cedar
      FN:1,drafts
      FN:9,unused
      FNDA:1,drafts
      FNDA:0,unused
      FNF:2
      FNH:1
      BRDA:3,0,0,1
      BRDA:3,0,1,0
      BRDA:4,1,0,1
      BRDA:4,1,1,0
      BRDA:7,2,0,1
      BRDA:7,2,1,0
      BRDA:7,3,0,1
      BRDA:7,3,1,0
      BRDA:10,4,0,0
      BRDA:10,4,1,1
      BRF:10
      BRH:5
      DA:1,1
      DA:3,1
      DA:4,1
      DA:7,1
      DA:9,0
      DA:10,1
      LF:6
      LH:5
      end_of_record
      "
    `);
  });

  it('is empty when coverage was not measured', () => {
    expect(lcovReport(buildReport([verifyEmail(POLICIES, FIXTURES)]))).toBe('');
  });
});
