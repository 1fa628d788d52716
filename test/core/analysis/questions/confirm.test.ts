import { describe, expect, it } from 'vitest';
import type { Counterexample } from '../../../../src/core/analysis/models/counterexample.ts';
import { createConfirmer } from '../../../../src/core/analysis/questions/confirm.ts';
import { preparePolicies, type SchemaJson, schemaToJson } from '../../../../src/core/cedar/cedar.ts';
import { permitText } from '../../../../src/core/policies/permit-text.ts';
import { readPolicies } from '../../../../src/core/policies/read-policies.ts';
import { valueIn } from '../../../helpers/outcome.ts';

const ACTIONS = 150;
/** A part is prepared for an action long before so many questions. */
const QUESTIONS = 12;

/** Each third action may be in a group. */
function manyActions({ inGroup = false } = {}): SchemaJson<string> {
  const actions = Array.from(
    { length: ACTIONS },
    (_, index) =>
      `action "a${index}" ${inGroup && index % 3 === 0 ? 'in [every]' : ''} appliesTo { principal: [User], resource: [${index % 2 ? 'Thing' : 'Other'}] };`,
  );
  const types =
    'entity Elsewhere; entity Group; entity User in [Group] = { level?: Long }; entity Thing, Other = { size: Long, limit?: decimal };';
  return valueIn(
    schemaToJson(`namespace App { ${types} ${inGroup ? 'action every;' : ''} ${actions.join(' ')} }`),
  );
}

const { policies } = readPolicies([
  {
    file: 'p.cedar',
    name: 'p.cedar',
    text: [
      ...Array.from(
        { length: 12 },
        (_, index) =>
          `permit (principal, action in [App::Action::"a${index}", App::Action::"a${index * 7}"], resource) when { resource.size > ${index} };`,
      ),
      'permit (principal in App::Group::"admin", action, resource);',
      'permit (principal, action in App::Action::"every", resource);',
      'forbid (principal, action, resource) when { principal.level * 9223372036854775807 > 3 };',
      'forbid (principal, action, resource) when { [App::Action::"a3", App::Action::"a99"].contains(action) };',
      'forbid (principal, action in [App::Action::"a1", App::Action::"a99"], resource) when { resource.limit.lessThan(decimal("1.5")) };',
    ].join('\n'),
  },
]).policySet;

function request(
  index: number,
  size: number | string,
  extra: Counterexample['entities'] = [],
): Counterexample {
  const principal = { type: 'App::User', id: 'ana' };
  const resource = { type: index % 2 ? 'App::Thing' : 'App::Other', id: 't' };
  const level = typeof size === 'number' && size % 2 === 0 ? { level: size } : {};
  return {
    principal,
    action: { type: 'App::Action', id: `a${index}` },
    resource,
    context: {},
    entities: [
      { uid: principal, attrs: level, parents: index % 3 ? [] : [{ type: 'App::Group', id: 'admin' }] },
      { uid: resource, attrs: { size, limit: '1.2' }, parents: [] },
      ...extra,
    ],
  };
}

/** What the confirmer says of each policy, and what the engine does under the whole schema. */
function bothAnswers(schema: SchemaJson<string>) {
  const confirmer = createConfirmer(schema);
  confirmer.see(policies.map((policy) => ({ kind: 'never-applies', policy })));
  const texts = Object.fromEntries(policies.map((policy) => [policy.id, permitText(policy)]));
  const whole = valueIn(preparePolicies('confirm', schema, texts));
  return (asked: Counterexample) => {
    const confirmed = confirmer.engineOn(asked);
    const plain = whole.authorize(asked);
    return {
      confirmed: confirmed.ok && {
        applying: policies.filter(confirmed.value.applies).map(({ id }) => id),
        erring: policies.filter(confirmed.value.errs).map(({ id }) => id),
      },
      plain: plain.ok && {
        applying: policies.map(({ id }) => id).filter((id) => plain.value.reason.includes(id)),
        erring: policies
          .map(({ id }) => id)
          .filter((id) => plain.value.errors.some((one) => one.policyId === id)),
      },
    };
  };
}

describe('a confirmer of a schema with many actions', () => {
  it.each([
    ['whose actions can be parted', { inGroup: false }],
    ['with groups of actions', { inGroup: true }],
  ])('says what the engine says under the whole schema, %s', (_, options) => {
    const ask = bothAnswers(manyActions(options));
    const seen = new Set<string>();
    for (let index = 1; index < ACTIONS; index += 7)
      for (let size = 0; size < QUESTIONS; size += 1) {
        const { confirmed, plain } = ask(request(index, size));
        expect(confirmed).toEqual(plain);
        seen.add(plain ? `${plain.applying.length > 0} ${plain.erring.length > 0}` : 'refused');
      }
    expect([...seen].sort()).toEqual(['false false', 'false true', 'true false', 'true true']);
  });

  it('takes entities of any type along, and refuses what does not fit, however much was asked before', () => {
    const ask = bothAnswers(manyActions());
    for (let size = 0; size < QUESTIONS; size += 1) ask(request(1, size));
    const elsewhere = { uid: { type: 'App::Elsewhere', id: 'e' }, attrs: {}, parents: [] };
    expect(ask(request(1, 5, [elsewhere])).plain).toBeTruthy();
    const unfit = [
      request(1, 'large'),
      request(1, 5, [{ ...elsewhere, attrs: { size: 1 } }]),
      request(1, 5, [{ ...elsewhere, uid: { type: 'App::Nothing', id: 'n' } }]),
      { ...request(1, 5), resource: { type: 'App::Other', id: 't' } },
      { ...request(1, 5), context: { more: true } },
      request(ACTIONS, 5),
    ];
    for (const asked of unfit) expect(ask(asked)).toEqual({ confirmed: false, plain: false });
    const { confirmed, plain } = ask(request(1, 5, [elsewhere]));
    expect(confirmed).toEqual(plain);
  });

  it('knows which attributes the schema requires', () => {
    const { requires } = createConfirmer(manyActions());
    expect([requires('App::Thing', 'size'), requires('App::Thing', 'limit')]).toEqual([true, false]);
    expect([requires('App::Thing', 'other'), requires('App::Nothing', 'size')]).toEqual([false, false]);
  });
});
