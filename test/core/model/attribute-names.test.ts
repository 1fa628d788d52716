import { describe, expect, it } from 'vitest';
import { attributeNames } from '../../../src/core/model/attribute-names.ts';

const record = (...names: string[]) => ({
  type: 'Record',
  attributes: Object.fromEntries(names.map((name) => [name, { type: 'Other::Kind', required: false }])),
});

describe('the names of attributes', () => {
  it('are those that a schema gives an entity type, of whatever type they are', () => {
    const schema = {
      A: {
        commonTypes: {
          Person: record('name'),
          Alias: { type: 'Person' },
          Far: { type: 'EntityOrCommon', name: 'B::Thing' },
        },
        entityTypes: {
          User: { shape: record('email', 'level') },
          Named: { shape: { type: 'EntityOrCommon', name: 'Alias' } },
          Distant: { shape: { type: 'Far' } },
          Bare: {},
          Open: { shape: { ...record('x'), additionalAttributes: true } },
          Lost: { shape: { type: 'Nowhere' } },
        },
        actions: {},
      },
      B: { commonTypes: { Thing: record('size') }, entityTypes: {}, actions: {} },
      '': { entityTypes: { Plain: { shape: record('a') } }, actions: {} },
    };
    const names = [...attributeNames(schema as never)].map(([type, known]) => [type, [...known]]);
    expect(Object.fromEntries(names)).toEqual({
      'A::User': ['email', 'level'],
      'A::Named': ['name'],
      'A::Distant': ['size'],
      'A::Bare': [],
      Plain: ['a'],
    });
  });
});
