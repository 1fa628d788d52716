import { describe, expect, it } from 'vitest';
import { checkEntities, type SchemaJson, schemaToJson } from '../../../src/core/cedar/cedar.ts';
import { conformanceTo, knownToConform } from '../../../src/core/cedar/conformance.ts';
import type { Entity } from '../../../src/core/cedar/entity.ts';
import fc from '../../helpers/fast-check.ts';
import { valueIn } from '../../helpers/outcome.ts';
import { runs } from '../../helpers/runs.ts';

const SCHEMA: SchemaJson<string> = valueIn(
  schemaToJson(`
namespace App {
  type Address = { street: String, number?: Long };
  entity Color enum ["red", "green"];
  entity Team;
  entity User in [Team] { name: String, level?: Long, home?: Address, boss?: User, teams?: Set<Team>, ip?: ipaddr, likes?: Color };
  entity Box;
  entity Part in [Box, Part, Color];
  entity Page in [Doc];
  entity Doc in [Team, User] { open: Bool } tags String;
  action read appliesTo { principal: User, resource: Doc, context: { count?: Long, who: User } };
}
`),
);

const uid = (type: string, id: string) => ({ type: `App::${type}`, id });
const ref = (type: string, id: string) => ({ __entity: uid(type, id) });

const someUid = fc.record({
  type: fc.constantFrom(
    'App::Team',
    'App::User',
    'App::Doc',
    'App::Color',
    'Team',
    'App::Nothing',
    'App::Action',
  ),
  id: fc.constantFrom('a', 'red', '', 'x"y', '\ud800'),
});
const someValue = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom<unknown>('text', '', '1.1.1.1', 0, -0, 1, 1.5, 2 ** 53, -(2 ** 63), true, null, {}, []),
    someUid,
    someUid.map((one) => ({ __entity: one })),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('street', 'number', '__entity', '__extn', 'other'), tie('value'), {
      maxKeys: 2,
    }),
  ),
})).value;
const userAttributes = fc.record(
  {
    name: fc.oneof(fc.constant('Ana'), someValue),
    level: fc.oneof(fc.integer(), someValue),
    home: fc.oneof(fc.constant({ street: 'x' }), fc.constant({ street: 'x', number: 1 }), someValue),
    boss: fc.oneof(fc.constant(ref('User', 'b')), someValue),
    teams: fc.oneof(fc.array(fc.constant(ref('Team', 't')), { maxLength: 2 }), someValue),
    ip: someValue,
    likes: fc.constantFrom<unknown>(ref('Color', 'red'), ref('Color', 'blue')),
    other: someValue,
  },
  { requiredKeys: [] },
);
const anyEntity = fc.record(
  {
    uid: fc.oneof(fc.constant(uid('User', 'u')), someUid),
    attrs: fc.oneof(userAttributes, fc.record({ open: fc.oneof(fc.boolean(), someValue) })),
    parents: fc.array(fc.oneof(fc.constant(uid('Team', 't')), someUid), { maxLength: 2 }),
    tags: fc.constantFrom<Entity['tags']>({}, {}, {}, { a: 'b' }),
  },
  { requiredKeys: ['uid', 'attrs', 'parents'] },
);
/** Users that fit, but for one attribute at most: among the others hardly any would. */
const nearlyFittingUser = fc
  .record({
    uid: fc.constant(uid('User', 'u')),
    attrs: fc.record(
      {
        name: fc.constant('Ana'),
        level: fc.integer(),
        home: fc.constantFrom({ street: 'x' }, { street: 'x', number: 1 }),
        boss: fc.constant(ref('User', 'b')),
        teams: fc.array(fc.constant(ref('Team', 't')), { maxLength: 2 }),
      },
      { requiredKeys: ['name'] },
    ),
    parents: fc.array(fc.constant(uid('Team', 't')), { maxLength: 1 }),
    odd: fc.option(userAttributes, { freq: 4 }),
  })
  .map(({ odd, attrs, ...entity }) => {
    const name = Object.keys(odd ?? {}).at(-1);
    return {
      ...entity,
      attrs: { ...attrs, ...(odd && name ? { [name]: odd[name as keyof typeof odd] } : {}) },
    };
  });
