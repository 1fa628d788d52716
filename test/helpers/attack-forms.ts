import type { Attack } from './attacks.ts';

const PINNED = '{"pinned":true}';

function typed(name: string, type: string, body = PINNED, ...headers: readonly string[]): Attack {
  const line = 'POST /notes';
  return { name: `a forbidden note ${name}`, line, headers: [`Content-Type: ${type}`, ...headers], body };
}

function chunked(text: string, extension = ''): string {
  return `${text.length.toString(16)}${extension}\r\n${text}\r\n0\r\n\r\n`;
}

/** Bodies that a handler may read and a guard may not, or that the two may read differently. */
export const BODIES: readonly Attack[] = [
  typed('as JSON of an API', 'application/vnd.api+json'),
  typed('as JSON in upper case', 'APPLICATION/JSON'),
  typed('as JSON with a parameter', 'application/json; profile="x"'),
  typed('as JSON with an empty parameter', 'application/json;'),
  typed('as JSON in UTF-7', 'application/json; charset=utf-7'),
  typed('as JSON in UTF-16', 'application/json; charset=utf-16'),
  typed('as JSON in Latin-1', 'application/json; charset=iso-8859-1'),
  typed('as JSON of two types', 'application/json, text/plain'),
  typed('as JSON behind another type', 'text/plain, application/json'),
  typed('as JSON under a second header', 'text/plain', PINNED, 'Content-Type: application/json'),
  typed('as JSON above a second header', 'application/json', PINNED, 'Content-Type: text/plain'),
  typed('as JSON with a blank in its type', 'application / json'),
  typed('as JSON lines', 'application/x-ndjson', `${PINNED}\n`),
  typed('as JSON5', 'application/json5', '{pinned:true}'),
  typed('as a script', 'text/javascript'),
  typed('as YAML', 'application/yaml', 'pinned: true\n'),
  typed('as XML', 'application/xml', '<note><pinned>true</pinned></note>'),
  typed('as bytes', 'application/octet-stream'),
  typed('as a form of parts', 'multipart/form-data; boundary=x', part('pinned', 'true')),
  typed('as a form of parts without a boundary', 'multipart/form-data', part('pinned', 'true')),
  typed('as a form of mixed parts', 'multipart/mixed; boundary=x', part('pinned', 'true')),
  typed('as a form in upper case', 'APPLICATION/X-WWW-FORM-URLENCODED', 'pinned=true'),
  typed('as a form in UTF-16', 'application/x-www-form-urlencoded; charset=utf-16', 'pinned=true'),
  typed('as a form with an encoded name', 'application/x-www-form-urlencoded', '%70inned=true'),
  typed('as a form with dots', 'application/x-www-form-urlencoded', 'pinned.x=true'),
  typed('that says it is compressed', 'application/json', PINNED, 'Content-Encoding: gzip'),
  typed('that says it is compressed in another way', 'application/json', PINNED, 'Content-Encoding: br'),
  typed('of no encoding', 'application/json', PINNED, 'Content-Encoding: identity'),
  typed('with a byte order mark', 'application/json', `\uFEFF${PINNED}`),
  typed('with a blank before it', 'application/json', ` \n\t${PINNED}`),
  typed('with something behind it', 'application/json', `${PINNED}x`),
  typed('behind another', 'application/json', `{"pinned":false}${PINNED}`),
  typed('with a NUL in a name', 'application/json', '{"pinned\\u0000":true,"pinned":true}'),
  typed('below the constructor', 'application/json', '{"constructor":{"prototype":{"pinned":true}}}'),
  typed('below two prototypes', 'application/json', '{"__proto__":{"__proto__":{"pinned":true}}}'),
  typed('in a text', 'application/json', JSON.stringify(PINNED)),
  typed('with nothing for a flag', 'application/json', '{"pinned":null,"size":11}'),
  typed('with a negative zero', 'application/json', '{"pinned":true,"size":-0}'),
  typed('that is deep', 'application/json', `{"pinned":true,"x":${'['.repeat(5_000)}${']'.repeat(5_000)}}`),
  typed('that is large', 'application/json', `{"x":"${'x'.repeat(2_000_000)}","pinned":true}`),
];

function part(name: string, value: string): string {
  return `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--x--\r\n`;
}

/** A call with its own head and body, and the line of the next one, behind which the client writes the rest. */
function whole(line: string, headers: readonly string[], body = '', next = 'GET /none'): string {
  const claims = 'X-Claims: {"sub":"mallory","groups":[]}';
  return `${[`${line} HTTP/1.1`, 'Host: a', claims, ...headers].join('\r\n')}\r\n\r\n${body}${next}`;
}

function note(headers: readonly string[], body: string): string {
  return whole('POST /notes', ['Content-Type: application/json', ...headers], body);
}

const HIDDEN = 'GET /campaigns/c1 HTTP/1.1\r\nHost: a\r\n\r\n';

