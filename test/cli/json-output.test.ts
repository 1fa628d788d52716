import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { authz, contentsOf, EXAMPLE_FOLDER, folderWith, type Run } from '../helpers/cli.ts';
import { publishedExample } from '../helpers/published-example.ts';

const PAGE = readFileSync(resolve(import.meta.dirname, '../../docs/reporters.md'), 'utf8');
const ROWS = [...PAGE.matchAll(/^\| `authz (.*--json)` \| (.*) \|$/gm)].map(
  ([, command = '', members = '']) => ({
    command,
    // What only some projects have follows after "and".
    members: [...members.replace(/, and .*/, '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
  }),
);

/** A command in the worked example, with what it needs besides. */
async function ran(command: string): Promise<Run> {
  const args = command.split(' ');
  if (args[0] === 'publish') return (await publishedExample()).run(args);
  if (args[0] !== 'merge-reports') return authz(EXAMPLE_FOLDER, args);
  const { stdout } = await authz(EXAMPLE_FOLDER, ['test', '--json']);
  return authz(folderWith({ 'report.json': stdout }), args);
}

describe('the table of what `--json` prints', () => {
  it('has every command that prints a table', () => {
    const commands = ROWS.map(({ command }) => command.split(' ')[0]);
    expect(commands).toEqual([
      'classify',
      'generate-policies',
      'test',
      'explain',
      'diff',
      'prove',
      'matrix',
      'mutate',
      'validate',
      'merge-reports',
      'publish',
    ]);
  });

  it.each(ROWS)('names the members of `authz $command`', async ({ command, members }) => {
    const { stdout } = await ran(command);
    expect(Object.keys(JSON.parse(stdout))).toEqual(members);
  });
});

describe('`--json` where files cannot be used', () => {
  it.each([
    'explain GET /campaigns/c1 --as ana',
    'diff . .',
    'prove',
    'matrix',
    'mutate',
    'validate',
    'publish verified-permissions --policy-store PSEXAMPLE --plan',
    'merge-reports broken.json',
  ])('has the problems of `authz %s`', async (command) => {
    const files = {
      'policies/broken.cedar': 'permit(principal, action, resource) whne {};',
      'broken.json': '{',
    };
    const folder = folderWith({ ...contentsOf(EXAMPLE_FOLDER), ...files });
    const { code, stdout } = await authz(folder, [...command.split(' '), '--json']);
    expect(code).toBe(2);
    expect(JSON.parse(stdout).diagnostics).toContainEqual(expect.objectContaining({ severity: 'error' }));
  });

  it('prints nothing where the command is called in a wrong way', async () => {
    const { code, stdout, stderr } = await authz(EXAMPLE_FOLDER, ['explain', '--json']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('the call to explain is not given');
  });
});
