import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { authz, EXAMPLE_FOLDER } from '../helpers/cli.ts';

const PAGE = readFileSync(resolve(import.meta.dirname, '../../docs/reporters.md'), 'utf8');
const ROWS = [...PAGE.matchAll(/^\| `authz (.*--json)` \| (.*) \|$/gm)].map(
  ([, command = '', members = '']) => ({
    command,
    // What only some projects have follows after "and".
    members: [...members.replace(/, and .*/, '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
  }),
);

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
    ]);
  });

  it.each(ROWS)('names the members of `authz $command`', async ({ command, members }) => {
    const { stdout } = await authz(EXAMPLE_FOLDER, command.split(' '));
    expect(Object.keys(JSON.parse(stdout))).toEqual(members);
  });
});
