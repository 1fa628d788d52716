import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { authz, folderWith } from '../helpers/cli.ts';

const API = `openapi: 3.1.0
info: { title: Notes, version: "1" }
paths:
  /login: { post: { operationId: login, security: [], requestBody: { content: { application/json: { schema: { type: object, properties: { user: { type: string } } } } } } } }
  /me/settings: { patch: { operationId: updateMySettings, requestBody: { content: { application/json: { schema: { type: object, properties: { theme: { type: string } } } } } } } }
  /registry: { delete: { operationId: deleteRegistry } }
  /admin/emails: { get: { operationId: listAllEmails } }
  /notes/{noteId}: { get: { operationId: getNote }, delete: { operationId: deleteNote } }
`;

const TEAM_NOTES = `openapi: 3.1.0
info: { title: Notes, version: "1" }
paths:
  /teams/{teamId}: { get: { operationId: getTeam } }
  /notes/{noteId}: { get: { operationId: getNote, responses: { "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Note" } } } } } } }
components:
  schemas: { Note: { type: object, required: [id, teamId], properties: { id: { type: string }, teamId: { type: string } } } }
`;

const read = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8');

describe('a new project', () => {
  it('says what it leaves out and why, marks what is to be reviewed, and counts it', async () => {
    const folder = folderWith({ 'openapi.yaml': API });
    const run = await authz(folder, ['init', '--yes']);
    expect(run.code).toBe(0);
    expect(run.stderr).toContain(
      '1 action is in no policy for members, viewers or everybody, as it changes or deletes',
    );
    expect(run.stderr).toContain(
      'permit (principal in Notes::UserGroup::"member", action == Notes::Action::"deleteRegistry", resource);',
    );
    expect(run.stderr).toContain('"listAllEmails"');
    expect(run.stdout).toMatch(/\d+ passed, 0 failed, 3 to review/);
    expect(read(folder, 'fixtures/starter.fixtures.yaml')).toContain(
      'review: somebody without a group may change something',
    );
    const again = await authz(folder, ['test', '--reporter', 'json']);
    expect(JSON.parse(again.stdout).counts).toMatchObject({ failed: 0, toReview: 3 });
  });

  it('permits groups of a user pool by the name that principals have', async () => {
    const folder = folderWith({ 'openapi.yaml': API });
    await authz(folder, ['init', '--yes', '--user-pool-id', 'eu-1_abc']);
    expect(read(folder, 'policies/administrators.cedar')).toContain('Notes::UserGroup::"eu-1_abc|admin"');
    expect(read(folder, 'fixtures/principals.yaml')).toContain('groups: [admin]');
    const run = await authz(folder, ['explain', 'DELETE', '/notes/note-1', '--as', 'admin']);
    expect(run.stdout).toMatch(/allow/i);
    await authz(folder, ['generate-policies', '--force']);
    expect(read(folder, 'policies/members.cedar')).toContain('"eu-1_abc|member"');
  });
});

describe('recorded entities', () => {
  it('have the first of the values that the API description lists, from whichever command', async () => {
    const listed = TEAM_NOTES.replace(
      'properties: {',
      'properties: { status: { type: string, enum: [active, archived] },',
    );
    const folder = folderWith({ 'openapi.yaml': listed });
    await authz(folder, ['init', '--yes']);
    const written = read(folder, 'fixtures/entities.json');
    expect(written).toContain('"status": "active"');
    for (const name of ['principals.yaml', 'entities.json', 'starter.fixtures.yaml'])
      rmSync(join(folder, 'fixtures', name));
    expect(await authz(folder, ['generate-fixtures'])).toMatchObject({ code: 0 });
    expect(read(folder, 'fixtures/entities.json')).toBe(written);
    rmSync(join(folder, 'openapi.yaml'));
    expect(await authz(folder, ['generate-fixtures', '--force'])).toMatchObject({ code: 0 });
    expect(read(folder, 'fixtures/entities.json')).toContain('"status": "sample"');
  });
});

