import { describe, expect, test } from 'vitest';
import type { ClassifiedApi } from '../../../src/core/classification/classified-api.ts';
import { classifyApi } from '../../../src/core/classification/classify.ts';
import type { Diagnostic } from '../../../src/core/diagnostics/diagnostic.ts';
import type { Source } from '../../../src/core/diagnostics/source.ts';
import { readSpec } from '../../../src/core/openapi/spec.ts';

type Json = Record<string, unknown>;

function classify(
  paths: Json,
  schemas: Json = {},
): ClassifiedApi & { readonly diagnostics: readonly Diagnostic[] } {
  const document = { openapi: '3.0.3', paths, components: { schemas } };
  const root: Source = { file: 'x.json', text: '', value: document, locate: () => undefined };
  const spec = readSpec({ root, others: new Map() });
  const outcome = spec.ok ? classifyApi(spec.value, new Map()) : spec;
  if (!outcome.ok) throw new Error(outcome.diagnostics.map(({ message }) => message).join('; '));
  return { ...outcome.value, diagnostics: outcome.diagnostics };
}

const text = { type: 'string' };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const answers = (schema: unknown) => ({
  responses: { 200: { content: { 'application/json': { schema } } } },
});
const list = (items: unknown) => answers({ type: 'array', items });
const object = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, text])),
});

function namesOf(api: ClassifiedApi): readonly string[] {
  return api.entityTypes.map(({ name }) => name);
}

function parentsOf(api: ClassifiedApi): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(api.entityTypes.map(({ name, parents }) => [name, parents]));
}

