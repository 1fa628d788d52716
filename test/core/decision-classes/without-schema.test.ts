import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AuthorizationAnswer,
  type AuthorizationQuery,
  type EngineAnswer,
  type PreparedPolicies,
  preparePolicies,
  type SchemaJson,
  schemaToJson,
} from '../../../src/core/cedar/cedar.ts';
import { type Entity, plainUid } from '../../../src/core/cedar/entity.ts';
import {
  actionKeyOf,
  queryConformance,
  skipSchemaWhenConformant,
} from '../../../src/core/decision-classes/without-schema.ts';
import { policyTexts } from '../../../src/core/policies/policy.ts';
import { readPolicies } from '../../../src/core/policies/read-policies.ts';
import { type CedarCorpus, openCedarCorpus, queriesOf } from '../../helpers/cedar-corpus.ts';
import fc from '../../helpers/fast-check.ts';
import { describeWith } from '../../helpers/needs.ts';
import { valueIn } from '../../helpers/outcome.ts';
import { policyFile } from '../../helpers/policies.ts';
import { runs } from '../../helpers/runs.ts';

const SCHEMA = `
entity Color enum ["red", "green"];
entity Team;
entity User in [Team, User] { level?: Long, email?: String, boss?: User, ip?: ipaddr, names?: Set<String>, home?: { street: String }, unread?: Set<String> };
entity Doc in [Team] { owner?: User } tags String;
action read appliesTo { principal: [User, Color], resource: Doc, context: { count?: Long, odd?: { __entity?: { type: String, id: String } } } };
action share appliesTo { principal: User, resource: [Doc, Team] };
`;

/** Each reads something else, and some err where it is missing. */
const POLICIES = `
permit (principal, action, resource) when { principal.level > 3 };
permit (principal in Team::"t", action, resource) unless { principal has email && principal.email like "*@x" };
forbid (principal, action, resource) when { principal.boss == resource.owner };
permit (principal, action == Action::"read", resource) when { context.count == 1 };
permit (principal, action, resource in Team::"s") when { principal.names.contains("a") };
permit (principal is Color, action, resource);
permit (principal, action, resource) when { action has level || action.level == 1 };
permit (principal, action, resource) when { context has odd && context.odd has __entity };
permit (principal, action in [Action::"share"], resource) when { principal.home.street == "x" && principal.boss.boss has boss };
`;

const uid = (type: string, id: string) => ({ type, id });
const ref = (type: string, id: string) => ({ __entity: uid(type, id) });

const users = ['ana', 'bo', 'cy'];
const user = fc.record({
  uid: fc.constantFrom(...users).map((id) => uid('User', id)),
  attrs: fc.record(
    {
      level: fc.constantFrom<unknown>(1, 5, '5'),
      email: fc.constantFrom('a@x', 'a@y'),
      boss: fc.constantFrom<unknown>(
        ref('User', 'bo'),
        ref('User', 'nobody'),
        uid('User', 'bo'),
        ref('Team', 't'),
      ),
      ip: fc.constantFrom<unknown>('1.1.1.1', { __extn: { fn: 'ip', arg: '1.1.1.1' } }),
      names: fc.subarray(['a', 'b']),
      home: fc.constantFrom<unknown>({ street: 'x' }, { street: 'y' }, {}),
      unread: fc.constantFrom<unknown>([], ['a'], 5),
    },
    { requiredKeys: [] },
  ),
  parents: fc.subarray([uid('Team', 't'), uid('User', 'cy'), uid('Color', 'red')], { maxLength: 2 }),
});
const doc = fc.record({
  uid: fc.constant(uid('Doc', 'd')),
  attrs: fc.record({ owner: fc.constantFrom(...users).map((id) => ref('User', id)) }, { requiredKeys: [] }),
  parents: fc.subarray([uid('Team', 's'), uid('Team', 't')]),
  tags: fc.constantFrom({}, {}, { a: 'b' }),
});
const usually = <T>(value: T, ...others: readonly T[]) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constant(value) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
const someQuery = fc.record({
  principal: usually(
    uid('User', 'ana'),
    uid('User', 'new'),
    uid('Color', 'red'),
    uid('Color', 'blue'),
    uid('Team', 't'),
  ),
  action: usually(uid('Action', 'read'), uid('Action', 'share'), uid('Action', 'none')),
  resource: usually(uid('Doc', 'd'), uid('Team', 't'), uid('User', 'ana')),
  context: usually<AuthorizationQuery['context']>(
    {},
    { count: 1 },
    { count: 'one' },
    { odd: ref('User', 'ana') },
  ),
  entities: fc
    .tuple(fc.array(user, { maxLength: 3 }), fc.array(doc, { maxLength: 1 }))
    .map((some) => some.flat() as Entity[]),
});

