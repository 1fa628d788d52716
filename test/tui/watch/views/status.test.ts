import { expect, it } from 'vitest';
import { headlessWatch } from '../../../helpers/headless-watch.ts';

it('the help says what closes it on the smallest screen, too', async () => {
  const watch = await headlessWatch({ screen: { width: 40, height: 8 } });
  watch.press('?');
  expect(watch.screen().split('\n').at(-1)).toMatch(/^\? closes the help {3}1-\d+ of \d+/);
  watch.press('?');
  expect(watch.screen()).not.toContain('closes the help');
});
