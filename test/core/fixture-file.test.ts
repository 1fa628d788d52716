import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locateFixture } from '../../src/core/fixture.ts';
import { fixtureReferences, readEntities, readFixtures } from '../../src/core/fixture-file.ts';
import { told, valueIn } from '../helpers/outcome.ts';
import { sourceOf } from '../helpers/source.ts';

function read(text: string, shared: Readonly<Record<string, string>> = {}) {
  const files = Object.entries(shared).map(([name, content]) => [name, sourceOf(content, name)] as const);
  return readFixtures(sourceOf(text), new Map(files));
}

/** The one problem of a file that has one, without the file's name. */
function problem(text: string, shared?: Readonly<Record<string, string>>): string {
  const outcome = read(text, shared);
  expect(outcome.ok).toBe(false);
  expect(outcome.diagnostics).toHaveLength(1);
  return told(outcome.diagnostics)
    .join('\n')
    .replace(/^some\.fixtures\.yaml:/, '')
    .replace(' error', '');
}

describe('readFixtures', () => {
  it('reads cases with every form of expectation', () => {
    const file = valueIn(
      read(`
cases:
  - { name: one, as: ana, call: GET /a?b=c, expect: allow }
  - { name: two, as: ana, call: POST /a, body: { x: 1 }, expect: { decision: deny, because: [p], errors: [q] } }
  - { name: three, as: ana, call: DELETE /a, expect: { m1: allow, m2: { decision: deny, because: [] } } }
  - { name: four, as: ana, call: DELETE /a, expect: { items: { decision: allow } } }`),
    );
    expect(
      file.fixtures.map(({ asks, expectation }) => [asks.type === 'call' && asks.call, expectation]),
    ).toEqual([
      [
        { method: 'GET', url: '/a?b=c' },
        { type: 'every', expected: { decision: 'allow' } },
      ],
      [
        { method: 'POST', url: '/a', body: { x: 1 } },
        { type: 'every', expected: { decision: 'deny', because: ['p'], errors: ['q'] } },
      ],
      [
        { method: 'DELETE', url: '/a' },
        {
          type: 'items',
          items: new Map([
            ['m1', { decision: 'allow' }],
            ['m2', { decision: 'deny', because: [] }],
          ]),
        },
      ],
      [
        { method: 'DELETE', url: '/a' },
        { type: 'items', items: new Map([['decision', { decision: 'allow' }]]) },
      ],
    ]);
  });

  it('reads a table as one fixture for each cell, each at its place', () => {
    const { fixtures } = valueIn(
      read(`tables:
  - name: t
    columns: [ana, anonymous]
    rows:
      GET /a: [allow, deny]
      GET /b: [deny,  { x: allow }]`),
    );
    expect(fixtures.map((fixture) => fixture.name)).toEqual([
      ...['t: GET /a as ana', 't: GET /a as anonymous', 't: GET /b as ana', 't: GET /b as anonymous'],
    ]);
    expect(fixtures.map((fixture) => [locateFixture(fixture)?.line, locateFixture(fixture)?.column])).toEqual(
      [
        ...[
          [5, 16],
          [5, 23],
          [6, 16],
          [6, 23],
        ],
      ],
    );
  });

  it('gives a fixture the tags of its file, its table and itself, and marks what does not count', () => {
    const { fixtures } = valueIn(
      read(`tags: [nightly, slow]
cases:
  - { name: one, as: ana, call: GET /a, expect: allow, tags: [slow, owner], skip: no time }
tables:
  - name: t
    tags: [wide]
    todo: agree on it
    columns: [ana]
    rows: { GET /a: [allow] }`),
    );
    expect(fixtures.map(({ tags, skip, todo }) => ({ tags, skip, todo }))).toEqual([
      { tags: ['nightly', 'slow', 'owner'], skip: 'no time', todo: undefined },
      { tags: ['nightly', 'slow', 'wide'], skip: undefined, todo: 'agree on it' },
    ]);
  });

  it('reads a status as the decision that it stands for', () => {
    const { fixtures } = valueIn(
      read(`cases:
  - { name: ok, as: ana, call: GET /a, expect: 204 }
  - { name: forbidden, as: ana, call: GET /a, expect: 403 }
  - { name: reasons, as: ana, call: GET /a, expect: { status: 403, because: { includes: [p] } } }
  - { name: items, as: ana, call: GET /a, expect: { m1: 200, m2: 404, m3: { status: 401 } } }
  - { name: no endpoint, as: ana, call: GET /a, expect: unroutable }
  - { name: not understood, as: ana, call: GET /a, expect: 400 }`),
    );
    expect(fixtures.map(({ expectation }) => expectation)).toEqual([
      { type: 'every', expected: { decision: 'allow' } },
      { type: 'every', expected: { decision: 'deny', status: 403 } },
      { type: 'every', expected: { decision: 'deny', status: 403, includes: ['p'] } },
      {
        type: 'items',
        items: new Map([
          ['m1', { decision: 'allow' }],
          ['m2', { decision: 'deny', status: 404 }],
          ['m3', { decision: 'deny', status: 401 }],
        ]),
      },
      { type: 'refused', status: 404 },
      { type: 'refused', status: 400 },
    ]);
  });

  it('makes a fixture for each principal of a list or a group', () => {
    const { fixtures } = valueIn(
      read(`principals:
  ana: { sub: ana }
  eva: { sub: eva }
  editors: [ana, eva]
cases:
  - { name: one, as: editors, call: GET /a, expect: allow }
  - { name: two, as: [editors, anonymous], call: GET /a, expect: allow }
tables:
  - name: t
    columns: [anonymous, editors]
    rows: { GET /a: [deny, allow] }`),
    );
    expect(fixtures.map(({ name, as }) => `${as}: ${name}`)).toEqual([
      'ana: one (ana)',
      'eva: one (eva)',
      'ana: two (ana)',
      'eva: two (eva)',
      'anonymous: two (anonymous)',
      'anonymous: t: GET /a as anonymous',
      'ana: t: GET /a as ana',
      'eva: t: GET /a as eva',
    ]);
  });

  it('reads headers and context of a case, and of all calls of a table', () => {
    const { fixtures } = valueIn(
      read(`cases:
  - { name: one, as: ana, call: GET /a, headers: { X-A: b }, context: { now: 5 }, expect: allow }
tables:
  - { name: t, columns: [ana], headers: { X-A: b }, context: { now: 5 }, rows: { GET /a: [allow] } }`),
    );
    const asked = {
      type: 'call',
      call: { method: 'GET', url: '/a', headers: { 'X-A': 'b' } },
      context: { now: 5 },
    };
    expect(fixtures.map(({ asks }) => asks)).toEqual([asked, asked]);
  });

  it('warns where two fixtures have one name', () => {
    const outcome = read(`cases:
  - { name: one, as: ana, call: GET /a, expect: allow }
  - { name: one, as: ana, call: GET /b, expect: allow }`);
    expect(outcome.ok).toBe(true);
    expect(told(outcome.diagnostics)).toEqual([
      'some.fixtures.yaml:3:5 warning another fixture of this file is called `one`, too',
    ]);
  });

  it('warns of every fixture that is called like an earlier one, whatever tables, rows and columns are called', () => {
    const name = fc.constantFrom('a', 'b', 'a: GET /x', 'a: GET /x as b', 'a: GET /y as b: GET /x as b');
    const column = fc.constantFrom('b', 'c', 'g', 'b: GET /x as b', 'GET /x as b');
    const row = fc.constantFrom('GET /x', 'GET /y', ' GET /x', 'GET /x ');
    const table = fc.record({
      name,
      columns: fc.array(column, { maxLength: 3 }),
      rows: fc.uniqueArray(row, { maxLength: 2 }),
    });
    const tables = fc.array(table, { maxLength: 3 });
    const file = fc.record({ tables, cases: fc.array(fc.tuple(name, column), { maxLength: 3 }) });
    fc.assert(
      fc.property(file, ({ tables, cases }) => {
        const text = JSON.stringify({
          principals: { b: {}, c: {}, g: ['b', 'c'] },
          cases: cases.map(([one, as]) => ({ name: one, as, call: 'GET /x', expect: 'allow' })),
          tables: tables.map(({ rows, ...others }) => ({
            ...others,
            rows: Object.fromEntries(rows.map((one) => [one, others.columns.map(() => 'deny')])),
          })),
        });
        const { fixtures } = valueIn(read(text));
        const names = fixtures.map((fixture) => fixture.name);
        const repeated = names.filter((one, index) => names.indexOf(one) < index);
        expect(read(text).diagnostics.map(({ message }) => message)).toEqual(
          repeated.map((one) => `another fixture of this file is called \`${one}\`, too`),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('takes principals and entities from the file, from shared files, or from the project', () => {
    const own = valueIn(read('principals: { ana: { sub: ana } }\nentities: []'));
    expect([...own.principals]).toEqual([['ana', { sub: 'ana' }]]);
    expect(own.entities?.at).toEqual(['entities']);
    const shared = valueIn(
      read('principals: p.yaml\nentities: e.json', { 'p.yaml': 'eve: { sub: eve }', 'e.json': '[]' }),
    );
    expect([...shared.principals.keys()]).toEqual(['eve']);
    expect([shared.principalSource.file, shared.entities?.source.file]).toEqual(['p.yaml', 'e.json']);
    expect(valueIn(read('cases: []')).entities).toBeUndefined();
  });

  it.each([
    ['an unknown key', 'case: []', '1:1 unknown key `case`: did you mean `cases`?'],
    [
      'an unknown key of a case',
      'cases:\n  - { name: a, as: b, cal: GET /a, call: GET /a, expect: allow }',
      '2:23 unknown key `cal`: did you mean `call`?',
    ],
    [
      'a missing key',
      'cases:\n  - { name: a, as: b, call: GET /a }',
      '2:5 `cases.0.expect`: missing key `expect`',
    ],
    [
      'another word',
      'cases:\n  - { name: a, as: b, call: GET /a, expect: alow }',
      '2:45 `cases.0.expect`: found "alow", expected `allow`, `deny`, `unroutable`, `200`, `201`, `202`, `204`, `400`, `401`, `403` or `404`: did you mean `allow`?',
    ],
    [
      'a cell that says nothing',
      'tables:\n  - name: t\n    columns: [a, b]\n    rows:\n      GET /a: [allow, ~]',
      '5:23 `tables.0.rows.GET /a.1`: found null, expected `allow`, `deny`, `unroutable`, `200`, `201`, `202`, `204`, `400`, `401`, `403` or `404`',
    ],
    [
      'an item that says nothing',
      'cases:\n  - { name: a, as: b, call: GET /a, expect: { m1: allow, m2: } }',
      '2:62 `cases.0.expect.m2`: found null, expected `allow`, `deny`, `200`, `201`, `202`, `204`, `401`, `403` or `404`',
    ],
    [
      'a status that no decision has',
      'cases:\n  - { name: a, as: b, call: GET /a, expect: 418 }',
      '2:45 `cases.0.expect`: found 418, expected `allow`, `deny`, `unroutable`, `200`, `201`, `202`, `204`, `400`, `401`, `403` or `404`',
    ],
    [
      'a group with somebody unknown',
      'principals:\n  ana: { sub: ana }\n  all: [ana, anna]',
      '3:14 unknown principal `anna`: did you mean `ana`?',
    ],
    [
      'a group of groups',
      'principals:\n  ana: { sub: ana }\n  some: [ana]\n  all: [some]',
      '4:9 `some` is a group itself: expected the name of a principal',
    ],
    [
      'a group of nobody',
      'principals: { all: [] }',
      '1:20 `principals.all`: found an empty list, expected the names of principals',
    ],
    [
      'an unknown key of an expectation',
      'cases:\n  - { name: a, as: b, call: GET /a, expect: { decision: deny, becaus: [] } }',
      '2:63 unknown key `becaus`: did you mean `because`?',
    ],
    [
      'no call',
      'cases:\n  - { name: a, as: b, call: campaigns, expect: allow }',
      '2:29 `campaigns` is no call: expected a method and a path, as in `GET /campaigns/c1`',
    ],
    [
      'a call with a blank',
      'cases:\n  - { name: a, as: b, call: GET /a b, expect: allow }',
      '2:29 `GET /a b` is no call: expected a method and a path, as in `GET /campaigns/c1`',
    ],
    [
      'a row that is no call',
      'tables:\n  - name: t\n    columns: [a]\n    rows:\n      campaigns: [allow]',
      '5:7 `campaigns` is no call: expected a method and a path, as in `GET /campaigns/c1`',
    ],
    [
      'a row that is too short',
      'tables:\n  - name: t\n    columns: [a, b]\n    rows:\n      GET /a: [allow]',
      '5:15 the row has 1 expectations for 2 columns',
    ],
    [
      'a row that is too long',
      'tables:\n  - name: t\n    columns: [a]\n    rows:\n      GET /a: [allow, deny]',
      '5:15 the row has 2 expectations for 1 columns',
    ],
    [
      'claims that are none',
      'principals:\n  ana: 5',
      '2:8 `principals.ana`: expected a mapping of claims such as `{ sub: ana, groups: [editor] }`',
    ],
    [
      'a principal called anonymous',
      'principals:\n  ana: { sub: ana }\n  anonymous: {}',
      '3:3 `anonymous` is built in: the caller without an identity',
    ],
    [
      'an entity without parents',
      'entities:\n  - uid: { type: A, id: a }\n    attrs: {}',
      '2:5 `entities.0.parents`: missing key `parents`',
    ],
    [
      'an entity with a typing error',
      'entities:\n  - { uid: { type: A, id: a }, attrs: {}, parents: [], parent: [] }',
      '2:56 unknown key `parent`: did you mean `parents`?',
    ],
    [
      'a list instead of a mapping',
      '- cases',
      '1:1 found a list, expected a mapping with the keys `tags`, `principals`, `entities`, `cases` or `tables`',
    ],
  ])('tells %s at its place', (_, text, message) => {
    expect(problem(text)).toBe(message);
  });

  it('tells shared files that are not there, and what is wrong in those that are', () => {
    expect(problem('cases: []\nprincipals: p.yaml')).toBe('2:13 `p.yaml` could not be read');
    expect(problem('cases: []\nentities: e.json')).toBe('2:11 `e.json` could not be read');
    expect(problem('principals: p.yaml', { 'p.yaml': 'a: 1' })).toMatch(
      /^p\.yaml:1:4 `a`: expected a mapping of claims/,
    );
    expect(problem('principals: p.yaml', { 'p.yaml': 'anonymous: {}' })).toMatch(/^p\.yaml:1:1 `anonymous`/);
    expect(problem('entities: e.json', { 'e.json': '{}' })).toMatch(
      /^e\.json:1:1 .*expected a list of entities/,
    );
  });

  it('tells all problems of a file at once', () => {
    const outcome = read(
      'cases:\n  - { name: a, as: b, call: x, expect: allow }\n  - { name: a, as: b, call: y, expect: allow }',
    );
    expect(outcome.diagnostics.map((one) => one.location?.line)).toEqual([2, 3]);
  });
});

describe('readEntities', () => {
  it('reads a list, and refuses anything else', () => {
    expect(
      valueIn(readEntities(sourceOf('[{ "uid": { "type": "A", "id": "" }, "attrs": {}, "parents": [] }]')))
        .entities,
    ).toHaveLength(1);
    expect(readEntities(sourceOf('{ "uid": 1 }')).ok).toBe(false);
  });
});

describe('fixtureReferences', () => {
  it('lists the files that a file refers to, whatever else it holds', () => {
    expect(fixtureReferences({ principals: 'p.yaml', entities: 'e.json' })).toEqual(['p.yaml', 'e.json']);
    expect(fixtureReferences({ principals: {}, entities: [] })).toEqual([]);
    expect(fixtureReferences(null)).toEqual([]);
    expect(fixtureReferences('p.yaml')).toEqual([]);
  });
});
