import { cpSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { headlessWatch } from '../../helpers/headless-watch.ts';

it('the coverage asks no deny of what is open to anyone, and says so', async () => {
  const watch = await headlessWatch();
  watch.press('4');
  expect(watch.screen()).toContain('13 of 13 endpoints were seen to allow and, but for 2 open ones, to deny');
  expect(watch.screen()).toMatch(/^POST \/login +\d+ +0 {2}open to anyone$/m);
  expect(watch.screen()).not.toContain('never denied');
});

it('the coverage names another way where there are no endpoints', async () => {
  const suite = resolve(import.meta.dirname, '../../cedar-suites/request-folders');
  const prepare = (folder: string) => {
    rmSync(join(folder, 'authz.yaml'));
    cpSync(suite, join(folder, 'cedar'), { recursive: true });
    return ['cedar'];
  };
  const watch = await headlessWatch({ prepare });
  watch.press('4');
  expect(watch.screen()).toContain('there are no endpoints here; `authz test --coverage` shows');
  expect(watch.screen()).not.toContain('0 of 0');
  watch.press('3');
  expect(watch.screen()).toMatch(/^1 run$/m);
});
