import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

function run(script: string, flag: string) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, script), flag], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

describe('the scripts', () => {
  it('say with `--help` which flags they take', () => {
    expect(run('scripts/fuzz.ts', '--help')).toEqual({
      status: 0,
      stdout: 'usage: node scripts/fuzz.ts [--minutes <value>] [--worlds <value>] [--seed <value>]\n',
      stderr: '',
    });
  });

  it.each(['scripts/repeat-tests.ts', 'scripts/write-docs.ts', 'bench/startup.ts'])(
    'end %s at a flag that it does not take, in words',
    (script) => {
      const { status, stdout, stderr } = run(script, '--unknown');
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(stderr).toMatch(new RegExp(`^Unknown option '--unknown'.*\\nusage: node ${script} \\[--`));
    },
  );
});
