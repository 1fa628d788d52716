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
      '2:45 `cases.0.expect`: found "alow", expected `allow` or `deny`: did you mean `allow`?',
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
