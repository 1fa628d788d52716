import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { authz, BINARY, folderWith } from '../../helpers/cli.ts';
import { openAuthz, openTerminal } from '../../helpers/pty.ts';

const FRAME = /[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] /;

/** A folder with an API description that takes seconds to classify. */
function folderWithLargeApi(endpoints = 8_000): string {
  const paths = Array.from({ length: endpoints }, (_, index) => [
    `/shops/{shop_id}/shelf${index}/items/{item_id}`,
    {
      get: { operationId: `getShopItem${index}`, responses: { 200: { description: 'One item of a shop.' } } },
    },
  ]);
  const folder = folderWith();
  const document = {
    openapi: '3.1.0',
    info: { title: 'Shop', version: '1' },
    paths: Object.fromEntries(paths),
  };
  writeFileSync(join(folder, 'api.json'), JSON.stringify(document));
  return folder;
}

describe('a spinner', () => {
  it('names the step that takes long, and leaves nothing behind', async () => {
    const cwd = folderWithLargeApi();
    const args = ['generate-schema', '--api-spec', 'api.json', '--namespace', 'Shop', '--out', 'schema.json'];
    const program = openAuthz(args, { cwd });
    expect(await program.until('classifying 8,000 endpoints')).toMatch(FRAME);
    expect(await program.ended).toMatchObject({ code: 0 });
    expect(program.screen()).toMatch(/^wrote schema\.json\n/);
    expect(program.screen()).not.toMatch(FRAME);
  });

  it('stays on one line of a narrow terminal', async () => {
    const cwd = folderWithLargeApi();
    const args = ['generate-schema', '--api-spec', 'api.json', '--namespace', 'Shop', '--out', 's'];
    const program = openAuthz(args, { cwd, columns: 20 });
    expect(await program.until('classifying')).toMatch(/^\S classifying 8,000/);
    await program.ended;
    expect(program.screen()).toMatch(/^wrote s\n/);
  });

  it.each(['CI=true', 'TERM=dumb'])('does not turn with %s', async (variable) => {
    const cwd = folderWithLargeApi(4_000);
    const args = ['generate-schema', '--api-spec', 'api.json', '--namespace', 'Shop', '--out', 'schema.json'];
    const program = openTerminal('env', [variable, process.execPath, BINARY, ...args], { cwd });
    let turned = false;
    program.emulator.onWriteParsed(() => {
      turned ||= FRAME.test(program.screen());
    });
    await program.ended;
    expect(turned).toBe(false);
  });

  it('does not turn when standard error goes to a file, and the results are the same', async () => {
    const cwd = folderWithLargeApi(4_000);
    const piped = await authz(cwd, ['classify', '--api-spec', 'api.json', '--format', 'json']);
    expect(piped).toMatchObject({ code: 0, stderr: '' });
    const shell = `node "$0" classify --api-spec api.json --format json > out.json 2> err.txt; wc -c < err.txt`;
    const program = openTerminal('bash', ['-c', shell, BINARY], {
      cwd,
    });
    await program.ended;
    expect(program.screen().trim()).toBe('0');
  });
});