/** Several calls over one connection, and bodies whose end two readers may see at different places. */
export const CONNECTIONS: readonly Attack[] = [
  { name: 'a denied call behind a permitted one', line: whole('GET /users/x', [], '', 'GET /campaigns/c1') },
  {
    name: 'a denied call behind a permitted HEAD',
    line: whole('HEAD /users/x', [], '', 'GET /campaigns/c1'),
  },
  {
    name: 'a forbidden note in chunks',
    line: note(['Transfer-Encoding: chunked'], chunked(PINNED)),
  },
  {
    name: 'a forbidden note in chunks with an extension',
    line: note(['Transfer-Encoding: chunked'], chunked(PINNED, ';x=y')),
  },
  {
    name: 'a forbidden note in chunks with a trailer',
    line: note(
      ['Transfer-Encoding: chunked', 'Trailer: Content-Type'],
      chunked(PINNED).replace(/\r\n$/, 'Content-Type: text/plain\r\n\r\n'),
    ),
  },
  {
    name: 'a forbidden note in chunks and with a length',
    line: note(['Transfer-Encoding: chunked', 'Content-Length: 4'], chunked(PINNED)),
  },
  { name: 'a forbidden note in an unknown coding', line: note(['Transfer-Encoding: identity'], PINNED) },
  {
    name: 'a forbidden note in two codings',
    line: note(['Transfer-Encoding: gzip, chunked'], chunked(PINNED)),
  },
  {
    name: 'a forbidden note of two lengths',
    line: note(['Content-Length: 0', `Content-Length: ${PINNED.length}`], PINNED),
  },
  { name: 'a forbidden note of a negative length', line: note(['Content-Length: -1'], PINNED) },
  {
    name: 'a forbidden note of a length with a sign',
    line: note([`Content-Length: +${PINNED.length}`], PINNED),
  },
  {
    name: 'a body of a GET that is a call',
    line: whole('GET /users/x', [`Content-Length: ${HIDDEN.length}`], HIDDEN),
  },
  {
    name: 'an upgrade to HTTP/2',
    line: 'GET /campaigns/c1',
    headers: [
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA',
    ],
  },
  {
    name: 'an upgrade of a route for all methods',
    line: 'GET /admin',
    headers: [
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Key: x',
      'Sec-WebSocket-Version: 13',
    ],
  },
  { name: 'the preface of HTTP/2', line: 'PRI *' },
  {
    name: 'a continued header',
    line: 'GET /campaigns/c1',
    headers: ['X-A: b', ' X-Claims: {"sub":"admin"}'],
  },
  { name: 'a blank before a colon', line: 'GET /campaigns/c1', headers: ['X-Claims : {"sub":"admin"}'] },
  { name: 'an expectation that nobody knows', line: 'GET /campaigns/c1', headers: ['Expect: something'] },
  { name: 'CONNECT', line: 'CONNECT 127.0.0.1:80' },
  { name: 'CONNECT of a path', line: 'CONNECT /admin' },
];

/** Targets that servers may resolve to another path than they seem to have. */
export const TARGETS: readonly Attack[] = [
  'GET /users/%2e%2e%2fcampaigns',
  'GET /users/%2E%2E/campaigns',
  'GET /users/.%2e/campaigns',
  'GET /users/x/..;/campaigns',
  'GET /users/..;x=1/campaigns',
  'GET /users/x;/../me',
  'GET /users;/me',
  'GET /users/me;',
  'GET /users/me%3b',
  'GET /users/me%2f',
  'GET /users/me%3Fx',
  'GET /users/me%23',
  'GET /users/%4d%45',
  'GET /users/m%65',
  'GET /users/me?',
  'GET /users/me&x=1',
  'GET /users//me',
  'GET /users/./me',
  'GET /users%2fme',
  'GET /%75sers/me',
  'GET /users/%u006de',
  'GET /users/me%00x',
  'GET /users/me.json',
  'GET /users/me.',
  'GET /campaigns.json',
  'GET /files/a%0a.txt',
  'GET /files/.%0Dsecret.txt',
  'GET /files/a%E2%80%A8.txt',
  'GET /files/a.b%e2%80%a9',
  'GET /campaigns/%5e',
  'GET /campaigns/c1/messages/',
  'GET /campaigns/c1//messages',
  'GET /campaigns/c1/messages/../messages',
  'DELETE /caches/%61ll',
  'DELETE /caches/a%6Cl',
  'DELETE /caches/all?x',
  'DELETE /caches/all;x',
  'DELETE /caches//all',
  'DELETE /caches/all%20',
  'DELETE /caches/All/',
  'GET http://127.0.0.1/users/me',
  'GET https://127.0.0.1/campaigns',
  'GET HTTP://127.0.0.1/CAMPAIGNS',
  'GET http://127.0.0.1//campaigns',
  'GET http:///campaigns',
  'GET http:/campaigns',
  'GET ftp://127.0.0.1/campaigns',
  'GET http://127.0.0.1?/users/x',
  'GET http://127.0.0.1/users/../campaigns',
  'GET http://127.0.0.1:99999/campaigns',
  'GET campaigns',
  'GET ?campaigns',
  'GET *',
  'GET users/../campaigns',
  'OPTIONS http://127.0.0.1/admin',
  'GET /static/../admin',
  'GET /static/%2e%2e/admin',
  'GET /STATIC/secret',
  'GET /admin/',
  'GET /Admin',
  'GET /%61dmin',
  'GET /admin%2f',
  'GET /internal//stats',
  'GET /internal/stats/',
  'PATCH /campaigns/c1/',
].map((line) => ({ name: `a target: ${line}`, line }));
