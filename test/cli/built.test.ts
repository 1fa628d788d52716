import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { authz, builtAuthz, EXAMPLE_FOLDER, expectPlain, folderWith } from '../helpers/cli.ts';

/** What each command prints of the worked example; those that take the terminal have tests in `test/tui/`. */
const COMMANDS: readonly (readonly [code: number, command: string])[] = [
  [0, 'classify'],
  [0, 'generate-schema --check'],
  [0, 'generate-policies --help'],
  [0, 'generate-fixtures --help'],
  [0, 'test --reporter dot'],
  [0, 'explain GET /campaigns/c1 --as ana'],
  [0, 'matrix'],
  [0, 'validate'],
  [0, 'format --check'],
  [0, 'merge-reports report.json --reporter dot'],
  [0, 'completion bash'],
  [2, 'import-har missing.har'],
  [2, 'diff no-such-revision'],
  [2, 'test --filter'],
  [0, 'help prove'],
  [0, 'help mutate'],
  [0, 'help publish'],
];

/** Other tests run commands in their own process, from the source: here the built tool shows that it is the same. */
describe('the built tool', () => {
  let report: string;
  beforeAll(async () => {
    report = (await authz(EXAMPLE_FOLDER, ['test', '--reporter', 'json'])).stdout;
  });

  it.each(COMMANDS)('prints what its source prints: exit code %i of `authz %s`', async (code, command) => {
    const args = command.split(' ');
    const folder = folderWith();
    cpSync(EXAMPLE_FOLDER, folder, { recursive: true });
    writeFileSync(join(folder, 'report.json'), report);
    const [built, here] = [await builtAuthz(folder, args), await authz(folder, args)];
    expectPlain(built);
    expect(steady(built)).toEqual(steady({ ...here, code }));
  });
});

/** Without durations, which differ from run to run. */
function steady({ code, stdout, stderr }: { code: number | null; stdout: string; stderr: string }) {
  const without = (text: string) =>
    text.replaceAll(/"milliseconds": [\d.e-]+/g, '').replaceAll(/\b\d+(?:\.\d+)? m?s\b/g, '');
  return { code, stdout: without(stdout), stderr: without(stderr) };
}