describe('an entity type is named', () => {
  test.each<[string, string, Json, Json, string]>([
    ['after its collection', '/widgets/{id}', {}, {}, 'Widget'],
    ['after its identifier where no collection stands before it', '/{tenant_id}', {}, {}, 'Tenant'],
    ['after a collection of several words', '/order-line_items/{id}', {}, {}, 'OrderLineItem'],
    ['with a word of a single letter', '/plansOfAWeek/{id}', {}, {}, 'PlansOfAWeek'],
    ['with an abbreviation', '/homeIPAddresses/{id}', {}, {}, 'HomeIpAddress'],
    ['after an abbreviation that looks like a plural', '/mms/{id}', {}, {}, 'Mms'],
    ['after an irregular plural', '/people/{id}', {}, {}, 'Person'],
    [
      'after the component that one is read as',
      '/campaigns/{id}',
      answers(ref('EmailCampaign')),
      { EmailCampaign: object('id') },
      'EmailCampaign',
    ],
    [
      'without what components add to it',
      '/pets/{id}',
      answers(ref('GetPetResponseDto')),
      { GetPetResponseDto: object('id') },
      'Pet',
    ],
    [
      'without the verb of the call that its component answers',
      '/anomalies/{id}',
      answers(ref('DescribeAnomalyResponse')),
      { DescribeAnomalyResponse: object('id') },
      'Anomaly',
    ],
    [
      'without the package of its component',
      '/pods/{id}',
      answers(ref('io.k8s.api.v1.Pod')),
      { 'io.k8s.api.v1.Pod': object('id') },
      'Pod',
    ],
    [
      'after its collection when the component is about something else',
      '/pets/{id}',
      answers(ref('PetStatus')),
      { PetStatus: object('id') },
      'Pet',
    ],
    [
      '`User` for users, whatever their component',
      '/users/{id}',
      answers(ref('AppUser')),
      { AppUser: object('id') },
      'User',
    ],
    ['without accents', '/größen/{id}', {}, {}, 'Grossen'],
    ['something at all', '/日本/{id}', {}, {}, 'Resource'],
    ['beside the words of Cedar', '/actions/{id}', {}, {}, 'ActionResource'],
    ['beside the application', '/applications/{id}', {}, {}, 'ApplicationResource'],
  ])('%s', (_, path, operation, schemas, expected) => {
    expect(namesOf(classify({ [path]: { get: operation } }, schemas))).toEqual([expected]);
  });

  test.each<[string, string, string]>([
    [
      'what it is of, where its own word fits anything',
      '/comments/{comment_id}/properties/{key}',
      'CommentProperty',
    ],
    ['what it is one of', '/identity-providers/instances/{alias}', 'IdentityProvider'],
    ['what its path narrows', '/applications/oauth2/{id}', 'Oauth2Application'],
    ['its identifier behind what is only done', '/projects/{project_id}/share/{group_id}', 'Group'],
    ['its collection, without how one is found in it', '/roles-by-id/{role_id}', 'Role'],
    ['the person whom a name of a user names', '/shelves/{username}/{shelf}', 'User'],
    ['its collection, in one word', '/oauth-clients/{id}', 'OauthClient'],
    ['its collection, which only ends like a plural', '/chassis/{id}', 'Chassis'],
    ['its collection, behind a kind that the path names as well', '/favourites/{type}/{id}', 'Favourite'],
    ['its collection, where a letter names one of a kind', '/charts/{kind}/{c}', 'Chart'],
    [
      'its collection, before the word that its identifier is one',
      '/discoverers/id/{discovererId}',
      'Discoverer',
    ],
    ['its collection, before what is done to one', '/quotes/reopen/{id}', 'Quote'],
    ['its collection, before a deed of two words', '/webhooks/regenerate-token/{id}', 'Webhook'],
    ['itself, behind a deed that a token is for', '/members/activate-login/{token}', 'ActivateLogin'],
    ['what it is of, where that has a path of its own', '/groups/entries/{id}', 'GroupEntry'],
    ['its collection, before how one is found in it', '/books/bySafeName/{safeName}', 'Book'],
    ['whose it is, where its path says "by"', '/newsByTeam/{teamId}', 'Team'],
    ['its identifier, behind a letter', '/t/{tenant}/devices/{device}', 'Tenant'],
    ['the letter, where its identifier says nothing', '/c/{id}', 'C'],
    ['its identifier without the side that it is on, behind a letter', '/t/{targetTenant}/copies', 'Tenant'],
    ['itself, though it begins like a deed', '/charge-degrees/{charge_degree_id}', 'ChargeDegree'],
    ['a thing that could also be done', '/repositories/tags/{tag}', 'Tag'],
    ['one of them, where the plural is irregular', '/abuses/{id}', 'Abuse'],
  ])('after %s: %s', (_, path, name) => {
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, one]) => ({
      name: one,
      in: 'path',
      required: true,
      schema: text,
    }));
    const api = classify({ [path]: { parameters, get: {} }, '/groups/{group_id}': { get: {} } });
    expect(namesOf(api)).toContain(name);
  });

  test.each(['merge/{otherGuestId}', 'swap/{target_guest_id}', 'replace/{newGuestId}'])(
    'the same on both sides of what is done with two: %s',
    (end) => {
      const api = classify({ '/guests/{guestId}': { get: {} }, [`/guests/{guestId}/${end}`]: { post: {} } });
      expect(parentsOf(api)).toEqual({ Guest: [] });
    },
  );

  test('after its identifier where that lists things of another type', () => {
    const parameters = [{ name: 'customerId', in: 'path', required: true, schema: text }];
    const api = classify({
      '/customers/{customerId}': { parameters, get: answers(object('id')) },
      '/orders/{customerId}': {
        parameters,
        get: { operationId: 'listOrders', ...list(object('id', 'total')) },
      },
    });
    expect(api.classifications.map(({ pattern, resource }) => [pattern, resource.type])).toEqual([
      ['single-resource', 'Customer'],
      ['listing', 'Customer'],
    ]);
    expect(parentsOf(api)).toEqual({ Customer: [], Order: ['Customer'] });
    const key = { parameters: [{ ...parameters[0], name: 'access_key' }] };
    const shared = classify({
      '/access/{access_key}': { ...key, get: answers(object('id')) },
      '/uploads/{access_key}': { ...key, get: { operationId: 'listUploads', ...list(object('id', 'name')) } },
    });
    expect(shared.classifications.at(-1)?.resource.type).toBe('Upload');
  });

  test('after its collection where a list is worked on in bulk', () => {
    const ids = { type: 'object', required: ['ids'], properties: { ids: { type: 'array', items: text } } };
    const requestBody = { required: true, content: { 'application/json': { schema: ids } } };
    const parameters = ['target', 'id'].map((name) => ({ name, in: 'path', required: true, schema: text }));
    const api = classify({
      '/targets/{target}/findings/{id}': { parameters, get: answers(object('id')) },
      '/targets/{target}/findings/bulk/retest': { parameters: parameters.slice(0, 1), post: { requestBody } },
    });
    expect(api.classifications.map(({ pattern, resource }) => [pattern, resource.type])).toEqual([
      ['batch', 'Finding'],
      ['single-resource', 'Finding'],
    ]);
  });

  test('by the singular that its identifier says', () => {
    const api = classify({
      '/leaves': { get: list(object('id')) },
      '/leaves/{leaveId}': { patch: {} },
      '/trees/{treeId}/leaves/{leafId}': { get: {} },
    });
    expect(namesOf(api)).toEqual(['Leave', 'Tree']);
    expect(namesOf(classify({ '/series/{serie}': { get: {} } }))).toEqual(['Series']);
  });

  test('without the deed of the call that its component is taken by', () => {
    const body = { requestBody: { content: { 'application/json': { schema: ref('JoinAccountRequest') } } } };
    const api = classify(
      {
        '/user/join-account': { put: { operationId: 'joinAccount', ...body } },
        '/projects/{account_name}/{project}': { get: {} },
      },
      { JoinAccountRequest: object('invitation_code') },
    );
    expect(namesOf(api)).not.toContain('JoinAccount');
    const series = classify(
      {
        '/schedule-series/{id}': {
          get: { operationId: 'scheduleSeries', ...answers(ref('ScheduleSeries')) },
        },
      },
      { ScheduleSeries: object('id') },
    );
    expect(namesOf(series)).toEqual(['ScheduleSeries']);
  });

  test('the same whether its noun is written in one word or in two', () => {
    const paths = ['/spotsets/{id}', '/spots/{spot_id}/sets/{set_id}', '/spot-sets/{id}/members/{member_id}'];
    const api = classify(Object.fromEntries(paths.map((path) => [path, { get: answers(ref('SpotSet')) }])), {
      SpotSet: object('id'),
    });
    expect(namesOf(api)).toEqual(['Member', 'Spot', 'SpotSet']);
  });

  test('after its identifier where that is followed by one of the collection', () => {
    const parameters = ['patientId', 'prescriptionId'].map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: text,
    }));
    const below = { parameters, ...list(object('id', 'drug')) };
    const api = classify({
      '/patients/{patientId}': { get: below },
      '/prescriptions/{patientId}': { get: below, post: below },
      '/prescriptions/{patientId}/count': { get: below },
      '/prescriptions/{patientId}/{prescriptionId}': { delete: below },
    });
    const types = api.classifications.map(({ endpoint, resource }) => [endpoint.path, resource.type]);
    expect(types).toEqual([
      ['/patients/{patientId}', 'Patient'],
      ['/prescriptions/{patientId}', 'Patient'],
      ['/prescriptions/{patientId}', 'Patient'],
      ['/prescriptions/{patientId}/count', 'Patient'],
      ['/prescriptions/{patientId}/{prescriptionId}', 'Prescription'],
    ]);
    expect(parentsOf(api)).toEqual({ Patient: [], Prescription: ['Patient'] });
  });

  test('after its collection where components call its things differently', () => {
    const api = classify(
      {
        '/gists/{gist_id}/comments/{comment_id}': { get: answers(ref('GistComment')) },
        '/commits/{commit_id}/comments/{comment_id}': { get: answers(ref('CommitComment')) },
      },
      { GistComment: object('id'), CommitComment: object('id') },
    );
    expect(namesOf(api)).toContain('Comment');
  });

  test('without the version that operation ids begin with', () => {
    const get = (operationId: string) => ({ get: { operationId } });
    const api = classify({ '/hooks': get('getV3Hooks'), '/hooks/{id}': get('getV3HooksId') });
    expect(namesOf(api)).toEqual(['Hook']);
  });

  test('without the verbs that operation ids begin with', () => {
    const item = { put: { operationId: 'createOrUpdateReport' }, get: { operationId: 'getReport' } };
    expect(namesOf(classify({ '/reports/{id}': item }))).toEqual(['Report']);
  });

  test('after the noun that two operation ids agree on', () => {
    const item = { get: { operationId: 'getEmailCampaign' }, put: { operationId: 'update_email_campaign' } };
    expect(namesOf(classify({ '/campaigns/{id}': item }))).toEqual(['EmailCampaign']);
  });

  test('after its component when operation ids only add their owner', () => {
    const paths = {
      '/tenants/{t}/campaigns': {
        get: { operationId: 'listTenantCampaigns' },
        post: { operationId: 'createTenantCampaign' },
      },
      '/campaigns/{id}': { get: { operationId: 'getCampaign', ...answers(ref('Campaign')) } },
    };
    expect(namesOf(classify(paths, { Campaign: object('id') }))).toEqual(['Campaign', 'Tenant']);
  });

  test('the same wherever it is reached from', () => {
    const paths = {
      '/campaigns/{campaign_id}': { get: {} },
      '/tenants/{tenantId}/campaigns/{id}': { get: {} },
      '/reports': {
        get: { parameters: [{ name: 'campaign_id', in: 'query', required: true }], ...list({}) },
      },
    };
    const api = classify(paths);
    expect(namesOf(api)).toEqual(['Campaign', 'Tenant']);
    expect(api.classifications.map(({ resource }) => resource.type)).toEqual([
      'Campaign',
      'Campaign',
      'Campaign',
    ]);
  });

  test('the same by procedures whose names end with verbs that nobody knows', () => {
    const body = {
      required: true,
      content: {
        'application/json': { schema: { ...object('resultId', 'value'), required: ['resultId'] } },
      },
    };
    const api = classify({
      '/result.get': {
        get: { parameters: [{ name: 'resultId', in: 'query', required: true, schema: text }] },
      },
      '/result.amend': { post: { requestBody: body } },
      '/lab/result/enter': { post: { requestBody: body } },
    });
    expect(namesOf(api)).toEqual(['Result']);
  });

  test('apart from another that would look the same, with a warning', () => {
    const api = classify({ '/größe/{id}': { get: {} }, '/grosse/{id}': { get: {} } });
    expect(namesOf(api)).toEqual(['Grosse', 'Grosse2']);
    expect(api.diagnostics).toMatchObject([{ severity: 'warning', code: 'entity-type-collision' }]);
  });

  test('names them in messages with the marks of their letters', () => {
    const one = (path: string) => ({ [`/${path}/{id}`]: { get: answers(object('id')) } });
    const api = classify({ ...one('संगठन'), ...one('مستخدمون') });
    expect(api.diagnostics.map(({ message }) => message)).toEqual([
      expect.stringContaining('`संगठन` and `مستخدمون` would both be the entity type'),
    ]);
  });
});

