import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../src/core/diagnostic.ts';
import { buildReport, type Report } from '../../src/core/report.ts';
import { locationAt } from '../../src/core/source.ts';
import { jsonReport } from '../../src/reporters/json.ts';
import { junitReport } from '../../src/reporters/junit.ts';
import { prettyReport } from '../../src/reporters/pretty.ts';
import { verifyEmail } from '../helpers/email-project.ts';
import { parseXml } from '../helpers/xml.ts';

const POLICIES = `\
@id("members-read")
permit (principal is EmailApp::User, action == EmailApp::Action::"getEmailCampaign", resource);

@id("no-large-messages")
forbid (principal, action == EmailApp::Action::"deleteEmailMessage", resource is EmailApp::EmailMessage)
when { resource.recipientCount * 9223372036854775807 > 100 };

permit (principal, action == EmailApp::Action::"deleteEmailMessage", resource);
`;

const FIXTURES = `\
entities:
  - { uid: { type: "EmailApp::EmailCampaign", id: c1 }, attrs: { name: a, status: b }, parents: [] }
  - { uid: { type: "EmailApp::EmailMessage", id: m1 }, attrs: { recipientCount: 1, subject: a }, parents: [] }
  - { uid: { type: "EmailApp::EmailMessage", id: m2 }, attrs: { recipientCount: 7, subject: a }, parents: [] }
cases:
  - { name: ana reads, as: ana, call: GET /campaigns/c1, expect: allow }
  - { name: ana writes, as: ana, call: PUT /campaigns/c1, expect: allow }
  - { name: the right policy, as: ana, call: GET /campaigns/c1, expect: { decision: allow, because: [no-large-messages] } }
  - { name: a batch, as: ana, call: "DELETE /messages?messagelist=m1,m2", expect: { m1: allow, m2: allow } }
  - { name: not now, as: ana, call: GET /campaigns/c1, expect: deny, skip: <slow> }
  - { name: soon, as: ana, call: GET /campaigns/c1, expect: deny, todo: close it, tags: [later] }
`;

const report = buildReport([verifyEmail(POLICIES, FIXTURES)]);

const problem: Diagnostic = {
  severity: 'error',
  code: 'some-code',
  message: 'a <b> & "c"\u001b[2J',
  help: 'mend it',
  file: 'a & b.cedar',
  location: locationAt('one\ntwo', 4, 7),
};

const unusable: Report = buildReport([
  { name: 'a project', policies: 0, endpoints: 0, untested: [], results: [], diagnostics: [problem] },
]);

