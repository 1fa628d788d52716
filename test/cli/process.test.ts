import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { exitCode, folderWith, projectWith, SHOP, startAuthz } from '../helpers/cli.ts';

describe('the process', () => {
  it('ends with 130 when it is interrupted', async () => {
    const child = startAuthz(folderWith(), ['classify', '--api-spec', '-']);
    const code = exitCode(child);
    // More than fits between the two processes: once it is written, the command is certainly at work, and waits for the rest.
    await new Promise((done) => child.stdin?.write(' '.repeat(4_000_000), done));
    child.kill('SIGINT');
    expect(await code).toBe(130);
  });

  it('goes on without a word when nobody reads on, and still tells how it went', async () => {
    const folder = await projectWith({ 'policies/none.cedar': 'forbid (principal, action, resource);\n' });
    for (const [args, expected] of [
      [['classify', '--format', 'json'], 0],
      [['test', '--verbose'], 1],
    ] as const) {
      const child = startAuthz(folder, args);
      child.stdout?.destroy();
      const [stderr, code] = await Promise.all([
        text(child.stderr as NodeJS.ReadableStream),
        exitCode(child),
      ]);
      expect(stderr).toBe('');
      expect(code).toBe(expected);
    }
  });

  it('writes a long result to the end', async () => {
    const paths = Array.from(
      { length: 3000 },
      (_, index) => `  /shops${index}/{id}: { get: { responses: {} } }\n`,
    );
    const folder = folderWith({ 'openapi.yaml': SHOP + paths.join('') });
    const child = startAuthz(folder, ['classify', '--api-spec', 'openapi.yaml', '--format', 'json']);
    const [stdout, code] = await Promise.all([text(child.stdout as NodeJS.ReadableStream), exitCode(child)]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).endpoints).toHaveLength(3002);
  });
});
