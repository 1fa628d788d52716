import { describe, expect, it } from 'vitest';
import type { GenerateOptions } from '../../../../src/core/generation/generate-schema.ts';
import { generate, type Json, operation } from '../../../helpers/generate.ts';
import { valueIn } from '../../../helpers/outcome.ts';

const text = { type: 'string' };
const object = (properties: Json, required: readonly string[] = []): Json => ({
  type: 'object',
  properties,
  required,
});

/** An API with one path for each component, `/pets/{petId}` for `Pet`. */
function made(components: Readonly<Record<string, Json>>, options: Partial<GenerateOptions> = {}) {
  const paths = Object.keys(components)
    .filter((name) => !name.startsWith('_'))
    .map((name) => {
      const id = `${name.slice(0, 1).toLowerCase()}${name.slice(1)}Id`;
      const schema = { $ref: `#/components/schemas/${name}` };
      const responses = { 200: { description: 'ok', content: { 'application/json': { schema } } } };
      return [`/${name.toLowerCase()}s/{${id}}`, { get: operation(`get${name}`, [id], { responses }) }];
    });
  return valueIn(generate(Object.fromEntries(paths), { attributes: 'needed', ...options }, components));
}

function parents(components: Readonly<Record<string, Json>>, options?: Partial<GenerateOptions>) {
  const { model } = made(components, options);
  const types = model.entityTypes.filter(({ name }) => name in components || name === model.tenantType);
  return {
    tenant: model.tenantType,
    ...Object.fromEntries(types.map(({ name, parents: all }) => [name, all])),
  };
}

describe('a property that names a tenant', () => {
  it('makes the tenant and the parent, when it is called like the claim of the callers', () => {
    expect(parents({ Pet: object({ id: text, tenantId: text }) })).toEqual({
      tenant: 'Tenant',
      Tenant: [],
      Pet: ['Tenant'],
    });
    const shops = { Pet: object({ id: text, shop_id: text }) };
    expect(parents(shops)).toEqual({ tenant: undefined, Pet: [] });
    expect(parents(shops, { tenantClaim: 'https://example.com/shopId' })).toEqual({
      tenant: 'Shop',
      Shop: [],
      Pet: ['Shop'],
    });
  });

  it('makes the parent, when it is called like a type that is a tenant', () => {
    const components = {
      Workspace: object({ id: text }),
      Task: object({ id: text, workspace: object({ gid: text }) }),
    };
    expect(parents(components)).toEqual({ tenant: 'Workspace', Workspace: [], Task: ['Workspace'] });
  });

  it('makes the parent as a key under the bare name, too, as Django has foreign keys', () => {
    const key = { type: 'integer' };
    const components = {
      Organization: object({ id: key }),
      School: object({ id: key, organization: key }),
      Course: object({ id: key, school: { type: 'string', format: 'uuid' } }),
      Lesson: object({ id: key, course: text }),
    };
    expect(parents(components)).toEqual({
      tenant: 'Organization',
      Organization: [],
      School: ['Organization'],
      Course: ['Organization', 'School'],
      Lesson: [],
    });
    const { model } = made(components);
    expect(model.entityTypes.find(({ name }) => name === 'Course')?.attributes).toEqual([]);
  });

  it('is no key where a number counts or orders', () => {
    const components = {
      Organization: object({ id: text }),
      Order: object({ id: text, organizationId: text }),
      Line: object({ id: text, order: { type: 'integer' } }),
    };
    expect(parents(components)).toMatchObject({ Order: ['Organization'], Line: [] });
    const amounts = {
      Organization: object({ id: text }),
      Discount: object({ id: text, organizationId: text }),
      Deposit: object({ id: text, organizationId: text }),
      Item: object({ id: text, discount: { type: 'integer' } }),
      Lease: object({ id: text, security_deposit: { type: 'integer' }, deposit: { type: 'integer' } }),
    };
    expect(parents(amounts)).toMatchObject({ Discount: ['Organization'], Item: [], Lease: [] });
  });

  it('is no attribute, and takes the description of the tenant from its component', () => {
    const { model } = made({ Pet: object({ id: text, tenantId: text }), _T: object({}) });
    expect(model.entityTypes.find(({ name }) => name === 'Pet')?.attributes).toEqual([]);
    expect(model.actions[0]?.context).toHaveLength(1);
  });

  it('also contains what is only in something that is in the tenant', () => {
    const components = {
      Project: object({ id: text, tenantId: text }),
      Section: object({ id: text, project: object({ id: text }) }),
      Comment: object({ id: text, sectionId: text }),
      Plan: object({ id: text }),
    };
    expect(parents(components)).toEqual({
      tenant: 'Tenant',
      Tenant: [],
      Project: ['Tenant'],
      Section: ['Project', 'Tenant'],
      Comment: ['Project', 'Section', 'Tenant'],
      Plan: [],
    });
  });

  it('never makes a circle', () => {
    const components = {
      Folder: object({ id: text, tenantId: text, file: object({ id: text }) }),
      File: object({ id: text, folderId: text, fileId: text }),
    };
    expect(parents(components)).toEqual({
      tenant: 'Tenant',
      Tenant: [],
      Folder: ['Tenant'],
      File: ['Folder', 'Tenant'],
    });
  });

  it('says nothing where it only names an account or a company, nor where somebody says that it is a text', () => {
    const account = { Account: object({ id: text }), Transfer: object({ id: text, accountId: text }) };
    expect(parents(account)).toEqual({ tenant: undefined, Account: [], Transfer: [] });
    const types = { Pet: { attributes: { tenantId: 'String' } } };
    expect(parents({ Pet: object({ id: text, tenantId: text }) }, { types })).toMatchObject({ Pet: [] });
  });
});

