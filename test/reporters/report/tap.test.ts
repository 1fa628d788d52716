import { type FinalResults, Parser, type Result } from 'tap-parser';
import { describe, expect, it } from 'vitest';
import { tapReport } from '../../../src/reporters/report/tap.ts';
import {
  emptyReport,
  HOSTILE,
  hostileReport,
  reportWithInvariants,
  someReport,
  unusableReport,
} from '../../helpers/reports.ts';

/** What a harness reads; in strict mode everything that is not TAP is a failure. */
function readTap(text: string): { results: FinalResults; points: Result[]; unknown: string[] } {
  const points: Result[] = [];
  const unknown: string[] = [];
  const final: FinalResults[] = [];
  const parser = new Parser({ strict: true }, (results) => final.push(results));
  parser.on('assert', (point: Result) => points.push(point));
  parser.on('extra', (line: string) => unknown.push(line));
  parser.end(text);
  const [results] = final;
  if (!results) throw new Error('the parser did not come to an end');
  return { results, points, unknown };
}

describe('the TAP report', () => {
  it('has a test point for each fixture, with what a harness shows of it', async () => {
    await expect(tapReport(someReport)).toMatchFileSnapshot('../../golden/reports/some.tap');
    const { results, points, unknown } = readTap(tapReport(someReport));
    expect(unknown).toEqual([]);
    expect(results).toMatchObject({
      ok: false,
      count: 6,
      pass: 2,
      fail: 4,
      skip: 1,
      todo: 1,
      bailout: false,
    });
    expect(results.failures).toHaveLength(3);
    expect(points.map(({ ok, name, skip, todo }) => [ok, name, skip, todo])).toEqual([
      [true, 'ana reads', false, false],
      [false, 'ana writes', false, false],
      [false, 'the right policy', false, false],
      [false, 'a batch', false, false],
      [true, 'not now', '<slow>', false],
      [false, 'soon', false, 'close it'],
    ]);
    expect(points[1]?.time).toBe(0.5);
    expect(points[1]?.diag).toMatchObject({
      file: 'some.fixtures.yaml',
      line: 8,
      severity: 'fail',
      message: 'expected allow, got deny (no policy permits it)',
    });
  });

  it('has a test point for each invariant, too, with its place and the call that refutes it', () => {
    const { results, points, unknown } = readTap(tapReport(reportWithInvariants));
    expect(unknown).toEqual([]);
    expect(results).toMatchObject({ ok: false, count: 3, pass: 1, fail: 2 });
    expect(points.map(({ ok, name }) => [ok, name])).toEqual([
      [true, 'members-write'],
      [false, 'nobody-reads'],
      [false, 'too-hard'],
    ]);
    expect(points[1]?.diag).toMatchObject({
      file: 'invariants/a & b.cedar',
      line: 2,
      column: 3,
      severity: 'fail',
      because: expect.arrayContaining(['GET /campaigns/c1']),
    });
  });

  it('bails out when something could not be loaded', () => {
    const text = tapReport(unusableReport);
    expect(text).toBe(
      'TAP version 14\n# error: a <b> & "c"\\u001b[2J  a & b.cedar:2:1\n# help: mend it\nBail out! a <b> & "c"\\u001b[2J\n',
    );
    expect(readTap(text)).toMatchObject({
      results: { ok: false, bailout: 'a <b> & "c"\\u001b[2J' },
      unknown: [],
    });
  });

  it('is valid when there is nothing to report', () => {
    expect(tapReport(emptyReport)).toBe('TAP version 14\n1..0\n');
    expect(readTap(tapReport(emptyReport))).toMatchObject({ results: { ok: true, count: 0 }, unknown: [] });
  });

  it('is not misled by what files say', () => {
    const { points, unknown, results } = readTap(tapReport(hostileReport()));
    expect(unknown).toEqual([]);
    expect(points).toHaveLength(4 * HOSTILE.length);
    const kinds = points.map(({ ok, skip, todo }) => `${ok} ${skip !== false} ${todo !== false}`);
    expect(new Set(kinds)).toEqual(new Set(['false false false', 'true true false', 'false false true']));
    expect(results.failures.length).toBe(2 * HOSTILE.length);
    expect(points.map(({ name }) => name)).toContain('</script><script>alert(1)</script>');
  });
});
