import { describe, expect, it } from 'vitest';
import { buildReport } from '../../../src/core/replay/report.ts';
import { githubReport } from '../../../src/reporters/report/github.ts';
import { PLAIN } from '../../../src/reporters/report/reporter.ts';
import {
  emptyReport,
  hostileReport,
  namedAfterCalls,
  reportWithInvariants,
  someProblem,
  someReport,
  unusableProject,
  unusableReport,
} from '../../helpers/reports.ts';

describe('annotations for GitHub Actions', () => {
  it('point at each fixture that failed', async () =>
    await expect(githubReport(someReport, PLAIN)).toMatchFileSnapshot(
      '../../golden/reports/some.github.txt',
    ));

  it('point at the policy that refutes an invariant, and at an invariant that is not decided', () => {
    const [refuted, undecided] = githubReport(reportWithInvariants, PLAIN).split('\n');
    expect(refuted).toContain(
      '::error file=some.cedar,line=1,col=1,title=Invariant refuted%3A nobody-reads::',
    );
    expect(refuted).toContain('%0AGET /campaigns/c1%0A');
    expect(refuted).toMatch(/the invariant: invariants\/a & b\.cedar:2:3$/);
    expect(undecided).toContain(
      '::error file=invariants/a & b.cedar,line=2,col=3,title=Invariant not decided',
    );
  });

  it('point at what could not be loaded, and are none when there is nothing to say', () => {
    expect(githubReport(unusableReport, PLAIN)).toBe(
      '::error file=a & b.cedar,line=2,col=1,title=usage::a <b> & "c"\\u001b[2J%0Amend it\n',
    );
    expect(githubReport(emptyReport, PLAIN)).toBe('');
  });

  it('say a call once where the fixture is named after it', () => {
    const text = githubReport(namedAfterCalls, PLAIN);
    expect(text).toContain('must be allowed%3A GET /campaigns/c1 as ana::expected allow');
    expect(text).toContain('must be allowed%3A PUT /campaigns/c1 as ana::expected allow');
  });

  it('name files as the repository does', () => {
    const text = githubReport(someReport, { ...PLAIN, repositoryPath: (file) => `api/${file}` });
    expect(text).toContain('::error file=api/some.fixtures.yaml,line=8,');
  });

  it('are as many as GitHub shows, and tell of the others', () => {
    const problems = Array.from({ length: 14 }, (_, index) => ({
      ...someProblem,
      message: `number ${index}`,
    }));
    const lines = githubReport(buildReport([unusableProject(...problems)]), PLAIN)
      .trimEnd()
      .split('\n');
    expect(lines).toHaveLength(10);
    expect(lines[9]).toBe('::error title=5 failures more::The job summary has them all.');
  });

  it('are one line each, with no property that a file made up', () => {
    const lines = githubReport(hostileReport(), PLAIN).trimEnd().split('\n');
    expect(lines).toHaveLength(20);
    for (const line of lines) {
      expect(line).toMatch(
        /^::(?:error|warning) (?:file=[^,:]*,)?(?:line=\d+,)?(?:col=\d+,)?title=[^,:]*::[^\r\n]*$/,
      );
    }
  });
});
