/**
 * Whether a caller can keep a server busy: calls with 8, 32 and 128 kB of text that was made to be slow to read, decided about without HTTP
 * (a server of Node takes no more than 16 kB of head by default). Four times the text should take four times as long.
 */

import { readFlags } from '../scripts/read-flags.ts';
import { PolicyInlineAuthorizationEngine } from '../src/core/engine/inline-engine.ts';
import type { Call } from '../src/core/requests/map-call.ts';
import { serverAuthorization } from '../src/server/authorization.ts';
import { median } from './measure.ts';
import { addRow, milliseconds, table } from './rows.ts';

const { values } = readFlags({ options: { rounds: { type: 'string', default: '7' } } });
const ROUNDS = Number(values.rounds);
const SIZES = [8, 32, 128];

const entity = { shape: { type: 'Record', attributes: {} }, memberOfTypes: [] };
const text = { type: 'String', required: false };
const context = {
  type: 'Record',
  attributes: {
    queryStringParameters: { type: 'Record', attributes: { scope: text } },
    body: {
      type: 'Record',
      attributes: { tags: { type: 'Set', element: { type: 'String' }, required: false } },
    },
  },
};
const endpoint = (line: string, type: string) => ({
  annotations: { endpoint: line },
  appliesTo: { principalTypes: ['User'], resourceTypes: [type], context },
});
const schema = {
  type: 'jsonString',
  schema: JSON.stringify({
    Shop: {
      entityTypes: { User: entity, File: entity, Application: entity },
      actions: {
        getFile: endpoint('GET /files/{id} single-resource path:id', 'File'),
        getParts: endpoint('GET /parts/{a}-{b}-{c}.json implicit-scope application', 'Application'),
        deleteFiles: endpoint('DELETE /files batch query:ids', 'File'),
        createFile: endpoint('POST /files creation application', 'Application'),
      },
    },
  }),
} as const;

const log: string[] = [];
const authorization = serverAuthorization(
  {
    schema,
    authorizationEngine: new PolicyInlineAuthorizationEngine({
      staticPolicies: 'permit (principal, action, resource);',
      schema,
    }),
    principalConfiguration: { type: 'custom', getPrincipalEntity: () => undefined },
    maxUrlLength: 1_000_000,
    maxBatchItems: 1_000_000,
    logger: { log: (line) => void log.push(line) },
  },
  { caseSensitive: false, strict: false, help: '' },
);

const CALLS: Readonly<Record<string, (kilobytes: number) => Call>> = {
  'an id of beginnings of tokens': (kb) => get(`/files/${'-eyJ'.repeat(kb * 256)}`),
  'an id of dots': (kb) => get(`/files/x${'.'.repeat(kb * 1024)}`),
  'a segment of hyphens with three parameters': (kb) => get(`/parts/${'-'.repeat(kb * 1024)}`),
  'the same with its end': (kb) => get(`/parts/${'-'.repeat(kb * 1024)}.json`),
  'encoded dots': (kb) => get(`/files/${'%2e/'.repeat(kb * 256)}`),
  slashes: (kb) => get('/'.repeat(kb * 1024)),
  'brackets in the query': (kb) => get(`/files/x?${'['.repeat(kb * 1024)}=1`),
  parameters: (kb) => get(`/files/x?${'a&'.repeat(kb * 512)}`),
  'percent signs': (kb) => get(`/files/${'%'.repeat(kb * 1024)}`),
  'a method that nobody has': (kb) => ({ method: 'X'.repeat(kb * 1024), url: '/files/x' }),
  'an override in a header': (kb) => ({
    ...get('/files/x'),
    headers: { 'x-http-method': 'G'.repeat(kb * 1024) },
  }),
  'a list in the body': (kb) => ({
    method: 'POST',
    url: '/files',
    body: { tags: Array(kb * 64).fill('eyJ-eyJ-eyJ-eyJ-') },
  }),
};

function get(url: string): Call {
  return { method: 'GET', url };
}

async function decided(call: Call): Promise<number> {
  const start = performance.now();
  await authorization.authorize({ ...call, req: {} });
  log.length = 0;
  return performance.now() - start;
}

const rows: string[][] = [];
for (const [name, callOf] of Object.entries(CALLS)) {
  const times: number[] = [];
  for (const size of SIZES) {
    const call = callOf(size);
    const taken: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) taken.push(await decided(call));
    times.push(median(taken));
  }
  const [, middle = 0, large = 0] = times;
  rows.push([name, ...times.map(milliseconds), `${(large / middle).toFixed(1)} x`]);
  addRow({
    part: 'hostile texts',
    what: `${name}, 128 kB`,
    figure: milliseconds(large),
    beside: '32 kB',
    ratio: large / middle,
  });
}
process.stdout.write(`${table(['text', ...SIZES.map((size) => `${size} kB`), '128 to 32'], rows)}\n`);
