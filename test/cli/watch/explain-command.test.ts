import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { headlessWatch } from '../../helpers/headless-watch.ts';

it('the command that explains a call names the files that decide it', async () => {
  const watch = await headlessWatch({
    files: { policies: ['other', 'policies/tenant-isolation.cedar'], entities: 'entities.json' },
    prepare: (folder) => {
      cpSync(join(folder, 'policies/viewers.cedar'), join(folder, 'other/viewers.cedar'));
      return [];
    },
  });
  watch.press('2', '/', 'GET /campaigns/c1 vic', 'enter', 'y');
  expect(watch.state().message).toMatch(
    / GET \/campaigns\/c1 --as vic --fixtures \S+ --policies other --policies policies\/tenant-isolation\.cedar --entities entities\.json$/,
  );
});
