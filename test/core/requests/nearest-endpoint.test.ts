import { expect, it } from 'vitest';
import { callMapper } from '../../../src/core/requests/map-call.ts';
import { nearEndpoint, nearestEndpoint } from '../../../src/core/requests/nearest-endpoint.ts';
import { generate, operation } from '../../helpers/generate.ts';
import { valueIn } from '../../helpers/outcome.ts';

const { model } = valueIn(
  generate({
    '/v1/admin/reports/{reportId}': { get: operation('getReport', ['reportId']) },
    '/v1/me': { get: operation('getMe'), patch: operation('updateMe') },
    '/v1/orgs/{orgId}/move': { post: operation('moveOrg', ['orgId']) },
    '/v1/orgs/{orgId}': { get: operation('getOrg', ['orgId']) },
  }),
);
const mapper = valueIn(callMapper(model));
const near = (url: string) => nearEndpoint({ method: 'GET', url }, mapper);

it('finds what a call without the base path means', () => {
  expect(near('/me')).toBe('did you mean `GET /v1/me`?');
  expect(near('/orgs/o1')).toBe('did you mean `GET /v1/orgs/{orgId}`?');
});

it('names no other operation beside the one that is called', () => {
  const patched = (url: string) => nearEndpoint({ method: 'POST', url }, mapper);
  expect(patched('/v1/orgs/o1/release')).toBeUndefined();
  expect(patched('/v1/orgs/o1/mvoe')).toBe('did you mean `POST /v1/orgs/{orgId}/move`?');
});

it('names nothing that only a parameter would fit', () => {
  expect(near('/health')).toBeUndefined();
  expect(nearestEndpoint({ method: 'GET', url: '/health' }, mapper)).toBe(
    'the schema lists the endpoints of all actions',
  );
});

it('takes an empty segment for none, and not for the value of a parameter', () => {
  const { model } = valueIn(
    generate({
      '/archive/docs/{id}': { get: operation('getArchived', ['id']) },
      '/docs/{id}': { get: operation('getDoc', ['id']) },
      '/legacy/docs/{a}/{b}': { get: operation('getLegacy', ['a', 'b']) },
      '/v1/orgs/{orgId}/': { get: operation('getOrg', ['orgId']) },
    }),
  );
  const mapper = valueIn(callMapper(model));
  const near = (url: string) => nearEndpoint({ method: 'GET', url }, mapper);
  expect(near('/docs//x')).toBe('did you mean `GET /docs/{id}`?');
  expect(near('//docs/x')).toBe('did you mean `GET /docs/{id}`?');
  expect(near('/docs/')).toBe('did you mean `GET /docs/{id}`?');
  expect(near('/docs/x/y')).toBe('did you mean `GET /legacy/docs/{a}/{b}`?');
  expect(near('/orgs//o1')).toBe('did you mean `GET /v1/orgs/{orgId}/`?');
});
