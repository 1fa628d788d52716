import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MOMENT } from '../../../src/tui/watch/keys/guard.ts';
import { type HeadlessWatch, headlessWatch } from '../../helpers/headless-watch.ts';

const FILE = 'fixtures/odd.fixtures.yaml';
const TEXT = `principals: ../principals.yaml
entities: ../entities.json
cases:
  - name: an odd one
    as: ana
    call: PUT /campaigns/c2
    expect: allow
`;

/** The form of a file, and how a text looks in it. */
const FORMS: readonly (readonly [string, (text: string) => string])[] = [
  ['a byte order mark', (text) => `\uFEFF${text}`],
  ['the line ends of Windows', (text) => text.replaceAll('\n', '\r\n')],
  ['both', (text) => `\uFEFF${text.replaceAll('\n', '\r\n')}`],
];

/** The list with the odd case alone, in a file of this form. */
async function watching(text: string): Promise<{ watch: HeadlessWatch; bytes: () => string }> {
  const watch = await headlessWatch({
    prepare: (folder) => {
      writeFileSync(join(folder, FILE), text);
      return [];
    },
  });
  watch.press('2', '/', 'an odd one', 'enter');
  return { watch, bytes: () => readFileSync(join(watch.folder, FILE), 'utf8') };
}

describe('a case that is added', () => {
  it('has a name of its own in the file', async () => {
    const { watch, bytes } = await watching(TEXT);
    const row = watch.content().row?.key;
    for (const name of ['an odd one (copy)', 'an odd one (copy) 2']) {
      watch.press('g', 'w');
      expect(watch.state().message).toContain('a new case was added');
      expect(bytes()).toContain(`- name: ${name}\n`);
      watch.edit(FILE, (text) => text.replace(/expect: deny\n$/, 'expect: 403\n'));
      await watch.until(({ content }) =>
        content().all.fixtures.some(({ ready }) => ready.fixture.name === name),
      );
      watch.pass(MOMENT);
      watch.press('g');
      expect(watch.content().row?.key).toBe(row);
      await watch.until(({ state }) => state().snapshot.activity.type === 'idle');
    }
    expect(watch.content().tally.warnings).toBe(0);
  });
});

it.each(['ana', 'anonymous'])(
  'a copy of a call of %s that no endpoint answers expects just that, also where that is hidden',
  async (as) => {
    const text = TEXT.replace('as: ana', `as: ${as}`)
      .replace('campaigns/c2', 'nowhere')
      .replace('allow', 'unroutable');
    const watch = await headlessWatch({
      prepare: (folder) => {
        writeFileSync(join(folder, FILE), text);
        const config = join(folder, 'authz.yaml');
        writeFileSync(config, `${readFileSync(config, 'utf8')}\nserver:\n  unknownEndpoint: 403\n`);
        return [];
      },
    });
    watch.press('2', '/', 'an odd one', 'enter', 'w');
    expect(readFileSync(join(watch.folder, FILE), 'utf8')).toMatch(
      /\(copy\)\n(.*\n){2} +expect: unroutable\n$/,
    );
  },
);

it.each([
  ['is denied', 'DELETE /campaigns/c1', 403],
  ['is about what does not exist', 'GET /campaigns/nothing', 404],
])(
  'a copy of a call that an endpoint answers expects what it gets where the call %s',
  async (_, call, status) => {
    const text = TEXT.replace('as: ana', 'as: vic')
      .replace('PUT /campaigns/c2', call)
      .replace('allow', 'unroutable');
    const { watch, bytes } = await watching(text);
    watch.press('w');
    expect(bytes()).toMatch(new RegExp(`\\(copy\\)\n(.*\n){2} +expect: ${status}\n$`));
  },
);

describe.each(FORMS)('a fixtures file with %s', (_, formed) => {
  const before = formed(TEXT);

  it('keeps it when a decision is accepted, and is as before when that is taken back', async () => {
    const { watch, bytes } = await watching(before);
    watch.press('a');
    expect(bytes()).toBe(formed(TEXT.replace('expect: allow', 'expect: deny')));
    watch.press('u');
    expect(watch.screen()).toContain(`taken back: ${FILE} is as before`);
    expect(bytes()).toBe(before);
  });

  it('keeps it when a case is added, and is as before when the copy is left as it was', async () => {
    const { watch, bytes } = await watching(before);
    watch.press('w');
    expect(bytes()).toBe(
      formed(
        `${TEXT}${TEXT.slice(TEXT.indexOf('  - name')).replace('one', 'one (copy)').replace('allow', 'deny')}`,
      ),
    );
    watch.leaveEditor();
    expect(watch.screen()).toContain('the copy was left as it was');
    expect(bytes()).toBe(before);
  });
});