describe('the parents of an entity type', () => {
  test('come from the nesting of paths', () => {
    const api = classify({ '/orgs/{org}/teams/{team}/members/{member}': { get: {} } });
    expect(parentsOf(api)).toEqual({ Org: [], Team: ['Org'], Member: ['Team'] });
    expect(api.classifications[0]?.ancestors).toEqual([
      { type: 'Team', from: 'path:team' },
      { type: 'Org', from: 'path:org' },
    ]);
  });

  test('come from where one is created, when its own path stands alone', () => {
    const paths = { '/campaigns/{id}': { get: {} }, '/tenants/{id}/campaigns': { post: {}, get: list({}) } };
    expect(parentsOf(classify(paths))).toEqual({ Campaign: ['Tenant'], Tenant: [] });
  });

  test('do not come from a list of what is created elsewhere', () => {
    const paths = {
      '/orgs': { post: {} },
      '/orgs/{id}': { get: {} },
      '/users/{id}/orgs': { get: list({}) },
    };
    expect(parentsOf(classify(paths))).toEqual({ Org: [], User: [] });
  });

  test('come from a property that refers to a container, but not from one that refers to a person', () => {
    const paths = {
      '/tenants/{id}/rooms/{room}': { get: {} },
      '/users/{id}/keys/{key}': { get: {} },
      '/campaigns/{id}': { get: answers(ref('Campaign')) },
    };
    const schemas = { Campaign: object('id', 'tenantId', 'userId', 'ownerId', 'roomId') };
    expect(parentsOf(classify(paths, schemas)).Campaign).toEqual(['Tenant']);
  });

  test('come from a list of things with a place of their own that refer to it', () => {
    const paths = {
      '/classes/{class_id}': { get: {} },
      '/classes/{class_id}/students': { get: list(ref('Student')) },
      '/clubs/{club_id}': { get: {} },
      '/clubs/{club_id}/students': { get: list(ref('Student')) },
      '/students/{student_id}': { get: answers(ref('Student')) },
    };
    const schemas = { Student: object('id', 'class_id', 'teacher_id') };
    expect(parentsOf(classify(paths, schemas)).Student).toEqual(['Class']);
  });

  test('never go in a circle', () => {
    const paths = {
      '/as/{a}/bs/{b}': { get: {} },
      '/bs/{b}/cs/{c}': { get: {} },
      '/cs/{c}/as/{a}': { get: {} },
    };
    const parents = parentsOf(classify(paths));
    expect(Object.values(parents).filter((above) => above.length > 0)).toHaveLength(2);
  });

  test('of composite identifiers are the parts in front', () => {
    const api = classify({
      '/repos/{owner}/{repo}': { get: {} },
      '/repos/{owner}/{repo}/issues/{index}': { get: {} },
    });
    expect(parentsOf(api)).toEqual({ Owner: [], Repo: ['Owner'], Issue: ['Repo'] });
  });
});

