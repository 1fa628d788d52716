import { describe, expect, it } from 'vitest';
import type { AuthorizationQuery, PreparedPolicies, SchemaJson } from '../../../src/core/cedar/cedar.ts';
import { preparePolicies, schemaToJson } from '../../../src/core/cedar/cedar.ts';
import { type Entity, entityStore, plainUid } from '../../../src/core/cedar/entity.ts';
import {
  type DecisionClassOptions,
  withDecisionClasses,
} from '../../../src/core/decision-classes/decision-classes.ts';
import { policyTexts } from '../../../src/core/policies/policy.ts';
import { readPolicies } from '../../../src/core/policies/read-policies.ts';
import { tenantsOf } from '../../../src/core/requests/principal.ts';
import { sliceMaker } from '../../../src/core/requests/slice.ts';
import { arbitraryPolicy, somePrincipals } from '../../helpers/arbitrary-policy.ts';
import { emailEntities, uid } from '../../helpers/email-entities.ts';
import { emailModel, emailSchema } from '../../helpers/email-model.ts';
import fc from '../../helpers/fast-check.ts';
import { valueIn } from '../../helpers/outcome.ts';
import { policyFile, policySetOf } from '../../helpers/policies.ts';
import { runs } from '../../helpers/runs.ts';

const SCHEMA: SchemaJson<string> = valueIn(
  schemaToJson(`
entity Team;
entity User in [Team] { level?: Long, email?: String, boss?: User };
entity Doc in [Team] { owner?: User, open?: Bool, info?: { stars: Long } } tags String;
action read, write appliesTo { principal: User, resource: Doc, context: { teams?: Set<Team>, count?: Long } };
`),
);

const team = { type: 'Team', id: 't' };

interface World {
  readonly user?: Entity['attrs'];
  readonly userTeams?: readonly string[];
  readonly doc?: Entity['attrs'];
  readonly docTeams?: readonly string[];
  readonly context?: AuthorizationQuery['context'];
  readonly principal?: string;
  readonly resource?: string;
  readonly others?: readonly Entity[];
}

function query(action: string, world: World = {}): AuthorizationQuery {
  const principal = { type: 'User', id: world.principal ?? 'u' };
  const resource = { type: 'Doc', id: world.resource ?? 'd' };
  const teams = (ids: readonly string[] = []) => ids.map((id) => ({ type: 'Team', id }));
  return {
    principal,
    resource,
    action: { type: 'Action', id: action },
    context: world.context ?? {},
    entities: [
      { uid: principal, attrs: world.user ?? {}, parents: teams(world.userTeams) },
      { uid: resource, attrs: world.doc ?? {}, parents: teams(world.docTeams) },
      ...(world.others ?? []),
    ],
  };
}

/** Decides with classes, and counts how often the engine was asked. */
function classes(text: string, options: DecisionClassOptions = { areChecked: true }) {
  const { policies } = readPolicies([policyFile(text)]).policySet;
  const plain = valueIn(preparePolicies('classes', SCHEMA, policyTexts(policies)));
  const counted = { evaluations: 0 };
  const counting: PreparedPolicies = {
    authorize: (asked) => {
      counted.evaluations += 1;
      return plain.authorize(asked);
    },
  };
  const shared = withDecisionClasses(counting, SCHEMA, policies, options);
  const ask = (asked: AuthorizationQuery) => {
    const answer = shared.authorize(asked);
    expect(answer).toEqual(plain.authorize(asked));
    return answer.ok ? answer.value.decision : 'refused';
  };
  return { ask, counted, shared };
}

