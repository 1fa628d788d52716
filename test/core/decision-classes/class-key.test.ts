import { describe, expect, it } from 'vitest';
import type { Entity } from '../../../src/core/cedar/entity.ts';
import { classKey } from '../../../src/core/decision-classes/class-key.ts';
import type { Read } from '../../../src/core/decision-classes/policy-reads.ts';
import fc from '../../helpers/fast-check.ts';

const node = (index: number) => ({ type: 'Node', id: `n${index}` });
const NODES = 6;

/** Who is directly in whom, cycles included. */
const parents = fc.array(fc.array(fc.nat(NODES - 1), { maxLength: 4 }), { minLength: 1, maxLength: NODES });

/** Whether the first is in each of them, and in what its attribute holds. */
const READS: readonly Read[] = [
  ...Array.from(
    { length: NODES },
    (_, index): Read => ({
      type: 'in-entity',
      path: { root: 'principal', attributes: [] },
      entity: node(index),
    }),
  ),
  {
    type: 'in',
    left: { root: 'principal', attributes: [] },
    right: { root: 'principal', attributes: ['friend'] },
  },
];

function key(entities: readonly Entity[]): string | undefined {
  const action = { type: 'Action', id: 'a' };
  return classKey(READS, { principal: node(0), action, resource: node(1), context: {}, entities }, '');
}

/** What can be reached from the first, worked out in the plainest way. */
function reached(graph: readonly (readonly number[])[]): ReadonlySet<number> {
  const found = new Set([0]);
  for (const one of found) for (const parent of graph[one] ?? []) found.add(parent);
  return found;
}

describe('the key of a class', () => {
  it('says what an entity is in, the same whether it comes with few entities or with many', () => {
    fc.assert(
      fc.property(parents, fc.nat(NODES - 1), (graph, friend) => {
        const entities = graph.map((above, index) => ({
          uid: node(index),
          attrs: index === 0 ? { friend: { __entity: node(friend) } } : {},
          parents: above.map(node),
        }));
        const others = Array.from({ length: 40 }, (_, index) => ({
          uid: node(100 + index),
          attrs: {},
          parents: [node(0)],
        }));
        const isIn = reached(graph);
        const expected = [...Array.from({ length: NODES }, (_, index) => index), friend];
        expect(key(entities)).toBe(expected.map((one) => (isIn.has(one) ? 't' : 'f')).join(''));
        expect(key([...others, ...entities])).toBe(key(entities));
        const namesake = { uid: { type: 'Other', id: 'n0' }, attrs: {}, parents: expected.map(node) };
        expect(key([namesake, ...entities])).toBe(key(entities));
      }),
    );
  });

  it.each([0, 9])('is none where two entities have one uid, among %i others', (count) => {
    const entity = (index: number) => ({ uid: node(index), attrs: {}, parents: [] });
    const others = Array.from({ length: count }, (_, index) => entity(100 + index));
    expect(key([entity(0), entity(1), ...others, entity(1)])).toBeUndefined();
  });
});
