import { METHODS } from 'node:http';
import { BODIES, CONNECTIONS, TARGETS } from './attack-forms.ts';

/** One call as it goes over the wire. */
export interface Attack {
  readonly name: string;
  /** `METHOD target`, byte for byte. */
  readonly line: string;
  readonly headers?: readonly string[];
  readonly body?: string;
  /** Calls without an identity. */
  readonly anonymous?: true;
}

const LONG = 'a'.repeat(65_536);
const json = (body: unknown) => ({ headers: ['Content-Type: application/json'], body: JSON.stringify(body) });
const written = (body: string) => ({ headers: ['Content-Type: application/json'], body });
const form = (body: string) => ({ headers: ['Content-Type: application/x-www-form-urlencoded'], body });

const SINGLE: readonly Attack[] = [
  { name: 'plain denied call', line: 'GET /campaigns/c1' },
  { name: 'plain denied call without identity', line: 'GET /campaigns/c1', anonymous: true },
  { name: 'HEAD of a denied GET', line: 'HEAD /campaigns/c1' },
  { name: 'HEAD of a denied listing', line: 'HEAD /campaigns' },
  { name: 'HEAD of an unknown path', line: 'HEAD /internal/stats' },
  { name: 'OPTIONS of a denied path', line: 'OPTIONS /campaigns/c1' },
  { name: 'OPTIONS of a route for all methods', line: 'OPTIONS /admin' },
  { name: 'OPTIONS *', line: 'OPTIONS *' },
  { name: 'PROPFIND of a route for all methods', line: 'PROPFIND /admin' },
  { name: 'TRACE of a route for all methods', line: 'TRACE /admin' },
  { name: 'PURGE of a denied path', line: 'PURGE /campaigns/c1' },
  { name: 'M-SEARCH falls through to the fallback', line: 'M-SEARCH /campaigns/c1' },
  { name: 'LINK falls through to the fallback', line: 'LINK /campaigns/c1' },
  { name: 'REPORT of a static folder', line: 'REPORT /static/secret' },
  { name: 'PATCH that the schema does not have', line: 'PATCH /campaigns/c1' },
  { name: 'GET of a route that the schema does not have', line: 'GET /internal/stats' },
  { name: 'GET of a route for all methods', line: 'GET /admin' },
  { name: 'GET of a mounted folder', line: 'GET /static/secret' },
  { name: 'GET of the root', line: 'GET /' },
  { name: 'upper case path', line: 'GET /CAMPAIGNS/c1' },
  { name: 'mixed case listing', line: 'GET /Campaigns' },
  { name: 'a fixed segment in upper case where a parameter is permitted', line: 'DELETE /caches/ALL' },
  { name: 'a fixed segment in mixed case where a parameter is permitted', line: 'GET /users/Me' },
  { name: 'both in another case', line: 'DELETE /CACHES/All' },
  { name: 'lower case method', line: 'get /campaigns/c1' },
  { name: 'trailing slash', line: 'GET /campaigns/c1/' },
  { name: 'trailing slash after a fixed segment', line: 'GET /users/me/' },
  { name: 'trailing slash where a parameter is permitted', line: 'DELETE /caches/all/' },
  { name: 'two trailing slashes', line: 'GET /campaigns//' },
  { name: 'leading double slash', line: 'GET //campaigns/c1' },
  { name: 'double slash inside', line: 'GET /campaigns//c1' },
  { name: 'triple slash before a fixed path', line: 'GET ///users/me' },
  { name: 'encoded letter of a fixed segment', line: 'GET /%63ampaigns/c1' },
  { name: 'encoded letter of the last fixed segment', line: 'GET /users/%6De/' },
  { name: 'double encoding', line: 'GET /%2563ampaigns/c1' },
  { name: 'encoded slash as separator', line: 'GET /campaigns%2Fc1' },
  { name: 'encoded slash into another route', line: 'GET /users/x%2F..%2F..%2Fcampaigns' },
  { name: 'encoded backslash', line: 'GET /users/..%5C..%5Ccampaigns' },
  { name: 'backslash for a slash', line: 'GET /users\\..\\campaigns' },
  { name: 'dot segments', line: 'GET /users/../campaigns/c1' },
  { name: 'encoded dot segments', line: 'GET /users/%2e%2e/campaigns/c1' },
  { name: 'a dot segment as the last', line: 'GET /users/..' },
  { name: 'single dots', line: 'GET /./campaigns/./c1' },
  { name: 'dot segments to a denied sibling', line: 'DELETE /caches/x/../all' },
  { name: 'matrix parameters', line: 'GET /users;x=1/me' },
  { name: 'matrix parameters in the last segment', line: 'GET /users/me;x=1/' },
  { name: 'NUL, encoded', line: 'GET /campaigns/c1%00' },
  { name: 'NUL before a suffix', line: 'GET /campaigns%00/c1' },
  { name: 'line end, encoded', line: 'GET /campaigns/c1%0d%0aX-Claims:%20{}' },
  { name: 'broken percent-encoding', line: 'GET /campaigns/%E0%A4%A' },
  { name: 'overlong UTF-8', line: 'GET /campaigns/%c0%ae' },
  { name: 'a blank in the target', line: 'GET /users/x /campaigns' },
  { name: 'tab in the target', line: 'GET /users/x\t/../campaigns' },
  { name: 'raw bytes in the path', line: 'GET /campaigns/\u00e9' },
  { name: 'fragment that hides the rest', line: 'GET /campaigns#/../users/x' },
  { name: 'fragment after a permitted beginning', line: 'GET /campaigns/c1#/users/x' },
  { name: 'query that looks like a path', line: 'GET /campaigns?/users/x' },
  { name: 'question mark that hides the rest', line: 'DELETE /campaigns/c1?/caches/x' },
  { name: 'question mark that completes a permitted path', line: 'DELETE /campaigns/c1?/drafts/d1' },
  { name: 'query that completes a permitted path', line: 'DELETE /campaigns/c1?x=/drafts/d1' },
  { name: 'fragment that completes a permitted path', line: 'DELETE /campaigns/c1#/drafts/d1' },
  { name: 'encoded question mark', line: 'GET /campaigns%3F/users/x' },
  { name: 'query on a denied path', line: 'GET /campaigns/c1?user_id=x' },
  { name: 'absolute form', line: 'GET http://127.0.0.1/campaigns/c1' },
  { name: 'absolute form with another host', line: 'GET http://evil.example/users/me' },
  { name: 'absolute form with user information', line: 'GET http://users@127.0.0.1/campaigns' },
  { name: 'scheme-relative target', line: 'GET //users/x/campaigns' },
  { name: 'authority form', line: 'GET 127.0.0.1:80' },
  { name: 'path of 64 KB below a denied route', line: `GET /campaigns/${LONG}` },
  { name: 'path of 64 KB of slashes', line: `GET ${'/'.repeat(65_536)}campaigns` },
  { name: 'query of 64 KB', line: `GET /campaigns?x=${LONG}` },
  {
    name: 'method override, too late, to DELETE',
    line: 'GET /users/x',
    headers: ['X-HTTP-Method-Override: DELETE'],
  },
  {
    name: 'method override, too late, onto a denied route',
    line: 'DELETE /caches/me',
    headers: ['X-HTTP-Method-Override: GET', 'X-Rewrite-URL: /users/me'],
  },
  { name: 'method override in the query', line: 'POST /campaigns/c1?_method=DELETE' },
  { name: 'method override in the body', line: 'POST /campaigns/c1', ...form('_method=DELETE') },
  { name: 'URL rewritten too late', line: 'GET /users/x', headers: ['X-Rewrite-URL: /campaigns/c1'] },
  {
    name: 'URL rewritten too late to a route for all methods',
    line: 'GET /users/x',
    headers: ['X-Rewrite-URL: /admin'],
  },
  { name: 'X-Original-URL', line: 'GET /campaigns/c1', headers: ['X-Original-URL: /users/x'] },
  { name: 'X-Forwarded-Prefix', line: 'GET /campaigns/c1', headers: ['X-Forwarded-Prefix: /users'] },
  { name: 'identity in a second header', line: 'GET /campaigns/c1', headers: ['X-Claims: {"sub":"admin"}'] },
  { name: 'identity in the query', line: 'GET /campaigns/c1?sub=admin&groups=admin' },
  {
    name: 'identity in the body',
    line: 'POST /campaigns',
    ...json({ user: { sub: 'admin' }, authorized: true }),
  },
  {
    name: 'prototype in the query',
    line: 'GET /campaigns?__proto__[authorized]=1&constructor[prototype][authorized]=1',
  },
  {
    name: 'prototype in the body',
    line: 'POST /campaigns',
    headers: ['Content-Type: application/json'],
    body: '{"__proto__":{"authorized":true,"user":{"sub":"admin"}}}',
  },
  { name: 'prototype as identifier', line: 'GET /campaigns/__proto__' },
  { name: 'constructor as identifier', line: 'GET /campaigns/constructor/messages' },
  { name: 'quote that would end an identifier', line: 'GET /campaigns/c1%22%20||%20true' },
  { name: 'another type in an identifier', line: 'GET /campaigns/Shop::Cache::%22x%22' },
  { name: 'batch without items', line: 'DELETE /messages' },
  { name: 'batch with one item', line: 'DELETE /messages?ids=m1' },
  { name: 'batch with repeated parameters', line: 'DELETE /messages?ids=&ids=m1' },
  { name: 'batch with indexed parameters', line: 'DELETE /messages?ids[0]=m1' },
  { name: 'batch with nested parameters', line: 'DELETE /messages?ids[x][y]=m1' },
  { name: 'batch with items in the body', line: 'DELETE /messages', ...json({ ids: ['m1'] }) },
  { name: 'Expect: 100-continue', line: 'POST /campaigns', headers: ['Expect: 100-continue'] },
  { name: 'Upgrade', line: 'GET /campaigns/c1', headers: ['Upgrade: websocket', 'Connection: Upgrade'] },
];

