import { describe, expect, test } from 'vitest';
import { remarksAbout, taking } from '../../../helpers/classify-one.ts';

const text = { type: 'string' };
const body = taking({ a: text });
const rpc = (operationId: string) => ({ operationId, ...taking({ thingId: text }) });

describe('what says what is allowed', () => {
  test.each([
    ['PUT /v1/policies/{id}', body],
    ['PUT /rooms/{id}/policies', body],
    ['POST /instances/{id}/setIamPolicy', body],
    ['POST /v1/{resource}:setIamPolicy', body],
    ['PUT /namespaces/{id}/networkpolicies/{name}', body],
    ['PUT /clouds/{id}/firewallRules/{name}', body],
    ['POST /clusterrolebindings', body],
    ['PUT /queues/{id}/authorizationRules/{name}', body],
    ['POST /gateways/{id}/authorizers', body],
  ])('is for those who are named: %s', (key, operation) => {
    expect(remarksAbout(key, operation)).toEqual(['access']);
  });

  test('is so below a thing that nothing is asked about, too', () => {
    const remarks = remarksAbout('POST /policies/{account}/policy/{identifier}', body);
    expect(remarks).toEqual(['access', 'unasked']);
  });

  test.each([
    'PutResourcePolicy',
    'PutUserPermissionsBoundary',
    'AttachRolePolicy',
    'UpdateAccessConfig',
    'CreateNetworkAclEntry',
    'AssociateResourceSharePermission',
    'CreateAuthorizer',
    'DeleteFirewallRule',
  ])('is so by the name of a procedure, too: %s', (name) => {
    expect(remarksAbout('POST /', rpc(name))).toEqual(['access']);
  });

  test.each([
    ['PUT /policies/{id}', { ...body, summary: 'Changes the premium of an insurance policy' }],
    ['PUT /apis/policy/v1/budgets/{id}', body],
    ['PUT /buckets/{id}/lifecycle-policy', body],
    ['PUT /shops/{id}/return-policies/{name}', body],
    ['POST /things/{id}/getIamPolicy', body],
    ['POST /rpc/PutScalingPolicy', rpc('PutScalingPolicy')],
    ['POST /rpc/UpdateSharePoint', rpc('UpdateSharePoint')],
  ])('is another matter than %s', (key, operation) => {
    expect(remarksAbout(key, operation)).toEqual([]);
  });
});
