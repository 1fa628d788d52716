import { isAuthorized } from '@cedar-policy/cedar-wasm/nodejs';
import { describe, expect, it } from 'vitest';
import { schemaToJson } from '../../../src/core/cedar/cedar.ts';
import type { Entity } from '../../../src/core/cedar/entity.ts';
import { explicitValues } from '../../../src/core/cedar/explicit-values.ts';
import { NO_SCHEMA } from '../../../src/core/cedar/schema/no-schema.ts';
import { valueIn } from '../../helpers/outcome.ts';

const SCHEMA = `
  type Contact = { person: User, numbers: Set<decimal> };
  entity Color enum ["red"];
  entity User { boss?: User, home: ipaddr, likes: Color, contact: Contact, uid: { type: String, id: String } } tags User;
  namespace Shop { entity Order { by: User, since: datetime }; }
  action view appliesTo { principal: User, resource: [User, Shop::Order], context: { on: Set<User>, from: __cedar::ipaddr } };`;

const uid = (type: string, id: string) => ({ type, id });
const USER = {
  uid: uid('User', 'ana'),
  attrs: {
    boss: uid('User', 'bob'),
    home: '10.0.0.1',
    likes: uid('Color', 'red'),
    contact: {
      person: { __entity: uid('User', 'eve') },
      numbers: ['1.5', { __extn: { fn: 'decimal', arg: '2.0' } }],
    },
    uid: uid('User', 'ana'),
  },
  parents: [],
  tags: { friend: uid('User', 'bob') },
} satisfies Entity;
const ORDER = {
  uid: uid('Shop::Order', 'o'),
  attrs: { by: uid('User', 'ana'), since: '2024-01-01' },
  parents: [],
} satisfies Entity;

describe('values that only a schema makes what they are', () => {
  const values = explicitValues(valueIn(schemaToJson(SCHEMA)));

  it('are spelled out wherever they stand', () => {
    expect(values.entities([USER, ORDER])).toEqual([
      {
        ...USER,
        attrs: {
          boss: { __entity: uid('User', 'bob') },
          home: { __extn: { fn: 'ip', arg: '10.0.0.1' } },
          likes: { __entity: uid('Color', 'red') },
          contact: {
            person: { __entity: uid('User', 'eve') },
            numbers: [{ __extn: { fn: 'decimal', arg: '1.5' } }, { __extn: { fn: 'decimal', arg: '2.0' } }],
          },
          uid: uid('User', 'ana'),
        },
        tags: { friend: { __entity: uid('User', 'bob') } },
      },
      {
        ...ORDER,
        attrs: {
          by: { __entity: uid('User', 'ana') },
          since: { __extn: { fn: 'datetime', arg: '2024-01-01' } },
        },
      },
    ]);
    expect(
      values.context({ on: [uid('User', 'ana')], from: '10.0.0.1' } as never, uid('Action', 'view')),
    ).toEqual({
      on: [{ __entity: uid('User', 'ana') }],
      from: { __extn: { fn: 'ip', arg: '10.0.0.1' } },
    });
  });

  it('are the same to the engine', () => {
    const policies = `
      permit (principal, action, resource) when { principal.boss == User::"bob" && principal.home.isLoopback() == false };
      permit (principal, action, resource) when { principal.contact.person in principal.getTag("friend") || principal.uid.id == "ana" };`;
    const ask = (entities: readonly Entity[]) =>
      isAuthorized({
        principal: USER.uid,
        action: uid('Action', 'view'),
        resource: ORDER.uid,
        context: { on: [{ __entity: USER.uid }], from: { __extn: { fn: 'ip', arg: '10.0.0.1' } } },
        policies: { staticPolicies: policies },
        schema: SCHEMA,
        validateRequest: true,
        entities: [...entities],
      });
    for (const entities of [[USER, ORDER], values.entities([USER, ORDER])]) {
      const answer = ask(entities);
      expect(answer.type === 'success' && answer.response.diagnostics.reason.toSorted()).toEqual([
        'policy0',
        'policy1',
      ]);
    }
  });

  it('are left as they are where there is no schema, or nothing to spell out', () => {
    expect(explicitValues(NO_SCHEMA).entities([USER])[0]).toBe(USER);
    const odd = {
      ...USER,
      attrs: { boss: 'User::"x"', home: 5, uid: [], contact: 'x' },
    } as unknown as Entity;
    expect(values.entities([odd])).toEqual([{ ...odd, tags: { friend: { __entity: uid('User', 'bob') } } }]);
  });
});