describe('a query that surely fits the schema', () => {
  it('gets without it the answer that it gets with it, and so does any other', () => {
    const asked = watched(SCHEMA, POLICIES);
    fc.assert(
      fc.property(someQuery, (one) => {
        expect(told(asked.sparing.authorize(one))).toEqual(told(asked.plain.authorize(one)));
      }),
      runs(1_000),
    );
    expect(asked.seen.without).toBeGreaterThan(0);
    expect(asked.seen.with).toBeGreaterThan(0);
  });

  it.each<[string, Partial<AuthorizationQuery>]>([
    ['a principal of a type that may not', { principal: uid('Team', 't') }],
    [
      'a resource that is more than a type and an id',
      { resource: { ...uid('Doc', 'd'), open: true } as never },
    ],
    ['an enumeration', { principal: uid('Color', 'blue') }],
    ['an action that is not there', { action: uid('Action', 'none') }],
    ['a context of another type', { context: { count: 'one' } }],
    ['what stands for an entity where a record should be', { context: { odd: ref('User', 'ana') } }],
    ['a reference in the short spelling', { entities: [entity('User', { boss: uid('User', 'bo') })] }],
    ['an extension value', { entities: [entity('User', { ip: '1.1.1.1' })] }],
    ['two entities with one uid', { entities: [entity('User', {}), entity('User', { level: 1 })] }],
    ['an entity above itself', { entities: [{ ...entity('User', {}), parents: [uid('User', 'ana')] }] }],
  ])('is none with %s', (_, change) => {
    const { sparing, plain, seen } = watched(SCHEMA, POLICIES);
    const fitting = {
      principal: uid('User', 'ana'),
      action: uid('Action', 'read'),
      resource: uid('Doc', 'd'),
      context: {},
      entities: [entity('User', { level: 5 })],
    };
    expect(sparing.authorize(fitting)).toEqual(plain.authorize(fitting));
    expect(seen).toEqual({ without: 1, with: 0 });
    const changed = { ...fitting, ...change };
    expect(told(sparing.authorize(changed))).toEqual(told(plain.authorize(changed)));
    expect(seen).toEqual({ without: 1, with: 1 });
  });

  it('is asked without the attributes of entities that no policy names, unless the answer tells of an error', () => {
    const policies = `permit (principal, action, resource) when { principal has email && principal.boss.level > 3 };`;
    const { sparing, plain, asked } = watched(SCHEMA, policies);
    const query = (level?: number) => ({
      principal: uid('User', 'ana'),
      action: uid('Action', 'read'),
      resource: uid('Doc', 'd'),
      context: {},
      entities: [
        entity('User', {
          email: 'a@x',
          boss: ref('User', 'ana'),
          names: ['a'],
          ...(level !== undefined && { level }),
        }),
        { ...entity('Team', {}), parents: [] },
      ],
    });
    const namesSent = () =>
      asked.map(({ entities }) => entities.flatMap(({ attrs }) => Object.keys(attrs)).sort());
    expect(sparing.authorize(query(5))).toEqual(plain.authorize(query(5)));
    expect(namesSent()).toEqual([['boss', 'email', 'level']]);
    asked.length = 0;
    expect(valueIn(plain.authorize(query())).errors).toHaveLength(1);
    expect(sparing.authorize(query())).toEqual(plain.authorize(query()));
    expect(namesSent()).toEqual([
      ['boss', 'email'],
      ['boss', 'email', 'names'],
    ]);
  });

  it.each([
    'Action::"other" in Action::"group"',
    '(if context has n then Action::"other" else action) in Action::"group"',
    'Action::"other" in [Action::"see", Action::"group"]',
    '[Action::"other", action].contains(action) && Action::"other" in Action::"group"',
    '{ a: Action::"other" }.a in Action::"group"',
    'Action::"other" is Action in Action::"group"',
  ])('is none where a condition may ask which group another action is in: %s', (condition) => {
    const inGroup = `${SCHEMA} action group; action other in [group] appliesTo { principal: User, resource: Doc };
      action see appliesTo { principal: User, resource: Doc, context: { n?: Long } };`;
    const permits = 'permit (principal, action, resource);';
    const { sparing, plain, seen } = watched(
      inGroup,
      `${permits} forbid (principal, action, resource) when { ${condition} };`,
    );
    const asked = {
      principal: uid('User', 'ana'),
      action: uid('Action', 'see'),
      resource: uid('Doc', 'd'),
      context: { n: 1 },
      entities: [],
    };
    expect(valueIn(plain.authorize(asked)).decision).toBe('deny');
    expect(sparing.authorize(asked)).toEqual(plain.authorize(asked));
    expect(seen).toEqual({ without: 0, with: 1 });
  });

  it('is one where no action is in a group, whatever actions conditions name', () => {
    const { sparing, plain, seen } = watched(
      SCHEMA,
      'permit (principal, action, resource) when { action == Action::"read" || Action::"share" in Action::"read" };',
    );
    const asked = { principal: uid('User', 'ana'), resource: uid('Doc', 'd'), context: {}, entities: [] };
    for (const action of ['read', 'share'])
      expect(sparing.authorize({ ...asked, action: uid('Action', action) })).toEqual(
        plain.authorize({ ...asked, action: uid('Action', action) }),
      );
    expect(seen).toEqual({ without: 2, with: 0 });
  });

  it('is none about an action in a group', () => {
    const inGroup = `${SCHEMA} action all; action see in [all] appliesTo { principal: User, resource: Doc };`;
    const permit = 'permit (principal, action in Action::"all", resource);';
    const { sparing, seen } = watched(inGroup, permit);
    const asked = { principal: uid('User', 'ana'), resource: uid('Doc', 'd'), context: {}, entities: [] };
    expect(valueIn(sparing.authorize({ ...asked, action: uid('Action', 'see') })).decision).toBe('allow');
    expect(seen).toEqual({ without: 0, with: 1 });
  });
});

