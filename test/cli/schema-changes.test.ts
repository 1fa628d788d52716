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
