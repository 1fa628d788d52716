import { describe, expect, it } from 'vitest';
import { authz, contentsOf, EXAMPLE_FOLDER, folderWith } from '../helpers/cli.ts';

/** The worked example as Git on Windows checks it out. */
const CHECKED_OUT = Object.fromEntries(
  Object.entries(contentsOf(EXAMPLE_FOLDER)).map(([name, text]) => [name, text.replaceAll('\n', '\r\n')]),
);

describe('a checkout with the line ends of Windows', () => {
  it.each([['test'], ['validate'], ['prove'], ['generate-schema', '--check'], ['format', '--check']])(
    'is as good as any: %s %s',
    async (...args) => {
      const { code, stderr } = await authz(folderWith(CHECKED_OUT), args);
      expect(code).toBe(0);
      expect(stderr).not.toContain('warning');
    },
  );

  it('stays as it is where nothing changed', async () => {
    const folder = folderWith(CHECKED_OUT);
    for (const command of ['generate-schema', 'format']) await authz(folder, [command]);
    expect(contentsOf(folder)).toMatchObject(CHECKED_OUT);
  });
});