/** Characters that no target has, at the end of a path: some servers cut them off, or read on behind them. */
const CHARACTERS: readonly Attack[] = [
  ['backspace', '\b'],
  ['vertical tab', '\v'],
  ['escape', '\u001b'],
  ['delete', '\u007f'],
  ['next line', '\u0085'],
  ['no-break space', '\u00a0'],
  ['soft hyphen', '\u00ad'],
  ['y with diaeresis', '\u00ff'],
  ['no-break space in UTF-8', '\u00c2\u00a0'],
  ['byte order mark in UTF-8', '\u00ef\u00bb\u00bf'],
  ['line separator in UTF-8', '\u00e2\u0080\u00a8'],
  ['slash in fullwidth', '\u00ef\u00bc\u008f'],
  ['full stop in fullwidth', '\u00ef\u00bc\u008e'],
].flatMap(([name, character = '']) => [
  { name: `${name} at the end of a denied path`, line: `GET /campaigns/c1${character}` },
  { name: `${name} at the end of a fixed path`, line: `GET /users/me${character}` },
  { name: `${name} instead of a slash`, line: `GET /users${character}me` },
]);

/** Encoded, each of these is part of an identifier or makes the call unusable; none is a separator. */
const ENCODED: readonly Attack[] = [
  '%00',
  '%09',
  '%20',
  '%23',
  '%2e',
  '%2f',
  '%3b',
  '%3f',
  '%5c',
  '%a0',
  '%c0%af',
  '%ff',
].flatMap((encoded) => [
  { name: `${encoded} before a fixed segment`, line: `GET /users/${encoded}me` },
  { name: `${encoded} behind a fixed segment`, line: `DELETE /caches/all${encoded}` },
  { name: `${encoded} behind a denied path`, line: `GET /campaigns${encoded}` },
]);