describe('the pretty report', () => {
  it('shows what failed, and counts the rest', () => {
    expect(prettyReport(report, { color: false, verbose: false })).toMatchInlineSnapshot(`
      "FAIL  some.fixtures.yaml:8:5
            ana writes
            PUT /campaigns/c1 as ana
            expected allow, got deny (no policy permits it)

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
            m2: expected allow, got deny (it could not be decided)
            decided by a.cedar#3  policies/a.cedar:8:1
            policy no-large-messages could not be evaluated: integer overflow while attempting to multiply the values \`7\` and \`9223372036854775807\`  policies/a.cedar:6:8

      not tested: GET /campaigns/{campaign_id}/messages, GET /dashboard-data, POST /login, POST /messages/move, GET /messages/{message_id}, and 1 more
      1 passed, 2 failed, 1 errored, 1 skipped, 1 todo (6 fixtures, 6 decisions, 3 of 9 endpoints, 3 policies)
      "
    `);
  });

  it('shows what passed too when it is verbose', () => {
    const verbose = prettyReport(report, { color: false, verbose: true });
    expect(verbose).toContain('PASS  ');
    expect(verbose.split('\n').slice(0, 4).join('\n')).toMatchInlineSnapshot(`
      "PASS  some.fixtures.yaml:7:5
            ana reads
            GET /campaigns/c1 as ana
            expected allow, got allow (a policy permits it)"
    `);
  });

  it('shows problems', () => {
    expect(prettyReport(unusable, { color: false, verbose: false })).toMatchInlineSnapshot(`
      "error: a <b> & "c"\\u001b[2J [some-code]
        --> a & b.cedar:2:1
         |
       2 | two
         | ^^^
        = help: mend it

      0 passed, 0 failed, 1 problem (0 fixtures, 0 decisions, 0 of 0 endpoints, 0 policies)
      "
    `);
  });

  it('never depends on color alone', () => {
    const plain = prettyReport(report, { color: false, verbose: false });
    const colored = prettyReport(report, { color: true, verbose: false });
    expect(colored).toContain('\u001b[31mFAIL ');
    expect(colored.replaceAll(/\u001b\[\d+m/g, '')).toBe(plain);
  });
});

describe('the JSON report', () => {
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
            "decision": "deny",
            "errors": [],
            "expected": {
              "decision": "allow",
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
        "endpoint": "PUT /campaigns/{campaign_id}",
        "file": "some.fixtures.yaml",
        "line": 8,
        "method": "PUT",
        "milliseconds": 0,
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
        "todo": 1,
      }
    `);
    const items = projects[0].results[3].decisions.map(
      (one: { item: string; status: string }) => `${one.item} ${one.status}`,
    );
    expect(items).toEqual(['m1 failed', 'm2 errored']);
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
                "code": "some-code",
                "message": "a <b> & \\"c\\"\\u001b[2J",
                "help": "mend it",
                "file": "a & b.cedar",
                "line": 2,
                "column": 1
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

describe('the JUnit report', () => {
  it('is XML with the standard elements', () => {
    expect(junitReport(report)).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="authz" tests="6" failures="2" errors="1" skipped="2" time="0.000000">
        <testsuite name="some.fixtures.yaml" tests="6" failures="2" errors="1" skipped="2" time="0.000000">
          <testcase name="ana reads" classname="some.fixtures.yaml" time="0.000000"/>
          <testcase name="ana writes" classname="some.fixtures.yaml" time="0.000000"><failure message="expected allow, got deny (no policy permits it)" type="failed">some.fixtures.yaml:8:5
      PUT /campaigns/c1 as ana
      expected allow, got deny (no policy permits it)</failure></testcase>
          <testcase name="the right policy" classname="some.fixtures.yaml" time="0.000000"><failure message="expected allow decided by no-large-messages, got allow (a policy permits it)" type="failed">some.fixtures.yaml:9:5
      GET /campaigns/c1 as ana
      expected allow decided by no-large-messages, got allow (a policy permits it)
      decided by members-read policies/a.cedar:1:1</failure></testcase>
          <testcase name="a batch" classname="some.fixtures.yaml" time="0.000000"><error message="m1: expected allow, got deny (a policy forbids it); m2: expected allow, got deny (it could not be decided)" type="errored">some.fixtures.yaml:10:5
      DELETE /messages?messagelist=m1,m2 as ana
      m1: expected allow, got deny (a policy forbids it)
      decided by no-large-messages policies/a.cedar:4:1
      m2: expected allow, got deny (it could not be decided)
      decided by a.cedar#3 policies/a.cedar:8:1
      policy no-large-messages integer overflow while attempting to multiply the values \`7\` and \`9223372036854775807\`</error></testcase>
          <testcase name="not now" classname="some.fixtures.yaml" time="0.000000"><skipped message="&lt;slow&gt;"/></testcase>
          <testcase name="soon" classname="some.fixtures.yaml" time="0.000000"><skipped message="close it"/></testcase>
        </testsuite>
      </testsuites>
      "
    `);
    expect(parseXml(junitReport(report)).children[0]?.children).toHaveLength(6);
  });

  it('has an error for each problem', () => {
    expect(junitReport(unusable)).toMatchInlineSnapshot(`
      "<?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="authz" tests="1" failures="0" errors="1" skipped="0" time="0.000000">
        <testsuite name="a project" tests="1" failures="0" errors="1" skipped="0" time="0.000000">
          <testcase name="a &amp; b.cedar:2:1" classname="some-code" time="0.000000"><error message="a &lt;b&gt; &amp; &quot;c&quot;\\u001b[2J" type="some-code">a &amp; b.cedar:2:1
      mend it</error></testcase>
        </testsuite>
      </testsuites>
      "
    `);
    const [suite] = parseXml(junitReport(unusable)).children;
    expect(suite?.children[0]?.children[0]?.attributes).toEqual({
      message: 'a <b> & "c"\\u001b[2J',
      type: 'some-code',
    });
  });

  it('is valid when there is nothing to report', () => {
    expect(parseXml(junitReport(buildReport([])))).toEqual({
      name: 'testsuites',
      attributes: { name: 'authz', tests: '0', failures: '0', errors: '0', skipped: '0', time: '0.000000' },
      children: [],
    });
  });

  it('writes every character in some way', () => {
    const message =
      Array.from({ length: 0x300 }, (_, code) => String.fromCharCode(code)).join('') +
      '\ud800\uffff\u202e\r\n';
    const odd = buildReport([
      {
        name: message,
        policies: 0,
        endpoints: 0,
        untested: [],
        results: [],
        diagnostics: [{ ...problem, message }],
      },
    ]);
    expect(() => parseXml(junitReport(odd))).not.toThrow();
  });
});