describe('what was found in properties', () => {
  it('is told with how sure it is, the more so the more must be there', () => {
    const sureness = (schema: Json) =>
      made({ Pet: schema }).findings.map((one) => [one.property, one.sureness]);
    expect(sureness(object({ tenantId: text, ownerId: text }, ['tenantId']))).toEqual([
      ['tenantId', 0.95],
      ['ownerId', 0.9],
    ]);
    expect(sureness(object({ tenantId: text }))).toEqual([['tenantId', 0.85]]);
    expect(sureness(object({ id: text, author: object({ id: text }) }))).toEqual([['author', 0.75]]);
    expect(sureness(object({ id: text, author: text }))).toEqual([]);
    expect(sureness(object({ tenant: { type: 'integer' } }, ['tenant']))).toEqual([['tenant', 0.85]]);
  });
});

describe('attributes that policies need', () => {
  const names = (properties: Json, attributes: GenerateOptions['attributes'] = 'needed') =>
    made({ Pet: object({ id: text, ...properties }) }, { attributes })
      .model.entityTypes.find(({ name }) => name === 'Pet')
      ?.attributes.map(({ name }) => name);

  it('are identifiers, owners, status, role, visibility, enumerations and booleans', () => {
    expect(
      names({
        name: text,
        age: { type: 'integer' },
        status: text,
        visibility: text,
        role: text,
        size: { type: 'string', enum: ['small', 'large'] },
        archived: { type: 'boolean' },
        breedId: text,
        createdBy: text,
        createdAt: { type: 'string', format: 'date-time' },
      }),
    ).toEqual(['archived', 'breedId', 'createdBy', 'role', 'size', 'status', 'visibility']);
  });

  it('are never tokens, secrets and passwords', () => {
    const secrets = {
      token: text,
      api_key: text,
      webhookSecret: text,
      passwordHash: text,
      authorization_header: text,
      hasPassword: { type: 'boolean' },
    };
    expect(names({ ...secrets, accessTokenId: text })).toEqual([]);
    expect(names(secrets, 'scalar')).toHaveLength(6);
  });
});

describe('the owner', () => {
  it('is the attribute that is most surely called so, and a person', () => {
    const { model } = made({
      Note: object({ id: text, createdBy: text, ownerId: text, author: object({ id: text }) }),
    });
    const note = model.entityTypes.find(({ name }) => name === 'Note');
    expect(note?.attributes.map(({ name, type }) => [name, type.kind])).toEqual([
      ['author', 'Entity'],
      ['createdBy', 'Entity'],
      ['ownerId', 'Entity'],
    ]);
  });

  it('is none of the authors that the API itself has', () => {
    const { model } = made({ Author: object({ id: text }), Book: object({ id: text, authorId: text }) });
    const book = model.entityTypes.find(({ name }) => name === 'Book');
    expect(book?.attributes).toEqual([{ name: 'authorId', required: false, type: { kind: 'String' } }]);
  });
});