describe('the shape of an entity type', () => {
  const propertiesOf = (api: ClassifiedApi) => [...(api.entityTypes[0]?.shape?.properties.keys() ?? [])];

  test.each<[string, Json, Json, string[]]>([
    ['what one is read as', { get: answers(object('a')), put: answers(object('b')) }, {}, ['a']],
    [
      'what one is read as inside an envelope',
      { get: answers({ properties: { data: object('a') } }) },
      {},
      ['a'],
    ],
    [
      'the thing itself, when it has a name and one part such as its owner',
      { get: answers({ properties: { name: { type: 'string' }, owner: object('a') } }) },
      {},
      ['name', 'owner'],
    ],
    ['what one is changed to', { put: answers(object('b')) }, {}, ['b']],
    ['the component of its name', { get: {} }, { Thing: object('c') }, ['c']],
  ])('is %s', (_, item, schemas, expected) => {
    expect(propertiesOf(classify({ '/things/{id}': item }, schemas))).toEqual(expected);
  });

  test('is an element of the list when nothing else shows one', () => {
    const api = classify({ '/things': { get: list(object('d')) }, '/things/{id}': { delete: {} } });
    expect(propertiesOf(api)).toEqual(['d']);
  });
});

test('what a value of the path puts it into is a parent', () => {
  const set = { requestBody: { content: { 'application/json': { schema: object('value') } } } };
  const api = classify({
    '/organizations/{idOrg}': { get: {} },
    '/boards/{idBoard}': { get: {} },
    '/boards/{idBoard}/idOrganization': { put: set },
    '/boards/{idBoard}/name': { put: set },
  });
  expect(parentsOf(api)).toMatchObject({ Board: ['Organization'], Organization: [] });
});
