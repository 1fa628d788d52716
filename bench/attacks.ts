/**
 * The table of attacks of `test/express/attacks.test.ts`, run against this project's middleware and against the one of the Cedar project,
 * `@cedar-policy/authorization-for-expressjs`, in the same application. Prints every attack that
 * reaches a handler which nobody permitted, or that ends the process.
 */
import {
  CedarInlineAuthorizationEngine,
  ExpressAuthorizationMiddleware,
} from '@cedar-policy/authorization-for-expressjs';
import type { RequestHandler } from 'express';
import { PolicyInlineAuthorizationEngine } from '../src/core/engine/inline-engine.ts';
import { ServerAuthorizationMiddleware } from '../src/express/server-authorization-middleware.ts';
import { principalFromToken } from '../src/server/principals/principal-from-token.ts';
import {
  ATTACK_POLICIES,
  attackSchema,
  COMMON_POLICIES,
  COMMON_ROUTES,
  commonSchema,
  PERMITTED_ROUTES,
  startAttackServer,
} from '../test/helpers/attack-app.ts';
import { ATTACKS, attackHead, PERMITTED_CALLS } from '../test/helpers/attacks.ts';
import { EXPRESS_VERSIONS } from '../test/helpers/express-server.ts';

const schema = attackSchema('SimpleRest');
const common = commonSchema();
const getPrincipalEntity = principalFromToken({ namespace: 'Shop' });

function ours(): RequestHandler {
  return new ServerAuthorizationMiddleware({
    schema,
    authorizationEngine: new PolicyInlineAuthorizationEngine({ staticPolicies: ATTACK_POLICIES, schema }),
    principalConfiguration: { type: 'custom', getPrincipalEntity },
  }).middleware;
}

/** It takes a part of the schema only: to the other routes, all calls are to be refused. */
function cedarProjects(): RequestHandler {
  const anonymous = { uid: { type: 'Shop::User', id: 'anonymous' }, attrs: {}, parents: [] };
  return new ExpressAuthorizationMiddleware({
    schema: common,
    authorizationEngine: new CedarInlineAuthorizationEngine({
      staticPolicies: COMMON_POLICIES,
      schema: common,
    }),
    principalConfiguration: {
      type: 'custom',
      getPrincipalEntity: async (req) => ((await getPrincipalEntity(req)) ?? anonymous) as typeof anonymous,
    },
  }).middleware;
}

for (const [version, express] of EXPRESS_VERSIONS) {
  for (const [name, guard] of [
    ['this project', ours()],
    ['authorization-for-expressjs', cedarProjects()],
  ] as const) {
    const server = await startAttackServer(express, guard);
    const reached: string[] = [];
    const isOurs = name === 'this project';
    for (const attack of ATTACKS) {
      const answer = await Promise.race([server.raw(attackHead(attack), attack.body), crash()]);
      if (answer === 'crash') {
        reached.push(`---  ${attack.name.padEnd(70)} ends the process: an unhandled rejection`);
        continue;
      }
      const ran = server
        .takeRan()
        .filter((route) => !(isOurs ? PERMITTED_ROUTES : COMMON_ROUTES).includes(route));
      if (ran.length > 0)
        reached.push(`${String(answer.status)}  ${attack.name.padEnd(70)} ran ${ran.join(', ')}`);
    }
    const refused: string[] = [];
    for (const call of PERMITTED_CALLS.filter(({ route }) => isOurs || COMMON_ROUTES.includes(route))) {
      const { status } = await server.raw(attackHead(call), call.body);
      if (status !== 200 || !server.takeRan().includes(call.route)) refused.push(`${status}  ${call.name}`);
    }
    await server.close();
    print(`${version}, ${name}: ${reached.length} of ${ATTACKS.length} attacks come through`, reached);
    if (refused.length > 0) print(`${version}, ${name}: permitted, and yet refused`, refused);
  }
}

/** What would end the process: the promise of an Express 4 middleware that nobody handles. */
function crash(): Promise<'crash'> {
  return new Promise((resolve) => {
    process.removeAllListeners('unhandledRejection').once('unhandledRejection', () => resolve('crash'));
  });
}

function print(title: string, lines: readonly string[]): void {
  process.stdout.write(`\n${title}\n${lines.map((line) => `  ${line}\n`).join('')}`);
}
