import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MOMENT } from '../../../src/tui/watch/keys/guard.ts';
import { type HeadlessWatch, headlessWatch } from '../../helpers/headless-watch.ts';

const EDITORS = 'policies/editors.cedar';
const VIEWERS = 'policies/viewers.cedar';
const broken = (text: string) => text.replace('permit (', 'permit ((');

/** Two policy files with an error each, and the second one chosen. */
async function watchProblems(): Promise<HeadlessWatch> {
  const watch = await headlessWatch();
  for (const file of [EDITORS, VIEWERS]) {
    watch.edit(file, broken);
    await watch.until(({ content }) => content().problems.some((one) => one.file === file));
  }
  watch.press('d', 'down');
  watch.pass(MOMENT);
  return watch;
}

const chosenOf = ({ screen }: HeadlessWatch) => /^> (error: .*\n.*)$/m.exec(screen())?.[1];

describe('the chosen problem', () => {
  it('is opened, also when a save has put another one before it', async () => {
    const watch = await watchProblems();
    expect(chosenOf(watch)).toContain(VIEWERS);
    watch.edit('policies/administrators.cedar', broken);
    await watch.until(({ content }) => content().problems.length === 3);
    expect(chosenOf(watch)).toContain(VIEWERS);
    watch.press('e');
    expect(watch.opened.at(-1)?.file).toBe(VIEWERS);
    watch.press('up');
    expect(chosenOf(watch)).toContain(EDITORS);
    watch.press('enter');
    expect(watch.opened.at(-1)?.file).toBe(EDITORS);
  });

  it('is no other one at once when it is gone', async () => {
    const watch = await watchProblems();
    watch.edit(VIEWERS, (text) => text.replace('permit ((', 'permit ('));
    await watch.until(({ content }) => content().problems.length === 1);
    expect(chosenOf(watch)).toContain(EDITORS);
    watch.press('e');
    expect(watch.opened).toEqual([]);
    expect(watch.screen()).toContain('this has just changed');
    watch.press('e');
    expect(watch.opened.at(-1)?.file).toBe(EDITORS);
  });
});

describe('what is only remarked', () => {
  it('is no warning in the header, and stands behind the warnings', async () => {
    const watch = await headlessWatch({
      prepare: (folder) => {
        rmSync(folder, { recursive: true });
        mkdirSync(folder);
        writeFileSync(join(folder, 'p.cedar'), '@id("all") permit (principal, action, resource);');
        writeFileSync(join(folder, 'tests.json'), TESTS);
        return [];
      },
    });
    expect(watch.content().problems.map(({ severity }) => severity)).toEqual(['warning', 'info', 'info']);
    expect(watch.screen()).toContain('  1 warning  ');
    expect(watch.strip().join('\n')).toContain('warning: ');
  });
});

/** A test that expects a policy which is not there. */
const TESTS = JSON.stringify([
  {
    name: 'one',
    request: { principal: 'U::"u"', action: 'Action::"x"', resource: 'R::"r"', context: {} },
    entities: [],
    decision: 'allow',
    reason: ['gone'],
    num_errors: 0,
  },
]);
