import { describe, expect, it } from 'vitest';
import { EntityMap, entityKey, entityStore, plainUid } from '../../../src/core/cedar/entity.ts';
import fc from '../../helpers/fast-check.ts';

function entity(id: string, ...parents: string[]) {
  return {
    uid: { type: 'A::T', id },
    attrs: {},
    parents: parents.map((parent) => ({ type: 'A::T', id: parent })),
  };
}

function ids(entities: readonly { uid: unknown }[]): string[] {
  return entities.map(({ uid }) => (uid as { id: string }).id).sort();
}

describe('entityKey', () => {
  it('is the same for the same entity and for no other', () => {
    const type = fc.constantFrom('A::T', 'A', 'A::T::"x"');
    const id = fc.oneof(fc.string(), fc.constantFrom('"', '::', '"x"', '\\"', '\ud800'));
    fc.assert(
      fc.property(type, id, type, id, (type1, id1, type2, id2) => {
        const same = type1 === type2 && id1 === id2;
        return (entityKey({ type: type1, id: id1 }) === entityKey({ type: type2, id: id2 })) === same;
      }),
    );
  });
});

describe('the keys of entities', () => {
  it('are written as JSON writes texts, quickly or not', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (id) => {
        expect(entityKey({ type: 'A', id })).toBe(`A::${JSON.stringify(id)}`);
      }),
    );
  });
});

describe('plainUid', () => {
  it('reads both spellings', () => {
    expect(plainUid({ __entity: { type: 'A::T', id: 'x' } })).toEqual({ type: 'A::T', id: 'x' });
    expect(plainUid({ type: 'A::T', id: 'x' })).toEqual({ type: 'A::T', id: 'x' });
  });
});

describe('a map by entity', () => {
  it('is a map by entity keys, however many entities there are', () => {
    const uid = fc.record({
      type: fc.constantFrom('A::T', 'A', 'B'),
      id: fc.constantFrom(...Array.from('abcdefg"'), ''),
    });
    fc.assert(
      fc.property(fc.array(uid, { maxLength: 40 }), fc.array(uid), (added, asked) => {
        const map = new EntityMap<number>();
        const expected = new Map<string, number>();
        for (const [index, one] of added.entries()) {
          expect(map.add(one, index)).toBe(!expected.has(entityKey(one)));
          if (!expected.has(entityKey(one))) expected.set(entityKey(one), index);
        }
        expect(map.values()).toEqual([...expected.values()]);
        expect(map.size).toBe(expected.size);
        for (const one of [...added, ...asked]) {
          expect(map.get(one)).toBe(expected.get(entityKey(one)));
          expect(map.has(one)).toBe(expected.has(entityKey(one)));
        }
      }),
    );
  });
});

describe('an entity store', () => {
  const store = entityStore([
    entity('m', 'c', 'gone'),
    entity('c', 't'),
    entity('t'),
    entity('other'),
    entity('a', 'b'),
    entity('b', 'a'),
  ]);

  it('answers with an entity and everything above it that is known, each once', () => {
    expect(ids(store.withAncestors({ type: 'A::T', id: 'm' }))).toEqual(['c', 'm', 't']);
    expect(ids(store.withAncestors({ type: 'A::T', id: 'a' }))).toEqual(['a', 'b']);
    expect(store.withAncestors({ type: 'A::T', id: 'gone' })).toEqual([]);
    expect(store.withAncestors({ type: 'A::U', id: 'm' })).toEqual([]);
  });

  it('keeps the first of two equal keys', () => {
    const twice = entityStore([entity('x', 'first'), entity('x', 'second')]);
    expect(twice.get({ type: 'A::T', id: 'x' })?.parents).toEqual([{ type: 'A::T', id: 'first' }]);
  });
});
