import { PolicyInlineAuthorizationEngine } from '../../src/core/engine/inline-engine.ts';
import type { ServerOptions } from '../../src/server/options.ts';
import { ATTACK_POLICIES, attackSchema } from './attack-app.ts';

/** The application of the attacks; its only caller is mallory, who may read users, delete caches and add notes that are not pinned. */
export function shopOptions<Req extends object>(): ServerOptions<Req> {
  const schema = attackSchema('ResourceRest');
  return {
    schema,
    authorizationEngine: new PolicyInlineAuthorizationEngine({ staticPolicies: ATTACK_POLICIES, schema }),
    principalConfiguration: {
      type: 'custom',
      getPrincipalEntity: () => ({ uid: { type: 'Shop::User', id: 'mallory' }, attrs: {}, parents: [] }),
    },
  };
}