const someEntity = fc.oneof(anyEntity, nearlyFittingUser);

describe('schemaFit', () => {
  const fit = conformanceTo(SCHEMA);

  it('never takes an entity that the engine refuses, and takes most that it accepts', () => {
    const seen = { taken: 0, accepted: 0 };
    fc.assert(
      fc.property(someEntity, (entity) => {
        const taken = fit.entity(entity as Entity);
        const accepted = checkEntities([entity as Entity], SCHEMA).ok;
        seen.taken += taken ? 1 : 0;
        seen.accepted += accepted ? 1 : 0;
        expect(accepted || !taken).toBe(true);
      }),
      runs(1_000),
    );
    expect(seen.taken).toBeGreaterThan(seen.accepted / 4);
    expect(seen.taken).toBeGreaterThan(50);
  });

  it('calls no entity misplaced that the engine accepts', () => {
    const seen = { misplaced: 0, taken: 0 };
    const parent = fc.constantFrom('Team', 'User', 'Doc', 'Color', 'Part', 'Box', 'Page', 'Nothing');
    const question = fc.record({ type: parent, parents: fc.array(parent, { maxLength: 2 }) });
    fc.assert(
      fc.property(question, ({ type, parents }) => {
        const attrs = type === 'User' ? { name: 'Ana' } : type === 'Doc' ? { open: true } : {};
        const entity = { uid: uid(type, 'red'), attrs, parents: parents.map((one) => uid(one, 'red')) };
        const misplaced = fit.isMisplaced(entity);
        const refused = !checkEntities([entity], SCHEMA).ok;
        seen.misplaced += misplaced ? 1 : 0;
        seen.taken += refused ? 0 : 1;
        expect(refused || !misplaced).toBe(true);
      }),
      runs(500),
    );
    expect(Math.min(seen.misplaced, seen.taken)).toBeGreaterThan(0);
  });

  it('counts only what an object has itself, and shows', () => {
    const hidden = Object.defineProperty({}, 'name', { value: 'Ana', enumerable: false });
    const user = { uid: uid('User', 'u'), attrs: { name: 'Ana' }, parents: [] };
    expect(fit.entity(user)).toBe(true);
    expect(fit.entity({ ...user, attrs: hidden })).toBe(false);
    const id = Object.defineProperty({ type: 'App::User', id: 'u' }, 'id', { enumerable: false });
    expect(fit.entity({ ...user, uid: id })).toBe(false);
    expect(fit.entity({ ...user, uid: { __entity: id } })).toBe(false);
    const reference = Object.defineProperty({ __entity: uid('User', 'b') }, '__entity', {
      enumerable: false,
    });
    expect(fit.entity({ ...user, attrs: { name: 'Ana', boss: reference } })).toBe(false);
    for (const part of ['uid', 'attrs', 'parents'])
      expect(fit.entity(Object.defineProperty({ ...user }, part, { enumerable: false }))).toBe(false);
  });

  it.each<[string, Entity, boolean]>([
    ['an entity with all it must have', { uid: uid('User', 'u'), attrs: { name: 'Ana' }, parents: [] }, true],
    ['a type with tags', { uid: uid('Doc', 'd'), attrs: { open: true }, parents: [uid('User', 'u')] }, true],
    [
      'an extension value',
      { uid: uid('User', 'u'), attrs: { name: 'Ana', ip: '1.1.1.1' }, parents: [] },
      false,
    ],
    [
      'an entity of a list',
      { uid: uid('User', 'u'), attrs: { name: 'Ana', likes: ref('Color', 'red') }, parents: [] },
      false,
    ],
    ['tags', { uid: uid('Doc', 'd'), attrs: { open: true }, parents: [], tags: { a: 'b' } }, false],
    ['a missing attribute', { uid: uid('User', 'u'), attrs: {}, parents: [] }, false],
    ['a parent of another type', { uid: uid('Team', 't'), attrs: {}, parents: [uid('Team', 's')] }, false],
  ])('knows %s', (_, entity, expected) => {
    expect(fit.entity(entity)).toBe(expected);
  });

  it('knows the context of each action', () => {
    const key = 'App::Action::"read"';
    expect(fit.context(key, { who: ref('User', 'u'), count: 1 })).toBe(true);
    expect(fit.context(key, { count: 1 })).toBe(false);
    expect(fit.context(key, { who: ref('User', 'u'), other: 1 })).toBe(false);
    expect(fit.context(key, Object.create({ who: ref('User', 'u') }))).toBe(false);
    expect(fit.context('App::Action::"write"', {})).toBe(false);
  });
});

