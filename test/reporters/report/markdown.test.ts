import { describe, expect, it } from 'vitest';
import { buildReport } from '../../../src/core/replay/report.ts';
import { markdownReport } from '../../../src/reporters/report/markdown.ts';
import { verifyEmail } from '../../helpers/email-project.ts';
import {
  emptyReport,
  HOSTILE,
  hostileReport,
  namedAfterCalls,
  reportWithInvariants,
  someProblem,
  someReport,
  unusableProject,
  unusableReport,
} from '../../helpers/reports.ts';

describe('the Markdown report', () => {
  it('has tables of what failed, and counts', async () =>
    await expect(markdownReport(someReport)).toMatchFileSnapshot('../../golden/reports/some.md'));

  it('shows first who gets in and must not', () => {
    const policy = '@id("all") permit (principal, action == EmailApp::Action::"getEmailCampaign", resource);';
    const cases = `cases:
  - { name: kept out, as: ana, call: PUT /campaigns/c1, expect: allow }
  - { name: let in, as: ana, call: GET /campaigns/c1, expect: deny }`;
    const titles = markdownReport(buildReport([verifyEmail(policy, cases)])).match(/^#+ .*$/gm);
    expect(titles).toEqual([
      '## ❌ authz: 0 passed, 2 failed',
      '### Allowed, but must be denied (1)',
      '### Denied, but must be allowed (1)',
    ]);
  });

  it('says a call once where the fixture is named after it', () => {
    const text = markdownReport(namedAfterCalls);
    expect(text).toContain('| `some.fixtures.yaml:3:5` | `GET /campaigns/c1 as ana` |');
    expect(text).toContain('| `some.fixtures.yaml:4:5` | `PUT /campaigns/c1 as ana` |');
  });

  it('shows what could not be loaded', () => {
    expect(markdownReport(unusableReport)).toContain(
      '| error | `a & b.cedar:2:1` | `a <b> & "c"\\u001b[2J`<br>help: `mend it` |',
    );
    expect(markdownReport(emptyReport)).toMatch(/^## ✅ authz: 0 passed, 0 failed\n/);
  });

  it('shows the invariants that do not hold, with the call', () => {
    const text = markdownReport(reportWithInvariants);
    expect(text).toContain('### Not proven (2)');
    expect(text).toContain('| `nobody-reads`<br>`invariants/a & b.cedar:2:3` |');
    expect(text).toContain('refuted<br>`GET /campaigns/c1`');
  });

  it('shows coverage, and what is below its threshold', () => {
    const policy = '@id("all") permit (principal, action, resource);';
    const cases = 'cases: [{ name: a, as: ana, call: GET /campaigns/c1, expect: allow }]';
    const report = buildReport([verifyEmail(policy, cases, { coverage: { endpoints: 50 } })]);
    expect(markdownReport(report)).toContain(
      '| endpoints | 11.1 % | 1 of 9 | ❌ below 50 % |\n| policies | 100 % |',
    );
  });

  it('fits into a comment, and is cut with a word', () => {
    const text = markdownReport(hostileReport());
    expect(text.length).toBeLessThan(65_536);
    expect(text).toContain(`… and ${2 * HOSTILE.length - 30} problems more.`);
    const problems = Array.from({ length: 100 }, () => ({ ...someProblem, message: '|'.repeat(1000) }));
    const long = markdownReport(buildReport([unusableProject(...problems)]));
    expect(long.length).toBeLessThan(65_536);
    expect(long).toMatch(/… and \d+ problems more\./);
  });

  it('lets nothing that files say be more than code', () => {
    const rows = markdownReport(hostileReport()).match(/^\|.*\|$/gm) ?? [];
    expect(rows.length).toBeGreaterThan(40);
    for (const row of rows) {
      const outside = row
        .replaceAll(/(`+)(?!`).*?(?<!`)\1(?!`)/g, '')
        .replaceAll(/<code>[^<]*<\/code>|<br>/g, '');
      expect(outside).toMatch(/^\|(?:[\w :-]*\|){2,4}$/);
    }
  });
});
