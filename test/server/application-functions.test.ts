import { expect, it, onTestFinished } from 'vitest';
import { serverAuthorization } from '../../src/server/authorization.ts';
import { principalFromToken } from '../../src/server/principals/principal-from-token.ts';
import type { Ready } from '../../src/server/waiting/ready.ts';
import { ana, buildersOver, emailOptions } from '../helpers/express-server.ts';

const OPEN = 'permit (principal, action, resource);';

/** What ends a process: rejections that nobody waits for, as far as they are there when everything else is done. */
async function unhandledIn(work: () => Promise<unknown>): Promise<readonly unknown[]> {
  const unhandled: unknown[] = [];
  const listeners = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', (error) => unhandled.push(error));
  onTestFinished(() => {
    process.removeAllListeners('unhandledRejection');
    for (const listener of listeners) process.on('unhandledRejection', listener);
  });
  await work();
  // Node tells of them when the queue of microtasks is empty.
  await new Promise((done) => setImmediate(done));
  return unhandled;
}

const ANA = { type: 'EmailApp::User', id: 'ana' };
const CAMPAIGN = { name: 'Spring', status: 'draft' };

/** The status that a server with such options answers with. */
function statusWith(options: object, more: object = {}): Ready<number> {
  const authorization = serverAuthorization<object>(
    { ...emailOptions(OPEN), sliceBuilders: buildersOver(), ...options } as never,
    { help: '' },
  );
  const call = { method: 'GET', url: '/campaigns/c1', req: { user: ana, ...more } };
  return Promise.resolve(authorization.authorize(call)).then((ruling) =>
    ruling.type === 'pass' ? 200 : ruling.answer.status,
  );
}

it('a rejection of `logger.debug`, which is there to be read, ends no process', async () => {
  const debug = async () => {
    throw new Error('the disk is full');
  };
  const getPrincipalEntity = () => ({
    uid: { type: 'EmailApp::User', id: 'ana' },
    attrs: { nobodyModels: 'this' },
    parents: [],
  });
  const principalConfiguration = { type: 'custom', getPrincipalEntity };
  const unhandled = await unhandledIn(async () => {
    expect(await statusWith({ logger: { debug } })).toBe(200);
    expect(await statusWith({ logger: { debug }, principalConfiguration })).toBe(200);
    expect(await statusWith({ logger: { debug } }, { user: undefined })).toBe(200);
  });
  expect(unhandled).toEqual([]);
});

it('a call is refused when `logger.log` rejects, or takes too long', async () => {
  const rejecting = async () => {
    throw new Error('the disk is full');
  };
  const unhandled = await unhandledIn(async () => {
    expect(await statusWith({ logger: { log: rejecting } })).toBe(500);
    expect(await statusWith({ logger: { log: () => new Promise(() => undefined) }, timeout: 1 })).toBe(500);
  });
  expect(unhandled).toEqual([]);
});

it.each<[string, object]>([
  ['`onDecision` throws', { onDecision: thrower }],
  ['`onDecision` rejects', { onDecision: async () => thrower() }],
  ['`onDecision` takes too long', { onDecision: () => new Promise(() => undefined), timeout: 1 }],
  ['`requestId` throws', { requestId: thrower }],
])('the log says why a call is refused when %s', async (_, options) => {
  const lines: string[] = [];
  const logger = { log: (line: string) => void lines.push(line) };
  expect(await statusWith({ ...options, logger })).toBe(500);
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ method: 'GET', decision: 'deny', kind: 'failed' }),
  ]);
  expect(lines.join()).toMatch(/the disk is full|took longer than 1 ms/);
});

function thrower(): never {
  throw new Error('the disk is full');
}

it('a promise in the place of a text, from `requestId` or `cacheKey`, ends no process', async () => {
  const later = async () => thrower();
  const { getPrincipalEntity } = emailOptions(OPEN).principalConfiguration;
  const cache = { slice: async () => undefined, drop: () => undefined };
  const principalConfiguration = { type: 'custom', getPrincipalEntity, cache, cacheKey: later };
  const unhandled = await unhandledIn(async () => {
    expect(await statusWith({ requestId: later })).toBe(200);
    expect(await statusWith({ principalConfiguration })).toBe(200);
  });
  expect(unhandled).toEqual([]);
});

it('a call is refused when a cache of principals takes too long', async () => {
  const lines: string[] = [];
  const logger = { log: (line: string) => void lines.push(line) };
  const cache = { slice: () => new Promise(() => undefined), drop: () => undefined };
  const principalConfiguration = {
    ...emailOptions(OPEN).principalConfiguration,
    cache,
    cacheKey: () => 'ana',
  };
  expect(await statusWith({ logger, principalConfiguration, timeout: 1 })).toBe(500);
  expect(lines.join()).toContain('the cache of principals took longer than 1 ms');
});

