import { expect, test } from 'vitest';
import { answering, asking, said, saidOf, taking } from './said.ts';

const things = answering({ type: 'array', items: { type: 'object' } });

test.each([
  ['GET /campaigns', 'application'],
  ['GET /tenants/{t}/campaigns', 'path:t'],
  ['GET /tenants/{t}/campaigns/{c}/messages', 'path:c'],
  ['GET /repos/{owner}/{repo}/issues', 'path:repo'],
  ['GET /movies/popular', 'application'],
  ['GET /groups/{id}/membersInvited', 'path:id'],
  ['GET /clients/{id}/offline-session-count', 'path:id'],
  ['GET /users/{id}/activity', 'path:id'],
])('%s lists what is in %s', (key, from) => {
  expect(saidOf(key)).toBe(`listing ${from}`);
});

test('a filter among the collection’s values does not change its container', () => {
  expect(saidOf('GET /boards/{id}/cards/{filter}')).toBe('listing path:id');
});

test('a required identifier in the query is the container', () => {
  expect(saidOf('GET /locks', { ...asking('folder_id', true), ...things })).toBe('listing query:folder_id');
});

test('an optional one is only a filter', () => {
  expect(saidOf('GET /locks', { ...asking('folder_id'), ...things })).toBe('listing application');
});

test('an array is a list, whatever its path is called', () => {
  expect(saidOf('GET /sites/{id}/dns', things)).toBe('listing path:id');
});

test('a page of elements is a list', () => {
  const page = answering({
    properties: { items: { type: 'array', items: {} }, next_page: { type: 'string' } },
  });
  expect(saidOf('GET /sites/{id}/dns', page)).toBe('listing path:id');
});

test.each(['POST /campaigns/search', 'POST /campaigns.list', 'POST /campaigns:query'])(
  '%s lists, although it posts',
  (key) => {
    expect(saidOf(key)).toBe('listing application');
  },
);

test('a POST that is said to get things lists them', () => {
  const operation = { summary: 'Get audit logs', ...taking({ filter: { type: 'object' } }), ...things };
  expect(saidOf('POST /groups/{id}/audit', operation)).toBe('listing path:id');
});

test('a document that shows one element instead of a list is not believed', () => {
  const one = answering({ type: 'object', properties: { id: {}, name: {} } });
  const operations = {
    'GET /projects/{id}/hooks': one,
    'GET /projects/{id}/hooks/{hook}': one,
    'GET /projects': one,
    'GET /projects/{id}': one,
  };
  expect(said(operations)).toBe('listing path:id');
});

test.each([
  ['GET /games/{id}/reddit', 'Get a list of recent posts about the game'],
  ['GET /collections/{id}/profile', 'Gets all the profiles of a collection'],
])('%s lists what its summary says: %s', (key, summary) => {
  expect(saidOf(key, { summary, ...answering({ properties: { a: {}, b: {} } }) })).toBe('listing path:id');
});

test('a filter at the end of a path does, too, when its summary says so', () => {
  const summary = 'Retrieve products filtered by category';
  expect(saidOf('GET /products/category/{id}', { summary, ...things })).toBe('listing path:id');
});

test('permissions with an identifier each are a collection', () => {
  const list = { summary: 'Get share permissions', ...answering({ type: 'array', items: {} }) };
  const path = '/filters/{id}/permission';
  expect(said({ [`GET ${path}`]: list, [`GET ${path}/{permission_id}`]: {} })).toBe('listing path:id');
});

test('a list is one even where the path names one thing', () => {
  const operation = {
    summary: 'List processes running inside a container',
    ...answering({ type: 'object', properties: { titles: { type: 'array', items: { type: 'string' } } } }),
  };
  expect(saidOf('GET /containers/{id}/top', operation)).toBe('listing path:id');
});

test('a required user name is the container', () => {
  const operation = { summary: 'Get a list of user actions', ...asking('username', true) };
  expect(saidOf('GET /user_actions', operation)).toBe('listing query:username');
});

test('accounts are elements of a page, not a count', () => {
  const accounts = { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } };
  const page = answering({ type: 'object', properties: { accounts } });
  const chart = { summary: 'Retrieves the full chart of accounts', ...page };
  expect(said({ 'GET /accounts': chart, 'GET /accounts/{id}': {} })).toBe('listing application');
});

