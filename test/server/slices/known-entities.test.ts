import { describe, expect, it } from 'vitest';
import { knownEntities } from '../../../src/server/slices/known-entities.ts';
import { entityOf } from '../../../src/server/slices/slice-builder.ts';

const CAMPAIGN = { type: 'EmailApp::EmailCampaign', id: 'c1' };
const TENANT = { type: 'EmailApp::Tenant', id: 'acme' };
const parts = () => ({
  uid: { ...CAMPAIGN },
  attrs: { name: 'a' },
  parents: [{ ...TENANT }],
  tags: { a: 'b' },
});

function entityFrom(answer: object) {
  const entity = entityOf(answer, CAMPAIGN, 'a builder');
  if (entity === 'missing') throw new Error('there is an answer');
  return entity;
}

describe('an entity that a builder answered before', () => {
  it('is the same object while the builder says the same', () => {
    const known = knownEntities(10);
    expect(known.same('c1', parts())).toBeUndefined();
    const kept = known.keep('c1', entityFrom(parts()));
    expect(kept).toEqual(entityFrom(parts()));
    expect(known.same('c1', parts())).toBe(kept);
    expect(known.same('c1', { ...parts(), table: new Map() } as never)).toBe(kept);
  });

  it.each([
    ['attributes', { attrs: { name: 'b' } }],
    ['no attributes', { attrs: undefined }],
    ['attributes that are none', { attrs: null }],
    ['parents', { parents: [TENANT, TENANT] }],
    ['no parents', { parents: undefined }],
    ['tags', { tags: { a: 'c' } }],
    ['no tags', { tags: undefined }],
    ['another entity', { uid: TENANT }],
    ['no entity at all', { uid: undefined }],
  ])('is another one when it says otherwise: %s', (_, change) => {
    const known = knownEntities(10);
    known.keep('c1', entityFrom(parts()));
    expect(known.same('c1', { ...parts(), ...change } as never)).toBeUndefined();
  });

  it('is not kept where it is no plain data', () => {
    const known = knownEntities(10);
    const odd = { attrs: { at: new Date(0) } } as never;
    expect(known.keep('c1', entityFrom(odd))).toBeUndefined();
    expect(known.same('c1', odd)).toBeUndefined();
  });

  it('is kept less often while nothing repeats, until something does', () => {
    const known = knownEntities(10_000);
    const keep = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => known.keep(`c${from + index}`, entityFrom(parts())));
    expect(keep(0, 500).filter(Boolean)).toHaveLength(500);
    expect(keep(500, 160).filter(Boolean)).toHaveLength(10);
    expect(known.same('c1', parts())).toBeDefined();
    expect(keep(1_000, 100).filter(Boolean)).toHaveLength(100);
  });
});
