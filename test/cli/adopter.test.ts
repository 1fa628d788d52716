import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { authz, folderWith } from '../helpers/cli.ts';

const API = readFileSync(resolve(import.meta.dirname, '../projects/pet-clinic/openapi.yaml'), 'utf8');

/** What the API description does not say, and nobody has to write into it. */
const OVERRIDE =
  'overrides:\n  PUT /api/share-pet: { pattern: single-resource, resource: "body:petId", type: Pet }\n';

const INIT = [
  'init',
  '--yes',
  '--base-path',
  '/',
  '--template',
  'standard',
  'owner-only',
  '--namespace',
  'Clinic',
];

describe('an API with envelopes, and tenants and owners in properties', () => {
  it('becomes a project that isolates tenants and knows owners, without a change to its description', async () => {
    const folder = folderWith({ 'schemas/openapi.yaml': API });
    const run = await authz(folder, INIT);
    expect(run.code).toBe(0);
    expect(run.stdout).toContain('0 failed');
    expect(run.stderr).toContain('`Pet` is owned by the `User` it names, as `ownerId` says (0.90 sure)');
    expect(run.stderr).toContain('GET /api/pets lists Pet');
    expect(run.stderr).toContain('action == Clinic::Action::"sharePet"');
    const schema = JSON.parse(readFileSync(join(folder, 'v4.policyschema.json'), 'utf8')).Clinic;
    expect(schema.entityTypes.Pet).toMatchObject({
      memberOfTypes: ['Tenant'],
      shape: { attributes: { ownerId: { name: 'User' }, status: { type: 'String' } } },
    });
    expect(Object.keys(schema.entityTypes.Pet.shape.attributes)).toEqual(['ownerId', 'status']);
    expect(readFileSync(join(folder, 'schemas/openapi.yaml'), 'utf8')).toBe(API);
  });

  it('decides as its adopter wants: owners edit their own, nobody reaches into another tenant', async () => {
    const folder = folderWith({ 'openapi.yaml': API });
    await authz(folder, INIT);
    const decision = async (as: string, call: string) => {
      const [method = '', url = ''] = call.split(' ');
      const run = await authz(folder, ['explain', method, url, '--as', as, '--format', 'json']);
      return JSON.parse(run.stdout).decisions[0]?.decision;
    };
    expect(await decision('owner', 'PUT /api/pets/pet-1')).toBe('allow');
    expect(await decision('no-group', 'PUT /api/pets/pet-1')).toBe('deny');
    expect(await decision('admin', 'PUT /api/pets/pet-2')).toBe('deny');
    expect(await decision('other-tenant-admin', 'PUT /api/pets/pet-1')).toBe('deny');
    expect(await decision('member', 'GET /api/pets/pet-1')).toBe('allow');
  });

  it('takes what only its developers know from authz.yaml, and stays green and in step', async () => {
    const folder = folderWith({ 'openapi.yaml': API });
    await authz(folder, INIT);
    const config = readFileSync(join(folder, 'authz.yaml'), 'utf8');
    writeFileSync(join(folder, 'authz.yaml'), `${config}\n${OVERRIDE}`);
    expect(await authz(folder, ['generate-schema'])).toMatchObject({ code: 0 });
    expect(await authz(folder, ['generate-schema', '--check'])).toMatchObject({ code: 0 });
    const call = ['explain', 'PUT', '/api/share-pet', '--body', '{"petId":"pet-1"}', '--as', 'owner'];
    expect((await authz(folder, call)).stdout).toContain('Pet::"pet-1"');
  });
});
