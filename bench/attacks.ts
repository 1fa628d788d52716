/**
 * The table of attacks of `test/helpers/attacks.ts`, sent through raw sockets to every kind of server that this project guards, and to the
 * middleware of the Cedar project, `@cedar-policy/authorization-for-expressjs`. Says how many calls were sent, how many reached a handler that
 * nobody permitted or that sees something else than was decided about, and lists those.
 */
import {
  CedarInlineAuthorizationEngine,
  ExpressAuthorizationMiddleware,
} from '@cedar-policy/authorization-for-expressjs';
import express4 from 'express4';
import { PolicyInlineAuthorizationEngine } from '../src/core/engine/inline-engine.ts';
import { ServerAuthorizationMiddleware } from '../src/express/server-authorization-middleware.ts';
import { principalFromToken } from '../src/server/principals/principal-from-token.ts';
import { ADAPTERS } from '../test/helpers/adapters.ts';
import {
  ATTACK_POLICIES,
  attackSchema,
  COMMON_POLICIES,
  COMMON_ROUTES,
  commonSchema,
  PERMITTED_ROUTES,
  startAttackServer,
} from '../test/helpers/attack-app.ts';
import { attackedApp } from '../test/helpers/attacked-app.ts';
import { ATTACKS, attackHead, PERMITTED_CALLS } from '../test/helpers/attacks.ts';
import { EXPRESS_VERSIONS, type RunningServer } from '../test/helpers/express-server.ts';

const getPrincipalEntity = principalFromToken({ namespace: 'Shop' });

interface Kind {
  readonly name: string;
  readonly start: () => Promise<RunningServer>;
  /** The routes that may run. */
  readonly permitted: readonly string[];
}

/** Guarded by this project. */
const ours: readonly Kind[] = [
  ...Object.entries(ADAPTERS).map(([name, start]) => ({
    name: name === 'Express' ? 'Express 5' : name,
    start: () => start(attackedApp()),
    permitted: PERMITTED_ROUTES,
  })),
  { name: 'Express 4', start: startExpress4, permitted: PERMITTED_ROUTES },
];

const theirs = EXPRESS_VERSIONS.map(
  ([version, express]): Kind => ({
    name: `${version}, authorization-for-expressjs`,
    start: () => startAttackServer(express, cedarProjects().middleware),
    permitted: COMMON_ROUTES,
  }),
);

function startExpress4(): Promise<RunningServer> {
  const schema = attackSchema('ResourceRest');
  const { middleware } = new ServerAuthorizationMiddleware({
    schema,
    authorizationEngine: new PolicyInlineAuthorizationEngine({ staticPolicies: ATTACK_POLICIES, schema }),
    principalConfiguration: { type: 'custom', getPrincipalEntity },
  });
  return startAttackServer(express4, middleware);
}

/** It takes a part of the schema only: to the other routes, all calls are to be refused. */
function cedarProjects() {
  const schema = commonSchema();
  const anonymous = { uid: { type: 'Shop::User', id: 'anonymous' }, attrs: {}, parents: [] };
  return new ExpressAuthorizationMiddleware({
    schema,
    authorizationEngine: new CedarInlineAuthorizationEngine({ staticPolicies: COMMON_POLICIES, schema }),
    principalConfiguration: {
      type: 'custom',
      getPrincipalEntity: async (req) => ((await getPrincipalEntity(req)) ?? anonymous) as typeof anonymous,
    },
  });
}

const rows: string[] = [];
const reached: string[] = [];
for (const kind of [...ours, ...theirs]) await attack(kind);
print(
  [
    'server'.padEnd(42),
    'sent'.padStart(6),
    'reached a handler undecided'.padStart(29),
    'ended the process'.padStart(19),
    'permitted calls served'.padStart(24),
  ].join(''),
  rows,
);
for (const line of reached) print(line, []);

async function attack({ name, start, permitted }: Kind): Promise<void> {
  const server = await start();
  let undecided = 0;
  let crashes = 0;
  for (const one of ATTACKS) {
    const answer = await Promise.race([server.raw(attackHead(one), one.body), crash()]);
    const ran = server.takeRan().filter((route) => !permitted.includes(route));
    if (answer === 'crash') crashes += 1;
    else if (ran.length > 0) undecided += 1;
    if (answer === 'crash') reached.push(`${name}: ${one.name} ends the process: an unhandled rejection`);
    else if (ran.length > 0) reached.push(`${name}: ${answer.status} ${one.name} ran ${ran.join(', ')}`);
  }
  const calls = PERMITTED_CALLS.filter(({ route }) => permitted.includes(route));
  let served = 0;
  for (const call of calls) {
    const { status } = await server.raw(attackHead(call), call.body);
    if (status === 200 && server.takeRan().includes(call.route)) served += 1;
  }
  await server.close();
  const counts = [
    String(ATTACKS.length).padStart(6),
    String(undecided).padStart(29),
    String(crashes).padStart(19),
  ];
  rows.push([name.padEnd(42), ...counts, `${served} of ${calls.length}`.padStart(24)].join(''));
}

/** What would end the process: the promise of an Express 4 middleware that nobody handles. */
function crash(): Promise<'crash'> {
  return new Promise((resolve) => {
    process.removeAllListeners('unhandledRejection').once('unhandledRejection', () => resolve('crash'));
  });
}

function print(title: string, lines: readonly string[]): void {
  process.stdout.write(`${title}\n${lines.map((line) => `${line}\n`).join('')}`);
}
