import { describe, expect, expectTypeOf, it } from 'vitest';
import type { CedarValueJson } from '../../../src/core/cedar/cedar.ts';
import { type SchemaAttributes, sliceBuildersFor } from '../../../src/server/slices/typed-builders.ts';

const literal = {
  App: {
    entityTypes: {
      Tenant: {
        shape: {
          type: 'Record',
          attributes: {
            plan: { type: 'String' },
            seats: { type: 'Long' },
            open: { type: 'Boolean', required: false },
            tags: { type: 'Set', element: { type: 'String' } },
          },
        },
      },
      Application: {},
    },
    actions: {},
  },
} as const;

/** What TypeScript makes of an imported JSON file: keys are known, values are wide. */
const imported = {
  App: {
    entityTypes: {
      Tenant: {
        shape: {
          type: 'Record',
          attributes: { plan: { type: 'String' }, note: { type: 'String', required: false } },
        },
      },
    },
  },
};

describe('the attributes of a slice builder', () => {
  it('are those of a literal schema, with their types', () => {
    type Attributes = SchemaAttributes<typeof literal, 'Tenant'>;
    expectTypeOf<Attributes['plan']>().toEqualTypeOf<string>();
    expectTypeOf<Attributes['seats']>().toEqualTypeOf<number>();
    expectTypeOf<Attributes['open']>().toEqualTypeOf<boolean | undefined>();
    expectTypeOf<Attributes['tags']>().toEqualTypeOf<readonly string[]>();
  });

  it('are those of an imported schema, by name', () => {
    type Attributes = SchemaAttributes<typeof imported, 'Tenant'>;
    expectTypeOf<Attributes['plan']>().toEqualTypeOf<CedarValueJson>();
    expectTypeOf<{ plan: string }>().toExtend<Attributes>();
    expectTypeOf<{ note: string }>().not.toExtend<Attributes>();
  });

  it('are checked where the builders are written', () => {
    const builders = sliceBuildersFor<typeof literal, unknown>()({
      Tenant: async (id) =>
        id === 'none' ? undefined : { attrs: { plan: 'pro', seats: 3, tags: [] }, parents: [] },
    });
    expect(Object.keys(builders)).toEqual(['Tenant']);
    sliceBuildersFor<typeof literal, unknown>()({
      // @ts-expect-error `seats` is a number
      Tenant: () => ({ attrs: { plan: 'pro', seats: 'three', tags: [] } }),
    });
    sliceBuildersFor<typeof literal, unknown>()({
      // @ts-expect-error there is no type `Tenants`
      Tenants: () => undefined,
    });
  });
});
