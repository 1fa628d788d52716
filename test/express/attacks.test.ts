import type { RequestHandler } from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PolicyInlineAuthorizationEngine } from '../../src/core/engine/inline-engine.ts';
import { ServerAuthorizationMiddleware } from '../../src/express/server-authorization-middleware.ts';
import { principalFromToken } from '../../src/server/principals/principal-from-token.ts';
import type { DecisionEvent } from '../../src/server/reporting/log.ts';
import { ATTACK_POLICIES, attackSchema, PERMITTED_ROUTES, startAttackServer } from '../helpers/attack-app.ts';
import { ATTACKS, attackHead, PERMITTED_CALLS } from '../helpers/attacks.ts';
import { EXPRESS_VERSIONS, type RunningServer } from '../helpers/express-server.ts';

const events: DecisionEvent[] = [];

function guard(mappingType: 'ResourceRest' | 'SimpleRest'): RequestHandler {
  const schema = attackSchema(mappingType);
  return new ServerAuthorizationMiddleware({
    schema,
    authorizationEngine: new PolicyInlineAuthorizationEngine({ staticPolicies: ATTACK_POLICIES, schema }),
    principalConfiguration: { type: 'custom', getPrincipalEntity: principalFromToken({ namespace: 'Shop' }) },
    onDecision: (event) => {
      events.push(event);
    },
  }).middleware;
}

describe('the table of attacks', () => {
  it('has at least 200', () => {
    expect(new Set(ATTACKS.map(({ name }) => name)).size).toBe(ATTACKS.length);
    expect(ATTACKS.length).toBeGreaterThanOrEqual(200);
  });
});

describe.each(
  EXPRESS_VERSIONS.flatMap(([name, express]) =>
    (['ResourceRest', 'SimpleRest'] as const).map((mapping) => ({ name, express, mapping })),
  ),
)('an attack on $name with $mapping', ({ express, mapping }) => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startAttackServer(express, guard(mapping));
  });
  afterAll(() => server.close());

  it.each(ATTACKS)('reaches no handler that was not decided about: $name', async (attack) => {
    events.length = 0;
    const answer = await server.raw(attackHead(attack), attack.body);
    const ran = server.takeRan();
    expect(ran.filter((route) => !PERMITTED_ROUTES.includes(route))).toEqual([]);
    // Where something ran, it is because a decision allowed just that.
    const allowed = events.filter(({ decision }) => decision === 'allow').map(({ endpoint }) => endpoint);
    expect(allowed).toEqual(expect.arrayContaining(ran));
    if (ran.length === 0 && !answer.status.toString().startsWith('1')) {
      expect([0, 400, 401, 403, 404, 413, 414, 415, 417, 431, 500]).toContain(answer.status);
    }
  });

  it.each(PERMITTED_CALLS)('differs from what is permitted: $name', async (call) => {
    const answer = await server.raw(attackHead(call), call.body);
    expect(answer.status).toBe(200);
    expect(server.takeRan()).toEqual([call.route]);
  });
});
