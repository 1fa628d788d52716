import { describe, expect, it } from 'vitest';
import { buildReport } from '../../../src/core/replay/report.ts';
import { dotReport } from '../../../src/reporters/report/dot.ts';
import { prettyReport } from '../../../src/reporters/report/pretty.ts';
import { PLAIN } from '../../../src/reporters/report/reporter.ts';
import { emptyReport, someReport, unusableReport } from '../../helpers/reports.ts';

describe('the dot report', () => {
  it('has a mark for each fixture, and what failed below', () => {
    expect(dotReport(someReport, { ...PLAIN, verbose: true })).toBe(
      `.FFEST\n\n${prettyReport(someReport, PLAIN)}`,
    );
  });

  it('breaks its lines itself', () => {
    const [project] = someReport.projects;
    const [result] = project?.results ?? [];
    if (!project || !result) throw new Error('the report is empty');
    const many = buildReport([{ ...project, results: Array.from({ length: 150 }, () => result) }]);
    expect(dotReport(many, PLAIN).split('\n').slice(0, 4)).toEqual([
      '.'.repeat(72),
      '.'.repeat(72),
      '......',
      '',
    ]);
  });

  it('is colored by meaning', () => {
    expect(dotReport(someReport, { ...PLAIN, color: true })).toContain(
      '\u001b[32m.\u001b[39m\u001b[31mF\u001b[39m\u001b[31mF\u001b[39m\u001b[31mE\u001b[39m\u001b[33mS\u001b[39m',
    );
  });

  it('shows what could not be loaded, and is not empty when there is nothing', () => {
    expect(dotReport(unusableReport, PLAIN)).toBe(prettyReport(unusableReport, PLAIN));
    expect(dotReport(emptyReport, PLAIN)).toContain('0 passed');
  });
});
