import { describe, expect, it } from 'vitest';
import { buildReport } from '../../../src/core/replay/report.ts';
import { PLAIN } from '../../../src/reporters/report/reporter.ts';
import { sarifReport } from '../../../src/reporters/report/sarif.ts';
import {
  emptyReport,
  HOSTILE,
  hostileReport,
  namedAfterCalls,
  reportWithInvariants,
  someReport,
  unusableProject,
  unusableReport,
} from '../../helpers/reports.ts';
import { sarifComplaints } from '../../helpers/sarif.ts';

describe('the SARIF report is valid against the schema', () => {
  it.each([
    ['with results of every kind', someReport],
    ['when something could not be loaded', unusableReport],
    ['when there is nothing to report', emptyReport],
    ['with invariants', reportWithInvariants],
    ['whatever files say', hostileReport()],
  ])('%s', (_, report) => expect(sarifComplaints(sarifReport(report, PLAIN))).toEqual([]));

  it('which would notice what is not in it', () => {
    const wrong = sarifReport(someReport, PLAIN).replace('"columnKind"', '"columns"');
    expect(sarifComplaints(wrong)).toMatchObject([{ keyword: 'additionalProperties' }]);
  });
});

describe('the SARIF report', () => {
  it('is the same for the same report', async () =>
    await expect(sarifReport(someReport, PLAIN)).toMatchFileSnapshot('../../golden/reports/some.sarif.json'));

  it('says a call once where the fixture is named after it', () => {
    const [run] = JSON.parse(sarifReport(namedAfterCalls, PLAIN)).runs;
    const texts = run.results.map(({ message }: { message: { text: string } }) => message.text);
    expect(texts).toContainEqual(expect.stringMatching(/^GET \/campaigns\/c1 as ana\nexpected allow/));
    expect(texts).toContainEqual(expect.stringMatching(/^PUT \/campaigns\/c1 as ana\nexpected allow/));
  });

  it('says when something could not be loaded, and where', () => {
    const [run] = JSON.parse(sarifReport(unusableReport, PLAIN)).runs;
    expect(run.invocations[0].executionSuccessful).toBe(false);
    expect(run.results).toMatchObject([
      {
        ruleId: 'usage',
        level: 'error',
        locations: [
          { physicalLocation: { artifactLocation: { uri: 'a%20%26%20b.cedar' }, region: { startLine: 2 } } },
        ],
      },
    ]);
  });

  it('has a result for each invariant that does not hold, with its place, the call and the policy that decides', () => {
    const [run] = JSON.parse(sarifReport(reportWithInvariants, PLAIN)).runs;
    expect(run.results).toMatchObject([
      {
        ruleId: 'invariant-refuted',
        level: 'error',
        message: { text: expect.stringContaining('GET /campaigns/c1') },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'invariants/a%20%26%20b.cedar' },
              region: { startLine: 2, startColumn: 3 },
            },
          },
        ],
        relatedLocations: [{ physicalLocation: { artifactLocation: { uri: 'some.cedar' } } }],
      },
      { ruleId: 'invariant-not-decided', level: 'error' },
    ]);
  });

  it('says of what is in no file that it is in that of the project: GitHub refuses results without a place', () => {
    const unplaced = { severity: 'error', code: 'no-fixtures', message: 'no fixtures were found' } as const;
    const placesIn = (name: string) => {
      const report = buildReport([{ ...unusableProject(unplaced), name }]);
      const { results } = JSON.parse(sarifReport(report, PLAIN)).runs[0];
      return results.flatMap(({ locations }: { locations: unknown }) => locations);
    };
    const uriOf = (uri: string) => ({
      physicalLocation: { artifactLocation: { uri, uriBaseId: '%SRCROOT%' } },
    });
    expect(placesIn('.')).toEqual([uriOf('authz.yaml')]);
    expect(placesIn('api')).toEqual([uriOf('api/authz.yaml')]);
  });

  it('names files as the repository does', () => {
    const text = sarifReport(someReport, { ...PLAIN, repositoryPath: (file) => `api/${file}` });
    expect(text).toContain('"uri": "api/some.fixtures.yaml"');
  });

  it('takes nothing that files say for a link or a place to fill in', () => {
    const { results } = JSON.parse(sarifReport(hostileReport(), PLAIN)).runs[0];
    expect(results).toHaveLength(4 * HOSTILE.length);
    const messages: string[] = results.map(({ message }: { message: { text: string } }) => message.text);
    expect(messages.join('\n')).toContain('\\[x](javascript:alert(1))');
    for (const message of messages) {
      expect(message).not.toMatch(/(?<!\\)\[[^\]]*\]\(/);
      expect(message).not.toMatch(/(?<!\{)\{\d+\}(?!\})/);
    }
  });
});
