import { describe, expect, it } from 'vitest';
import {
  type Entity,
  type EntityUid,
  entityKey,
  entityStore,
  plainUid,
} from '../../../src/core/cedar/entity.ts';
import { anonymousPrincipal } from '../../../src/core/requests/principal.ts';
import { type Slice, sliceMaker, sliceOf, type UnusableSlice } from '../../../src/core/requests/slice.ts';
import { emailEntities, uid, user } from '../../helpers/email-entities.ts';
import { emailModel } from '../../helpers/email-model.ts';
import fc from '../../helpers/fast-check.ts';
import { runs } from '../../helpers/runs.ts';

const slices = sliceMaker(entityStore(emailEntities), emailModel);

function slice(principal: Entity, resource: EntityUid): string[] | string {
  const made = slices.compose(principal, resource);
  if (made.type === 'not-found') return made.type;
  return made.entities.map((entity) => ('id' in entity.uid ? entity.uid.id : '')).sort();
}

describe('a slice', () => {
  it('is the principal with its parents and the resource with its ancestors, and nothing else', () => {
    expect(slice(user('ana', 'editor', 'acme'), uid('EmailMessage', 'm1'))).toEqual([
      'acme',
      'ana',
      'c1',
      'editor',
      'm1',
    ]);
    expect(slice(user('ana', 'editor', 'acme'), uid('EmailMessage', 'm9'))).toEqual([
      ...['acme', 'ana', 'c9', 'editor', 'm9', 'umbrella'],
    ]);
  });

  it('of the application holds the one synthetic entity', () => {
    expect(slice(user('ana', 'editor', 'acme'), uid('Application', 'EmailApp'))).toEqual([
      'EmailApp',
      'acme',
      'ana',
      'editor',
    ]);
    expect(slice(anonymousPrincipal(emailModel), uid('Application', 'EmailApp'))).toEqual([
      'EmailApp',
      'anonymous',
    ]);
  });

  it('does not exist for a resource that does not exist', () => {
    expect(slice(user('ana', 'editor', 'acme'), uid('EmailMessage', 'm404'))).toBe('not-found');
    expect(slice(user('ana', 'editor', 'acme'), uid('Tenant', 'nobody'))).toBe('not-found');
  });

  it('makes up what the identifier alone says: groups, and containers without attributes', () => {
    const bare = {
      ...emailModel,
      entityTypes: emailModel.entityTypes.map((type) =>
        type.name === 'Tenant' ? { ...type, attributes: [] } : type,
      ),
    };
    const made = sliceMaker(entityStore([]), bare).compose(
      user('ana', 'editor', 'acme'),
      uid('Tenant', 'globex'),
    );
    expect(made.type === 'entities' && made.entities.map((entity) => entity.uid)).toEqual([
      uid('User', 'ana'),
      uid('Role', 'editor'),
      uid('Tenant', 'acme'),
      uid('Tenant', 'globex'),
    ]);
  });

  it.each([
    ['attributes', {}],
    [
      'attributes that only Cedar reads',
      { attributes: [], unreadAttributes: [{ name: 'may', required: false }] },
    ],
    ['tags', { attributes: [], hasTags: true }],
  ])('makes up nothing that may have %s: which, the identifier does not say', (_, having) => {
    const types = emailModel.entityTypes.map((type) =>
      type.name === 'Tenant' ? { ...type, ...having } : type,
    );
    const model = { ...emailModel, entityTypes: types };
    const [ana, nothing] = [user('ana', 'editor', 'acme'), { get: () => undefined }];
    const made = (resource: EntityUid) => [
      sliceMaker(entityStore([]), model).compose(ana, resource),
      sliceOf(ana, resource, nothing, model),
    ];
    for (const slice of made(uid('Tenant', 'globex'))) expect(slice.type).toBe('not-found');
    for (const slice of made(uid('Application', 'EmailApp')))
      expect(
        slice.type === 'entities' && slice.entities.map((entity) => plainUid(entity.uid).id).sort(),
      ).toEqual(['EmailApp', 'ana', 'editor']);
  });

  it('makes up nothing that may be in something: where it is, the identifier does not say', () => {
    const bare = {
      ...emailModel,
      entityTypes: emailModel.entityTypes.map((type) => ({ ...type, attributes: [] })),
    };
    const ana = user('ana', 'editor', 'acme');
    const campaign = uid('EmailCampaign', 'c404');
    expect(sliceMaker(entityStore([]), bare).compose(ana, campaign)).toEqual({ type: 'not-found' });
    expect(sliceOf(ana, campaign, { get: () => undefined }, bare)).toEqual({ type: 'not-found' });
  });

  it('holds another of the type of the caller, with what it is in', () => {
    const ana = user('ana', 'editor', 'acme');
    const known = entityStore([user('bob', 'viewer', 'umbrella'), ...emailEntities]);
    const resource = uid('User', 'bob');
    for (const made of [
      sliceMaker(known, emailModel).compose(ana, resource),
      sliceOf(ana, resource, known, emailModel),
    ])
      expect(made.type === 'entities' && made.entities.map(({ uid }) => plainUid(uid).id).sort()).toEqual([
        ...['acme', 'ana', 'bob', 'editor', 'umbrella'],
      ]);
  });

  it('leaves out a parent with attributes that nobody knows: there is nothing to send', () => {
    const made = sliceMaker(entityStore([]), emailModel).compose(
      user('ana', 'editor', 'acme'),
      uid('Application', 'EmailApp'),
    );
    expect(made.type === 'entities' && made.entities.map((entity) => entity.uid)).toEqual([
      uid('User', 'ana'),
      uid('Role', 'editor'),
      uid('Application', 'EmailApp'),
    ]);
  });

  it('never holds more than principal, its parents and what is above them, resource and its ancestors', () => {
    const any = fc.constantFrom(...emailEntities.map((entity) => entity.uid as EntityUid));
    fc.assert(
      fc.property(fc.subarray(['acme', 'umbrella']), any, (tenants, resource) => {
        const made = slices.compose(user('ana', 'editor', ...tenants), resource);
        if (made.type === 'not-found') return false;
        const allowed = new Set(['ana', 'editor', ...tenants, ...ancestors(resource)]);
        return made.entities.every((entity) => 'id' in entity.uid && allowed.has(entity.uid.id));
      }),
    );
  });

  it('holds nothing that a caller is in by its record alone, also when it is the resource, or above it', () => {
    const ana = user('ana', 'editor', 'acme');
    const record = { ...ana, parents: [uid('Role', 'admin'), uid('Tenant', 'umbrella')] };
    const named = (type: string, id: string, ...parents: EntityUid[]) => ({
      uid: uid(type, id),
      attrs: { planTier: 'free', maxUsers: 1 },
      parents,
    });
    const known = entityStore([
      record,
      named('Role', 'admin'),
      named('Tenant', 'umbrella'),
      named('Tenant', 'acme'),
      named('EmailCampaign', 'own', uid('User', 'ana')),
    ]);
    const idsOf = (made: Slice | UnusableSlice) =>
      made.type === 'entities' ? made.entities.map((entity) => plainUid(entity.uid).id).sort() : made.type;
    const made = (resource: EntityUid) =>
      [sliceMaker(known, emailModel).compose(ana, resource), sliceOf(ana, resource, known, emailModel)].map(
        idsOf,
      );
    const ofCaller = ['acme', 'ana', 'editor'];
    expect(made(uid('User', 'ana'))).toEqual([ofCaller, ofCaller]);
    expect(made(uid('EmailCampaign', 'own'))).toEqual([
      [...ofCaller, 'own'],
      [...ofCaller, 'own'],
    ]);
  });

  it('holds the caller once, also where its record is the resource and the very same entity', () => {
    const ana = user('ana', 'editor', 'acme');
    const made = sliceMaker(entityStore([ana, ...emailEntities]), emailModel).compose(
      ana,
      uid('User', 'ana'),
    );
    expect(made.type === 'entities' && made.entities.filter((entity) => entity === ana)).toEqual([ana]);
  });

  it('of one request is that of a maker, whatever was looked up for it', () => {
    const anyUid = fc
      .tuple(
        fc.constantFrom('User', 'Role', 'Tenant', 'EmailCampaign', 'EmailMessage', 'Application'),
        fc.constantFrom('a', 'b'),
      )
      .map(([type, id]) => uid(type, id));
    const parents = fc.array(
      fc.oneof(
        anyUid,
        anyUid.map((explicit) => ({ __entity: explicit })),
      ),
      {
        maxLength: 3,
      },
    );
    // Two of one uid, loops, parents that nobody knows, and the principal among the others.
    const anyEntity = fc.record({ uid: anyUid, parents, attrs: fc.record({ nr: fc.nat() }) });
    fc.assert(
      fc.property(anyEntity, anyUid, fc.array(anyEntity), (principal, resource, lookedUp) => {
        const made = sliceMaker(entityStore(lookedUp), emailModel).compose(principal, resource);
        const { get } = entityStore(lookedUp);
        expect(inOrder(sliceOf(principal, resource, { get }, emailModel))).toEqual(inOrder(made));
      }),
      runs(1_000),
    );
  });
});

