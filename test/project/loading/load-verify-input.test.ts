import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildReport, isGreen, loadVerifyInput, verify } from '../../../src/index.ts';
import { EXAMPLE_FOLDER, folderWith } from '../../helpers/cli.ts';
import { told, valueIn } from '../../helpers/outcome.ts';

describe('a project that is read for the library', () => {
  it('is replayed as `authz test` replays it', async () => {
    const input = valueIn(await loadVerifyInput('authz.yaml', EXAMPLE_FOLDER));
    const report = buildReport([verify(input)]);
    expect(isGreen(report)).toBe(true);
    expect(report.counts).toMatchObject({ fixtures: 272, passed: 272, problems: 0 });
  });

  it('has all its problems at once, each with its place', async () => {
    const folder = folderWith();
    cpSync(EXAMPLE_FOLDER, folder, { recursive: true });
    writeFileSync(join(folder, 'entities.json'), '[');
    writeFileSync(join(folder, 'fixtures/own.fixtures.yaml'), 'cases: [');
    const { ok, diagnostics } = await loadVerifyInput('authz.yaml', folder);
    expect(ok).toBe(false);
    expect(told(diagnostics)).toEqual([
      expect.stringMatching(/^entities\.json:1:2 error /),
      expect.stringMatching(/^fixtures\/own\.fixtures\.yaml:1:\d+ error /),
    ]);
  });

  it('keeps in the report what was said while it was read', async () => {
    const folder = folderWith();
    cpSync(EXAMPLE_FOLDER, folder, { recursive: true });
    writeFileSync(
      join(folder, 'fixtures/more.yaml'),
      'cases:\n  - call: GET /dashboard-data\n    expect: allow\n',
    );
    const input = valueIn(await loadVerifyInput('authz.yaml', folder));
    expect(told(verify(input).diagnostics)).toEqual([
      'fixtures/more.yaml warning this file is not replayed: files with fixtures are called `*.fixtures.yaml`',
    ]);
  });

  it('is missed where there is none', async () => {
    const { diagnostics } = await loadVerifyInput('authz.yaml', folderWith());
    expect(told(diagnostics)).toEqual(['authz.yaml error there is no such file']);
  });
});