/** Every method that Node takes, on routes that answer all. */
const METHOD_ATTACKS: readonly Attack[] = METHODS.filter((method) => method !== 'CONNECT').flatMap(
  (method) => [
    {
      name: `${method} of a route for all methods, without identity`,
      line: `${method} /admin`,
      anonymous: true as const,
    },
    { name: `${method} of a mounted folder, in another case`, line: `${method} /Static/secret` },
  ],
);

/** Two parameters in a segment, which servers take apart at different places. */
const PARTS: readonly Attack[] = [
  { name: 'two dots between two parameters', line: 'GET /files/public.secret.txt' },
  { name: 'three dots between two parameters', line: 'GET /files/a.b.c.d' },
  { name: 'dots next to each other', line: 'GET /files/public..txt' },
  { name: 'a dot at the end', line: 'GET /files/public.txt.' },
  { name: 'a dot at the beginning', line: 'GET /files/.secret' },
  { name: 'a hidden file with an ending', line: 'GET /files/.secret.txt' },
  { name: 'an encoded dot between two parameters', line: 'GET /files/public%2esecret.txt' },
  { name: 'only dots', line: 'GET /files/....' },
  { name: 'nothing before a dot', line: 'GET /pages/.secret' },
  { name: 'nothing behind a dot', line: 'GET /pages/secret.' },
  { name: 'another ending of a fixed name', line: 'GET /files/report.secret.pdf' },
  { name: 'a fixed name in another case', line: 'GET /files/REPORT.pdf' },
  { name: 'a file without an ending', line: 'GET /files/public' },
  { name: 'a separator of three dots, twice', line: 'GET /compare/main...dev...secret' },
  { name: 'a separator of four dots', line: 'GET /compare/main....dev' },
  { name: 'a separator of six dots', line: 'GET /compare/main......dev' },
  { name: 'a dot behind a separator of dots', line: 'GET /compare/main...v1.0' },
  { name: 'a separator of two dots', line: 'GET /compare/main..dev' },
  { name: 'two hyphens', line: 'GET /ranges/1-2-3' },
  { name: 'two hyphens next to each other', line: 'GET /ranges/1--3' },
  { name: 'hyphens at the end', line: 'GET /ranges/1-2-' },
  { name: 'a hyphen at the beginning', line: 'GET /ranges/-1-2' },
  { name: '2,000 hyphens', line: `GET /ranges/${'-'.repeat(2_000)}` },
  { name: '7,000 dots', line: `GET /files/${'.'.repeat(7_000)}` },
];