/** Conditions that are true where `N` is 3, and not where it is 2: with `N` at every place that an operator has. */
const EVERYWHERE: readonly string[] = [
  ...['N == 3', '3 == N', 'N != 2', '2 != N', 'N > 2', '2 < N', 'N >= 3', '3 <= N', 'N < 4 && N > 2'],
  ...['!(N < 3)', '!(3 > N)', '!(N <= 2)', '!(2 >= N)', '!(N == 2)'],
  ...['N + 1 == 4', '1 + N == 4', 'N - 1 == 2', '1 - N == -2', 'N * 2 == 6', '2 * N == 6', '-N == -3'],
  ...['true && N == 3', 'N == 3 && true', 'false || N == 3', 'N == 3 || false'],
  'if N == 3 then true else false',
  'if true then N == 3 else false',
  'if false then true else N == 3',
  ...['[N].contains(3)', '[3].contains(N)', '[1, N].contains(3)', '[N, 1].contains(3)', '[N] == [3]'],
  ...['[N].containsAll([3])', '[3].containsAll([N])', '[N].containsAny([3])', '[3].containsAny([N])'],
  ...['{ a: 1, b: N } == { a: 1, b: 3 }', '{ a: N, b: 1 } == { a: 3, b: 1 }', '{ a: N }.a == 3'],
  ...['{ a: N } has a && N == 3', '(if N == 3 then [] else [1]).isEmpty()'],
  '(if N == 3 then "yes" else "no") like "y*"',
  '(if N == 3 then User::"a" else User::"b") == User::"a"',
  '(if N == 3 then User::"a" else User::"b") in User::"a"',
  'User::"a" in (if N == 3 then User::"a" else User::"b")',
  'User::"a" in [User::"c", if N == 3 then User::"a" else User::"b"]',
  '(if N == 3 then User::"a" else Team::"a") is User',
  'User::"a" is User in (if N == 3 then User::"a" else User::"b")',
  'decimal(if N == 3 then "1.0" else "0.0").greaterThan(decimal("0.5"))',
  'decimal("0.5").lessThan(decimal(if N == 3 then "1.0" else "0.0"))',
];

