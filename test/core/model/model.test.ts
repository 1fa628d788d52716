import { describe, expect, it } from 'vitest';
import { checkSchema } from '../../../src/core/cedar/cedar.ts';
import type { Model } from '../../../src/core/model/model.ts';
import { isReadingAction } from '../../../src/core/model/model.ts';
import { readSchema } from '../../../src/core/model/read-schema.ts';
import fc from '../../helpers/fast-check.ts';
import { generate, type Json, jsonBody, operation } from '../../helpers/generate.ts';
import { valueIn } from '../../helpers/outcome.ts';
import { runs } from '../../helpers/runs.ts';

const STRING = { type: 'string' };

const CAMPAIGN = {
  type: 'object',
  required: ['name', 'sent_at'],
  properties: {
    id: STRING,
    tenant_id: STRING,
    name: STRING,
    sent_at: { type: 'string', format: 'date-time', nullable: true },
    count: { type: 'integer' },
    price: { type: 'number' },
    tags: { type: 'array', items: STRING },
    owner: STRING,
    place: { type: 'object', required: ['name'], properties: { name: STRING } },
  },
};

const PATHS: Json = {
  '/login': { post: operation('login', [], { security: [] }) },
  '/tenants/{tenant_id}': {
    get: operation('getTenant', ['tenant_id'], answer({ $ref: '#/components/schemas/Tenant' })),
  },
  '/tenants/{tenant_id}/campaigns': {
    get: operation('listCampaigns', ['tenant_id']),
    post: operation('createCampaign', ['tenant_id'], jsonBody({ $ref: '#/components/schemas/Campaign' })),
  },
  '/tenants/{tenant_id}/campaigns/{campaign_id}': {
    get: operation(
      'getCampaign',
      ['tenant_id', 'campaign_id'],
      answer({ $ref: '#/components/schemas/Campaign' }),
    ),
    delete: operation('deleteCampaign', ['tenant_id', 'campaign_id']),
  },
};

const COMPONENTS: Json = {
  Campaign: CAMPAIGN,
  Tenant: { type: 'object', properties: { name: STRING } },
  User: {
    type: 'object',
    required: ['email'],
    properties: { email: STRING, roles: { type: 'array', items: STRING } },
  },
};

function answer(schema: Json): Json {
  return { responses: { 200: { description: 'ok', content: { 'application/json': { schema } } } } };
}

function modelOf(options: Parameters<typeof generate>[1] = {}, paths = PATHS): Model {
  return valueIn(generate(paths, options, COMPONENTS)).model;
}

function attributes(model: Model, type: string): string[] {
  const found = model.entityTypes.find((one) => one.name === type)?.attributes ?? [];
  return found.map(({ name, required, type: { kind } }) => `${name}${required ? '' : '?'}: ${kind}`);
}

describe('a model', () => {
  it('has the types of the paths, with everything above them, and those that every application has', () => {
    expect(modelOf().entityTypes.map(({ name, parents }) => [name, ...parents])).toEqual([
      ['Application'],
      ['Campaign', 'Tenant'],
      ['Role'],
      ['Tenant'],
      ['User', 'Role', 'Tenant'],
    ]);
  });

  it('finds the tenant, and calls groups roles where users have roles', () => {
    expect(modelOf()).toMatchObject({ tenantType: 'Tenant', groupType: 'Role', principalType: 'User' });
    expect(modelOf({ groupType: 'Team' }).groupType).toBe('Team');
  });

  it('models as many attributes as it was asked to', () => {
    const scalars = ['count?: Long', 'name: String', 'owner?: Entity', 'sent_at?: datetime'];
    expect(attributes(modelOf({ attributes: 'none' }), 'Campaign')).toEqual([]);
    expect(attributes(modelOf(), 'Campaign')).toEqual(scalars);
    const all = [...scalars, 'place?: Record', 'tags?: Set'].toSorted();
    expect(attributes(modelOf({ attributes: 'all' }), 'Campaign').toSorted()).toEqual(all);
  });

  it('never models an identifier, a reference to a container, or a fraction', () => {
    for (const choice of ['scalar', 'all'] as const) {
      const names = attributes(modelOf({ attributes: choice }), 'Campaign').join();
      expect(names).not.toMatch(/\bid\b|tenant_id|price/);
    }
  });

  it('is sure of no attribute of a principal', () => {
    expect(attributes(modelOf(), 'User')).toEqual(['email?: String']);
  });

  it('tells every request of the tenants of its principal', () => {
    expect(modelOf().actions.map((action) => action.context.map((one) => one.name))).toEqual(
      modelOf().actions.map(() => ['tenants']),
    );
  });

  it('puts the base path in front of every path, with one slash between', () => {
    const [action] = modelOf({ basePath: 'api/v1/' }).actions;
    expect(action?.endpoints[0]?.path).toBe('/api/v1/login');
  });

  it('of SimpleRest has everything apply to the application', () => {
    const model = modelOf({ mappingType: 'SimpleRest' });
    expect(model.entityTypes.map((type) => type.name)).toEqual(['Application', 'Role', 'User']);
    expect(new Set(model.actions.map((action) => action.resourceType))).toEqual(new Set(['Application']));
    expect(model.tenantType).toBeUndefined();
  });

  it('gives endpoints of one name but of two resource types an action each, and says so', () => {
    const overrides = new Map(
      ['GET /tenants/{tenant_id}', 'GET /tenants/{tenant_id}/campaigns/{campaign_id}'].map((endpoint) => [
        endpoint,
        { action: 'get' },
      ]),
    );
    const outcome = generate(PATHS, { overrides }, COMPONENTS);
    expect(outcome.diagnostics.map((one) => one.code)).toContain('action-split');
    const split = valueIn(outcome).model.actions.filter((action) => /\bget\b/i.test(action.name));
    expect(split.map((action) => [action.name, action.resourceType])).toEqual([
      ['get', 'Tenant'],
      ['GET /tenants/{tenant_id}/campaigns/{campaign_id}', 'Campaign'],
    ]);
  });

  it('is a schema that Cedar accepts, and that gives the model back', () => {
    for (const format of ['json', 'cedar'] as const) {
      const { model, text } = valueIn(generate(PATHS, { format, attributes: 'all' }, COMPONENTS));
      const schema = valueIn(readSchema({ file: 'schema', text }));
      expect(checkSchema(schema.json).ok).toBe(true);
      expect(schema.model).toEqual(model);
    }
  });

  it('is the same, byte for byte, whatever the order of the paths and components', () => {
    const expected = valueIn(generate(PATHS, {}, COMPONENTS)).text;
    const shuffled = (object: Json) => {
      const entries = Object.entries(object);
      return fc
        .shuffledSubarray(entries, { minLength: entries.length })
        .map((list) => Object.fromEntries(list));
    };
    fc.assert(
      fc.property(shuffled(PATHS), shuffled(COMPONENTS), (paths, components) => {
        expect(valueIn(generate(paths, {}, components)).text).toBe(expected);
      }),
      runs(20),
    );
  });

  it('is not made in a namespace that cannot be one', () => {
    expect(generate(PATHS, { namespace: 'E-mail' }).diagnostics).toMatchObject([
      { code: 'namespace-invalid' },
    ]);
  });
});

describe('isReadingAction', () => {
  it('is true of actions whose every endpoint only looks', () => {
    const reading = modelOf()
      .actions.filter(isReadingAction)
      .map((action) => action.name);
    expect(reading.toSorted()).toEqual(['getCampaign', 'getTenant', 'listCampaigns']);
  });
});