/** Searches that policies forbid, written so that not everybody sees it. */
const SEARCHES: readonly Attack[] = [
  'scope=all',
  'scope=all&scope=all',
  'scope=mine&scope=all',
  'scope[]=all',
  'scope[0]=all',
  'scope[x]=all',
  'scope[x][y]=all',
  '[scope]=all',
  'scope.x=all',
  'scope%5B%5D=all',
  'scope%5b0%5d=all',
  '%73cope=all',
  'scope=%61ll',
  'scope=mine&scope[]=all',
  'scope[]=mine&scope[]=all',
  `${'x=1&'.repeat(1_000)}scope=all`,
  `scope=all${'&x=1'.repeat(1_000)}`,
  '?scope=all&scope=all',
  '?scope=all',
  '?scope=all&x=1',
  '?limit=101',
  '?scope=all&scope=mine',
  'limit=101',
  'limit=1e9',
  'limit=1E3',
  'limit=%2B101',
  'limit=0x65',
  'limit=0b1100101',
  'limit=0o145',
  'limit=101.0',
  'limit=101.5',
  'limit=00101',
  'limit=%20101',
  'limit=101%20',
  'limit=101abc',
  'limit=Infinity',
  'limit=9007199254740993',
  'limit=1&limit=101',
  'limit[]=101',
  'limit[0]=101',
  'limit.max=101',
  'limit=1,101',
  'levels=9',
  'levels=1,9',
  'levels=1,9.0',
  'levels=9e0',
  'levels=0x9',
  'levels=1&levels=9',
  'levels=1&levels=2,9',
  'levels[]=9',
  'levels[1]=9',
  'levels.0=9',
  'levels=%209',
  'levels=,9',
  'trashed=true',
  'trashed=TRUE',
  'trashed=1',
  'trashed=on',
  'trashed=yes',
  'trashed=false&trashed=true',
  'trashed[]=true',
  'trashed.x=true',
].map((query) => ({
  name: `a forbidden search: ${query.length > 60 ? `${query.slice(0, 20)}...${query.slice(-20)}` : query}`,
  line: `GET /search?${query}`,
}));