describe('surelyFit', () => {
  const flat: SchemaJson<string> = valueIn(
    schemaToJson('namespace App { entity Team; entity User in [Team] { level?: Long }; }'),
  );
  const member = fc.record({
    uid: fc.record({
      type: fc.constantFrom('App::Team', 'App::User'),
      id: fc.constantFrom('a', 'b', 'c', 'd'),
    }),
    attrs: fc.constantFrom<Entity['attrs']>({}, {}, { level: 1 }, { level: 'high' }),
    parents: fc.array(fc.constantFrom(uid('Team', 'a'), uid('Team', 'z'), uid('User', 'a')), {
      maxLength: 2,
    }),
  });

  it('never takes entities that the engine refuses together, and takes most that it accepts', () => {
    const seen = { taken: 0, accepted: 0 };
    fc.assert(
      fc.property(fc.array(member, { maxLength: 4 }), (entities) => {
        const taken = knownToConform(entities, flat);
        const accepted = checkEntities(entities, flat).ok;
        seen.taken += taken ? 1 : 0;
        seen.accepted += accepted ? 1 : 0;
        expect(accepted || !taken).toBe(true);
      }),
      runs(1_000),
    );
    expect(seen.taken).toBeGreaterThan(seen.accepted / 4);
  });

  it('leaves it to the engine where the name of a type could mean two things', () => {
    const owner = (type: 'EntityOrCommon' | 'Entity'): SchemaJson<string> => ({
      App: {
        commonTypes: { Owner: { type: 'String' } },
        entityTypes: {
          Owner: {},
          Box: { shape: { type: 'Record', attributes: { owner: { type, name: 'Owner' } } } },
        },
        actions: {},
      },
    });
    const box = (value: Entity['attrs'][string]) => [
      { uid: uid('Box', 'b'), attrs: { owner: value }, parents: [] },
    ];
    const ofPerson = box({ __entity: uid('Owner', 'o') });
    expect(knownToConform(box('a text'), owner('EntityOrCommon'))).toBe(false);
    expect(checkEntities(box('a text'), owner('EntityOrCommon')).ok).toBe(true);
    expect(knownToConform(ofPerson, owner('EntityOrCommon'))).toBe(false);
    expect(checkEntities(ofPerson, owner('EntityOrCommon')).ok).toBe(false);
    expect(knownToConform(ofPerson, owner('Entity'))).toBe(true);
    expect(checkEntities(ofPerson, owner('Entity')).ok).toBe(true);
  });

  it('leaves it to the engine where an entity could be above itself', () => {
    const nested: SchemaJson<string> = valueIn(
      schemaToJson('namespace App { entity Folder in [Folder]; entity Drive in [Shelf]; entity Shelf; }'),
    );
    const folder = { uid: uid('Folder', 'f'), attrs: {}, parents: [uid('Folder', 'f')] };
    expect(knownToConform([folder], nested)).toBe(false);
    expect(checkEntities([folder], nested).ok).toBe(false);
    expect(knownToConform([{ uid: uid('Team', 'a'), attrs: {}, parents: [] }], flat)).toBe(true);
  });
});
