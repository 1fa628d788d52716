import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { authz, folderWith } from '../../helpers/cli.ts';
import { headlessWatch } from '../../helpers/headless-watch.ts';

const PARAMETER = (name: string) => `{ in: path, name: ${name}, required: true, schema: { type: string } }`;
const THING = '{ type: object, properties: { id: { type: string }, name: { type: string } } }';
const ANSWER = `responses: { '200': { description: ok, content: { application/json: { schema: ${THING} } } } }`;
const BODY = (schema: string) =>
  `requestBody: { required: true, content: { application/json: { schema: ${schema} } } }`;
const ALBUM = '{ type: object, required: [album_id], properties: { album_id: { type: string } } }';

/** A call that moves a photo asks about the photo, and about the album that it is to be in. */
const PHOTOS = `openapi: 3.1.0
info: { title: Photos, version: '1' }
security: [{ jwt: [] }]
components: { securitySchemes: { jwt: { type: http, scheme: bearer } } }
paths:
  /albums/{album_id}:
    get: { parameters: [${PARAMETER('album_id')}], ${ANSWER} }
  /albums/{album_id}/photos:
    post: { summary: Create a photo, parameters: [${PARAMETER('album_id')}], ${BODY(THING)}, ${ANSWER} }
  /photos/{photo_id}:
    get: { parameters: [${PARAMETER('photo_id')}], ${ANSWER} }
  /photos/{photo_id}/move:
    post: { summary: Move a photo to another album, parameters: [${PARAMETER('photo_id')}], ${BODY(ALBUM)}, ${ANSWER} }
`;

it('a call that is refused for one of its questions is shown as denied, and by no policy that permits another', async () => {
  const made = folderWith({ 'openapi.yaml': PHOTOS });
  expect(await authz(made, ['init', '--yes'])).toMatchObject({ code: 0 });
  const watch = await headlessWatch({
    screen: { width: 80, height: 40 },
    prepare: (folder) => {
      cpSync(made, join(folder, 'photos'), { recursive: true });
      return [join(folder, 'photos')];
    },
  });
  watch.press('2', '/', 'POST /photos/photo-1/move member', 'enter');
  expect(watch.screen()).toMatch(/^● ALLOW {2}POST \/photos\/photo-1\/move as member$/m);
  // Members still may move photos, and put none into albums any more.
  await watch.afterEdit('photos/policies/members.cedar', (text) =>
    text.replace('Action::"POST /albums/{album_id}/photos"', 'Action::"GET /albums/{album_id}"'),
  );
  expect(watch.screen()).toMatch(/^> ✗ ▼ ○ deny, not allow +member +POST \/photos\/photo-1\/move/m);
  expect(watch.screen()).toMatch(/^○ DENY {2}POST \/photos\/photo-1\/move as member$/m);
  expect(watch.screen()).not.toContain('decided by');
  // What turned it has been seen.
  watch.press('b', 'p');
  expect(watch.screen()).toContain('no policy decides this');
  watch.press('/', 'ctrl+u', 'enter', '1');
  expect(watch.screen()).toMatch(/POST \/photos\/\{photo_id\}\/move .* ✗○ /);
});
