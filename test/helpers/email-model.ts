import type { SchemaJson } from '../../src/core/cedar/cedar.ts';
import { readEndpoints } from '../../src/core/model/endpoint-annotation.ts';
import type { Action, EntityType, Model } from '../../src/core/model/model.ts';
import { printSchema } from '../../src/core/model/print-schema.ts';

/** What the model of an API with tenants gives every request as context. */
const context: Action['context'] = [
  { name: 'tenants', required: true, type: { kind: 'Set', element: { kind: 'Entity', type: 'Tenant' } } },
];

/** The e-mail application of the specification, small enough to keep in mind: tenants own campaigns, campaigns hold messages. */
export const emailModel: Model = {
  namespace: 'EmailApp',
  mappingType: 'ResourceRest',
  entityTypes: [
    type('Application', []),
    type('EmailCampaign', ['Tenant'], { name: 'String', status: 'String' }),
    type('EmailMessage', ['EmailCampaign', 'Tenant'], { recipientCount: 'Long', subject: 'String' }),
    type('Role', []),
    type('Tenant', [], { maxUsers: 'Long', planTier: 'String' }),
    {
      name: 'User',
      parents: ['Role', 'Tenant'],
      attributes: [{ name: 'email', required: false, type: { kind: 'String' } }],
    },
  ],
  actions: [
    action(
      'getEmailCampaign',
      'EmailCampaign',
      'GET /campaigns/{campaign_id} single-resource path:campaign_id',
    ),
    action(
      'updateEmailCampaign',
      'EmailCampaign',
      'PUT /campaigns/{campaign_id} single-resource path:campaign_id',
    ),
    action(
      'listEmailMessages',
      'EmailCampaign',
      'GET /campaigns/{campaign_id}/messages listing path:campaign_id',
    ),
    {
      ...action('getDashboardData', 'Application', 'GET /dashboard-data implicit-scope application'),
      remarks: { own: 'the summary speaks of the current user' },
    },
    action('login', 'Application', 'POST /login open application'),
    action('deleteEmailMessage', 'EmailMessage', 'DELETE /messages batch query:messagelist'),
    action('moveEmailMessage', 'EmailCampaign', 'POST /messages/move single-resource body:target'),
    action('getEmailMessage', 'EmailMessage', 'GET /messages/{message_id} single-resource path:message_id'),
    action('createEmailCampaign', 'Tenant', 'POST /tenants/{tenant_id}/campaigns creation path:tenant_id'),
  ],
  principalType: 'User',
  groupType: 'Role',
  tenantType: 'Tenant',
};

export const emailSchema: SchemaJson<string> = printSchema(emailModel);

/** The schema file of the model, as it would lie on disk. */
export const emailSchemaFile = { file: 'v4.policyschema.json', text: JSON.stringify(emailSchema, null, 2) };

function type(
  name: string,
  parents: string[],
  attributes: Record<string, 'String' | 'Long'> = {},
): EntityType {
  const listed = Object.entries(attributes).map(([attribute, kind]) => ({
    name: attribute,
    required: true,
    type: { kind },
  }));
  return { name, parents, attributes: listed };
}

function action(name: string, resourceType: string, endpoint: string): Action {
  return { name, resourceType, endpoints: readEndpoints({ endpoint }) ?? [], context, groups: [] };
}
