import type { Diagnostic } from '../../src/core/diagnostics/diagnostic.ts';
import { locationAt } from '../../src/core/diagnostics/source.ts';
import { buildInvariantReport, type InvariantResult } from '../../src/core/replay/invariant-result.ts';
import { buildReport, type ProjectReport, type Report } from '../../src/core/replay/report.ts';
import { verifyEmail } from './email-project.ts';

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

/** Half a millisecond passes between any two looks at it. */
export function steadyClock(): () => number {
  let now = 0;
  return () => {
    now += 0.5;
    return now;
  };
}

/** One fixture of every status, a batch among them. */
export const someReport: Report = buildReport([verifyEmail(POLICIES, FIXTURES, { clock: steadyClock() })]);

/** Failing fixtures that are named after what they ask: after the call and its caller, and after the call alone. */
export const namedAfterCalls: Report = buildReport([
  verifyEmail(
    '',
    `cases:
  - { name: GET /campaigns/c1 as ana, as: ana, call: GET /campaigns/c1, expect: allow }
  - { name: PUT /campaigns/c1, as: ana, call: PUT /campaigns/c1, expect: allow }
`,
  ),
]);

export const someProblem: Diagnostic = {
  severity: 'error',
  code: 'usage',
  message: 'a <b> & "c"\u001b[2J',
  help: 'mend it',
  file: 'a & b.cedar',
  location: locationAt('one\ntwo', 4, 7),
};

/** A project that could not be loaded. */
export function unusableProject(...diagnostics: readonly Diagnostic[]): ProjectReport {
  return { name: 'a project', policies: 0, endpoints: 0, untested: [], results: [], diagnostics };
}

export const unusableReport: Report = buildReport([unusableProject(someProblem)]);

/** Nothing to report, and nothing wrong with that. */
export const emptyReport: Report = buildReport([unusableProject()]);

const NO_ONE_READS: InvariantResult = {
  id: 'nobody-reads',
  because: 'campaigns are <secret>',
  verdict: 'refuted',
  file: 'invariants/a & b.cedar',
  location: locationAt('one\n  forbid (principal, action, resource);', 6, 12),
  lines: [
    'GET /campaigns/c1',
    '  as User "ana" in nothing',
    '  is allowed',
    '  by members-read  some.cedar:1:1',
  ],
  policies: [{ id: 'members-read', file: 'some.cedar', location: locationAt('permit', 0, 6) }],
};

/** An invariant of every verdict beside the fixtures. */
export const reportWithInvariants: Report = {
  ...buildReport([]),
  invariants: buildInvariantReport(
    [
      { ...NO_ONE_READS, id: 'members-write', verdict: 'proven', lines: [], policies: [] },
      NO_ONE_READS,
      {
        ...NO_ONE_READS,
        id: 'too-hard',
        verdict: 'not-decided',
        lines: ['getEmailCampaign: the search took too long'],
        policies: [],
      },
    ],
    ['every resource is in one tenant'],
  ),
};

/** Texts that mean harm to some format, a terminal or a page. */
export const HOSTILE = [
  'a\nb',
  '\r\n# SKIP',
  'ok # TODO not really',
  '\\# \\\\',
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"\'`$' + '{1}',
  '%0A::error::x',
  '::set-output name=a::b',
  '| a | b |',
  '[x](javascript:alert(1))',
  '@everyone #1 <!-- -->',
  ']]>&amp;<![CDATA[',
  '\u001b[2J\u0007\u009b',
  '\u202eabc\u2066\u2028\u2029\ufeff',
  '\ud800 \uffff \u0000',
  '- a: [b',
  '...',
  '---',
  '日本 😀 é',
  '__proto__',
  'x'.repeat(3000),
] as const;

/** A failing fixture, an item of a batch, a policy, an invariant and a problem for each hostile text. */
export function hostileReport(): Report {
  const [result] = someReport.projects[0]?.results.filter(({ status }) => status === 'errored') ?? [];
  if (!result) throw new Error('the report has no errored batch');
  const projects = HOSTILE.map((text): ProjectReport => {
    const source = { ...result.fixture.source, file: text };
    const fixture = {
      ...result.fixture,
      name: text,
      as: text,
      asks: { type: 'call', call: { method: 'GET', url: `/${text}` } } as const,
      source,
      tags: [text],
    };
    const decisions = result.decisions.map((decision) => ({
      ...decision,
      request: { ...decision.request, item: text, resource: { type: text, id: text } },
      actual: {
        ...decision.actual,
        determining: [{ id: text, file: text, location: locationAt(`${text} `, 0, 1) }],
        errors: [{ message: text }],
      },
    }));
    const diagnostics: Diagnostic[] = [
      {
        severity: 'error',
        code: 'usage',
        message: text,
        help: text,
        file: text,
        location: locationAt(text, 0, 1),
      },
      { severity: 'warning', code: 'usage', message: text },
    ];
    const skipped = {
      ...result,
      fixture: { ...fixture, skip: text },
      status: 'skipped',
      decisions: [],
    } as const;
    const todo = { ...result, fixture: { ...fixture, todo: text }, status: 'todo', decisions } as const;
    const results = [{ ...result, fixture, decisions }, skipped, todo];
    return { name: text, policies: 1, endpoints: 1, untested: [`GET /${text}`], results, diagnostics };
  });
  const invariants = HOSTILE.map((text): InvariantResult => {
    const place = { file: text, location: locationAt(`${text} `, 0, 1) };
    return {
      id: text,
      because: text,
      verdict: 'refuted',
      ...place,
      lines: [text],
      policies: [{ id: text, ...place }],
    };
  });
  return { ...buildReport(projects), invariants: buildInvariantReport(invariants, [...HOSTILE]) };
}
