import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { headlessWatch } from '../../../helpers/headless-watch.ts';

it('the list of fixtures shows letters of all scripts in paths as they are meant', async () => {
  const table = `principals: ../principals.yaml
entities: ../entities.json
tables:
  - name: names
    columns: [ada]
    rows:
      GET /messages/${encodeURIComponent('संगठन')}: [deny]
      GET /messages/a%2Fb: [deny]
`;
  const watch = await headlessWatch({
    prepare: (folder) => {
      writeFileSync(join(folder, 'fixtures/names.fixtures.yaml'), table);
      return [folder];
    },
  });
  watch.press('2', '/', 'names.fixtures', 'enter');
  expect(watch.screen()).toContain('GET /messages/संगठन');
  expect(watch.screen()).toContain('GET /messages/a%2Fb');
});