describeWith("Cedar's corpus")('queries over the policies of the Cedar project', () => {
  const every = Number(process.env.CEDAR_CORPUS_EVERY ?? 16);
  let corpus: CedarCorpus;

  beforeAll(() => {
    corpus = openCedarCorpus(every);
  });

  afterAll(() => corpus.remove());

  it(
    'get the same answers without the schema where they surely fit it',
    () => {
      const without: number[] = [];
      for (const test of corpus.tests()) {
        const { sparing, plain, seen } = watched(test.schema, test.policies);
        for (const query of queriesOf(test, 3)) {
          // Nobody but the corpus sends the action along as an entity.
          const entities = query.entities.filter(({ uid }) => plainUid(uid).type !== query.action.type);
          const one = { ...query, entities };
          expect([test.name, told(sparing.authorize(one))]).toEqual([test.name, told(plain.authorize(one))]);
        }
        without.push(seen.without);
      }
      expect(without.reduce((sum, one) => sum + one, 0) * every).toBeGreaterThan(5_000);
    },
    20 * 60_000,
  );
});

/** Which of several problems of a query is told is chance. */
function told(answer: EngineAnswer<AuthorizationAnswer>): AuthorizationAnswer | 'refused' {
  return answer.ok ? answer.value : 'refused';
}

function entity(type: string, attrs: Readonly<Record<string, unknown>>): Entity {
  return { uid: uid(type, 'ana'), attrs: attrs as Entity['attrs'], parents: [] };
}

/** The same policies asked plainly, and without the schema where that is sure; `seen` counts the latter's queries, and `asked` has them. */
function watched(schemaText: string, policies: string) {
  const schema: SchemaJson<string> = valueIn(schemaToJson(schemaText));
  const read = readPolicies([policyFile(policies)]).policySet.policies;
  const plain = valueIn(preparePolicies('with schema', schema, policyTexts(read)));
  const seen = { without: 0, with: 0 };
  const asked: AuthorizationQuery[] = [];
  const counting: PreparedPolicies = {
    authorize: (query) => {
      seen[query.fits ? 'without' : 'with'] += 1;
      asked.push(query);
      return plain.authorize(query);
    },
  };
  return { plain, sparing: skipSchemaWhenConformant(counting, schema, read), seen, asked };
}

describe('what was seen to fit in the question before', () => {
  const schema = valueIn(schemaToJson(SCHEMA));
  const fits = queryConformance(schema);
  const red = { type: 'Color', id: 'red' };
  const context = { count: 1 };
  const first: AuthorizationQuery = {
    principal: red,
    action: { type: 'Action', id: 'read' },
    resource: { type: 'Doc', id: 'd' },
    context,
    entities: [{ uid: { type: 'User', id: 'u' }, attrs: { level: 1 }, parents: [] }],
  };

  it.each<[string, Partial<AuthorizationQuery>, boolean]>([
    ['another caller who fits', { principal: { type: 'Color', id: 'green' } }, true],
    ['another caller who does not', { principal: { type: 'Color', id: 'blue' } }, false],
    ['another context that fits', { context: { count: 2 } }, true],
    ['another context that does not', { context: { count: 'two' } }, false],
    ['another action, which has no such context', { action: { type: 'Action', id: 'share' } }, false],
    ['another resource that fits', { resource: { type: 'Doc', id: 'e' } }, true],
    ['another resource that does not', { resource: { type: 'Color', id: 'blue' } }, false],
    [
      'another entity that does not',
      { entities: [{ uid: { type: 'User', id: 'u' }, attrs: { level: 'x' }, parents: [] }] },
      false,
    ],
  ])('says nothing of %s', (_, change, expected) => {
    const asked = { ...first, ...change };
    const seenToFit = { entities: new Set<Entity>() };
    const isFitting = (query: AuthorizationQuery) =>
      fits({ ...query, seenToFit }, actionKeyOf(query) ?? '', false);
    expect([first, first, asked, first, asked].map(isFitting)).toEqual([
      true,
      true,
      expected,
      true,
      expected,
    ]);
  });
});
