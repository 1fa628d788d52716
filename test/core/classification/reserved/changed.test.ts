import { describe, expect, test } from 'vitest';
import { answering, classifyOne, remarksAbout } from '../../../helpers/classify-one.ts';

const id = { parameters: [{ name: 'id', in: 'query', required: true, schema: { type: 'string' } }] };

describe('a GET that changes something', () => {
  test.each([
    ['GET /archive/delete', id],
    ['GET /apps.uninstall', id],
    ['GET /unlock/{thing}', {}],
    ['GET /deletePad', id],
    ['GET /trainings/{id}/start', { operationId: 'startTraining' }],
    ['GET /things', { ...id, operationId: 'removeThing' }],
    ['GET /Action/TagImage', { ...id, operationId: 'GET_TagImage' }],
  ])('is told by its path or its name: %s', (key, operation) => {
    expect(remarksAbout(key, operation)).toEqual(['changes']);
  });

  test.each([
    ['GET /{chain}/sendtx/{hex}', { operationId: 'getSendTx', summary: 'Send a transaction' }],
    ['GET /messages/{id}/resendWelcome', { summary: 'Resend the welcome message' }],
    ['GET /meetings/{id}/start', { summary: 'Start a meeting' }],
    [
      'GET /alert/{who}/when/{thing}',
      { operationId: 'createAlertGET', summary: 'Create an alert for a thing' },
    ],
    ['GET /projects/{id}/callback/{type}', { operationId: 'triggerCallback', summary: 'Trigger a call' }],
    ['GET /streams/{id}/attach/ws', { operationId: 'StreamAttachWebsocket', summary: 'Attach to it' }],
    ['GET /shops/productsSync', { summary: 'Sync products from the shop' }],
  ])('is told by a summary that says what its path or its name says: %s', (key, operation) => {
    expect(remarksAbout(key, operation)).toEqual(['changes']);
  });

  test('says which summary tells it', () => {
    const operation = { operationId: 'getSendTx', summary: 'Send a transaction' };
    expect(classifyOne('GET /{chain}/sendtx/{hex}', operation).remarks).toEqual({
      changes: 'its summary says "send", and so does its path, though it is a GET',
    });
  });

  test('is told by a summary that says that it makes something', () => {
    const operation = { operationId: 'getLink', summary: 'Create share link' };
    const made = { responses: { 201: { description: 'Link created' } } };
    expect(classifyOne('GET /share', { ...id, ...operation, ...made })).toMatchObject({
      pattern: 'creation',
      remarks: { changes: 'it makes something, though it is a GET' },
    });
  });

  test('is reserved as any other call that does the same', () => {
    expect(remarksAbout('GET /addPermission', id)).toEqual(['changes', 'access']);
    expect(remarksAbout('GET /payments/{id}/cancel')).toEqual(['changes', 'money']);
  });

  test.each([
    ['GET /releaseEvents/{id}', {}],
    ['GET /issues/createmeta', { operationId: 'getCreateIssueMeta' }],
    ['GET /updates/{id}', {}],
    ['GET /droplets/{id}/destroy_with_associated_resources', { summary: 'List associated resources' }],
    ['GET /purchaseOrders/{id}', { operationId: 'PurchaseOrders_QueryItem' }],
    ['GET /routes/{route_id}/stop/{stop_id}', {}],
    ['GET /users/{id}', { operationId: 'requestUser', summary: 'Request a user' }],
    ['GET /reports/{id}/run', { operationId: 'getReportOutput', summary: 'Runs a report' }],
    ['GET /sets/{id}', { operationId: 'getListingSet', summary: 'Set of listings' }],
    ['GET /services/{id}/maps', { operationId: 'ListSyncMap', summary: 'Sync maps of a service' }],
    ['GET /starts/{id}', { operationId: 'getStart', summary: 'Start of the term' }],
  ])('is not everything that has a verb in it: %s', (key, operation) => {
    expect(remarksAbout(key, operation)).toEqual([]);
  });
});

test('a POST that looks like a listing, and is named after a change, is no reading', () => {
  const list = { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } };
  const answer = { responses: { 200: { content: { 'application/json': { schema: list } } } } };
  const found = classifyOne('POST /streams/search/rules', { ...answer, operationId: 'addOrDeleteRules' });
  expect(found.pattern).toBe('listing');
  expect(found.remarks).toEqual({ changes: 'its name says `add`, though it looks like a listing' });
  expect(remarksAbout('POST /things/search', answering({ items: list }))).toEqual([]);
  const said = { ...answer, summary: 'Set the rules of a stream' };
  expect(classifyOne('POST /streams/search/rules', said).remarks).toEqual({
    changes: 'its summary says "set", though it looks like a listing',
  });
  const made = { ...answer, operationId: 'createSearch', summary: 'Search for things' };
  expect(classifyOne('POST /things/search', made).remarks).toEqual({});
});
