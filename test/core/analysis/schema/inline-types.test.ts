import { describe, expect, it } from 'vitest';
import { withoutCommonTypes } from '../../../../src/core/analysis/schema/inline-types.ts';
import { checkEntities } from '../../../../src/core/cedar/cedar.ts';
import { schemaOf } from '../../../helpers/analysis.ts';

describe('a schema without common types', () => {
  it('means the same, also where a namespace has types that are called like those of the engine', () => {
    const schema = schemaOf(`
      namespace B { entity V; type T = { n: Long, s: __cedar::String, ip: ipaddr, v: V, b: Set<Bool> }; }
      namespace A { entity Long, ipaddr, String, Bool, V; entity U { t: B::T, n: Long, s: String }; }`);
    const user = {
      uid: { type: 'A::U', id: 'u' },
      attrs: {
        t: {
          n: 1,
          s: 's',
          ip: { __extn: { fn: 'ip', arg: '::1' } },
          v: { __entity: { type: 'B::V', id: 'v' } },
          b: [true],
        },
        n: { __entity: { type: 'A::Long', id: 'n' } },
        s: { __entity: { type: 'A::String', id: 's' } },
      },
      parents: [],
    };
    expect(checkEntities([user], schema)).toMatchObject({ ok: true });
    expect(checkEntities([user], withoutCommonTypes(schema))).toMatchObject({ ok: true });
  });
});
