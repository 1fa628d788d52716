import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { authz, contentsOf, EXAMPLE_FOLDER, expectRefusal, projectWith } from '../../helpers/cli.ts';

const TWO_FAIL = `\
principals: { ana: { sub: ana, groups: [admin] } }
entities: [{ uid: { type: "Shop::Shop", id: "1" }, attrs: {}, parents: [] }]
cases:
  - { name: first, as: ana, call: GET /shops/1, expect: deny }
  - { name: second, as: ana, call: DELETE /shops/1, expect: deny }
  - { name: third, as: anonymous, call: GET /shops/1, expect: deny }
`;

describe('authz test --filter', () => {
  it('replays what matches, and counts what it left out', async () => {
    const args = [
      'test',
      '--filter',
      'path=/campaigns/*',
      '--filter',
      'principal=ana',
      '--filter',
      'method=PUT',
    ];
    const run = await authz(EXAMPLE_FOLDER, args);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const [, passed, leftOut] = /^(\d+) passed, 0 failed, (\d+) left out \(/.exec(run.stdout) ?? [];
    expect(Number(passed)).toBeGreaterThan(0);
    expect(Number(passed) + Number(leftOut)).toBe(272);
    expect(run.stdout).not.toContain('not tested');
  });

  it('says so in the JSON report', async () => {
    const run = await authz(EXAMPLE_FOLDER, ['test', '--filter', 'pattern=open', '--reporter', 'json']);
    const report = JSON.parse(run.stdout);
    expect(report.scope).toEqual({ filters: ['pattern=open'] });
    expect(report.counts.fixtures + report.counts.leftOut).toBe(272);
    expect(report.projects[0].leftOut).toEqual({ byFilter: report.counts.leftOut, byShard: 0, byBail: 0 });
  });

  it('that matches nothing is unusable input, unless that is allowed', async () => {
    const run = await authz(EXAMPLE_FOLDER, ['test', '--filter', 'principal=anna']);
    expect(run.code).toBe(2);
    expect(run.stdout).toContain('no fixture matches `principal=anna`: did you mean `ana`?');
    expect(run.stdout).toContain('help: there is `ada`, `ana`, `anonymous`, ');
    const allowed = await authz(EXAMPLE_FOLDER, [
      'test',
      '--filter',
      'principal=anna',
      '--pass-with-no-tests',
    ]);
    expect(allowed.code).toBe(0);
    expect(allowed.stdout).toContain('0 passed, 0 failed, 272 left out');
  });

  it('that cannot be understood is refused before anything is read', async () => {
    const run = await authz(EXAMPLE_FOLDER, ['test', '--filter', 'tags=slow', '--filter', 'verb=GET']);
    expectRefusal(run);
    expect(run.stderr).toContain('`--filter tags=slow`: unknown key `tags`: did you mean `tag`?');
    expect(run.stderr).toContain('`--filter verb=GET`: unknown key `verb`');
  });
});

describe('authz test with fixtures that are all skipped', () => {
  const SKIPPED =
    'principals: { ana: { sub: ana } }\ncases:\n  - { name: a, as: ana, call: GET /shops/1, expect: allow, skip: not now }\n';
  const WARNING = 'so nothing was tested that could fail';
  const only = ['skipped.fixtures.yaml'];

  it('is green, with a warning in every report', async () => {
    const folder = await projectWith({ 'skipped.fixtures.yaml': SKIPPED });
    const names = ['dot', 'json', 'junit', 'tap', 'sarif', 'github', 'markdown', 'html'];
    const files = names.flatMap((name) => ['--reporter', `${name}=${name}.txt`]);
    const run = await authz(folder, ['test', ...only, '--reporter', 'pretty', ...files]);
    expect(run).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`the only fixture is skipped, ${WARNING}`),
    });
    for (const name of names) expect(readFileSync(join(folder, `${name}.txt`), 'utf8')).toContain(WARNING);
  });

  it('warns of fixtures that are to do, too, and not where one of them counts', async () => {
    const todo = SKIPPED.replace('skip: not now', 'todo: close it');
    const folder = await projectWith({
      'skipped.fixtures.yaml': `${todo}${SKIPPED.split('\n').at(2)?.replace('name: a', 'name: b')}\n`,
    });
    const run = await authz(folder, ['test', ...only]);
    expect(run).toMatchObject({ code: 0 });
    expect(run.stdout).toContain(`all 2 fixtures are skipped or to do, ${WARNING}`);
    expect((await authz(folder, ['test'])).stdout).not.toContain(WARNING);
  });

  it('warns in the merged report of shards, and not in theirs, since others may count', async () => {
    const folder = await projectWith({ 'skipped.fixtures.yaml': SKIPPED });
    for (const part of ['1', '2']) {
      const run = await authz(folder, [
        'test',
        ...only,
        '--shard',
        `${part}/2`,
        '--reporter',
        `json=${part}.json`,
      ]);
      expect(run.stdout).not.toContain(WARNING);
    }
    expect((await authz(folder, ['merge-reports', '1.json', '2.json'])).stdout).toContain(WARNING);
  });
});

