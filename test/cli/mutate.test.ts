import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { authz, EXAMPLE_FOLDER, expectRefusal, folderWith } from '../helpers/cli.ts';

/** The worked example with fewer fixtures than it needs. */
function untested(): string {
  const folder = folderWith();
  cpSync(EXAMPLE_FOLDER, folder, { recursive: true });
  const path = join(folder, 'fixtures/messages.fixtures.yaml');
  writeFileSync(path, 'cases:\n  - { name: one, as: anonymous, call: GET /messages/m1, expect: deny }\n');
  return folder;
}

describe('authz mutate', () => {
  it('scores what the fixtures notice, and fails below a threshold only', async () => {
    const folder = untested();
    const run = await authz(folder, ['mutate']);
    expect(run.code).toBe(0);
    expect(run.stdout).toMatch(/^\d+ mutations: \d+ killed, [1-9]\d* survived \(\d+(?:\.\d)? %\)/m);
    expect((await authz(folder, ['mutate', '--threshold', '100'])).code).toBe(1);
    expect((await authz(folder, ['mutate', '--threshold', '1'])).code).toBe(0);
    expectRefusal(await authz(folder, ['mutate', '--threshold', '101']));
  });

  it('writes the calls that would kill the survivors, after which fewer survive', async () => {
    const folder = untested();
    const survivors = async () => {
      const { stdout } = await authz(folder, ['mutate', '--reporter', 'json']);
      return JSON.parse(stdout).counts.survived as number;
    };
    const before = await survivors();
    const file = 'fixtures/killers.fixtures.yaml';
    expect((await authz(folder, ['mutate', '--write-fixtures', file])).stderr).toContain(`wrote ${file}`);
    expect(existsSync(join(folder, file))).toBe(true);
    expect(readFileSync(join(folder, file), 'utf8')).toContain('found by `authz mutate`');
    expect(await authz(folder, ['test'])).toMatchObject({ code: 0 });
    expect(await survivors()).toBeLessThan(before);
  });

  it.each(['fixtures/messages.fixtures.yaml', 'policies/editors.cedar'])(
    'does not write over %s, but over what it wrote before',
    async (theirs) => {
      const folder = untested();
      const before = readFileSync(join(folder, theirs), 'utf8');
      const { code, stderr } = await authz(folder, ['mutate', '--write-fixtures', theirs]);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringContaining(
          'the file is not from an earlier run of this command; nothing was written',
        ),
      });
      expect(readFileSync(join(folder, theirs), 'utf8')).toBe(before);
      const write = () => authz(folder, ['mutate', '--write-fixtures', 'killers.yaml']);
      for (const { code } of [await write(), await write()]) expect(code).toBe(0);
    },
  );

  it('does not write over a file whose name it would give to further fixtures', async () => {
    const folder = untested();
    writeFileSync(join(folder, 'killers-2.fixtures.yaml'), 'cases: []\n');
    expect((await authz(folder, ['mutate', '--write-fixtures', 'killers.yaml'])).code).toBe(2);
    expect(readFileSync(join(folder, 'killers-2.fixtures.yaml'), 'utf8')).toBe('cases: []\n');
    expect(existsSync(join(folder, 'killers.yaml'))).toBe(false);
  });

  it('does not say of an action that tests ask about that none does', async () => {
    const folder = folderWith({
      'app.cedar': 'permit (principal, action, resource) when { resource.isOpen };',
      'app.cedarschema':
        'entity User; entity Doc { isOpen: Bool }; action read appliesTo { principal: User, resource: Doc };',
      'entities.json': JSON.stringify([
        { uid: { type: 'Doc', id: 'd' }, attrs: { isOpen: true }, parents: [] },
      ]),
      'ALLOW/a.json': JSON.stringify({
        principal: 'User::"ann"',
        action: 'Action::"read"',
        resource: 'Doc::"d"',
        context: {},
      }),
    });
    const { stdout } = await authz(folder, ['mutate']);
    expect(stdout).toContain('no fixture asks "read" in this way, and no call is known that does');
  });

  it('refuses a project whose fixtures fail without any mutation', async () => {
    const folder = untested();
    const path = join(folder, 'fixtures/messages.fixtures.yaml');
    writeFileSync(path, readFileSync(path, 'utf8').replace('deny', 'allow'));
    const run = await authz(folder, ['mutate']);
    expectRefusal(run);
    expect(run.stderr).toContain('a fixture fails without any mutation, first `one`');
  });
});