it('nothing is decided by fixtures either where more is above one than a server takes', () => {
  const campaign = uid('EmailCampaign', 'c1');
  const sizes = Array.from({ length: 10 }, (_, index) => 494 + index);
  const answers = sizes.map((size) => {
    const groups = Array.from({ length: size }, (_, index) => uid('Role', `r${index}`));
    const principal = { uid: uid('User', 'ana'), attrs: {}, parents: groups };
    const { get } = entityStore(emailEntities);
    return [slices.compose(principal, campaign), sliceOf(principal, campaign, { get }, emailModel)] as const;
  });
  for (const [made, served] of answers)
    expect(made.type).toBe(served.type === 'unusable' ? 'not-found' : served.type);
  expect(answers[0]?.[0].type).toBe('entities');
  expect(answers.at(-1)?.[0]).toEqual({
    type: 'not-found',
    why: 'more than 500 entities are above one',
  });
});

describe('a slice of what a server looked up', () => {
  const model = emailModel;
  const ana = user('ana', 'editor', 'acme');
  const campaign = uid('EmailCampaign', 'c');
  const of = (known: readonly (readonly [EntityUid, Entity | 'missing'])[]) => {
    const byKey = new Map(known.map(([one, found]) => [entityKey(one), found]));
    return sliceOf(ana, campaign, { get: (one) => byKey.get(entityKey(one)) }, model);
  };
  const below = (...parents: EntityUid[]): Entity => ({ uid: campaign, attrs: {}, parents });

  it('is unusable where something above the resource is missing, also when the principal is below it as well', () => {
    const tenant = uid('Tenant', 'acme');
    const lost = uid('Tenant', 'lost');
    const shared: Entity = { uid: tenant, attrs: {}, parents: [lost] };
    expect(
      of([
        [campaign, below(lost)],
        [lost, 'missing'],
      ]),
    ).toMatchObject({ type: 'unusable' });
    expect(
      of([
        [campaign, below(tenant)],
        [tenant, shared],
        [lost, 'missing'],
      ]),
    ).toMatchObject({
      type: 'unusable',
      reason: expect.stringContaining('"lost", above'),
    });
  });

  it('is that of a principal whose groups are missing, and says that a missing resource is not there', () => {
    const tenant = uid('Tenant', 'acme');
    expect(
      of([
        [campaign, below()],
        [tenant, 'missing'],
      ]),
    ).toMatchObject({ type: 'entities' });
    expect(
      of([
        [campaign, 'missing'],
        [tenant, 'missing'],
      ]),
    ).toEqual({ type: 'not-found' });
  });

  it('is unusable where more is above one than any sound hierarchy has', () => {
    const many = Array.from({ length: 501 }, (_, index) => uid('Tenant', `t${index}`));
    const there = many.map((one): [EntityUid, Entity] => [one, { uid: one, attrs: {}, parents: [] }]);
    expect(of([[campaign, below(...many.slice(0, 499))], ...there])).toMatchObject({ type: 'entities' });
    expect(of([[campaign, below(...many)], ...there])).toMatchObject({ type: 'unusable' });
  });
});

function inOrder(made: Slice | UnusableSlice): readonly Entity[] | string {
  const keyOf = (entity: Entity) => entityKey(plainUid(entity.uid));
  if (made.type !== 'entities') return made.type;
  return made.entities.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function ancestors(resource: EntityUid): string[] {
  const entity = emailEntities.find((one) => (one.uid as EntityUid).id === resource.id);
  return [resource.id, ...(entity?.parents ?? []).flatMap((parent) => ancestors(parent as EntityUid))];
}
