import { expect, it } from 'vitest';
import { headlessWatch, prepareCedarRequests } from '../../helpers/headless-watch.ts';

it('the coverage asks no deny of what is open to anyone, and says so', async () => {
  const watch = await headlessWatch();
  watch.press('4');
  expect(watch.screen()).toContain('13 of 13 endpoints were seen to allow and, but for 2 open ones, to deny');
  expect(watch.screen()).toMatch(/^POST \/login +\d+ +0 {2}open to anyone$/m);
  expect(watch.screen()).not.toContain('never denied');
});

it('the coverage names another way where there are no endpoints', async () => {
  const watch = await headlessWatch({ prepare: prepareCedarRequests });
  watch.press('4');
  expect(watch.screen()).toContain('there are no endpoints here; `authz test --coverage` shows');
  expect(watch.screen()).not.toContain('0 of 0');
  watch.press('3');
  expect(watch.screen()).toMatch(/^1 run$/m);
});
