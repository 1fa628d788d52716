import { describe, expect, it } from 'vitest';
import { generatePolicies } from '../../../src/core/generation/generate-policies.ts';
import { readSchema } from '../../../src/core/model/read-schema.ts';
import { limitsOfIsolation, typesOutsideTenants } from '../../../src/core/model/tenancy.ts';
import { chooseTemplates } from '../../../src/project/templates.ts';
import { emailModel } from '../../helpers/email-model.ts';
import { generate, operation } from '../../helpers/generate.ts';
import { valueIn } from '../../helpers/outcome.ts';

const answering = (name: string) => ({
  responses: {
    200: {
      description: 'ok',
      content: {
        'application/json': { schema: { type: 'array', items: { $ref: `#/components/schemas/${name}` } } },
      },
    },
  },
});

const schema = { type: 'object', properties: { name: { type: 'string' } } };
const generated = valueIn(
  generate(
    {
      '/tenants/{tenant_id}': { get: operation('getTenant', ['tenant_id']) },
      '/tenants/{tenant_id}/campaigns': { post: operation('createCampaign', ['tenant_id']) },
      '/campaigns': { get: { operationId: 'listCampaigns', ...answering('Campaign') } },
      '/campaigns/{campaign_id}': { get: operation('getCampaign', ['campaign_id']) },
      '/plans': { get: { operationId: 'listPlans', ...answering('Plan') } },
      '/plans/{plan_id}': { get: operation('getPlan', ['plan_id']) },
      '/plans/{plan_id}/campaigns': {
        get: { ...operation('listPlanned', ['plan_id']), ...answering('Campaign') },
      },
      '/plans/{plan_id}/tenants': {
        get: { ...operation('listPayers', ['plan_id']), ...answering('Tenant') },
      },
      '/tenants/{tenant_id}/plans': {
        get: { ...operation('listPlansOf', ['tenant_id']), ...answering('Plan') },
      },
    },
    {},
    { Campaign: schema, Plan: schema, Tenant: schema },
  ),
);

/** As people write it: each type names only what it is directly in. */
const byHand = `namespace App {
  @principal entity User in [Role, Tenant];
  @group entity Role;
  @tenant entity Tenant;
  entity Application, Plan;
  entity Folder in [Folder, Tenant];
  entity Doc in [Folder];
  entity Page in [Doc];
  @endpoint("GET /pages/{id} single-resource path:id")
  action getPage appliesTo { principal: [User], resource: [Page], context: { tenants: Set<Tenant> } };
  @endpoint("GET /docs/{id} single-resource path:id")
  action getDoc appliesTo { principal: [User], resource: [Doc], context: { tenants: Set<Tenant> } };
  @endpoint("GET /plans/{id} single-resource path:id")
  action getPlan appliesTo { principal: [User], resource: [Plan], context: { tenants: Set<Tenant> } };
}`;

describe('isolation of tenants', () => {
  it('covers what is in a tenant only by way of other types', () => {
    const { model } = valueIn(readSchema({ file: 's.cedarschema', text: byHand }));
    expect(typesOutsideTenants(model)).toEqual(['Plan']);
    expect(limitsOfIsolation(model).map(({ message }) => message)).toEqual([
      '1 of 3 types is not isolated, as nothing says which `Tenant` it belongs to: Plan',
    ]);
    const [isolation] = valueIn(generatePolicies(valueIn(chooseTemplates(['tenant-isolation'])), model));
    expect(isolation?.text).toContain('resource is App::Plan');
    expect(isolation?.text).not.toMatch(/resource is App::(Doc|Page)/);
  });

  it('covers every type that is in one', () => {
    expect(typesOutsideTenants(emailModel)).toEqual([]);
    expect(limitsOfIsolation(emailModel)).toEqual([]);
  });

  it('says which types it does not cover, and which listings it cannot filter', () => {
    const { model } = valueIn(readSchema({ file: 's.json', text: generated.text }));
    expect(limitsOfIsolation(model).map(({ message }) => message)).toEqual([
      '1 of 3 types is not isolated, as nothing says which `Tenant` it belongs to: Plan',
      '3 listings are decided about what is in no tenant, and give things of tenants: the handler must filter',
    ]);
    expect(limitsOfIsolation(model)[1]?.details).toEqual([
      'GET /campaigns lists Campaign',
      'GET /plans/{plan_id}/campaigns lists Campaign',
      'GET /plans/{plan_id}/tenants lists Tenant',
    ]);
  });

  it('has nothing to say where there are no tenants', () => {
    const { tenantType: _, ...without } = emailModel;
    expect(limitsOfIsolation(without)).toEqual([]);
  });
});
