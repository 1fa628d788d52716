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
