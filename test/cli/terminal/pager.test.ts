import { describe, expect, it } from 'vitest';
import { EXAMPLE_FOLDER } from '../../helpers/cli.ts';
import { openAuthz } from '../../helpers/pty.ts';

// The tests of this file run the tool in a terminal; CI has no pages.
const env = { CI: '', TERM: 'xterm-256color' };

describe('a table that is longer than the terminal', () => {
  it.each([
    [['classify'], 'METHOD', 'endpoints,'],
    [['generate-policies', '--list'], 'administrators', 'deny-by-default'],
  ])('is shown in the pager that the environment names: %j', async (args, first, last) => {
    const program = openAuthz(args, {
      cwd: EXAMPLE_FOLDER,
      rows: 10,
      columns: 120,
      env: { ...env, AUTHZ_PAGER: 'head -n 3; echo as paged' },
    });
    const screen = await program.until('as paged');
    expect(screen).toContain(first);
    expect(screen).not.toContain(last);
    expect(await program.ended).toMatchObject({ code: 0 });
  });

  it('is printed as it is where the pager does not exist', async () => {
    const program = openAuthz(['classify'], {
      cwd: EXAMPLE_FOLDER,
      rows: 10,
      columns: 120,
      env: { ...env, AUTHZ_PAGER: 'no-such-pager' },
    });
    expect(await program.until('13 endpoints')).toContain('POST    /signup');
    expect(await program.ended).toMatchObject({ code: 0 });
  });
});
