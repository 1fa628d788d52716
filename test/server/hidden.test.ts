import { describe, expect, it, onTestFinished } from 'vitest';
import { PolicyInlineAuthorizationEngine } from '../../src/core/engine/inline-engine.ts';
import { keysIn } from '../../src/core/values/keys-in.ts';
import { ADAPTERS, type AdapterName, type AnyApp } from '../helpers/adapters.ts';
import type { SendOptions } from '../helpers/express-server.ts';

const schema = {
  type: 'cedarFormat',
  schema: `namespace Shop {
    @principal entity User; entity Application; entity Order { secret: Bool };
    @endpoint("GET /orders/{id} single-resource path:id") action getOrder
      appliesTo { principal: User, resource: Order };
  }`,
} as const;
const staticPolicies = `permit (principal == Shop::User::"ana", action, resource)
  when { resource is Shop::Order && !resource.secret };`;

const CALLERS: readonly (readonly [who: string, as: SendOptions, status: number])[] = [
  ['somebody with an identity', { as: { sub: 'ana' } }, 403],
  ['somebody without one', {}, 401],
  ['somebody whose token is past its time', { as: { sub: 'ana', exp: 5 } }, 401],
];

const FORBIDDEN = ['GET', '/orders/o1'] as const;
const MISSING = ['GET', '/orders/none'] as const;
/** NestJS asks no guard about a call for which it has no route. */
const UNKNOWN = [
  ['GET', '/nowhere'],
  ['PUT', '/orders/o1'],
  ['PUT', '/orders/none'],
  ['OPTIONS', '/orders/o1'],
] as const;

function hidingApp(): AnyApp {
  return {
    namespace: 'Shop',
    options: {
      schema,
      authorizationEngine: new PolicyInlineAuthorizationEngine({ staticPolicies, schema }),
      sliceBuilders: { Order: async (id) => (id === 'o1' ? { attrs: { secret: true } } : undefined) },
      unknownEndpoint: 403,
      missingResource: 403,
      requestId: () => 'the same for all',
    },
    routes: [['GET', '/orders/{id}']],
    handle: () => ({}),
  };
}

function hiddenFrom(name: AdapterName) {
  return name.startsWith('NestJS') ? [MISSING] : [MISSING, ...UNKNOWN];
}

describe.each(keysIn(ADAPTERS))('what is hidden on %s', (name) => {
  it.each(CALLERS)('is answered to %s as what is forbidden, byte for byte', async (_, who, status) => {
    const server = await ADAPTERS[name](hidingApp());
    onTestFinished(() => server.close());
    const answerTo = async (method: string, url: string) => {
      const { headers, ...others } = await server.send(method, url, who);
      // In their order.
      return { ...others, headers: Object.entries(headers).filter(([header]) => header !== 'date') };
    };
    const forbidden = await answerTo(...FORBIDDEN);
    expect(forbidden.status).toBe(status);
    for (const [method, url] of hiddenFrom(name))
      expect({ method, url, answer: await answerTo(method, url) }).toEqual({
        method,
        url,
        answer: forbidden,
      });
  });
});