describe('authz test --bail', () => {
  it('stops after the first fixture that fails', async () => {
    const folder = await projectWith({ 'fixtures/a.fixtures.yaml': TWO_FAIL });
    const run = await authz(folder, ['test', '--bail']);
    expect(run.code).toBe(1);
    expect(run.stdout).toContain('first');
    expect(run.stdout).not.toContain('second');
    expect(run.stdout).toContain('0 passed, 1 failed, 12 left out (1 fixture,');
  });

  it('stops after as many as it is told', async () => {
    const folder = await projectWith({ 'fixtures/a.fixtures.yaml': TWO_FAIL });
    expect((await authz(folder, ['test', '--bail', '2'])).stdout).toContain(
      '0 passed, 2 failed, 11 left out',
    );
    expect((await authz(folder, ['test', '--bail=3'])).stdout).toContain('11 passed, 2 failed (13 fixtures');
  });

  it('counts over all projects of the run', async () => {
    const folder = await projectWith({ 'fixtures/a.fixtures.yaml': TWO_FAIL });
    const run = await authz(folder, ['test', folder, EXAMPLE_FOLDER, '--bail', '--reporter', 'json']);
    expect(run.code).toBe(1);
    expect(JSON.parse(run.stdout).counts).toMatchObject({ fixtures: expect.any(Number), failed: 1 });
    expect(JSON.parse(run.stdout).counts.leftOut).toBeGreaterThan(0);
  });

  it.each([['0'], ['fixtures'], ['-1'], ['1.5']])('refuses --bail %s', async (value) => {
    const run = await authz(EXAMPLE_FOLDER, ['test', `--bail=${value}`]);
    expectRefusal(run);
    expect(run.stderr).toContain('expected a number from 1');
  });
});

describe('authz test --shard', () => {
  it('replays one part, and is green when there is nothing left for it', async () => {
    const folder = await projectWith();
    const runs = await Promise.all(
      ['1/3', '2/3', '3/3'].map((shard) => authz(folder, ['test', '--shard', shard, '--reporter', 'json'])),
    );
    const fixtures = runs.map(({ stdout }) => JSON.parse(stdout).counts.fixtures);
    expect(fixtures).toEqual([4, 3, 3]);
    const empty = await authz(folder, ['test', '--shard', '50/50']);
    expect(empty).toMatchObject({ code: 0, stderr: '' });
    expect(empty.stdout).toContain('0 passed, 0 failed, 10 left out');
  });

  it.each(['0/3', '4/3', '1', 'a/b', '1/0'])('refuses --shard %s', async (value) => {
    const run = await authz(EXAMPLE_FOLDER, ['test', '--shard', value]);
    expectRefusal(run);
    expect(run.stderr).toContain('expected a part of a whole, such as 1/4');
  });
});