/** Notes that policies forbid. */
const NOTES: readonly Attack[] = [
  ['a flag', { pinned: true }],
  ['a flag that is a text', { pinned: 'true' }],
  ['a flag that is a number', { pinned: 1 }],
  ['a flag in a list', { pinned: [true] }],
  ['a flag in an object', { pinned: { value: true } }],
  ['a number', { size: 11 }],
  ['a number that is a text', { size: '11' }],
  ['a number that is a text with an exponent', { size: '1e3' }],
  ['a fraction', { size: 11.5 }],
  ['a number in a list', { size: [11] }],
  ['a large number', { size: 2 ** 60 }],
  ['a list around it', [{ pinned: true }]],
].map(([name, body]) => ({
  name: `a forbidden note: ${String(name)}`,
  line: 'POST /notes',
  ...json(body),
}));

const OTHER_NOTES: readonly Attack[] = [
  { name: 'a forbidden note in a form', ...form('pinned=true') },
  { name: 'a forbidden note in a form with brackets', ...form('pinned[]=true') },
  { name: 'a forbidden note with a name twice', ...written('{"pinned":false,"pinned":true}') },
  { name: 'a forbidden note with an escaped name', ...written('{"pin\\u006eed":true}') },
  { name: 'a forbidden note below the prototype', ...written('{"__proto__":{"pinned":true}}') },
  { name: 'a forbidden note as plain text', headers: ['Content-Type: text/plain'], body: '{"pinned":true}' },
  { name: 'a forbidden note without a type', body: '{"pinned":true}' },
  {
    name: 'a forbidden note of an unknown type',
    headers: ['Content-Type: application/x-note'],
    body: '{"pinned":true}',
  },
].map((attack) => ({ line: 'POST /notes', ...attack }));

/** Batches whose items a handler may read differently. */
const BATCHES: readonly Attack[] = [
  'ids=d1&ids[0]=d9',
  'ids=d1&ids[]=d9',
  'ids=d1&ids.0=d9',
  'ids.x=d9&ids=d1',
  'ids=d1&[ids]=d9',
  'ids=d1&ids%5B1%5D=d9',
  'ids=d1&ids%2E1=d9',
  'ids=d1&ids=d9',
  'ids=d1,d9',
  'ids=d1%2Cd9',
  'ids=d1%ff&ids=d9',
  'ids[a][b]=d9',
  '?ids=d1&ids=d9',
  `${'x=1&'.repeat(999)}ids=d1&ids=d9`,
].map((query) => ({
  name: `a batch: ${query.length > 60 ? `1,000 parameters${query.slice(-20)}` : query}`,
  line: `DELETE /drafts?${query}`,
}));