describe('authz generate-fixtures in a project with fixtures of its own', () => {
  const PEOPLE = 'ann: { sub: ann, groups: [staff] }\nbob: { sub: bob, groups: [] }\n';
  const ENTITIES = '[{ "uid": { "type": "Notes::Note", "id": "n7" }, "attrs": {}, "parents": [] }]\n';
  const OWN =
    'principals: principals.yaml\nentities: entities.json\ncases:\n  - { name: own, as: ann, call: GET /notes/n7, expect: deny }\n';

  async function project(files: Readonly<Record<string, string>>) {
    const folder = folderWith({ 'openapi.yaml': API });
    await authz(folder, ['init', '--yes']);
    for (const name of ['principals.yaml', 'entities.json', 'starter.fixtures.yaml'])
      rmSync(join(folder, 'fixtures', name));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'fixtures', name), text);
    return folder;
  }

  it('adds rows for the endpoints that have none, by the people that there are', async () => {
    const folder = await project({
      'principals.yaml': PEOPLE,
      'entities.json': ENTITIES,
      'own.fixtures.yaml': OWN,
    });
    const run = await authz(folder, ['generate-fixtures']);
    expect(run).toMatchObject({ code: 0 });
    expect(run.stderr).toContain('Added 5 endpoints that no fixture called');
    const added = read(folder, 'fixtures/starter.fixtures.yaml');
    expect(added).toContain('DELETE /notes/n7');
    expect(added).toContain('columns: [ann, bob, anonymous]');
    expect(added).not.toContain('GET /notes');
    expect(read(folder, 'fixtures/principals.yaml')).toBe(PEOPLE);
    expect(await authz(folder, ['test'])).toMatchObject({ code: 0 });
    const again = await authz(folder, ['generate-fixtures', '--force']);
    expect(again.code).toBe(0);
    expect(again.stderr).not.toContain('Added');
    expect(read(folder, 'fixtures/starter.fixtures.yaml')).toBe(added);
    expect(read(folder, 'fixtures/own.fixtures.yaml')).toBe(OWN);
  });

  it('takes people and entities that lie there without fixtures', async () => {
    const folder = await project({ 'principals.yaml': PEOPLE, 'entities.json': ENTITIES });
    expect((await authz(folder, ['generate-fixtures'])).code).toBe(0);
    expect(read(folder, 'fixtures/starter.fixtures.yaml')).toContain('GET /notes/n7');
    expect(await authz(folder, ['test'])).toMatchObject({ code: 0 });
    const more = await authz(folder, ['generate-fixtures']);
    expect(more.stderr).toContain('Every endpoint has a fixture: there is nothing to add');
  });

  it.each([
    [
      'people do not fit the schema',
      'principals.yaml',
      `${PEOPLE}eve: { sub: eve, groups: [5] }\n`,
      'principal `eve`: claim `groups` is not a list of non-empty texts',
    ],
    [
      'entities do not fit the schema',
      'entities.json',
      ENTITIES.replace('"attrs": {}', '"attrs": { "nothing": 1 }'),
      'attribute `nothing`',
    ],
  ])('records nothing where %s: everything would be denied', async (_, name, text, problem) => {
    const folder = await project({ 'principals.yaml': PEOPLE, 'entities.json': ENTITIES, [name]: text });
    const run = await authz(folder, ['generate-fixtures']);
    expect(run).toMatchObject({ code: 2 });
    expect(run.stderr).toContain(problem);
    expect(run.stderr).toContain(`fixtures/${name}:`);
    expect(existsSync(join(folder, 'fixtures/starter.fixtures.yaml'))).toBe(false);
  });

  it('records of a token that is past its time what replay makes of it', async () => {
    const folder = await project({
      'principals.yaml': `${PEOPLE}old: { sub: old, groups: [admin], exp: 0 }\n`,
      'entities.json': ENTITIES,
    });
    expect((await authz(folder, ['generate-fixtures'])).code).toBe(0);
    expect(await authz(folder, ['test'])).toMatchObject({ code: 0 });
  });

  it('keeps what people reviewed, whatever is forced', async () => {
    const folder = await project({
      'principals.yaml': PEOPLE,
      'entities.json': ENTITIES,
      'starter.fixtures.yaml': OWN,
    });
    expect((await authz(folder, ['generate-fixtures', '--force'])).code).toBe(0);
    expect(read(folder, 'fixtures/starter.fixtures.yaml')).toBe(OWN);
    expect(read(folder, 'fixtures/added.fixtures.yaml')).toContain('DELETE /notes/n7');
    expect(await authz(folder, ['test'])).toMatchObject({ code: 0 });
  });
});

