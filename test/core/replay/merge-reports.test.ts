import { describe, expect, it } from 'vitest';
import { FIXTURE_FILTERS } from '../../../src/core/replay/fixture-filters.ts';
import { mergeReports } from '../../../src/core/replay/merge-reports.ts';
import { buildReport, type Report, type Shard } from '../../../src/core/replay/report.ts';
import { selectFixtures } from '../../../src/core/replay/selection.ts';
import { prepareProject } from '../../../src/core/verification/prepare-project.ts';
import type { VerifyInput } from '../../../src/core/verification/verify-input.ts';
import { REPORTERS, type ReporterName } from '../../../src/reporters/report/index.ts';
import { jsonReport } from '../../../src/reporters/report/json.ts';
import { readJsonReport } from '../../../src/reporters/report/read-json.ts';
import { PLAIN } from '../../../src/reporters/report/reporter.ts';
import { loadExample } from '../../helpers/example.ts';
import fc from '../../helpers/fast-check.ts';
import { told, valueIn } from '../../helpers/outcome.ts';
import { reportWithInvariants } from '../../helpers/reports.ts';
import { runs } from '../../helpers/runs.ts';
import { sourceOf } from '../../helpers/source.ts';

const example = await loadExample();
/** Something of everything that a report can say: failures with explanations, errors, uncovered conditions, a warning. */
const broken: VerifyInput = {
  ...example,
  name: 'broken',
  digest: () => 'broken',
  policies: example.policies.map((file) => ({
    ...file,
    text: file.text.replace('resource.status == "draft"', 'resource.status != "sent"'),
  })),
};
const projects = [{ ...example, digest: () => 'example' }, broken].map((input) =>
  prepareProject(input, { digest: true, coverage: { endpoints: 100, conditions: 100 } }),
);

function run(written: readonly string[], shard?: Shard): Report {
  const filters = valueIn(FIXTURE_FILTERS.read(written));
  const selections = selectFixtures(
    projects.map(({ fixtures }) => fixtures),
    { filters, ...(shard ? { shard } : {}) },
  );
  const reports = projects.map((project, index) => {
    const { fixtures = [], leftOut } = selections[index] ?? {};
    const anything = leftOut && leftOut.byFilter + leftOut.byShard > 0;
    return project.report([...project.replay(fixtures)], anything ? leftOut : undefined);
  });
  const scope = { filters: written, ...(shard ? { shard } : {}) };
  return buildReport(reports, written.length > 0 || shard ? scope : undefined);
}

function reread(report: Report): Report {
  return valueIn(readJsonReport(sourceOf(jsonReport(report), 'report.json')));
}

function shards(total: number, filters: readonly string[] = []) {
  return Array.from({ length: total }, (_, index) => ({
    file: `${index + 1}.json`,
    report: reread(run(filters, { index: index + 1, total })),
  }));
}

const REPORTER_NAMES = Object.keys(REPORTERS) as ReporterName[];

describe('the reports of all shards', () => {
  it('are together the report of one run, for every reporter', () => {
    const filters = fc.constantFrom<string[]>([], ['pattern=batch', 'pattern=listing']);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5 }), filters, fc.nat(), (total, chosen, first) => {
        const parts = shards(total, chosen);
        const merged = valueIn(
          mergeReports([...parts.slice(first % total), ...parts.slice(0, first % total)]),
        );
        const whole = withoutCoverage(run(chosen));
        expect(merged.counts).toEqual(whole.counts);
        for (const name of REPORTER_NAMES)
          expect(REPORTERS[name](withoutCoverage(merged), PLAIN)).toBe(REPORTERS[name](whole, PLAIN));
      }),
      runs(4),
    );
  });

  it('are refused when one is missing, there twice, or of another run', () => {
    const [one, two, three] = shards(3);
    const problems = (...reports: (typeof one)[]) =>
      told(mergeReports(reports.flatMap((report) => report ?? [])).diagnostics).join('\n');
    expect(problems(one, three)).toContain('no report of shard 2/3 is given');
    expect(problems(one, two, two && { ...two, file: 'again.json' })).toContain(
      'the report is of shard 2, as',
    );
    expect(problems(one, shards(2)[1])).toContain('the report is one of 2 shards, the first of 3');
    expect(problems(one, shards(3, ['pattern=open'])[1], three)).toContain(
      'other files or filters than `1.json`',
    );
    expect(problems({ file: 'empty.json', report: buildReport([]) })).toContain('nothing was tested');
    expect(problems(one, { file: 'whole.json', report: run([]) })).toContain('not the report of a shard');
  });
});

/** Projects are prepared once here, and their recorders go on counting: what coverage adds up to is tested on the program. */
function withoutCoverage(report: Report): Report {
  const without = report.projects.map(({ coverage: _, ...project }) => project);
  return { ...report, projects: without };
}

describe('a report that was read', () => {
  it('prints as before, with every reporter', () => {
    const report = run([]);
    for (const name of REPORTER_NAMES)
      expect(REPORTERS[name](reread(report), PLAIN)).toBe(REPORTERS[name](report, PLAIN));
  });

  it('is counted by its results, whatever it says of itself', () => {
    const { counts, invariants } = reportWithInvariants;
    const text = jsonReport({
      ...reportWithInvariants,
      counts: { ...counts, failed: 7 },
      ...(invariants ? { invariants: { ...invariants, refuted: 0, undecided: 0 } } : {}),
    });
    const read = valueIn(readJsonReport(sourceOf(text, 'report.json')));
    expect(read.counts).toEqual(counts);
    expect(read.invariants).toMatchObject({ proven: 1, refuted: 1, undecided: 1 });
  });

  it.each<[string, string]>([
    ['{"version": 2}', 'the report has version `2`, expected `1`'],
    ['{"counts": {}}', 'this is not a JSON report of authz'],
    ['[]', 'this is not a JSON report of authz'],
    ['{"version": 1, "projects": [{"name": "x"}]}', 'policies'],
    ['{"version": 1, "projects": [], "invariants": {"refuted": 0}}', 'results'],
    ['{"version": 1, "scope": {"shard": {"index": 1, "total": 1}}, "projects": []}', 'scope.filters'],
    ['{"version": 1, "scope": 5, "projects": []}', 'scope'],
    [
      '{"version": 1, "projects": [{"name": "x", "policies": 0, "endpoints": 0, "untested": [], "results": [], "diagnostics": [{}]}]}',
      'diagnostics.0.severity',
    ],
    ['{"version": 1, "projects": 3}', 'expected a list of projects'],
  ])('is refused when it is %s', (text, message) => {
    expect(told(readJsonReport(sourceOf(text, 'report.json')).diagnostics).join('\n')).toContain(message);
  });
});