describe('authz merge-reports', () => {
  it('gives the report of the whole, with coverage, and its exit code', async () => {
    const folder = await projectWith({ 'fixtures/a.fixtures.yaml': TWO_FAIL });
    const shards = ['1/2', '2/2'].map((shard) =>
      authz(folder, ['test', '--coverage', '--shard', shard, '--reporter', `json=${shard.at(0)}.json`]),
    );
    await Promise.all(shards);
    const merged = await authz(folder, ['merge-reports', '2.json', '1.json', '--reporter', 'json']);
    const whole = await authz(folder, ['test', '--coverage', '--reporter', 'json']);
    expect(merged).toMatchObject({ code: 1, stderr: '' });
    expect(withoutTimes(merged.stdout)).toEqual(withoutTimes(whole.stdout));
  });

  it('asks for the coverage that any of the shards was to reach', async () => {
    const folder = await projectWith({ 'a.fixtures.yaml': TWO_FAIL.replace('DELETE', 'GET') });
    const flags = [['--coverage'], ['--coverage-threshold', 'endpoints=100']];
    for (const [index, own] of flags.entries()) {
      const part = index + 1;
      const report = ['--shard', `${part}/2`, '--reporter', `json=${part}.json`];
      await authz(folder, ['test', 'a.fixtures.yaml', ...own, ...report]);
    }
    const { stdout } = await authz(folder, ['merge-reports', '1.json', '2.json']);
    expect(stdout).toContain('coverage too low');
  });

  it('is refused without all shards, and for files that are no reports', async () => {
    const folder = await projectWith();
    await authz(folder, ['test', '--shard', '1/2', '--reporter', 'json=1.json']);
    const alone = await authz(folder, ['merge-reports', '1.json']);
    expectRefusal(alone);
    expect(alone.stderr).toContain('no report of shard 2/2 is given');
    const other = await authz(folder, ['merge-reports', 'v4.policyschema.json']);
    expectRefusal(other);
    expect(other.stderr).toContain('this is not a JSON report of authz');
    expectRefusal(await authz(folder, ['merge-reports']));
  });

  it('leaves the reports that it reads as they are', async () => {
    const folder = await projectWith();
    await authz(folder, ['test', '--shard', '1/2', '--reporter', 'json=1.json']);
    await authz(folder, ['test', '--shard', '2/2', '--reporter', 'json=2.json']);
    const before = readFileSync(join(folder, '2.json'), 'utf8');
    const merged = await authz(folder, ['merge-reports', '1.json', '2.json', '--reporter', 'json=./2.json']);
    expectRefusal(merged);
    expect(merged.stderr).toContain('a reporter would write to `2.json`, which is one of the reports');
    expect(readFileSync(join(folder, '2.json'), 'utf8')).toBe(before);
  });
});

function withoutTimes(json: string): unknown {
  return JSON.parse(json, (key, value) => (key === 'milliseconds' ? 0 : value));
}

describe('authz test --update', () => {
  it('writes what came, shows it, and is green then', async () => {
    const folder = await projectWith({ 'fixtures/a.fixtures.yaml': `\uFEFF${TWO_FAIL}` });
    const run = await authz(folder, ['test', '--update']);
    expect(run.code).toBe(0);
    expect(run.stdout).toContain('13 passed, 0 failed');
    expect(run.stderr).toContain('-  - { name: first, as: ana, call: GET /shops/1, expect: deny }');
    expect(run.stderr).toContain('+  - { name: first, as: ana, call: GET /shops/1, expect: allow }');
    expect(run.stderr).toContain(
      'updated 2 expectations in fixtures/a.fixtures.yaml: 2 of them let somebody in\n',
    );
    const after = TWO_FAIL.replace('shops/1, expect: deny', 'shops/1, expect: allow').replace(
      'DELETE /shops/1, expect: deny',
      'DELETE /shops/1, expect: allow',
    );
    expect(contentsOf(folder)['fixtures/a.fixtures.yaml']).toBe(`\uFEFF${after}`);
    const again = await authz(folder, ['test', '-u']);
    expect(again).toMatchObject({ code: 0, stderr: '' });
  });

  it('says nothing of letting in where it records who is kept out', async () => {
    const strict = TWO_FAIL.replace('/shops/1, expect: deny }', '/shops/1, expect: allow }')
      .replace('DELETE /shops/1, expect: deny', 'DELETE /shops/1, expect: allow')
      .replace(
        'as: anonymous, call: GET /shops/1, expect: deny',
        'as: anonymous, call: GET /shops/1, expect: allow',
      );
    const folder = await projectWith({ 'fixtures/a.fixtures.yaml': strict });
    const run = await authz(folder, ['test', '--update']);
    expect(run.stderr).toContain('updated 1 expectation in fixtures/a.fixtures.yaml\n');
  });

  it('touches only what the filter chooses', async () => {
    const folder = await projectWith({ 'fixtures/a.fixtures.yaml': TWO_FAIL });
    await authz(folder, ['test', '--update', '--filter', 'second']);
    expect((await authz(folder, ['test'])).stdout).toContain('12 passed, 1 failed');
  });
});

describe('authz test with several broken files', () => {
  it('tells of all of them at once', async () => {
    const folder = await projectWith({
      'fixtures/a.fixtures.yaml': 'cases: [',
      'fixtures/b.fixtures.json': '{ "cases": [], "cases": [] }',
      'fixtures/c.fixtures.yaml': 'case: []',
      'policies/broken.cedar': 'permit (',
    });
    const { code, stdout } = await authz(folder, ['test']);
    expect(code).toBe(2);
    for (const place of [
      'fixtures/a.fixtures.yaml:1',
      'fixtures/b.fixtures.json:1:16',
      'fixtures/c.fixtures.yaml:1:1',
      'policies/broken.cedar:1',
    ])
      expect(stdout).toContain(place);
    expect(stdout).toContain('unknown key `case`: did you mean `cases`?');
    expect(stdout).toContain('4 problems');
  });
});
