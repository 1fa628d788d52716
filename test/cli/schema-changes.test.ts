import { readFileSync, rmSync, writeFileSync } from 'node:fs';
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

test('what was moved to another base path is told as moved, and what is called like it as gone', async () => {
  const api = (base: string, sign: string, thing: string) => `openapi: 3.1.0
info: { title: Clinic, version: "1" }
servers: [{ url: 'https://x.example${base}' }]
paths:
  /patients/{patientId}: { get: { operationId: getPatient } }
  /patients:
    delete: { operationId: deletePatients, parameters: [{ name: ids, in: query, required: true, schema: { type: array, items: { type: string } } }] }
  ${sign}
  /${thing}s/{${thing}Id}: { get: { operationId: get_${thing} } }
`;
  const inPath = '/bills/{billId}/sign: { post: { operationId: signBill } }';
  const inBody = `/bills/sign:
    post:
      operationId: signBill
      requestBody: { content: { application/json: { schema: { type: object, required: [billId], properties: { billId: { type: string } } } } } }`;
  const folder = folderWith({ 'openapi.yaml': api('/v1', inPath, 'appointment') });
  await authz(folder, ['init', '--yes']);
  writeFileSync(join(folder, 'openapi.yaml'), api('/v2', inBody, 'visit'));
  const { code, stderr } = await authz(folder, ['generate-schema']);
  expect(code).toBe(0);
  expect(stderr).toContain(
    'endpoint moved: `GET /v2/patients/{patientId}`, was `GET /v1/patients/{patientId}`, action `getPatient`',
  );
  expect(stderr).toContain(
    'help: `GET /v1/patients/{patientId}` is `GET /v2/patients/{patientId}` now: call that',
  );
  expect(stderr).toContain('help: `DELETE /v1/patients` is `DELETE /v2/patients` now: call that');
  expect(stderr).toContain('endpoint added: `POST /v2/bills/sign`, single-resource, action `signBill`');
  expect(stderr).toContain(
    'help: `POST /v1/bills/{billId}/sign` is gone, and its action `signBill` has `POST /v2/bills/sign` now',
  );
  expect(stderr).toMatch(
    /permitted by `administrators` already[^\n]*\n(?:\s+(?:POST|GET \/v2\/visits)[^\n]*\n)+\n/,
  );
  expect(stderr).toContain(
    'help: the API has no `Appointment` any more: take it out, or name the type that took its place (new: `Visit`)',
  );
  expect(stderr).not.toContain('did you mean');
});

test('an endpoint whose parameters are renamed is the same, also where its action is called after them', async () => {
  const api = (id: string) => `openapi: 3.1.0
info: { title: Pets, version: "1" }
paths:
  /pets/{${id}}: { get: {}, delete: {} }
`;
  const folder = folderWith({ 'openapi.yaml': api('id') });
  await authz(folder, ['init', '--yes']);
  writeFileSync(join(folder, 'openapi.yaml'), api('petId'));
  const { code, stderr } = await authz(folder, ['generate-schema']);
  expect(code).toBe(0);
  expect(stderr).toContain('endpoint moved: `GET /pets/{petId}`, was `GET /pets/{id}`');
  expect(stderr).toContain(
    'action renamed: `GET /pets/{petId}` is now `GET /pets/{petId}`, was `GET /pets/{id}`',
  );
  expect(stderr).toContain('help: its endpoint `GET /pets/{id}` is now action `GET /pets/{petId}`');
  expect(stderr).not.toMatch(/take the action out|reclassified|already|no endpoint answers/);
});

test('a new endpoint of an action that was there is said to be named by policies already', async () => {
  const api = (thing: string) => `openapi: 3.1.0
info: { title: Clinic, version: "1" }
paths:
  /${thing}s:
    delete: { operationId: dropAll, parameters: [{ name: ids, in: query, required: true, schema: { type: array, items: { type: string } } }] }
  /${thing}s/{${thing}Id}: { get: { operationId: getOne }, delete: { operationId: dropOne } }
`;
  const folder = folderWith({ 'openapi.yaml': api('note') });
  await authz(folder, ['init', '--yes']);
  writeFileSync(join(folder, 'openapi.yaml'), api('remark'));
  const { stderr } = await authz(folder, ['generate-schema']);
  expect(stderr).toContain('GET /remarks/{remarkId} (getOne, which policies may name already)');
  expect(stderr).toContain(
    'help: `DELETE /notes/{noteId}` is gone, and its action `dropOne` has `DELETE /remarks/{remarkId}` now',
  );
  expect(stderr).toContain(
    'help: `DELETE /notes` is gone, and its action `dropOne` has `DELETE /remarks` now',
  );
});

test('a policy is warned of whose action went to another endpoint, or to one that is new', async () => {
  const api = (names: Readonly<Record<string, string>>) => `openapi: 3.1.0
info: { title: Bank, version: "1" }
paths:
${Object.entries(names)
  .map(([things, name]) => `  /${things}/{id}: { get: { operationId: ${name} } }\n`)
  .join('')}`;
  const folder = folderWith({ 'openapi.yaml': api({ loans: 'get_1', salaries: 'get_2', tellers: 'get' }) });
  await authz(folder, ['init', '--yes', '--template', 'viewers']);
  rmSync(join(folder, 'fixtures'), { recursive: true });
  rmSync(join(folder, 'invariants'), { recursive: true });
  writeFileSync(
    join(folder, 'openapi.yaml'),
    api({ audits: 'get', loans: 'get_2', salaries: 'get_1', tellers: 'get_3' }),
  );
  const { code, stderr } = await authz(folder, ['generate-schema']);
  expect(code).toBe(0);
  expect(stderr).toMatch(
    /warning: policy `viewers` names action `get_1`: `GET \/salaries\/\{id\}` has that action now, and had `get_2` before \[action-taken-over\]\n\s+--> policies\/viewers\.cedar:\d+:\d+\n/,
  );
  expect(stderr).toContain(
    'policy `viewers` names action `get`: `GET /audits/{id}` has that action now, and is new',
  );
  // Nobody has named what was reserved.
  expect(stderr).not.toContain('names action `get_2`');
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