describe('decision classes', () => {
  it.each([
    ['its own id', 'permit (principal, action, resource);', { principal: 'other', resource: 'another' }],
    [
      'attributes',
      'permit (principal, action, resource) when { resource has open && resource.open };',
      { user: { level: 3 } },
    ],
    ['teams', 'permit (principal, action, resource in Team::"t");', { docTeams: ['x'], resource: 'another' }],
    [
      'its own id, beside a condition about the action,',
      'permit (principal, action, resource) when { action == Action::"read" };',
      { principal: 'other', resource: 'another' },
    ],
  ])('evaluate once what differs only in %s that no policy reads', (_, text, different) => {
    const { ask, counted } = classes(text);
    ask(query('read', { doc: { open: true }, docTeams: ['y'] }));
    ask(query('read', { doc: { open: true }, docTeams: ['y'], ...different }));
    expect(counted.evaluations).toBe(1);
  });

  it.each([
    ['who asks', 'principal == User::"u"', { principal: 'u' }, { principal: 'v' }],
    ['what is asked about', 'resource == Doc::"d"', { resource: 'd' }, { resource: 'e' }],
    ['what is asked about, which is in itself', 'resource in Doc::"d"', { resource: 'd' }, { resource: 'e' }],
    [
      'an attribute whose type is asked for, and that may be missing',
      'resource.owner is User',
      { doc: { owner: { __entity: { type: 'User', id: 'u' } } } },
      {},
    ],
    ['a team', 'principal in Team::"t"', { userTeams: ['t'] }, { userTeams: ['s'] }],
    ['one of several teams', 'principal in [Team::"s", Team::"t"]', { userTeams: ['t'] }, { userTeams: [] }],
    [
      'an attribute',
      'principal has level && principal.level > 2',
      { user: { level: 3 } },
      { user: { level: 2 } },
    ],
    ['an attribute that may be missing', 'principal has level', { user: { level: 3 } }, {}],
    [
      'an attribute of a record',
      'resource has info && resource.info.stars == 5',
      { doc: { info: { stars: 5 } } },
      { doc: { info: { stars: 4 } } },
    ],
    [
      'the owner',
      'resource has owner && resource.owner == principal',
      { doc: { owner: { __entity: { type: 'User', id: 'u' } } } },
      { doc: { owner: { __entity: { type: 'User', id: 'v' } } } },
    ],
    [
      'a set in the context',
      'context has teams && resource in context.teams',
      { docTeams: ['t'], context: { teams: [{ __entity: team }] } },
      { docTeams: ['s'], context: { teams: [{ __entity: team }] } },
    ],
    [
      'a number in the context',
      'context has count && context.count * 2 == 4',
      { context: { count: 2 } },
      { context: { count: 3 } },
    ],
    ['one of two values', '(if principal has level then 1 else 2) == 1', { user: { level: 1 } }, {}],
    [
      'two attributes that are compared, the left one',
      'principal.level == context.count',
      { user: { level: 2 }, context: { count: 2 } },
      { user: { level: 3 }, context: { count: 2 } },
    ],
    [
      'two attributes that are compared, the right one',
      'principal.level == context.count',
      { user: { level: 2 }, context: { count: 2 } },
      { user: { level: 2 }, context: { count: 3 } },
    ],
    [
      'two attributes that are compared, one of which may be missing',
      'principal has level && context has count && principal.level == context.count',
      { user: { level: 2 }, context: { count: 2 } },
      { user: { level: 2 } },
    ],
    [
      'an entity that is compared with one that an attribute names',
      'principal.boss == resource.owner',
      {
        user: { boss: { __entity: { type: 'User', id: 'v' } } },
        doc: { owner: { __entity: { type: 'User', id: 'v' } } },
      },
      {
        user: { boss: { __entity: { type: 'User', id: 'v' } } },
        doc: { owner: { __entity: { type: 'User', id: 'w' } } },
      },
    ],
    [
      'an entity that another one is in',
      'resource.owner in principal.boss',
      {
        user: { boss: { __entity: { type: 'User', id: 'v' } } },
        doc: { owner: { __entity: { type: 'User', id: 'v' } } },
      },
      {
        user: { boss: { __entity: { type: 'User', id: 'w' } } },
        doc: { owner: { __entity: { type: 'User', id: 'v' } } },
      },
    ],
    [
      'whether there are any',
      'context has teams && !context.teams.isEmpty()',
      { context: { teams: [{ __entity: team }] } },
      { context: { teams: [] } },
    ],
    [
      'an element',
      '[1, 2].contains(if principal has level then principal.level else 9)',
      { user: { level: 1 } },
      { user: { level: 3 } },
    ],
    [
      'a pattern',
      'principal has email && principal.email like "*@a"',
      { user: { email: 'x@a' } },
      { user: { email: 'x@b' } },
    ],
    [
      'an address',
      'principal has email && ip(principal.email).isLoopback()',
      { user: { email: '127.0.0.1' } },
      { user: { email: '1.1.1.1' } },
    ],
    ['a tag', 'resource.hasTag("k")', {}, { resource: 'e' }],
  ] as const)('keep apart what differs in %s', (_, condition, yes, no) => {
    const { ask } = classes(`permit (principal, action, resource) when { ${condition} };`);
    const decisions = [yes, no, yes, no].map((world) => ask(query('read', world as World)));
    const tagged = condition.includes('Tag');
    expect(decisions).toEqual(tagged ? ['deny', 'deny', 'deny', 'deny'] : ['allow', 'deny', 'allow', 'deny']);
  });

  it.each(EVERYWHERE)('see a number wherever a condition has it: %s', (condition) => {
    const { ask } = classes(
      `permit (principal, action, resource) when { ${condition.replaceAll('N', 'principal.level')} };`,
    );
    const decisions = [3, 2, 3, 2].map((level) => ask(query('read', { user: { level } })));
    expect(decisions).toEqual(['allow', 'deny', 'allow', 'deny']);
  });

  it('see the teams of an entity that an attribute names, which the attribute itself does not tell', () => {
    const { ask } = classes(
      'permit (principal, action, resource) when { principal has boss && principal.boss in Team::"t" };',
    );
    const world = (boss: unknown, teams: readonly string[]): World => ({
      user: { boss: boss as Entity['attrs'][string] },
      others: [
        { uid: { type: 'User', id: 'b' }, attrs: {}, parents: teams.map((id) => ({ type: 'Team', id })) },
      ],
    });
    for (const boss of [{ __entity: { type: 'User', id: 'b' } }, { type: 'User', id: 'b' }]) {
      expect([['t'], [], ['t']].map((teams) => ask(query('read', world(boss, teams))))).toEqual([
        'allow',
        'deny',
        'allow',
      ]);
    }
  });

  it.each(['resource.hasTag("k")', 'resource.hasTag("k") && resource.getTag("k") == "yes"'])(
    'leave tags to the engine: %s',
    (condition) => {
      const { ask } = classes(`permit (principal, action, resource) when { ${condition} };`);
      const tagged = (tags: Entity['tags']) => {
        const asked = query('read');
        const entities = asked.entities.map((entity) =>
          plainUid(entity.uid).type === 'Doc' ? { ...entity, ...(tags ? { tags } : {}) } : entity,
        );
        return ask({ ...asked, entities });
      };
      expect([tagged(undefined), tagged({ k: 'yes' }), tagged(undefined)]).toEqual(['deny', 'allow', 'deny']);
    },
  );

  it('leave to the engine what only the schema can tell: whether an object is a record or an entity', () => {
    const { ask } = classes(
      'permit (principal, action, resource) when { principal has boss && principal.boss has level };',
    );
    const boss = (attrs: Entity['attrs']) => ({
      user: { boss: { type: 'User', id: 'b' } },
      others: [{ uid: { type: 'User', id: 'b' }, attrs, parents: [] }],
    });
    const worlds = [boss({}), boss({ level: 1 }), boss({})];
    expect(worlds.map((world) => ask(query('read', world)))).toEqual(['deny', 'allow', 'deny']);
  });

  it('never share an answer with an error in it, since it names what was asked about', () => {
    const { ask, counted } = classes(
      'forbid (principal, action, resource) when { principal.boss.level > 1 };',
    );
    const boss = { __entity: { type: 'User', id: 'gone' } };
    for (const principal of ['u', 'v', 'w']) ask(query('read', { principal, user: { boss } }));
    expect(counted.evaluations).toBe(3);
  });

  it('leave to the engine entities that do not surely fit the schema, unless they have been checked', () => {
    const { ask, counted } = classes('permit (principal, action, resource);', { areChecked: false });
    expect(ask(query('read'))).toBe('allow');
    expect(ask(query('read'))).toBe('allow');
    expect(counted.evaluations).toBe(1);
    expect(ask(query('read', { user: { level: 'high' } }))).toBe('refused');
    expect(ask(query('read', { user: { unknown: 1 } }))).toBe('refused');
    const above = (id: string, parent: string) => ({
      uid: { type: 'Team', id },
      attrs: {},
      parents: [{ type: 'Team', id: parent }],
    });
    expect(ask(query('read', { others: [above('a', 'b')] }))).toBe('refused');
  });

  it('leave to the engine a context that does not surely fit the schema', () => {
    const { ask } = classes('permit (principal, action, resource);');
    expect(ask(query('read', { context: { count: 1 } }))).toBe('allow');
    expect(ask(query('read', { context: { count: 'one' } }))).toBe('refused');
    expect(ask(query('read', { context: { count: 2 ** 60 } }))).toBe('refused');
  });

  it('forget what was not asked about lately', () => {
    const text = 'permit (principal, action, resource) when { context.count > 1 };';
    const { ask, counted } = classes(text, { areChecked: true, mostMemoized: 2 });
    const count = (number: number) => query('read', { context: { count: number } });
    for (const number of [1, 2, 1, 3, 1]) ask(count(number));
    expect(counted.evaluations).toBe(3);
    ask(count(2));
    expect(counted.evaluations).toBe(4);
  });

  it('are looked for less often where nothing repeats, and again when something does', () => {
    const text = 'permit (principal, action, resource) when { context.count > 1 };';
    const { ask, counted } = classes(text, { areChecked: false, mayRest: true });
    const count = (number: number) => query('read', { context: { count: number } });
    for (let number = 0; number < 700; number += 1) ask(count(number));
    expect(counted.evaluations).toBe(700);
    // The last that were asked about have not been looked at, but for one or two of sixteen.
    for (let number = 690; number < 700; number += 1) ask(count(number));
    expect(counted.evaluations).toBeGreaterThan(708);
    for (let again = 0; again < 100; again += 1) ask(count(5_000));
    const afterwards = counted.evaluations;
    expect(afterwards).toBeLessThan(750);
    for (let again = 0; again < 100; again += 1) ask(count(5_000));
    expect(counted.evaluations).toBe(afterwards);
    // What is asked about another action has a rest of its own.
    ask(query('write', { context: { count: 1 } }));
    ask(query('write', { context: { count: 1 } }));
    expect(counted.evaluations).toBe(afterwards + 1);
  });

  it('leave to the engine what is no request at all', () => {
    const { ask } = classes('permit (principal, action, resource);', { areChecked: false });
    const odd: unknown[] = [
      { principal: undefined },
      { action: 'read' },
      { resource: { type: 'Doc', id: 5 } },
      { entities: [null] },
    ];
    for (const change of odd)
      expect(ask({ ...query('read'), ...(change as Partial<AuthorizationQuery>) })).toBe('refused');
  });

  it.each([true, false])(
    'tell ids apart that an enumeration has from those that it does not (checked: %s)',
    (areChecked) => {
      const schema = valueIn(
        schemaToJson(`entity Role enum ["reader"]; entity Doc enum ["d"];
        action read appliesTo { principal: Role, resource: Doc };`),
      );
      const { policies } = readPolicies([policyFile('permit (principal, action, resource);')]).policySet;
      const plain = valueIn(preparePolicies('enumerations', schema, policyTexts(policies)));
      const { authorize } = withDecisionClasses(plain, schema, policies, { areChecked });
      const ask = (role: string, doc: string) =>
        authorize({
          principal: { type: 'Role', id: role },
          action: { type: 'Action', id: 'read' },
          resource: { type: 'Doc', id: doc },
          context: {},
          entities: [],
        }).ok;
      expect([ask('reader', 'd'), ask('writer', 'd'), ask('reader', 'e')]).toEqual([true, false, false]);
    },
  );

  it.each([
    ['a group of actions', 'action in Action::"readers"'],
    ['one of several groups of actions', 'action in [Action::"writers", Action::"readers"]'],
  ])('heed what is read by a policy for %s', (_, scope) => {
    const schema = valueIn(
      schemaToJson(`entity User; entity Doc { open?: Bool };
        action readers, writers; action write appliesTo { principal: User, resource: Doc };
        action read in [readers] appliesTo { principal: User, resource: Doc };`),
    );
    const text = `permit (principal, ${scope}, resource) when { resource has open && resource.open };`;
    const { policies } = readPolicies([policyFile(text)]).policySet;
    const plain = valueIn(preparePolicies('groups of actions', schema, policyTexts(policies)));
    const { authorize } = withDecisionClasses(plain, schema, policies, { areChecked: true });
    const decisions = [true, false].map(
      (open) => valueIn(authorize(query('read', { doc: { open } }))).decision,
    );
    expect(decisions).toEqual(['allow', 'deny']);
  });

  it('leave to the engine which groups an action is in that an attribute holds', () => {
    const schema = valueIn(
      schemaToJson(`entity User { may?: Action, all?: Set<Action> }; entity Doc;
        action every; action read in [every] appliesTo { principal: User, resource: Doc };
        action write appliesTo { principal: User, resource: Doc };`),
    );
    const ask = (condition: string, attrs: Entity['attrs']) => {
      const { policies } = readPolicies([
        policyFile(`permit (principal, action, resource) when { ${condition} };`),
      ]).policySet;
      const plain = valueIn(preparePolicies('held actions', schema, policyTexts(policies)));
      const shared = withDecisionClasses(plain, schema, policies, { areChecked: true });
      return ['none', 'write', 'read'].map((id) => {
        const held = (value: unknown) =>
          JSON.parse(
            JSON.stringify(value).replaceAll('"HELD"', JSON.stringify({ __entity: { type: 'Action', id } })),
          );
        const asked = {
          ...query('read'),
          entities:
            id === 'none' ? [] : [{ uid: { type: 'User', id: 'u' }, attrs: held(attrs), parents: [] }],
        };
        expect(shared.authorize(asked)).toEqual(plain.authorize(asked));
        return valueIn(shared.authorize(asked)).decision;
      });
    };
    const may = 'principal has may && principal.may';
    expect(ask(`${may} in Action::"every"`, { may: 'HELD' })).toEqual(['deny', 'deny', 'allow']);
    expect(ask(`${may} in [Action::"every"]`, { may: 'HELD' })).toEqual(['deny', 'deny', 'allow']);
    const every = { __entity: { type: 'Action', id: 'every' } };
    expect(ask(`${may} in principal.all`, { may: 'HELD', all: [every] })).toEqual(['deny', 'deny', 'allow']);
    expect(ask(`${may} is Action in Action::"every"`, { may: 'HELD' })).toEqual(['deny', 'deny', 'allow']);
    expect(ask('principal has all && principal.all.contains(action)', { all: ['HELD'] })).toEqual([
      'deny',
      'deny',
      'allow',
    ]);
  });

  it('leave to the engine a record with a member that it would read as something else without the schema', () => {
    const schema = valueIn(
      schemaToJson(`entity User; entity Doc { info: { "__entity": User, stars: Long } };
        action read appliesTo { principal: User, resource: Doc };`),
    );
    const entities = ['a', 'b'].flatMap((user) =>
      [1, 2].map((stars) => ({
        uid: { type: 'Doc', id: `${user}${stars}` },
        attrs: { info: { __entity: { type: 'User', id: user }, stars } },
        parents: [],
      })),
    );
    const ask = (condition: string) => {
      const { policies } = readPolicies([
        policyFile(`permit (principal, action, resource) when { ${condition} };`),
      ]).policySet;
      const plain = valueIn(preparePolicies('odd members', schema, policyTexts(policies)));
      const shared = withDecisionClasses(plain, schema, policies, { areChecked: true });
      return entities.map(({ uid: resource }) => {
        const asked = { ...query('read'), resource, entities };
        expect(shared.authorize(asked)).toEqual(plain.authorize(asked));
        return valueIn(shared.authorize(asked)).decision;
      });
    };
    expect(ask('resource.info.stars == 1')).toEqual(['allow', 'deny', 'allow', 'deny']);
    expect(ask('resource.info["__entity"] == User::"a"')).toEqual(['allow', 'allow', 'deny', 'deny']);
  });

  it('see what an application has changed about an entity since it asked', () => {
    const { ask } = classes('permit (principal in Team::"t", action, resource);', { areChecked: false });
    const asked = query('read');
    expect(ask(asked)).toBe('deny');
    asked.entities[0]?.parents.push(team);
    expect(ask(asked)).toBe('allow');
  });

  it.each<[string, string, (hour: { readonly count: number }) => World]>([
    ['the context', 'context has count && context.count', (hour) => ({ context: hour })],
    [
      'an entity',
      'resource has info && resource.info.stars',
      (hour) => ({
        doc: {
          get info() {
            return { stars: hour.count };
          },
        },
      }),
    ],
  ])('are not those of %s with a clock in it that moves on while it is decided about', (_, path, worldAt) => {
    for (let reads = 1; reads < 12; reads += 1) {
      const { ask, shared } = classes(`permit (principal, action, resource) when { ${path} >= 17 };`, {
        areChecked: false,
      });
      let left = reads;
      const clock = {
        get count() {
          left -= 1;
          return left < 0 ? 17 : 16;
        },
      };
      shared.authorize(query('read', worldAt(clock)));
      expect(ask(query('read', worldAt({ count: 16 })))).toBe('deny');
    }
  });

  it('leave two entities with one uid to the engine', () => {
    const { ask } = classes('permit (principal, action, resource);');
    const twice = query('read', {
      others: [{ uid: { type: 'User', id: 'u' }, attrs: { level: 1 }, parents: [] }],
    });
    expect([query('read'), twice].map(ask)).toEqual(['allow', 'refused']);
  });

  it('deny when a cross-check finds another answer', () => {
    const { policies } = readPolicies([policyFile('permit (principal, action, resource);')]).policySet;
    const plain = valueIn(preparePolicies('classes', SCHEMA, policyTexts(policies)));
    let lies = false;
    const lying: PreparedPolicies = {
      authorize: (asked) => {
        const answer = plain.authorize(asked);
        return answer.ok && lies ? { ok: true, value: { ...answer.value, decision: 'deny' } } : answer;
      },
    };
    const { authorize } = withDecisionClasses(lying, SCHEMA, policies, {
      areChecked: true,
      crossCheck: () => true,
    });
    expect(authorize(query('read')).ok).toBe(true);
    expect(authorize(query('read')).ok).toBe(true);
    lies = true;
    expect(authorize(query('read'))).toMatchObject({
      ok: false,
      errors: [{ message: expect.stringContaining('differs') }],
    });
  });

  it('answer as the engine does, whatever the policies and the queries', () => {
    let shared = 0;
    let queries = 0;
    const question = fc.record({
      policies: fc.array(arbitraryPolicy, { minLength: 1, maxLength: 4 }),
      calls: fc.array(
        fc.record({
          principal: fc.constantFrom(...somePrincipals),
          action: fc.constantFrom('getEmailCampaign', 'updateEmailCampaign'),
          campaign: fc.constantFrom('c1', 'c9'),
        }),
        { minLength: 4, maxLength: 8 },
      ),
      areChecked: fc.boolean(),
      mayRest: fc.boolean(),
    });
    fc.assert(
      fc.property(question, ({ policies, calls, areChecked, mayRest }) => {
        const { policies: read } = policySetOf(policies.join('\n'));
        const plain = valueIn(preparePolicies('classes', emailSchema, policyTexts(read)));
        let evaluations = 0;
        const counting: PreparedPolicies = {
          authorize: (asked) => {
            evaluations += 1;
            return plain.authorize(asked);
          },
        };
        const classified = withDecisionClasses(counting, emailSchema, read, { areChecked, mayRest });
        for (const call of calls) {
          const asked = emailQuery(call.principal, call.action, call.campaign);
          expect(classified.authorize(asked)).toEqual(plain.authorize(asked));
        }
        shared += calls.length - evaluations;
        queries += calls.length;
      }),
      runs(150),
    );
    expect(shared).toBeGreaterThan(queries / 10);
  });
});

function emailQuery(principal: Entity, action: string, campaign: string): AuthorizationQuery {
  const slice = sliceMaker(entityStore(emailEntities), emailModel).compose(
    principal,
    uid('EmailCampaign', campaign),
  );
  return {
    principal: plainUid(principal.uid),
    action: { type: 'EmailApp::Action', id: action },
    resource: uid('EmailCampaign', campaign),
    context: { tenants: tenantsOf(principal, emailModel).map((tenant) => ({ __entity: tenant })) },
    entities: slice.type === 'entities' ? slice.entities : [],
  };
}
