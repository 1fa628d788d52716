import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { authz, folderWith } from '../helpers/cli.ts';

const API = `openapi: 3.1.0
info: { title: Pets, version: "1" }
paths:
  /pets/{petId}:
    get: { operationId: getPet }
    put: { operationId: putPet }
    delete: { operationId: deletePet }
`;

test('an endpoint that a forbid may keep everybody from is not said to be permitted alone', async () => {
  const pens = '  /tenants/{tenantId}/pens/{penId}: { get: { operationId: getPen } }\n';
  const api = `${API}${pens}`;
  const folder = folderWith({ 'openapi.yaml': api });
  await authz(folder, ['init', '--yes']);
  writeFileSync(join(folder, 'openapi.yaml'), `${api}  /rooms/{roomId}: { get: { operationId: getRoom } }\n`);
  const { stderr } = await authz(folder, ['generate-schema']);
  expect(stderr).toMatch(/new endpoints are permitted by `administrators` already/);
  expect(stderr).toContain('`tenant-isolation` may forbid them all the same: `authz matrix` says what holds');
});

test('a changed API is told about in true words', async () => {
  const folder = folderWith({ 'openapi.yaml': API });
  await authz(folder, ['init', '--yes']);
  const changed = readFileSync(join(folder, 'openapi.yaml'), 'utf8')
    .replace('operationId: putPet', 'operationId: updatePet, x-authz-groups: [vet]')
    .replace(/ {4}delete.*\n/, '  /owners/{ownerId}: { get: { operationId: getOwner } }\n');
  writeFileSync(join(folder, 'openapi.yaml'), changed);
  const { code, stderr } = await authz(folder, ['generate-schema']);
  expect(code).toBe(0);
  expect(stderr).toContain('action renamed: `PUT /pets/{petId}` is now `updatePet`, was `putPet`');
  expect(stderr).toContain('help: its endpoint `PUT /pets/{petId}` is now action `updatePet`');
  expect(stderr).toContain(
    'reserved for others: `PUT /pets/{petId}` is now for `vet`, was for nobody in particular',
  );
  expect(stderr).toMatch(
    /new endpoints are permitted by `administrators` already[^\n]*\n\s+GET \/owners\/\{ownerId\} \(getOwner\)/,
  );
  expect(stderr).toContain('help: `DELETE /pets/{petId}` is gone: take what calls it out');
  expect(stderr).not.toContain('did you mean `GET /pets/{petId}`');
  expect(stderr).not.toContain('reclassified');
});

test.each([
  ['a changed API description', 'openapi.yaml', (text: string) => text.replace('getPet', 'readPet')],
  [
    'other attributes',
    'authz.yaml',
    (text: string) => text.replace('attributes: needed', 'attributes: none'),
  ],
  ['an override that is gone', 'authz.yaml', (text: string) => text.replace(/overrides:[\s\S]*/, '')],
])('validate warns of a schema that was made before %s', async (_, file, changed) => {
  const body =
    'requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }';
  const pet =
    'components: { schemas: { Pet: { properties: { name: { type: string }, ownerId: { type: string } } } } }\n';
  const folder = folderWith({
    'openapi.yaml': `${API.replace('putPet }', `putPet, ${body} }`)}${pet}`,
  });
  await authz(folder, ['init', '--yes', '--override', 'GET /pets/{petId}=listing,application']);
  const kept = await authz(folder, ['validate']);
  expect(kept.stdout).toContain('no problems');
  const text = readFileSync(join(folder, file), 'utf8');
  expect(changed(text)).not.toBe(text);
  writeFileSync(join(folder, file), changed(text));
  const run = await authz(folder, ['validate']);
  expect(run.code).toBe(0);
  expect(run.stdout).toContain('warning: the schema no longer matches `openapi.yaml` [schema-outdated]');
});

test.each([
  [
    'mappingType: ResourceRest',
    'mappingType: SimpleRest',
    'the schema does not follow `mappingType: SimpleRest`: it was made with `ResourceRest`',
  ],
  [
    /$/,
    'overrides: { "PUT /pets/{petId}": { also: getPet query:other } }\n',
    'the schema does not follow the override `also: getPet query:other`: it has `none` for `PUT /pets/{petId}`',
  ],
])(
  'test and validate warn of a schema that does not follow a setting: %s',
  async (written, instead, message) => {
    const folder = folderWith({ 'openapi.yaml': API });
    await authz(folder, ['init', '--yes']);
    const config = readFileSync(join(folder, 'authz.yaml'), 'utf8');
    writeFileSync(join(folder, 'authz.yaml'), config.replace(written, instead));
    expect((await authz(folder, ['validate'])).stdout).toContain(message);
    const { stdout } = await authz(folder, ['test']);
    expect(stdout).toContain(message);
  },
);
