import { describe, expect, it } from 'vitest';
import { authz, folderWith, projectWith } from '../../helpers/cli.ts';

const CLOSED = `\
principals: { ana: { sub: ana, groups: [admin] } }
entities: [{ uid: { type: "Shop::Shop", id: "1" }, attrs: {}, parents: [] }]
cases:
  - { name: closed, as: ana, call: GET /shops/1, expect: deny }
  - { name: not now, as: ana, call: GET /shops/1, expect: deny, skip: later }
  - { name: no such path, as: ana, call: GET /shop/1, expect: unroutable }
`;

/** The JSON report without durations, which differ from run to run. */
async function reportOf(folder: string, ...args: readonly string[]): Promise<unknown> {
  const { stdout, code } = await authz(folder, ['test', '--reporter', 'json', ...args]);
  return { code, report: JSON.parse(stdout.replaceAll(/"milliseconds": [\d.e-]+/g, '"milliseconds": 0')) };
}

describe('authz test --workers', () => {
  it('reports what one thread reports, in the same order', async () => {
    const example = await folderWith({});
    await authz(example, ['init', '--yes', '--example']);
    const failing = await projectWith({ 'fixtures/closed.fixtures.yaml': CLOSED });
    for (const [folder, ...args] of [
      [example],
      [example, '--filter', 'method=DELETE'],
      [failing],
      [failing, '--shard', '1/2'],
      [failing, '--bail'],
      [failing, '--coverage'],
    ] as const) {
      expect(await reportOf(folder, ...args, '--workers', '3')).toEqual(await reportOf(folder, ...args));
    }
  });

  it('tells what keeps a project from being tested once', async () => {
    const folder = await projectWith({ 'policies/broken.cedar': 'permit (' });
    const run = await authz(folder, ['test', '--workers', '2']);
    expect(run.code).toBe(2);
    expect(run.stdout.match(/policy-syntax/g)).toHaveLength(1);
  });

  it.each(['0', 'many', '1.5'])('refuses `--workers %s`', async (count) => {
    const run = await authz(await projectWith(), ['test', '--workers', count]);
    expect(run).toMatchObject({ code: 2, stdout: '' });
    expect(run.stderr).toContain('expected a number from 1 to 99');
  });
});
