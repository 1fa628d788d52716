import { describe, expect, it } from 'vitest';
import { factsOfFixtures, frameworkFacts } from '../../../src/core/facts/framework-facts.ts';
import type { Action, Model } from '../../../src/core/model/model.ts';
import { emailModel } from '../../helpers/email-model.ts';

function kinds(change: (action: Action) => Action = (action) => action, model: Model = emailModel): string[] {
  return frameworkFacts({ ...model, actions: model.actions.map(change) }).map(({ kind }) => kind);
}

describe('what authz makes sure of in every request', () => {
  it('is what is sent, which tenants the context names, what the application is, and what nobody has', () => {
    expect(kinds()).toEqual(['only-slice', 'context-holds-ancestors', 'only-resource', 'bare-principal']);
  });

  it('is nothing where no action has an endpoint, since others make the requests', () => {
    expect(kinds((action) => ({ ...action, endpoints: [] }))).toEqual([]);
    expect(kinds((action) => (action.name === 'login' ? action : { ...action, endpoints: [] }))).not.toEqual(
      [],
    );
  });

  it('is nothing about tenants where there are none, or no context names them', () => {
    const renamed = (action: Action) => action.context.map((one) => ({ ...one, name: 'others' }));
    expect(kinds((action) => ({ ...action, context: renamed(action) }))).not.toContain(
      'context-holds-ancestors',
    );
    const { tenantType, ...without } = emailModel;
    expect(tenantType).toBe('Tenant');
    expect(kinds((action) => action, without)).not.toContain('context-holds-ancestors');
    expect(kinds((action) => (action.name === 'login' ? action : { ...action, context: [] }))).toContain(
      'context-holds-ancestors',
    );
  });

  it('is nothing about the application where no action is about it', () => {
    expect(kinds((action) => ({ ...action, resourceType: 'Tenant' }))).not.toContain('only-resource');
  });

  it('is less of what fixtures try where one of them is no call', () => {
    const facts = frameworkFacts(emailModel);
    expect(factsOfFixtures(facts, [])).toEqual(facts);
    expect(factsOfFixtures(facts, [{}]).map(({ kind }) => kind)).toEqual([
      'context-holds-ancestors',
      'bare-principal',
    ]);
  });
});
