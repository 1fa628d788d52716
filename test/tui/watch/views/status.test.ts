import { expect, it } from 'vitest';
import { headlessWatch } from '../../../helpers/headless-watch.ts';

it('the help explains every sign of the screen, also where it is narrow', async () => {
  const watch = await headlessWatch({ screen: { width: 40, height: 8 } });
  watch.press('?');
  let shown = '';
  for (let page = 0; page < 30; page += 1) {
    shown += `${watch.screen()}\n`;
    watch.press('pagedown');
  }
  expect(shown).not.toMatch(/^[✓●▲].*…$/m);
  for (const sign of '✓✗!-~●○◐•◦½·▲▼±') expect(shown, sign).toContain(sign);
});

it('the help says what closes it on the smallest screen, too', async () => {
  const watch = await headlessWatch({ screen: { width: 40, height: 8 } });
  watch.press('?');
  expect(watch.screen().split('\n').at(-1)).toMatch(/^\? closes the help {3}1-\d+ of \d+/);
  watch.press('?');
  expect(watch.screen()).not.toContain('closes the help');
});

it('a message that is longer than a line goes on in the place of the keys, until the next key', async () => {
  const watch = await headlessWatch();
  await watch.afterEdit('fixtures/campaigns.fixtures.yaml', (text) =>
    text.replace(
      /^cases:\n/m,
      'cases:\n  - { name: both, as: [ana, vic], call: PUT /campaigns/c1, expect: allow }\n',
    ),
  );
  watch.press('tab', '/', 'both vic', 'enter');
  const keys = watch.screen().split('\n').at(-1);
  watch.press('a');
  const shown = watch.screen().split('\n').slice(-2);
  expect(shown.filter((line) => line.length > 80)).toEqual([]);
  expect(shown.join(' ')).toBe(
    'the actual decision cannot be written in the form of this expectation: its principals or items differ, or nothing was decided: write it by hand',
  );
  watch.press('down');
  expect(watch.screen().split('\n').at(-1)).toBe(keys);
});