test('options are several where they are answered as a page, and settings where each can be read', () => {
  const page = answering({
    properties: { values: { type: 'array', items: {} }, next_page: { type: 'string' } },
  });
  const options = { summary: 'Get selectable field options', ...page };
  expect(saidOf('GET /fields/{id}/suggestions/edit', options)).toBe('listing path:id');
  const settings = { summary: 'Get payout settings' };
  const path = '/merchants/{id}/payoutSettings';
  expect(said({ [`GET ${path}`]: settings, [`GET ${path}/{settingId}`]: {} })).toBe('listing path:id');
  const metrics = { summary: 'Get cached memory metrics', ...page };
  expect(saidOf('GET /droplets/{id}/memory', metrics)).toBe('single-resource path:id');
});

test.each([
  ['GET /apps/watch/revisions', 'watch individual changes to a list of revisions'],
  ['GET /cases/{id}/reasons', 'Get test case reasons (output)'],
])('%s lists what its summary calls several: %s', (key, summary) => {
  expect(saidOf(key, { summary })).toMatch(/^listing /);
});

test('a range of several things is a list', () => {
  const operation = { summary: 'Get a range of units of measure', ...things };
  expect(saidOf('GET /unitofmeasure', operation)).toBe('listing application');
});

test('what the path calls a purchase is read where the summary says so', () => {
  const operation = { summary: 'Get purchase receipts', ...things };
  expect(saidOf('GET /PurchaseReceipt', operation)).toBe('listing application');
});

test('the number of a page and a text to search for contain nothing', () => {
  const operation = { summary: 'Search for articles', ...things };
  expect(saidOf('GET /articles/{searchtext}/{pageNumber}', operation)).toBe('listing application');
});

test('what is listed below the identifier of something else is a list, not that thing', () => {
  const amendments = { summary: 'List all amendments of a subscription' };
  expect(saidOf('GET /amendments/subscriptions/{id}', amendments)).toBe('listing path:id');
  const events = { summary: 'Returns list of audit log events' };
  expect(saidOf('GET /auditlogs/{account}', { ...events, ...answering({ properties: { logs: {} } }) })).toBe(
    'listing path:account',
  );
  const sloppy = { summary: 'List users', ...answering({ properties: { id: {}, name: {} } }) };
  expect(saidOf('GET /users/{id}', sloppy)).toBe('single-resource path:id');
});

test('jobs that are called bulk jobs are listed like others', () => {
  const operation = { summary: 'List bulk jobs', ...things, ...asking('state', false, { type: 'array' }) };
  expect(saidOf('GET /bulk_jobs', operation)).toBe('listing application');
});

test('the things of a kind are several, though the path ends with the kind', () => {
  expect(
    saidOf('GET /atms/country/{country}', { summary: 'Returns data about all ATMs in the country' }),
  ).toMatch(/^listing /);
});

test('a procedure that gets several things lists them', () => {
  expect(saidOf('GET /artist.albums.get', asking('artist_id', true))).toBe('listing query:artist_id');
});

test('a verb before a parameter may read several things', () => {
  expect(saidOf('GET /getNextDepartures/{station_id}')).toBe('listing path:station_id');
});

test('what stands along with several things does not make them one', () => {
  const summary = 'Returns popular products along with latest files.';
  expect(saidOf('GET /products/popular', { summary })).toBe('listing application');
});

test('a name that is searched for identifies nothing', () => {
  expect(saidOf('GET /airport/name/{airport_name}', { summary: 'Search for airports by name' })).toBe(
    'listing application',
  );
});

test('a heading in front of the verb hides no list', () => {
  expect(saidOf('GET /logs/{device_id}', { summary: 'DEVELOPER - List all logs of a device' })).toBe(
    'listing path:device_id',
  );
});

test('a number that was written down as an example says which one', () => {
  expect(saidOf('GET /teams/1', answering({ properties: { id: {}, name: {} } }))).not.toMatch(/^listing /);
});

test('what is suggested are some of the collection in front', () => {
  expect(saidOf('GET /users/autocomplete', asking('term', true))).toBe('listing application');
});

test('what a name says behind "with" makes nothing several', () => {
  const operation = {
    ...taking({ api_key: {}, base64_image: {} }),
    ...answering({ properties: { error_code: {}, predictions: {} } }),
  };
  expect(saidOf('POST /SafeImageWithTags', operation)).toBe('implicit-scope application');
});

