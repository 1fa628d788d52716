import { describe, expect, it } from 'vitest';
import * as cedar from '../../../src/core/cedar/cedar.ts';
import { preparePoliciesByAction } from '../../../src/core/engine/partition-by-action.ts';
import { policyTexts } from '../../../src/core/policies/policy.ts';
import { readPolicies } from '../../../src/core/policies/read-policies.ts';
import { valueIn } from '../../helpers/outcome.ts';

const ACTIONS = 150;

/** Many actions on a few types, some of them in no policy. */
function largeSchema(extra = '', length = ACTIONS): cedar.SchemaJson<string> {
  const actions = Array.from(
    { length },
    (_, index) =>
      `action "a${index}" appliesTo { principal: [User], resource: [${index % 3 ? 'Thing' : 'Other'}] };`,
  );
  const types =
    'entity Elsewhere; entity Group; entity User in [Group] = { level?: Long }; entity Thing = { size: Long, name?: String }; entity Other = { size: Long, name?: String };';
  return valueIn(cedar.schemaToJson(`namespace App { ${types} ${actions.join(' ')} ${extra} }`));
}

const action = (index: number) => `App::Action::"a${index}"`;

const { policySet } = readPolicies([
  {
    file: 'p.cedar',
    name: 'p.cedar',
    text: [
      ...Array.from(
        { length: 40 },
        (_, index) =>
          `permit (principal, action in [${action(index)}, ${action(index * 3)}], resource) when { resource.size > ${index} };`,
      ),
      `permit (principal in App::Group::"admin", action, resource);`,
      `forbid (principal, action == ${action(9)}, resource) when { principal has level && principal.level < 3 };`,
      `forbid (principal, action == ${action(12)}, resource) when { resource.name == "secret" };`,
      `forbid (principal, action, resource) when { action == ${action(15)} && resource.size > 7 };`,
    ].join('\n'),
  },
]);

function query(index: number, size: number, inGroup: boolean): cedar.AuthorizationQuery {
  const group = { type: 'App::Group', id: 'admin' };
  const principal = { type: 'App::User', id: 'ana' };
  const resource = { type: index % 3 ? 'App::Thing' : 'App::Other', id: 't' };
  return {
    principal,
    action: { type: 'App::Action', id: `a${index}` },
    resource,
    context: {},
    entities: [
      { uid: principal, attrs: size % 2 ? { level: size } : {}, parents: inGroup ? [group] : [] },
      { uid: resource, attrs: { size }, parents: [] },
    ],
  };
}

/** After so many questions about an action it has a set of its own. */
const OFTEN = 60;

describe('policies that are prepared for each action', () => {
  it.each([
    ['without groups of actions', ''],
    [
      'with groups of actions',
      'action all; action "in" in [all] appliesTo { principal: [User], resource: [Thing] };',
    ],
  ])(
    'give every answer that all policies together give, reasons and errors included, in a schema %s',
    (_, extra) => {
      const schema = largeSchema(extra);
      const whole = valueIn(cedar.preparePolicies('whole', schema, policyTexts(policySet.policies)));
      const parts = valueIn(preparePoliciesByAction('parts', schema, policySet));
      const decisions = new Set<string>();
      for (let index = 0; index < ACTIONS; index += 1) {
        for (const size of [0, 5, 30]) {
          const asked = query(index, size, index % 4 === 0);
          const answer = parts.authorize(asked);
          expect(answer).toEqual(whole.authorize(asked));
          decisions.add(answer.ok ? `${answer.value.decision} ${answer.value.errors.length}` : 'failed');
        }
      }
      expect([...decisions].sort()).toEqual(['allow 0', 'allow 1', 'deny 0']);
    },
  );

  it('give the same answers in a small schema, before and after an action got a set of its own', () => {
    const small = 16;
    const { policySet: few } = readPolicies([
      {
        file: 'p.cedar',
        name: 'p.cedar',
        text: policySet.policies
          .filter(({ text }) => [...text.matchAll(/"a(\d+)"/g)].every((match) => Number(match[1]) < small))
          .map(({ text }) => text)
          .join('\n'),
      },
    ]);
    const schema = largeSchema('', small);
    const whole = valueIn(cedar.preparePolicies('whole', schema, policyTexts(few.policies)));
    const parts = valueIn(preparePoliciesByAction('parts', schema, few));
    for (let index = 0; index < small; index += 1) {
      for (let round = 0; round < 150; round += 1) {
        const asked = query(index, [0, 5, 30][round % 3] ?? 0, round % 4 === 0);
        expect(parts.authorize(asked)).toEqual(whole.authorize(asked));
      }
    }
  });

  it('take entities of any type of the schema along, also when an action has a set of its own', () => {
    const schema = largeSchema();
    const whole = valueIn(cedar.preparePolicies('whole', schema, policyTexts(policySet.policies)));
    const parts = valueIn(preparePoliciesByAction('parts', schema, policySet));
    const asked = query(1, 5, true);
    for (let round = 0; round < OFTEN; round += 1) parts.authorize(asked);
    const uid = { type: 'App::Elsewhere', id: 'e' };
    const withOther = { ...asked, entities: [...asked.entities, { uid, attrs: {}, parents: [] }] };
    expect(parts.authorize(withOther)).toEqual(whole.authorize(withOther));
    expect(parts.authorize(withOther).ok).toBe(true);
  });

  it('are all kept together where a policy may speak of a group of actions', () => {
    const schema = largeSchema(
      'action all; action member in [all] appliesTo { principal: [User], resource: [Thing] };',
    );
    const grouped = readPolicies([
      {
        file: 'g.cedar',
        name: 'g.cedar',
        text: 'permit (principal, action in App::Action::"all", resource);',
      },
    ]).policySet.policies;
    const set = { policies: [...policySet.policies, ...grouped], templates: [] };
    const parts = valueIn(preparePoliciesByAction('parts', schema, set));
    const asked = { ...query(1, 0, false), action: { type: 'App::Action', id: 'member' } };
    for (let round = 0; round < OFTEN; round += 1)
      expect(valueIn(parts.authorize(asked)).reason).toEqual(['g.cedar#1']);
  });

  it('are all kept together where an attribute may hold any action, also one that a part would not have', () => {
    const schema = structuredClone(largeSchema());
    Object.assign(schema.App?.entityTypes.Thing ?? {}, {
      shape: {
        type: 'Record',
        attributes: { size: { type: 'Long' }, may: { type: 'Entity', name: 'Action', required: false } },
      },
    });
    const parts = valueIn(preparePoliciesByAction('parts', schema, policySet));
    const [{ uid = { type: '', id: '' } } = {}, ...others] = query(1, 5, true).entities.toReversed();
    const may = { __entity: { type: 'App::Action', id: 'a77' } };
    const asked = {
      ...query(1, 5, true),
      entities: [...others, { uid, attrs: { size: 5, may }, parents: [] }],
    };
    for (let round = 0; round < 40; round += 1)
      expect(valueIn(parts.authorize(asked)).decision).toBe('allow');
  });

  it('refuse an action that the schema does not have, as all together do', () => {
    const schema = largeSchema();
    const asked = query(ACTIONS + 1, 5, true);
    const whole = valueIn(cedar.preparePolicies('whole', schema, policyTexts(policySet.policies)));
    const parts = valueIn(preparePoliciesByAction('parts', schema, policySet));
    expect(parts.authorize(asked)).toEqual(whole.authorize(asked));
    expect(whole.authorize(asked).ok).toBe(false);
  });
});
