import { describe, expect, it } from 'vitest';
import { buildReport } from '../../src/core/replay/report.ts';
import { DEFAULT_SERVER_RULES } from '../../src/core/requests/server/server-rules.ts';
import { verify } from '../../src/core/verification/verify.ts';
import { pageData } from '../../src/reporters/html/page-data.ts';
import { jsonReport } from '../../src/reporters/report/json.ts';
import { markdownReport } from '../../src/reporters/report/markdown.ts';
import { prettyReport } from '../../src/reporters/report/pretty.ts';
import { readJsonReport } from '../../src/reporters/report/read-json.ts';
import { PLAIN } from '../../src/reporters/report/reporter.ts';
import { tapReport } from '../../src/reporters/report/tap.ts';
import { emailInput, verifyEmail } from '../helpers/email-project.ts';
import { valueIn } from '../helpers/outcome.ts';
import { namedAfterCalls, someReport as report, unusableReport as unusable } from '../helpers/reports.ts';
import { rulesSkipping } from '../helpers/rules-skipping.ts';
import { sourceOf } from '../helpers/source.ts';

describe('the pretty report', () => {
  it('shows what failed, and counts the rest', () => {
    expect(prettyReport(report, PLAIN)).toMatchInlineSnapshot(`
      "FAIL  some.fixtures.yaml:8:5
            ana writes
            PUT /campaigns/c1 as ana
            expected allow, got deny (no policy permits it)
            nearest is members-read, about other actions  policies/a.cedar:1:1
            policies/a.cedar:2:38  action == EmailApp::Action::"getEmailCampaign" is
            false
              action is EmailApp::Action::"updateEmailCampaign", needed:
              EmailApp::Action::"getEmailCampaign"

      FAIL  some.fixtures.yaml:9:5
            the right policy
            GET /campaigns/c1 as ana
            expected allow decided by no-large-messages, got allow (a policy permits it)
            decided by members-read  policies/a.cedar:1:1

      ERROR some.fixtures.yaml:10:5
            a batch
            DELETE /messages?messagelist=m1,m2 as ana
            m1: expected allow, got deny (a policy forbids it)
            decided by no-large-messages  policies/a.cedar:4:1
            policies/a.cedar:6:8  resource.recipientCount * 9223372036854775807 > 100
            is true
              resource.recipientCount is 1
            m2: expected allow, got deny (it could not be decided)
            decided by a.cedar#3  policies/a.cedar:8:1
            policy no-large-messages could not be evaluated: integer overflow while attempting to multiply the values \`7\` and \`9223372036854775807\`  policies/a.cedar:6:8
            Cedar skips a \`forbid\` that cannot be evaluated; this one would have
            denied the request if \`resource.recipientCount * 9223372036854775807 >
            100\` were true

      not tested: GET /campaigns/{campaign_id}/messages, GET /dashboard-data, POST /login, POST /messages/move, GET /messages/{message_id}, and 1 more
      1 passed, 2 failed, 1 errored, 1 skipped, 1 todo (6 fixtures, 6 decisions, 3 of 9 endpoints, 3 policies, 2.5 ms)
      "
    `);
  });

  it('shows what passed too when it is verbose', () => {
    const verbose = prettyReport(report, { ...PLAIN, verbose: true });
    expect(verbose).toContain('PASS  ');
    expect(verbose.split('\n').slice(0, 4).join('\n')).toMatchInlineSnapshot(`
      "PASS  some.fixtures.yaml:7:5 (0.5 ms)
            ana reads
            GET /campaigns/c1 as ana
            expected allow, got allow (a policy permits it)"
    `);
  });

  it('says a call once where the fixture is named after it', () => {
    const text = prettyReport(namedAfterCalls, PLAIN);
    expect(text).toContain('FAIL  some.fixtures.yaml:3:5\n      GET /campaigns/c1 as ana\n      expected');
    expect(text).toContain('FAIL  some.fixtures.yaml:4:5\n      PUT /campaigns/c1 as ana\n      expected');
  });

  it('shows problems', () => {
    expect(prettyReport(unusable, PLAIN)).toMatchInlineSnapshot(`
      "error: a <b> & "c"\\u001b[2J [usage]
        --> a & b.cedar:2:1
         |
       2 | two
         | ^^^
        = help: mend it

      0 passed, 0 failed, 1 problem (0 fixtures, 0 decisions, 0 policies)
      "
    `);
  });

  it.each([40, 80, 200])('fits a screen of %d columns, and says the same there', (columns) => {
    const wide = prettyReport(report, PLAIN);
    const narrow = prettyReport(report, { ...PLAIN, columns });
    // Only places are left whole, for programs that open them.
    const long = narrow.split('\n').filter((line) => line.length > columns && !/^ *\S+$/.test(line));
    expect(long).toEqual([]);
    expect(narrow.replaceAll(/\s/g, '')).toBe(wide.replaceAll(/\s/g, ''));
  });

  it('says what many failures have in common', () => {
    const policy = '@id("all") permit (principal, action == EmailApp::Action::"getEmailCampaign", resource);';
    const cells = (call: string, cell: string) => `      ${call}: [${Array(8).fill(cell).join(', ')}]`;
    const columns = `[${Array(8).fill('ana').join(', ')}]`;
    const rows = [
      cells('GET /campaigns/c1', 'deny'),
      cells('PUT /campaigns/c1', 'allow'),
      cells('GET /campaigns/none', 'allow'),
    ].join('\n');
    const many = verifyEmail(policy, `tables:\n  - name: a\n    columns: ${columns}\n    rows:\n${rows}`);
    expect(prettyReport(buildReport([many]), PLAIN)).toContain(
      '\n\n8 failures decided by all  policies/a.cedar:1:1\n8 failures because no policy permits it\n' +
        '8 failures because there is no such resource in the entities\n',
    );
  });

  it('never depends on color alone', () => {
    const plain = prettyReport(report, PLAIN);
    const colored = prettyReport(report, { ...PLAIN, color: true });
    expect(colored).toContain('\u001b[31mFAIL ');
    expect(colored.replaceAll(/\u001b\[\d+m/g, '')).toBe(plain);
  });
});

describe('the JSON report', () => {
  it('says how long a fixture took without the noise of floating point', () => {
    const [noisy, expected] = [4.7 - 3.5, 1.2];
    expect(noisy).not.toBe(expected);
    const times = [3.5, 4.7];
    const report = buildReport([
      verifyEmail('', 'cases: [{ name: a, as: ana, call: GET /campaigns/c1, expect: deny }]', {
        clock: () => times.shift() ?? 0,
      }),
    ]);
    expect(JSON.parse(jsonReport(report)).projects[0].results[0].milliseconds).toBe(expected);
  });

  it('says everything about a failure', () => {
    expect(JSON.parse(jsonReport(report)).projects[0].results[1]).toMatchInlineSnapshot(`
      {
        "as": "ana",
        "column": 5,
        "decisions": [
          {
            "action": {
              "id": "updateEmailCampaign",
              "type": "EmailApp::Action",
            },
            "because": [],
            "context": {
              "tenants": [
                {
                  "__entity": {
                    "id": "acme",
                    "type": "EmailApp::Tenant",
                  },
                },
              ],
            },
            "decision": "deny",
            "errors": [],
            "expected": {
              "decision": "allow",
            },
            "explanation": {
              "changes": [],
              "decision": "deny",
              "kind": "not-permitted",
              "mapping": [
                {
                  "name": "call",
                  "text": "PUT /campaigns/c1",
                },
                {
                  "name": "endpoint",
                  "text": "PUT /campaigns/{campaign_id}",
                },
                {
                  "name": "pattern",
                  "text": "single-resource",
                },
                {
                  "name": "action",
                  "text": "EmailApp::Action::"updateEmailCampaign"",
                },
                {
                  "name": "principal",
                  "text": "EmailApp::User::"ana" in EmailApp::Role::"editor", EmailApp::Tenant::"acme"",
                },
                {
                  "name": "resource",
                  "text": "EmailApp::EmailCampaign::"c1", identified by path \`campaign_id\`",
                },
                {
                  "name": "context",
                  "text": "{"tenants": [EmailApp::Tenant::"acme"]}",
                },
                {
                  "name": "slice",
                  "text": "EmailApp::User::"ana", EmailApp::Role::"editor", EmailApp::EmailCampaign::"c1"",
                },
              ],
              "omitted": 0,
              "policies": [
                {
                  "column": 1,
                  "effect": "permit",
                  "endColumn": 96,
                  "endLine": 2,
                  "file": "policies/a.cedar",
                  "id": "members-read",
                  "isAboutAction": false,
                  "line": 1,
                  "parts": [
                    {
                      "column": 9,
                      "endColumn": 36,
                      "endLine": 2,
                      "kind": "principal",
                      "line": 2,
                      "parts": [],
                      "text": "principal is EmailApp::User",
                      "truth": "true",
                      "values": [
                        {
                          "expression": "principal",
                          "value": "EmailApp::User::"ana"",
                        },
                      ],
                    },
                    {
                      "column": 38,
                      "endColumn": 84,
                      "endLine": 2,
                      "kind": "action",
                      "line": 2,
                      "parts": [],
                      "text": "action == EmailApp::Action::"getEmailCampaign"",
                      "truth": "false",
                      "values": [
                        {
                          "expected": "EmailApp::Action::"getEmailCampaign"",
                          "expression": "action",
                          "value": "EmailApp::Action::"updateEmailCampaign"",
                        },
                      ],
                    },
                    {
                      "column": 86,
                      "endColumn": 94,
                      "endLine": 2,
                      "kind": "resource",
                      "line": 2,
                      "parts": [],
                      "text": "resource",
                      "truth": "not-reached",
                      "values": [],
                    },
                  ],
                  "status": "not-satisfied",
                },
                {
                  "column": 1,
                  "effect": "permit",
                  "endColumn": 80,
                  "endLine": 8,
                  "file": "policies/a.cedar",
                  "id": "a.cedar#3",
                  "isAboutAction": false,
                  "line": 8,
                  "parts": [
                    {
                      "column": 9,
                      "endColumn": 18,
                      "endLine": 8,
                      "kind": "principal",
                      "line": 8,
                      "parts": [],
                      "text": "principal",
                      "truth": "true",
                      "values": [],
                    },
                    {
                      "column": 20,
                      "endColumn": 68,
                      "endLine": 8,
                      "kind": "action",
                      "line": 8,
                      "parts": [],
                      "text": "action == EmailApp::Action::"deleteEmailMessage"",
                      "truth": "false",
                      "values": [
                        {
                          "expected": "EmailApp::Action::"deleteEmailMessage"",
                          "expression": "action",
                          "value": "EmailApp::Action::"updateEmailCampaign"",
                        },
                      ],
                    },
                    {
                      "column": 70,
                      "endColumn": 78,
                      "endLine": 8,
                      "kind": "resource",
                      "line": 8,
                      "parts": [],
                      "text": "resource",
                      "truth": "not-reached",
                      "values": [],
                    },
                  ],
                  "status": "not-satisfied",
                },
              ],
              "summary": "no policy permits it: no policy is about this action; the nearest is \`members-read\`",
            },
            "http": 403,
            "kind": "not-permitted",
            "principal": {
              "id": "ana",
              "type": "EmailApp::User",
            },
            "resource": {
              "id": "c1",
              "type": "EmailApp::EmailCampaign",
            },
            "status": "failed",
          },
        ],
        "endColumn": 74,
        "endLine": 8,
        "endpoint": "PUT /campaigns/{campaign_id}",
        "file": "some.fixtures.yaml",
        "http": 403,
        "line": 8,
        "method": "PUT",
        "milliseconds": 0.5,
        "name": "ana writes",
        "pattern": "single-resource",
        "status": "failed",
        "url": "/campaigns/c1",
      }
    `);
  });

  it('counts, and names each item of a batch', () => {
    const { counts, projects } = JSON.parse(jsonReport(report));
    expect(counts).toMatchInlineSnapshot(`
      {
        "decisions": 6,
        "errored": 1,
        "failed": 2,
        "fixtures": 6,
        "leftOut": 0,
        "notFound": 0,
        "passed": 1,
        "problems": 0,
        "skipped": 1,
        "toReview": 0,
        "todo": 1,
      }
    `);
    const items = projects[0].results[3].decisions.map(
      (one: { item: string; status: string }) => `${one.item} ${one.status}`,
    );
    expect(items).toEqual(['m1 failed', 'm2 errored']);
  });

  it('repeats no file that is a single long line', () => {
    const source = sourceOf(`{"principals": "${'x'.repeat(2000)}"}`);
    const report = buildReport([verify({ ...emailInput, fixtures: [{ source, shared: new Map() }] })]);
    const [{ diagnostics }] = JSON.parse(jsonReport(report)).projects;
    expect(diagnostics).toEqual([expect.not.objectContaining({ excerpt: expect.anything() })]);
    expect(prettyReport(report, PLAIN)).toContain('xxxxx…');
  });

  it('shows problems, with nothing that moves a cursor', () => {
    expect(jsonReport(unusable)).toMatchInlineSnapshot(`
      "{
        "version": 1,
        "counts": {
          "fixtures": 0,
          "decisions": 0,
          "notFound": 0,
          "passed": 0,
          "failed": 0,
          "errored": 0,
          "skipped": 0,
          "todo": 0,
          "toReview": 0,
          "leftOut": 0,
          "problems": 1
        },
        "projects": [
          {
            "name": "a project",
            "policies": 0,
            "endpoints": 0,
            "untested": [],
            "diagnostics": [
              {
                "severity": "error",
                "code": "usage",
                "message": "a <b> & \\"c\\"\\u001b[2J",
                "help": "mend it",
                "file": "a & b.cedar",
                "line": 2,
                "column": 1,
                "endLine": 2,
                "endColumn": 4,
                "excerpt": "two"
              }
            ],
            "results": []
          }
        ]
      }
      "
    `);
  });
});

describe('a fixture of an OPTIONS call that the server answers itself', () => {
  const reportOn = (expected: string) => {
    const cases = `cases:
  - { name: preflight, as: ana, call: OPTIONS /campaigns/c1, expect: ${expected} }`;
    const source = sourceOf(`principals: { ana: { sub: ana } }\n${cases}`);
    const rules = { ...DEFAULT_SERVER_RULES, optionsRequests: 'answer', placeOf: () => ({}) } as const;
    return buildReport([verify({ ...emailInput, rules, fixtures: [{ source, shared: new Map() }] })]);
  };
  const decisionsOf = (expected: string) =>
    pageData(reportOn(expected)).fixtures.flatMap(({ decisions }) =>
      decisions.map(({ decision, verdict }) => [decision, verdict]),
    );
  const got = 'got 204 (it is answered with the methods of the path)';

  it('gets an allow, in words and in its sign', () => {
    for (const expected of ['allow', '204'])
      expect(decisionsOf(expected)).toEqual([['allow', `expected 204 (it is answered), ${got}`]]);
  });

  it('is allowed although it must be denied, where a deny is expected', () => {
    expect(decisionsOf('deny')).toEqual([['allow', `expected 403 (it is denied), ${got}`]]);
    expect(markdownReport(reportOn('deny'))).toContain('### Allowed, but must be denied (1)');
  });
});

describe('a fixture of a skipped endpoint that expects a policy to decide', () => {
  it('fails, and every report says why', () => {
    const cases = `cases:
  - { name: by a policy, as: ana, call: GET /campaigns/c1, expect: { decision: allow, because: [all] } }`;
    const source = sourceOf(`principals: { ana: { sub: ana } }\n${cases}`);
    const report = buildReport([
      verify({
        ...emailInput,
        rules: rulesSkipping('GET /campaigns/{campaign_id}'),
        fixtures: [{ source, shared: new Map() }],
      }),
    ]);
    const words = 'expected a policy to permit it, got 200 (the endpoint is skipped: nothing is decided)';
    expect(prettyReport(report, PLAIN)).toContain(words);
    expect(tapReport(report)).toContain(`message: ${JSON.stringify(words)}`);
    expect(markdownReport(report)).toContain('### Decided otherwise than expected (1)');
    const read = valueIn(readJsonReport(sourceOf(jsonReport(report), 'report.json')));
    expect(tapReport(read)).toBe(tapReport(report));
  });
});