describe('authz generate-fixtures --force, after the model changed', () => {
  const WITH_TENANTS =
    'spec: openapi.yaml\nnamespace: Notes\nprincipal:\n  tenant: { claim: team_id, type: Team }\n';

  /** Teams become tenants: notes lose the attribute that the recorded entities have. */
  async function withTenants(edit?: (people: string) => string) {
    const folder = folderWith({ 'openapi.yaml': TEAM_NOTES });
    await authz(folder, ['init', '--yes']);
    if (edit) {
      const people = join(folder, 'fixtures/principals.yaml');
      writeFileSync(people, edit(readFileSync(people, 'utf8')));
    }
    writeFileSync(join(folder, 'authz.yaml'), WITH_TENANTS);
    expect(await authz(folder, ['generate-schema'])).toMatchObject({ code: 0 });
    return folder;
  }

  it('writes people and entities again that nobody has edited, so that all of it fits again', async () => {
    const folder = await withTenants();
    expect(await authz(folder, ['test'])).toMatchObject({ code: 2 });
    const run = await authz(folder, ['generate-fixtures', '--force']);
    expect(run.stderr).toContain('what it said is kept in fixtures/entities.json.bak');
    expect(read(folder, 'fixtures/principals.yaml')).toContain('other-tenant-admin');
    expect(await authz(folder, ['test'])).toMatchObject({ code: 0 });
  });

  it('keeps people and entities once somebody has edited one of them', async () => {
    const folder = await withTenants((people) => `${people}zoe: { sub: zoe, groups: [admin] }\n`);
    const before = ['principals.yaml', 'entities.json'].map((name) => read(folder, `fixtures/${name}`));
    const run = await authz(folder, ['generate-fixtures', '--force']);
    expect(run.stderr).toContain(
      'starter.fixtures.yaml has no mark that fits them, so somebody may have edited them',
    );
    const after = ['principals.yaml', 'entities.json'].map((name) => read(folder, `fixtures/${name}`));
    expect(after).toEqual(before);
  });

  /** An endpoint of its own, for which a plain run adds fixtures beside the starter. */
  const SHARE = `  /notes/{noteId}/share:
    post:
      operationId: shareNote
      parameters: [{ name: noteId, in: path, required: true, schema: { type: string } }]
      responses: { '204': { description: shared } }
`;

  /** What a plain run adds stands on the people and entities that there are. */
  async function withAdded() {
    const folder = folderWith({ 'openapi.yaml': TEAM_NOTES });
    await authz(folder, ['init', '--yes']);
    writeFileSync(join(folder, 'openapi.yaml'), TEAM_NOTES.replace('paths:\n', `paths:\n${SHARE}`));
    await authz(folder, ['generate-schema']);
    const run = await authz(folder, ['generate-fixtures']);
    expect(run.stderr).toContain('wrote fixtures/added.fixtures.yaml');
    writeFileSync(join(folder, 'authz.yaml'), WITH_TENANTS);
    await authz(folder, ['generate-schema']);
    expect(await authz(folder, ['test'])).toMatchObject({ code: 2 });
    return folder;
  }

  it('writes them again, too, after a plain run has added fixtures, which the new starter takes in', async () => {
    const folder = await withAdded();
    const run = await authz(folder, ['generate-fixtures', '--force']);
    expect(run.stderr).toContain(
      'removed fixtures/added.fixtures.yaml; what it said is kept in fixtures/added.fixtures.yaml.bak',
    );
    expect(read(folder, 'fixtures/starter.fixtures.yaml')).toMatch(/\(mark \w+\)[\s\S]*\/share/);
    expect(await authz(folder, ['test'])).toMatchObject({ code: 0 });
  });

  it('says which of them stay and why, and keeps the mark by which it knows them', async () => {
    const folder = await withAdded();
    const path = join(folder, 'fixtures/added.fixtures.yaml');
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^# These.*\n/m, ''));
    const run = await authz(folder, ['generate-fixtures', '--force']);
    expect(run.stderr).toContain(
      'kept fixtures/principals.yaml and fixtures/entities.json: fixtures/added.fixtures.yaml',
    );
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('fixtures/entities.json:');
    expect(read(folder, 'fixtures/starter.fixtures.yaml')).toMatch(/\(mark \w+\)/);
    rmSync(path);
    await authz(folder, ['generate-fixtures', '--force']);
    expect(await authz(folder, ['test'])).toMatchObject({ code: 0 });
  });
});

it('authz validate names the types that an edited policy no longer isolates', async () => {
  const folder = folderWith({ 'openapi.yaml': TEAM_NOTES });
  await authz(folder, ['init', '--yes', '--tenant-claim', 'team_id']);
  const policy = join(folder, 'policies/tenant-isolation.cedar');
  const shared = 'and policies that keep tenants apart leave out actions on it: Note';
  expect((await authz(folder, ['validate'])).stdout).not.toContain(shared);
  const text = readFileSync(policy, 'utf8').replace(/unless\s*\{/, '$& resource is Notes::Note ||');
  writeFileSync(policy, text);
  const { code, stdout } = await authz(folder, ['validate']);
  expect(code).toBe(0);
  expect(stdout).toContain(shared);
});
