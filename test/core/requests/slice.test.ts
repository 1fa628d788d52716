import { describe, expect, it } from 'vitest';
import {
  type Entity,
  type EntityUid,
  entityKey,
  entityStore,
  plainUid,
} from '../../../src/core/cedar/entity.ts';
import { anonymousPrincipal } from '../../../src/core/requests/principal.ts';
import { type Slice, sliceMaker, sliceOf } from '../../../src/core/requests/slice.ts';
import { emailEntities, uid, user } from '../../helpers/email-entities.ts';
import { emailModel } from '../../helpers/email-model.ts';
import fc from '../../helpers/fast-check.ts';

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
        expect(inOrder(sliceOf(principal, resource, lookedUp, emailModel))).toEqual(inOrder(made));
      }),
      { numRuns: 1_000 },
    );
  });
});

function inOrder(made: Slice): readonly Entity[] | string {
  const keyOf = (entity: Entity) => entityKey(plainUid(entity.uid));
  if (made.type === 'not-found') return made.type;
  return made.entities.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function ancestors(resource: EntityUid): string[] {
  const entity = emailEntities.find((one) => (one.uid as EntityUid).id === resource.id);
  return [resource.id, ...(entity?.parents ?? []).flatMap((parent) => ancestors(parent as EntityUid))];
}
