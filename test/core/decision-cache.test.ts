import { describe, expect, it } from 'vitest';
import { withDecisionCache } from '../../src/core/decision-cache.ts';
import type { Engine } from '../../src/core/engine.ts';
import type { Request } from '../../src/core/request.ts';
import { emailEntities, uid, user } from '../helpers/email-entities.ts';
import { engineOf } from '../helpers/policies.ts';

/** An engine with a record of what it was really asked. */
function countingEngine(policies: string): { engine: Engine; asked: Request[] } {
  const real = engineOf(policies, 'decision-cache');
  const asked: Request[] = [];
  const decide: Engine['decide'] = (request, entities) => {
    asked.push(request);
    return real.decide(request, entities);
  };
  return { engine: { ...real, decide }, asked };
}

function request(campaign: string, id = 'ana'): Request {
  return {
    principal: uid('User', id),
    action: uid('Action', 'getEmailCampaign'),
    resource: uid('EmailCampaign', campaign),
    context: { tenants: [] },
  };
}

const slice = [user('ana', 'editor', 'acme'), ...emailEntities];
const DRAFTS =
  'permit (principal, action, resource is EmailApp::EmailCampaign) when { resource.status == "draft" };';

describe('a decision cache', () => {
  it('answers the same question once', () => {
    const { engine, asked } = countingEngine(DRAFTS);
    const cached = withDecisionCache(engine, 10);
    const first = cached.decide(request('c1'), slice);
    expect(first.decision).toBe('allow');
    expect(cached.decide(request('c1'), structuredClone(slice))).toEqual(first);
    expect(asked).toHaveLength(1);
  });

  it('asks again when anything differs: principal, resource, context, or a single attribute', () => {
    const { engine, asked } = countingEngine(DRAFTS);
    const cached = withDecisionCache(engine, 10);
    expect(cached.decide(request('c1'), slice).decision).toBe('allow');
    expect(cached.decide(request('c9'), slice).decision).toBe('deny');
    cached.decide(request('c1', 'eve'), slice);
    cached.decide({ ...request('c1'), context: { tenants: [{ __entity: uid('Tenant', 'acme') }] } }, slice);
    const sent = structuredClone(slice).map((entity) =>
      'status' in entity.attrs ? { ...entity, attrs: { ...entity.attrs, status: 'sent' } } : entity,
    );
    expect(cached.decide(request('c1'), sent).decision).toBe('deny');
    expect(asked).toHaveLength(5);
  });

  it('remembers no more than it may, the latest used', () => {
    const { engine, asked } = countingEngine(DRAFTS);
    const cached = withDecisionCache(engine, 2);
    for (const id of ['a', 'b', 'a', 'c', 'a', 'b']) cached.decide(request('c1', id), slice);
    expect(asked.map(({ principal }) => principal.id)).toEqual(['a', 'b', 'c', 'b']);
  });

  it('asks again about what could not be decided', () => {
    const { engine, asked } = countingEngine(DRAFTS);
    const cached = withDecisionCache(engine, 10);
    const broken = { ...request('c1'), context: { tenants: 'acme' } };
    expect(cached.decide(broken, slice).kind).toBe('errored');
    expect(cached.decide(broken, slice).kind).toBe('errored');
    expect(asked).toHaveLength(2);
  });

  it('leaves to the engine what cannot be written down, or is too long', () => {
    const { engine, asked } = countingEngine(DRAFTS);
    const cached = withDecisionCache(engine, 10);
    const endless: Record<string, unknown> = {};
    endless.again = endless;
    expect(cached.decide({ ...request('c1'), context: endless as Request['context'] }, slice).kind).toBe(
      'errored',
    );
    const long = request(`c${'1'.repeat(10_000)}`);
    cached.decide(long, slice);
    cached.decide(long, slice);
    expect(asked).toHaveLength(3);
  });
});