/** HEAD where a route for GET answers, and what stands at the end of a path. */
const ROUTES: readonly Attack[] = [
  { name: 'HEAD permitted, GET of the same path denied', line: 'HEAD /drafts/d1' },
  { name: 'HEAD with a body', line: 'HEAD /drafts/d1', body: '{}' },
  { name: 'HEAD of a path in another case', line: 'HEAD /Drafts/d1' },
  { name: 'HEAD with a slash at the end', line: 'HEAD /drafts/d1/' },
  { name: 'GET of a path with an endpoint for HEAD', line: 'GET /drafts/d1' },
  { name: 'a slash at the end of a permitted search', line: 'GET /search/?scope=all' },
  { name: 'a permitted search in another case', line: 'GET /Search?scope=all' },
  { name: 'a matrix parameter at a permitted search', line: 'GET /search;scope=all' },
  { name: 'HTTP/1.0', line: 'GET /campaigns/c1 HTTP/1.0\r\nX:' },
  { name: 'two hosts', line: 'GET /campaigns/c1', headers: ['Host: other.example'] },
  {
    name: 'chunked and with a length',
    line: 'POST /campaigns',
    headers: ['Transfer-Encoding: chunked'],
    body: '0\r\n\r\nGET /admin HTTP/1.1\r\nHost: a\r\n\r\n',
  },
  {
    name: 'a second call behind the body of the first',
    line: 'POST /login HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\nGET /admin',
    anonymous: true,
  },
  {
    name: 'an identity in an encoded header',
    line: 'GET /campaigns/c1',
    headers: ['X-User: admin', 'X-Forwarded-User: admin'],
  },
  { name: 'a method with a blank behind it', line: 'GET  /campaigns/c1' },
  { name: 'an override by another header', line: 'GET /users/x', headers: ['X-Method-Override: DELETE'] },
  {
    name: 'an override in two headers',
    line: 'GET /users/x',
    headers: ['X-HTTP-Method: GET', 'X-HTTP-Method-Override: DELETE'],
  },
];

/** None of these may reach a route that mallory is not permitted, or one that sees something else than was decided about. */
export const ATTACKS: readonly Attack[] = [
  ...SINGLE,
  ...CHARACTERS,
  ...ENCODED,
  ...METHOD_ATTACKS,
  ...PARTS,
  ...SEARCHES,
  ...NOTES,
  ...OTHER_NOTES,
  ...BATCHES,
  ...ROUTES,
  ...BODIES,
  ...CONNECTIONS,
  ...TARGETS,
];

/** Calls that must come through: otherwise the table would prove nothing. */
export const PERMITTED_CALLS: readonly (Attack & { readonly route: string })[] = [
  { name: 'permitted POST', line: 'POST /login', route: 'POST /login' },
  { name: 'permitted GET', line: 'GET /users/x', route: 'GET /users/{user_id}' },
  { name: 'permitted HEAD', line: 'HEAD /users/x', route: 'GET /users/{user_id}' },
  { name: 'permitted DELETE', line: 'DELETE /caches/c', route: 'DELETE /caches/{name}' },
  { name: 'permitted page', line: 'GET /pages/p', route: 'GET /pages/{name}' },
  { name: 'permitted file', line: 'GET /files/public.txt', route: 'GET /files/{name}.{ext}' },
  { name: 'permitted comparison', line: 'GET /compare/main...dev', route: 'GET /compare/{base}...{head}' },
  { name: 'permitted range', line: 'GET /ranges/1-2', route: 'GET /ranges/{from}-{to}' },
  {
    name: 'permitted search',
    line: 'GET /search?scope=mine&limit=100&levels=1,2&trashed=false',
    route: 'GET /search',
  },
  { name: 'permitted search of two levels', line: 'GET /search?levels=1&levels=2', route: 'GET /search' },
  { name: 'permitted note', line: 'POST /notes', ...json({ pinned: false, size: 10 }), route: 'POST /notes' },
  { name: 'permitted note that says nothing', line: 'POST /notes', route: 'POST /notes' },
  { name: 'permitted batch', line: 'DELETE /drafts?ids=d1,d2', route: 'DELETE /drafts' },
  { name: 'permitted with a query', line: 'GET /users/x?y=1', route: 'GET /users/{user_id}' },
];

/** The attack as bytes of a request head, without the blank line. */
export function attackHead({ line, headers = [], anonymous }: Attack): string {
  const claims = anonymous ? [] : ['X-Claims: {"sub":"mallory","groups":[]}'];
  return [`${line} HTTP/1.1`, 'Host: 127.0.0.1', ...claims, ...headers].join('\r\n');
}