test('a value that is described as the identifier of something contains what is listed', () => {
  const family = {
    parameters: [
      { name: 'family', in: 'query', required: true, description: 'The identifier of the family' },
    ],
  };
  expect(saidOf('GET /members', { summary: 'List members', ...family })).toBe('listing query:family');
});

test('all of something are several', () => {
  expect(saidOf('GET /figures', { summary: 'All figures of the season' })).toBe('listing application');
});

test('a year says when, behind `years` too', () => {
  const path = '/namespaces/{namespace}/exports/years/{year}/{timespantype}';
  const kinds = { type: 'string', enum: ['months', 'weeks'] };
  const parameters = [
    { name: 'namespace', in: 'path', required: true },
    { name: 'year', in: 'path', required: true, schema: { type: 'integer' } },
    { name: 'timespantype', in: 'path', required: true, schema: kinds },
  ];
  const operation = { summary: 'Get timespans with data', parameters };
  expect(saidOf(`GET ${path}`, operation)).toBe('listing path:namespace');
});

test.each(['GET /NewsByPlayer/{player_id}', 'GET /TransfersByTeam/{team_id}'])(
  '%s lists what belongs to one',
  (key) => {
    expect(saidOf(key, things)).toMatch(/^listing path:/);
  },
);

test('a search by a distance is about no distance', () => {
  const operation = {
    summary: 'Retrieve obstacles within given distance of location',
    ...taking({ distance: { type: 'number' }, latitude: { type: 'number' } }, ['distance', 'latitude']),
    ...answering({ properties: { found: { type: 'array', items: {} } } }),
  };
  expect(saidOf('POST /obstacles/distance-query', operation)).toBe('listing application');
});

test('HEAD is answered without a body, so what is declared for it says nothing', () => {
  const one = answering({ type: 'object', properties: { etag: { type: 'string' } } });
  expect(saidOf('HEAD /branches', one)).toBe('listing application');
});

test('all that stands behind `search` says what is sought', () => {
  const operation = { summary: 'Retrieves a list of companies' };
  expect(saidOf('GET /companies/search/name/{country}/{name}', operation)).toBe('listing application');
});

test.each([
  ['GET /airports/nearest/{latitude},{longitude}', {}],
  ['GET /locations/by-square', things],
  ['GET /skills/autocomplete', things],
  ['GET /jobs/feed', { summary: 'Fetch up to 10 most recent jobs', ...things }],
  ['GET /atms/country', { summary: 'Get available countries', ...things }],
  ['GET /stations/loc', { summary: 'Get information about stations', ...things }],
  ['GET /scores', { summary: 'Scores by week', ...things }],
])('%s selects from a collection', (key, operation) => {
  expect(saidOf(key, operation)).toBe('listing application');
});

test('an answer may be said to be a list, or its schema be called one', () => {
  const listed = {
    summary: 'Get the rules in force',
    responses: { 200: { description: 'A list of rules' } },
  };
  expect(saidOf('GET /firewall/ruleset', listed)).toBe('listing application');
  const RuleList = { properties: { a: {}, b: {}, c: {}, d: {} } };
  const called = { 'GET /firewall/rules': answering({ $ref: '#/components/schemas/RuleList' }) };
  expect(said(called, { components: { schemas: { RuleList } } })).toBe('listing application');
});

test('a POST that is titled a search lists', () => {
  const operation = { summary: 'Along route search', ...taking({ route: { type: 'object' } }) };
  expect(saidOf('POST /search/{versionNumber}/alongRoute/{query}.{ext}', operation)).toBe(
    'listing application',
  );
});

test('a token in the path only lets in where something else is chosen', () => {
  expect(saidOf('GET /magnets/{accessToken}/{date}', things)).toBe('listing application');
});

test.each([
  'GET /programmes/{start_letter}',
  'GET /offerings/info/{textPattern}',
  'GET /company/deepsearch/number/{number}',
  'GET /countries/{accessToken}',
])('%s is about no resource', (key) => {
  const operation = { summary: 'List all of them', ...answering({ type: 'array' }) };
  expect(saidOf(key, operation)).toBe('listing application');
});

test('the next page of a collection belongs to what stands before the link', () => {
  expect(saidOf('GET /{tenantID}/{nextLink}', { summary: 'List users' })).toBe('listing path:tenantID');
});

test('a page behind the identifier of one thing is no reason for several', () => {
  const filtered = { 'GET /countries/{country_id}': asking('limit'), 'GET /countries': asking('limit') };
  expect(said(filtered)).toBe('single-resource path:country_id');
});
