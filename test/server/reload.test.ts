import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PolicyInlineAuthorizationEngine } from '../../src/core/engine/inline-engine.ts';
import { printSchema } from '../../src/core/model/print-schema.ts';
import { ServerAuthorizationMiddleware } from '../../src/express/server-authorization-middleware.ts';
import { projectOptions } from '../../src/project/loading/project-options.ts';
import type { ProjectReloads, ReloadOutcome } from '../../src/project/project-reloads.ts';
import { serverAuthorization } from '../../src/server/authorization.ts';
import {
  type PrincipalSliceCache,
  principalSliceCache,
} from '../../src/server/principals/principal-cache.ts';
import { folderWith } from '../helpers/cli.ts';
import { emailEntities } from '../helpers/email-entities.ts';
import { emailModel } from '../helpers/email-model.ts';
import { buildersOver } from '../helpers/express-server.ts';
import fc from '../helpers/fast-check.ts';
import { runs } from '../helpers/runs.ts';
import { unprivileged } from '../helpers/unprivileged.ts';

const OPEN = 'permit (principal, action, resource);';
const CLOSED = 'forbid (principal, action, resource);';

/** What may be saved, and what it makes of a call; `undefined` where it must not be taken over. */
const SAVES = {
  open: { text: OPEN, status: 200 },
  closed: { text: CLOSED, status: 403 },
  syntax: { text: 'permit (principal, action, resource', status: undefined },
  invalid: { text: 'permit (principal, action, resource) when { resource.nothing };', status: undefined },
  empty: { text: '// nothing', status: 403 },
} as const;

const CONFIG = JSON.stringify({
  spec: 'x.yaml',
  namespace: 'EmailApp',
  principal: { groups: { type: 'Role' } },
});

function projectIn(folder: string, policies: string): void {
  save(folder, 'authz.yaml', CONFIG);
  save(folder, 'v4.policyschema.json', JSON.stringify(printSchema(emailModel)));
  save(folder, 'policies/all.cedar', policies);
}

function save(folder: string, name: string, text: string): void {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), text);
}

interface Req {
  readonly user: { readonly sub: string; readonly tenant_id: string };
}

const inMemory = () => principalSliceCache({ ttl: 1_000_000, size: 10 });

/** As one for several processes, which writes down what it remembers. */
function copying(): PrincipalSliceCache {
  const { slice, drop } = inMemory();
  return { slice: async (key, load) => structuredClone(await slice(key, load)), drop };
}

const ana: Req = { user: { sub: 'ana', tenant_id: 'acme' } };

/** An authorization of a project whose calls wait for their resource until they are let go. */
async function held(folder: string, onReload?: (outcome: ReloadOutcome) => void, watch = false) {
  const options = await projectOptions<Req>(join(folder, 'authz.yaml'), {
    watch,
    ...(onReload ? { onReload } : {}),
  });
  onTestFinished(() => options.reloads.close());
  const gates: (() => void)[] = [];
  const builders = buildersOver(emailEntities);
  const authorization = serverAuthorization<Req>(
    {
      ...options,
      sliceBuilders: {
        ...builders,
        EmailCampaign: async (id, req) => {
          await new Promise<void>((open) => gates.push(open));
          return builders.EmailCampaign?.(id, req);
        },
      },
      timeout: 1_000_000,
    },
    { help: '' },
  );
  const call = async () => {
    const ruling = await authorization.authorize({
      method: 'GET',
      url: '/campaigns/c1',
      headers: {},
      req: { ...ana },
    });
    return ruling.type === 'pass' ? 200 : ruling.answer.status;
  };
  return { call, letGo: () => gates.shift()?.(), reloads: options.reloads as ProjectReloads<Req> };
}

/** A watched project: what a call of it gets, and what becomes of the next save. */
async function watched(folder: string) {
  const told: ReloadOutcome[] = [];
  let heard = () => {};
  const onReload = (outcome: ReloadOutcome) => {
    told.push(outcome);
    heard();
  };
  const { call, letGo } = await held(folder, onReload, true);
  const next = async () => {
    if (told.length === 0)
      await new Promise<void>((done) => {
        heard = done;
      });
    return told.shift();
  };
  const status = async () => {
    const answer = call();
    letGo();
    return answer;
  };
  return { status, next };
}

