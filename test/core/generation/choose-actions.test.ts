import { describe, expect, it } from 'vitest';
import { chooseActions, kebab } from '../../../src/core/generation/choose-actions.ts';
import { actionsLeftOut } from '../../../src/core/generation/policies/left-out.ts';
import {
  ACTION_CHOICES,
  type ActionChoice,
  isActionChoice,
} from '../../../src/core/generation/policies/standing.ts';
import type { Action, Model } from '../../../src/core/model/model.ts';
import { model as arbitraryModel } from '../../helpers/arbitrary-model.ts';
import { emailModel } from '../../helpers/email-model.ts';
import fc from '../../helpers/fast-check.ts';

function names(choices: ActionChoice[], model = emailModel): string[] {
  return chooseActions(choices, model).flatMap((group) => group.actions.map((action) => action.name));
}

/** A model with so many reading actions on each of the types. */
function large(counts: Readonly<Record<string, number>>): Model {
  const actions = Object.entries(counts).flatMap(([resourceType, count]) =>
    Array.from({ length: count }, (_, index): Action => {
      const path = `/v1/area${index % 3}/${resourceType}/${index}`;
      const endpoint = { method: 'GET', path, pattern: 'listing', from: 'application' } as const;
      return {
        name: `${resourceType}${index}`,
        resourceType,
        endpoints: [endpoint],
        context: [],
        groups: [],
      };
    }),
  );
  return { ...emailModel, actions };
}

describe('chooseActions', () => {
  it('tells reading from writing, and open and implicit-scope endpoints from both', () => {
    expect(names(['reading'])).toEqual(['getEmailCampaign', 'listEmailMessages', 'getEmailMessage']);
    expect(names(['writing'])).toEqual([
      'updateEmailCampaign',
      'deleteEmailMessage',
      'moveEmailMessage',
      'createEmailCampaign',
    ]);
    expect(names(['open'])).toEqual(['login']);
    expect(names(['implicit-scope'])).toEqual(['getDashboardData']);
    expect(names([])).toEqual([]);
  });

  it('keeps a short list together, and splits a long one by resource type', () => {
    expect(chooseActions(['reading'], large({ Tenant: 20 })).map((group) => group.suffix)).toEqual(['']);
    const groups = chooseActions(['reading'], large({ Tenant: 15, EmailCampaign: 15 }));
    expect(groups.map(({ suffix, resourceType }) => [suffix, resourceType])).toEqual([
      ['email-campaign', 'EmailCampaign'],
      ['tenant', 'Tenant'],
    ]);
  });

  it('never makes a list that nobody reads, loses no action, and tells all groups apart', () => {
    const counts = fc.record({ Tenant: fc.nat(70), EmailCampaign: fc.nat(70), Application: fc.nat(70) });
    fc.assert(
      fc.property(counts, (many) => {
        const model = large(many);
        const groups = chooseActions(['reading'], model);
        const all = groups.flatMap((group) => group.actions.map((action) => action.name));
        expect(all.toSorted()).toEqual(model.actions.map((action) => action.name).toSorted());
        expect(Math.max(0, ...groups.map((group) => group.actions.length))).toBeLessThanOrEqual(20);
        expect(new Set(groups.map((group) => group.suffix)).size).toBe(groups.length);
      }),
    );
  });

  it('finds each action under exactly one of the natures, unless it is left out', () => {
    fc.assert(
      fc.property(arbitraryModel, (model) => {
        const left = actionsLeftOut(model).map(({ action }) => action.name);
        const found = [...ACTION_CHOICES.flatMap((choice) => names([choice], model)), ...left];
        expect(found.toSorted()).toEqual(model.actions.map((action) => action.name).toSorted());
      }),
    );
  });
});

describe('words', () => {
  it('for natures are known', () => {
    expect(isActionChoice('reading')).toBe(true);
    expect(isActionChoice('Reading')).toBe(false);
  });

  it.each([
    ['EmailCampaign', 'email-campaign'],
    ['HTTP2Server', 'http2-server'],
    ['__proto__', 'proto'],
    ['a  b', 'a-b'],
    ['😀', ''],
  ])('%s become %j in ids', (name, id) => {
    expect(kebab(name)).toBe(id);
  });
});
