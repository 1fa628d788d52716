import { describe, expect, it } from 'vitest';
import type { Method } from '../../../src/core/endpoints/method.ts';
import { callMapper } from '../../../src/core/requests/map-call.ts';
import { endpointTable } from '../../../src/core/requests/server/endpoint-table.ts';
import { emailModel } from '../../helpers/email-model.ts';
import fc from '../../helpers/fast-check.ts';
import { valueIn } from '../../helpers/outcome.ts';
import { runs } from '../../helpers/runs.ts';

const { endpoints } = valueIn(callMapper(emailModel));
const [first] = endpoints;
if (!first) throw new Error('the model has no endpoint');

/** An endpoint that asks what the first one of the model does. */
const own = (method: Method, path: string) => ({ ...first, method, path });

const ROUTING = { caseSensitive: false, strict: false, help: '' };
const skipped = [{ httpVerb: 'get', path: '/docs/{page}' }];

describe('the table of endpoints', () => {
  it('leads nowhere with an encoded letter that a router sees through which ignores letter case', () => {
    const table = valueIn(endpointTable(endpoints, skipped, ROUTING));
    const both = valueIn(endpointTable([...endpoints, own('GET', '/docs/all')], skipped, ROUTING));
    for (const path of ['/docs/%61ll', '/docs/%41LL', '/docs/%41ll', '/docs/A%6cl']) {
      expect(table.find('GET', path).type).toBe('skipped');
      expect(['no-endpoint', 'unusable']).toContain(both.find('GET', path).type);
      expect(both.isPlain(path)).toBe(false);
    }
    expect(both.find('GET', '/docs/%C3%A9t%C3%A9').type).toBe('skipped');
  });

  it('skips no path with an encoded slash, below which servers of files find others', () => {
    const { find } = valueIn(endpointTable(endpoints, skipped, ROUTING));
    for (const path of ['/docs/private%2Fx', '/docs/private%5cx', '/docs/%2F'])
      expect(find('GET', path).type).toBe('unusable');
    expect(find('GET', '/docs/100%25').type).toBe('skipped');
  });

  it('skips no path that is guarded without what follows a `;`, which servers behind a proxy leave out', () => {
    const guarded = [...endpoints, own('GET', '/docs/private')];
    const { find } = valueIn(endpointTable(guarded, skipped, ROUTING));
    for (const path of ['/docs/private;x', '/docs/PRIVATE;x', '/docs/private%3Bx'])
      expect(['no-endpoint', 'unusable']).toContain(find('GET', path).type);
    expect(find('GET', '/docs/public;x').type).toBe('skipped');
  });

  it('leads nowhere where a router that ignores letter case tells what is skipped from an endpoint otherwise', () => {
    const [first] = endpoints;
    if (!first) throw new Error('the model has no endpoint');
    const one = { ...first, method: 'GET' as const, path: '/docs/{id}' };
    const other = [{ httpVerb: 'get', path: '/docs/public' }];
    const both = valueIn(endpointTable([one], other, ROUTING));
    expect(both.find('GET', '/docs/public').type).toBe('skipped');
    expect(both.find('GET', '/docs/private').type).toBe('endpoint');
    for (const path of ['/docs/PUBLIC', '/docs/public/', '/docs/Public/'])
      expect(both.find('GET', path).type).toBe('no-endpoint');
    const guarded = valueIn(endpointTable([{ ...one, path: '/docs/private' }], skipped, ROUTING));
    expect(guarded.find('GET', '/docs/PRIVATE').type).toBe('no-endpoint');
    expect(guarded.find('GET', '/docs/private').type).toBe('endpoint');
  });

  it('leads nowhere with `HEAD` where a router that ignores letter case would answer by another route for `GET`', () => {
    const latest = { ...own('GET', '/docs/latest'), from: 'application' } as const;
    const docs = [own('HEAD', '/docs/{id}'), own('GET', '/docs/{id}'), latest];
    const skippingHead = [{ httpVerb: 'head', path: '/docs/{id}' }];
    for (const skips of [[], skippingHead]) {
      const { find } = valueIn(endpointTable(docs, skips, ROUTING));
      expect(find('HEAD', '/docs/Latest').type).toBe('no-endpoint');
      expect(find('HEAD', '/docs/latest/').type).toBe('no-endpoint');
    }
    expect(valueIn(endpointTable(docs, [], ROUTING)).find('HEAD', '/docs/Late').type).toBe('endpoint');
    const { find } = valueIn(endpointTable(docs, [], { ...ROUTING, caseSensitive: true }));
    expect(find('HEAD', '/docs/Latest').type).toBe('endpoint');
  });

  it('skips nothing for `HEAD` where either of the endpoints that may answer is not skipped', () => {
    const skips = (httpVerb: string) => [{ httpVerb, path: '/docs/{id}' }];
    const found = (method: Method, skippedOne: string) =>
      valueIn(endpointTable([own(method, '/docs/{id}')], skips(skippedOne), ROUTING)).find('HEAD', '/docs/1');
    expect(found('HEAD', 'get').type).toBe('endpoint');
    expect(found('GET', 'head').type).toBe('endpoint');
    // Only what ignores letter case has a route for `GET` to answer with.
    const { find } = valueIn(
      endpointTable([own('HEAD', '/docs/{id}'), own('GET', '/Docs/{id}')], [], ROUTING),
    );
    expect(find('HEAD', '/docs/1').type).toBe('no-endpoint');
  });

  it('has nothing to settle of a path only where no router can take it for another, and nothing is skipped', () => {
    const isPlain = (path: string, others: readonly string[] = [], skips = [] as typeof skipped) =>
      valueIn(
        endpointTable([...endpoints, ...others.map((path) => own('GET', path))], skips, ROUTING),
      ).isPlain(path);
    expect(isPlain('/campaigns/c1', ['/docs/{id}'])).toBe(true);
    expect(isPlain('/campaigns/c1', ['/Docs/{id}'])).toBe(false);
    expect(isPlain('/campaigns/c1', [], skipped)).toBe(false);
    for (const path of ['/campaigns/C1', '/campaigns/c1/', '/campaigns/%631'])
      expect(isPlain(path)).toBe(false);
  });

  it('finds the endpoint of the path `/`', () => {
    const root = own('GET', '/');
    for (const strict of [true, false]) {
      const { find } = valueIn(endpointTable([...endpoints, root], skipped, { ...ROUTING, strict }));
      expect(find('GET', '/').type).toBe('endpoint');
    }
  });

  it('leads nowhere where letters of two alphabets have another case than in the template of another', () => {
    const latest = { ...own('GET', '/Docs/été'), from: 'application' } as const;
    const { find } = valueIn(endpointTable([own('GET', '/docs/{id}'), latest], [], ROUTING));
    expect(find('GET', encodeURI('/docs/été')).type).toBe('no-endpoint');
    expect(find('GET', encodeURI('/docs/eté')).type).toBe('endpoint');
  });

  it('finds an endpoint whose path has letters of another alphabet, in upper and in lower case', () => {
    for (const path of ['/Ünïcode', '/Ω', '/日本', '/größe']) {
      const table = valueIn(endpointTable([...endpoints, own('GET', path)], skipped, ROUTING));
      expect(table.find('GET', encodeURI(path)).type).toBe('endpoint');
    }
    expect(endpointTable([own('GET', '/Ω/a'), own('GET', '/ω/b')], skipped, ROUTING).ok).toBe(true);
    const both = endpointTable(
      [own('GET', '/Ω'), { ...own('GET', '/ω'), pattern: 'batch' }],
      skipped,
      ROUTING,
    );
    expect(both.ok).toBe(false);
  });

  it('names endpoints that it cannot tell apart as they are written', () => {
    const both = [own('GET', '/Notes/{id}'), { ...own('GET', '/notes/{id}/'), pattern: 'batch' } as const];
    expect(endpointTable(both, [], ROUTING).diagnostics[0]?.message).toContain(
      '`GET /Notes/{id}` and `GET /notes/{id}/`',
    );
    const { diagnostics } = endpointTable(both, [], { ...ROUTING, apart: 'deny' });
    expect(diagnostics[0]?.message).toContain('`GET /Notes/{id}` or `GET /notes/{id}/` alike');
  });

  it('finds the same where letter case cannot matter as where it may', () => {
    const plain = valueIn(endpointTable(endpoints, skipped, ROUTING));
    // One template with a capital letter, and every path is matched a second time.
    const shouting = { httpVerb: 'get', path: '/SHOUT/x' };
    const careful = valueIn(endpointTable(endpoints, [...skipped, shouting], ROUTING));
    const words = [
      'campaigns',
      'Campaigns',
      'messages',
      'tenants',
      'c1',
      'C1',
      '%63',
      '%C3%A4',
      '%2f',
      'İ',
      '',
    ];
    const path = fc
      .array(fc.oneof(fc.constantFrom(...words, 'docs', 'login', 'dashboard-data', 'move'), fc.string()), {
        maxLength: 5,
      })
      .map((segments) => `/${segments.join('/')}`);
    const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'get', 'QUERY');
    fc.assert(
      fc.property(method, path, (verb, target) => {
        expect(plain.find(verb, target)).toEqual(careful.find(verb, target));
      }),
      runs(1_000),
    );
  });
});