describe('a reload', () => {
  it('has each call decided by what was in use when it began, whatever is saved in between', async () => {
    const step = fc.constantFrom(
      ...(Object.keys(SAVES) as (keyof typeof SAVES)[]),
      'call' as const,
      'end' as const,
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 14 }), async (steps) => {
        const folder = folderWith();
        projectIn(folder, OPEN);
        const { call, letGo, reloads } = await held(folder, () => undefined);
        let inUse: number = 200;
        const running: { readonly status: Promise<number>; readonly expected: number }[] = [];
        for (const one of steps) {
          if (one === 'call') running.push({ status: call(), expected: inUse });
          else if (one === 'end') {
            const first = running.shift();
            letGo();
            if (first) expect(await first.status).toBe(first.expected);
          } else {
            save(folder, 'policies/all.cedar', SAVES[one].text);
            const { status } = SAVES[one];
            const { reloaded, diagnostics } = await reloads.reload();
            expect(reloaded).toBe(status !== undefined);
            expect(diagnostics.length > 0).toBe(status === undefined);
            inUse = status ?? inUse;
          }
        }
        for (const { status, expected } of running) {
          letGo();
          expect(await status).toBe(expected);
        }
      }),
      runs(15),
    );
  });

  it.each([
    ['a cache', inMemory],
    ['a cache that answers with copies', copying],
  ])('makes principals again that %s remembers from before', async (_, cache) => {
    const folder = folderWith();
    const without = emailModel.entityTypes.map((type) =>
      type.name === 'User' ? { ...type, attributes: [] } : type,
    );
    projectIn(folder, OPEN);
    save(
      folder,
      'v4.policyschema.json',
      JSON.stringify(printSchema({ ...emailModel, entityTypes: without })),
    );
    const options = await projectOptions<Req>(join(folder, 'authz.yaml'));
    const principalConfiguration = {
      ...options.principalConfiguration,
      cache: cache(),
      cacheKey: ({ user }: Req) => user.sub,
    };
    const authorization = serverAuthorization<Req>(
      { ...options, principalConfiguration, sliceBuilders: buildersOver(emailEntities) },
      { help: '' },
    );
    const user = { ...ana.user, email: 'ana@umbrella.example' };
    const call = async () =>
      (await authorization.authorize({ method: 'GET', url: '/campaigns/c1', headers: {}, req: { user } }))
        .type;
    expect(await call()).toBe('pass');
    projectIn(
      folder,
      `${OPEN} forbid (principal, action, resource) when { principal has email && principal.email like "*@umbrella.example" };`,
    );
    expect((await options.reloads.reload()).reloaded).toBe(true);
    expect(await call()).toBe('answer');
    expect(await call()).toBe('answer');
  });

  it('makes the caller of a call again that has begun, when its handler asks more', async () => {
    const folder = folderWith();
    const without = emailModel.entityTypes.map((type) =>
      type.name === 'User' ? { ...type, attributes: [] } : type,
    );
    projectIn(folder, OPEN);
    const schemaOf = (model: typeof emailModel) => JSON.stringify(printSchema(model));
    save(folder, 'v4.policyschema.json', schemaOf({ ...emailModel, entityTypes: without }));
    const options = await projectOptions<Req>(join(folder, 'authz.yaml'));
    const authorization = serverAuthorization<Req>(
      { ...options, sliceBuilders: buildersOver(emailEntities) },
      { help: '' },
    );
    const req = { user: { ...ana.user, email: 'ana@umbrella.example' } };
    const call = { method: 'GET', url: '/campaigns/c1', headers: {}, req };
    expect((await authorization.authorize(call)).type).toBe('pass');
    const mayStill = () => authorization.check(call, 'getEmailCampaign', 'c1');
    expect(await mayStill()).toBe(true);
    projectIn(
      folder,
      `${OPEN} forbid (principal, action, resource) when { principal has email && principal.email like "*@umbrella.example" };`,
    );
    expect((await options.reloads.reload()).reloaded).toBe(true);
    expect(await mayStill()).toBe(false);
    expect(await authorization.filter(call, 'getEmailCampaign', ['c1'])).toEqual([]);
    expect(await authorization.actionsOn(call, 'c1')).toEqual([]);
  });

  it('has the warnings of what is in use now', async () => {
    const folder = folderWith();
    projectIn(folder, OPEN);
    const options = await projectOptions<Req>(join(folder, 'authz.yaml'));
    const sliceBuilders = buildersOver(emailEntities);
    const authorization = new ServerAuthorizationMiddleware({ ...options, sliceBuilders } as never);
    expect(authorization.diagnostics).toEqual([]);
    save(folder, 'policies/all.cedar', SAVES.empty.text);
    expect((await options.reloads.reload()).reloaded).toBe(true);
    expect(authorization.diagnostics).toMatchObject([{ severity: 'warning', code: 'no-policies' }]);
  });

  it('leaves the parts alone that the application has set itself', async () => {
    const folder = folderWith();
    const known = 'permit (principal, action, resource) when { principal != EmailApp::User::"anonymous" };';
    projectIn(folder, known);
    const options = await projectOptions<Req>(join(folder, 'authz.yaml'));
    const schema = JSON.stringify(printSchema(emailModel));
    const strict = new PolicyInlineAuthorizationEngine({
      staticPolicies: CLOSED,
      schema: { type: 'jsonString', schema },
    });
    const sliceBuilders = buildersOver(emailEntities);
    const statusWith = async (own: Partial<typeof options>) => {
      const { authorize } = serverAuthorization<Req>({ ...options, sliceBuilders, ...own }, { help: '' });
      return async () => {
        const ruling = await authorize({ method: 'GET', url: '/campaigns/c1', headers: {}, req: { ...ana } });
        return ruling.type === 'pass' ? 200 : ruling.answer.status;
      };
    };
    const calls = [
      await statusWith({}),
      await statusWith({ authorizationEngine: strict }),
      await statusWith({ rules: { ...options.rules, maxUrlLength: 10 } }),
      await statusWith({
        principalConfiguration: { type: 'custom', getPrincipalEntity: async () => undefined },
      }),
    ];
    const statuses = () => Promise.all(calls.map((call) => call()));
    expect(await statuses()).toEqual([200, 403, 414, 401]);
    projectIn(folder, `${known} // saved again`);
    expect((await options.reloads.reload()).reloaded).toBe(true);
    expect(await statuses()).toEqual([200, 403, 414, 401]);
  });

  it('is taken over by all authorizations of a project, or by none', async () => {
    const folder = folderWith();
    projectIn(folder, OPEN);
    const options = await projectOptions<Req>(join(folder, 'authz.yaml'), { onReload: () => undefined });
    const { EmailMessage: _, ...others } = buildersOver(emailEntities);
    const full = serverAuthorization<Req>(
      { ...options, sliceBuilders: buildersOver(emailEntities) },
      { help: '' },
    );
    const small = {
      ...emailModel,
      actions: emailModel.actions.filter(({ resourceType }) => resourceType !== 'EmailMessage'),
    };
    save(folder, 'v4.policyschema.json', JSON.stringify(printSchema(small)));
    expect(await options.reloads.reload()).toEqual({ reloaded: true, diagnostics: [] });
    serverAuthorization<Req>({ ...options, sliceBuilders: others }, { help: '' });
    const url = '/messages/m1';
    const statusOf = async () => {
      const ruling = await full.authorize({ method: 'GET', url, headers: {}, req: { ...ana } });
      return ruling.type === 'pass' ? 200 : ruling.answer.status;
    };
    expect(await statusOf()).toBe(404);
    // The second has no builder for messages: what the first could take over stays out as well.
    save(folder, 'v4.policyschema.json', JSON.stringify(printSchema(emailModel)));
    const { reloaded, diagnostics } = await options.reloads.reload();
    expect(reloaded).toBe(false);
    expect(diagnostics[0]?.message).toContain('there is no slice builder for `EmailMessage`');
    expect(await statusOf()).toBe(404);
  });

  it('is taken over by all authorizations of a project where the log of one cannot be told of warnings', async () => {
    const folder = folderWith();
    projectIn(folder, OPEN);
    const options = await projectOptions<Req>(join(folder, 'authz.yaml'), { onReload: () => undefined });
    const log = () => {
      throw new Error('the disk is full');
    };
    const sliceBuilders = buildersOver(emailEntities);
    serverAuthorization<Req>({ ...options, sliceBuilders, logger: { log } }, { help: '' });
    const { authorize } = serverAuthorization<Req>({ ...options, sliceBuilders }, { help: '' });
    // There is a warning when there are no policies.
    save(folder, 'policies/all.cedar', SAVES.empty.text);
    expect(await options.reloads.reload()).toEqual({ reloaded: true, diagnostics: [] });
    const call = { method: 'GET', url: '/campaigns/c1', headers: {}, req: { ...ana } };
    expect(await authorize(call)).toMatchObject({ type: 'answer', answer: { status: 403 } });
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('no network');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no network'))],
  ])('ends neither itself nor the process when `onReload` %s, and says so', async (_, onReload) => {
    const warnings: string[] = [];
    const note = ({ message }: Error) => void warnings.push(message);
    process.on('warning', note);
    onTestFinished(() => void process.off('warning', note));
    const folder = folderWith();
    projectIn(folder, OPEN);
    const options = await projectOptions<Req>(join(folder, 'authz.yaml'), { onReload });
    expect(await options.reloads.reload()).toMatchObject({ reloaded: true });
    save(folder, 'policies/all.cedar', SAVES.syntax.text);
    expect(await options.reloads.reload()).toMatchObject({ reloaded: false });
    // Warnings come in a later tick.
    await new Promise((done) => setImmediate(done));
    expect(warnings).toEqual([
      '`onReload` failed: no network; the policies were reloaded',
      expect.stringMatching(/^`onReload` failed: no network; the policies were not reloaded, .*all\.cedar/s),
    ]);
  });

  it('names the file of a schema that cannot be read', async () => {
    const folder = folderWith();
    projectIn(folder, OPEN);
    const file = join(folder, 'authz.yaml');
    const { reloads } = await projectOptions(file, { onReload: () => undefined });
    save(folder, 'v4.policyschema.json', '{ "EmailApp": ');
    const named = { code: 'schema-unusable', file: expect.stringMatching(/v4\.policyschema\.json$/) };
    expect(await reloads.reload()).toMatchObject({ reloaded: false, diagnostics: [named] });
    await expect(projectOptions(file)).rejects.toMatchObject({ diagnostics: [named] });
  });

  it('follows saves where it watches, and says what is broken', async () => {
    const folder = folderWith();
    projectIn(folder, OPEN);
    const { status, next } = await watched(folder);
    expect(await status()).toBe(200);
    save(folder, 'policies/all.cedar', CLOSED);
    expect(await next()).toEqual({ reloaded: true, diagnostics: [] });
    expect(await status()).toBe(403);
    save(folder, 'policies/all.cedar', SAVES.syntax.text);
    expect((await next())?.diagnostics[0]?.file).toContain('all.cedar');
    expect(await status()).toBe(403);
    save(folder, 'policies/all.cedar', OPEN);
    expect(await next()).toEqual({ reloaded: true, diagnostics: [] });
    expect(await status()).toBe(200);
  });

  it.each([
    { what: 'the policies', place: 'policies' },
    { what: 'a folder among the policies', place: 'policies/team' },
  ])('follows saves in a folder that has taken the place of $what', async ({ place }) => {
    const folder = folderWith();
    projectIn(folder, OPEN);
    save(folder, `${place}/more.cedar`, OPEN);
    const { status, next } = await watched(folder);
    save(folder, 'new/all.cedar', CLOSED);
    renameSync(join(folder, place), join(folder, 'old'));
    renameSync(join(folder, 'new'), join(folder, place));
    expect(await next()).toEqual({ reloaded: true, diagnostics: [] });
    expect(await status()).toBe(403);
    save(folder, `${place}/all.cedar`, OPEN);
    expect(await next()).toEqual({ reloaded: true, diagnostics: [] });
    expect(await status()).toBe(200);
  });

  it('takes over what it reads where it may not watch, and says that it does not hear of saves', async () => {
    const folder = folderWith();
    projectIn(folder, OPEN);
    const told: ReloadOutcome[] = [];
    const { call, letGo, reloads } = await held(folder, (outcome) => told.push(outcome), true);
    onTestFinished(() => chmodSync(folder, 0o755));
    save(folder, 'policies/all.cedar', CLOSED);
    // Its files may be read, and nobody else may list them.
    chmodSync(folder, 0o311);
    const outcome = await unprivileged(() => reloads.reload());
    expect(outcome).toMatchObject({
      reloaded: true,
      diagnostics: [
        { severity: 'warning', message: expect.stringMatching(/^not all saves are heard of .*EACCES/) },
      ],
    });
    expect(told).toEqual([outcome]);
    const status = call();
    letGo();
    expect(await status).toBe(403);
  });

  it('follows saves where there were no policies for a while', async () => {
    const folder = folderWith();
    projectIn(folder, OPEN);
    const { status, next } = await watched(folder);
    rmSync(join(folder, 'policies'), { recursive: true });
    expect(await next()).toEqual({ reloaded: true, diagnostics: [] });
    expect(await status()).toBe(403);
    save(folder, 'policies/all.cedar', OPEN);
    expect(await next()).toEqual({ reloaded: true, diagnostics: [] });
    expect(await status()).toBe(200);
  });

  it('follows saves where `authz.yaml` says that the policies are now', async () => {
    const folder = folderWith();
    projectIn(folder, OPEN);
    save(folder, 'rules/all.cedar', CLOSED);
    const { status, next } = await watched(folder);
    save(folder, 'authz.yaml', JSON.stringify({ ...JSON.parse(CONFIG), policies: 'rules' }));
    expect(await next()).toEqual({ reloaded: true, diagnostics: [] });
    expect(await status()).toBe(403);
    save(folder, 'rules/all.cedar', OPEN);
    expect(await next()).toEqual({ reloaded: true, diagnostics: [] });
    expect(await status()).toBe(200);
  });
});
