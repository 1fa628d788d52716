import { PolicyInlineAuthorizationEngine } from '../../src/core/engine/inline-engine.ts';
import type { ServerOptions } from '../../src/server/options.ts';
import type { AnyApp } from './adapters.ts';
import { ATTACK_POLICIES, ATTACKED_ROUTES, attackSchema, surprises } from './attack-app.ts';

/** The attacked application, as any framework can have it: special routes come first, and behind them routes that nobody described. */
export function attackedApp(onDecision?: ServerOptions<object>['onDecision']): AnyApp {
  const schema = attackSchema('ResourceRest');
  return {
    namespace: 'Shop',
    options: {
      schema,
      authorizationEngine: new PolicyInlineAuthorizationEngine({ staticPolicies: ATTACK_POLICIES, schema }),
      ...(onDecision ? { onDecision } : {}),
    },
    routes: [
      ...ATTACKED_ROUTES,
      ['ALL', '/admin'],
      ['GET', '/internal/stats'],
      ['PATCH', '/campaigns/{id}'],
      ['ALL', '/static/*'],
      ['ALL', '*'],
    ],
    handle: (name, seen, ran) => {
      ran.push(name, ...surprises(name, seen));
      return {};
    },
  };
}