it.each([
  ['a text', 'ana'],
  ['claims', { sub: 'ana', attrs: {}, parents: [] }],
  ['a reference', { type: 'EmailApp::User', id: 'ana' }],
  ['attributes that are none', { uid: ANA, attrs: null, parents: [] }],
  ['attributes that are a text', { uid: ANA, attrs: 'admin', parents: [] }],
  ['a text for its parents', { uid: ANA, attrs: {}, parents: 'editor' }],
  ['the names of its parents', { uid: ANA, attrs: {}, parents: ['editor'] }],
  ['parents of which one has no type', { uid: ANA, attrs: {}, parents: [ANA, { id: 'editor' }] }],
])('says what a principal is where `getPrincipalEntity` answers with %s', async (_, answer) => {
  const lines: string[] = [];
  const logger = { log: (line: string) => void lines.push(line) };
  const principalConfiguration = { type: 'custom', getPrincipalEntity: () => answer };
  expect(await statusWith({ logger, principalConfiguration })).toBe(500);
  expect(lines.at(-1)).toContain('did not return { uid, attrs, parents }');
});

it.each([
  'hunter2',
  true,
  ['hunter2'],
  { attrs: 'hunter2' },
  { attrs: CAMPAIGN, parents: 'hunter2' },
  { attrs: CAMPAIGN, parents: ['hunter2'] },
  { attrs: CAMPAIGN, parents: { type: 'EmailApp::Tenant', id: 'hunter2' } },
  { attrs: CAMPAIGN, parents: [{ type: 'EmailApp::Tenant', id: 'acme' }, { id: 'hunter2' }] },
])('says what a slice builder has to answer, and not that it was %j', async (answer) => {
  const lines: string[] = [];
  const logger = { log: (line: string) => void lines.push(line) };
  const sliceBuilders = { ...buildersOver(), EmailCampaign: () => answer };
  expect(await statusWith({ logger, sliceBuilders })).toBe(500);
  expect(lines.at(-1)).toContain('did not return `attrs` and `parents`');
  expect(lines.at(-1)).not.toContain('hunter2');
});

it('says that `claims` must not answer with a promise, and leaves none of its rejections to end the process', async () => {
  for (const claims of [async () => ana, () => Promise.reject(new Error('no token'))]) {
    const lines: string[] = [];
    const getPrincipalEntity = principalFromToken<object>({ namespace: 'EmailApp', claims });
    const unhandled = await unhandledIn(async () => {
      const logger = { log: (line: string) => lines.push(line) };
      const principalConfiguration = { type: 'custom', getPrincipalEntity };
      expect(await statusWith({ principalConfiguration, logger })).toBe(500);
      expect(
        await statusWith({
          principalConfiguration: { ...principalConfiguration, cacheKey: () => 'ana' },
          logger,
        }),
      ).toBe(500);
    });
    expect(unhandled).toEqual([]);
    expect(lines.join('\n')).toContain('`claims` answered with a promise');
  }
});

it.each([
  ['an object without a text', Object.create(null)],
  ['an error whose message is an object', Object.assign(new Error(), { message: { code: 7 } })],
  [
    'an error whose message throws',
    Object.defineProperty(new Error(), 'message', { get: () => JSON.parse('') }),
  ],
  ['a symbol', Symbol('thrown')],
  ['nothing', undefined],
])('refuses a call whose slice builder throws %s', async (_, thrown) => {
  const lines: string[] = [];
  const logger = { log: (line: string) => void lines.push(line) };
  const EmailCampaign = () => {
    throw thrown;
  };
  const sliceBuilders = { ...buildersOver(), EmailCampaign };
  expect(await statusWith({ logger, sliceBuilders })).toBe(500);
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ decision: 'deny', kind: 'failed' });
});

class Clock {
  get now() {
    return '2024-01-01T00:00:00Z';
  }
}

it.each<[string, unknown]>([
  ['an object of a class', new Clock()],
  ['an object that inherits its members', Object.create({ now: 1 })],
  ['a map', new Map([['now', 1]])],
  ['a list', [{ now: 1 }]],
  ['a text', '{"now":1}'],
  ['a number', 0],
])(
  'a call is refused when `getContext` answers with %s, of which policies would see nothing',
  async (_, context) => {
    expect(await statusWith({ getContext: () => context })).toBe(500);
    expect(await statusWith({ getContext: async () => context })).toBe(500);
  },
);

it('`getContext` may have nothing to add', async () => {
  for (const context of [undefined, null, {}, Object.create(null)])
    expect(await statusWith({ getContext: () => context })).toBe(200);
});
