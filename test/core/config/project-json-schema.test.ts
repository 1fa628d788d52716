import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { namesInFixtures, projectFixturesSchema } from '../../../src/core/config/project-json-schema.ts';
import type { Model } from '../../../src/core/model/model.ts';
import { readSchema } from '../../../src/core/model/read-schema.ts';
import { callMapper } from '../../../src/core/requests/map-call.ts';
import { anonymousPrincipal } from '../../../src/core/requests/principal.ts';
import { EXAMPLE_FOLDER } from '../../helpers/cli.ts';
import { emailEntities } from '../../helpers/email-entities.ts';
import { emailModel } from '../../helpers/email-model.ts';
import fc from '../../helpers/fast-check.ts';
import { valueIn } from '../../helpers/outcome.ts';
import { runs } from '../../helpers/runs.ts';
import { sourceOf } from '../../helpers/source.ts';

const ajv = new Ajv({
  strict: true,
  strictRequired: false,
  allowUnionTypes: true,
  strictTypes: false,
  allowMatchingProperties: true,
});

function validatorOf(model: Model, principals: readonly string[] = [], entities = emailEntities) {
  return ajv.compile({ ...projectFixturesSchema({ model, principals, entities }) });
}

const email = validatorOf(emailModel);

/** What else may become of a call; by this model nothing is skipped. */
const OTHERS = { unusable: 400, 'too-long': 414, skipped: 'allow', options: 'allow' } as const;

function takes(call: string, expect: unknown): boolean[] {
  const asCase = email({ cases: [{ name: 'a', as: 'ana', call, expect }] });
  const asRow = email({ tables: [{ name: 'a', columns: ['ana'], rows: { [call]: [expect] } }] });
  return [asCase, asRow];
}

describe('projectFixturesSchema', () => {
  it('takes calls of endpoints, and others only where that is expected', () => {
    expect(takes('GET /campaigns/c1', 'allow')).toEqual([true, true]);
    expect(takes('HEAD /campaigns/c1?x=y', 403)).toEqual([true, true]);
    expect(takes('GET /campaigns/c1', 'unroutable')).toEqual([true, true]);
    expect(takes('GET /campaign/c1', 'allow')).toEqual([false, false]);
    expect(takes('GET /campaign/c1', 'unroutable')).toEqual([true, true]);
    expect(takes('PATCH /campaigns/c1', 'deny')).toEqual([false, false]);
    expect(takes('GET /campaigns/c1#a', 400)).toEqual([true, true]);
  });

  it('offers principals and calls, and takes others as well', () => {
    const schema = projectFixturesSchema({
      model: emailModel,
      principals: ['eva', 'ana'],
      entities: emailEntities,
    });
    const text = JSON.stringify(schema);
    expect(text).toContain('"enum":["ana","anonymous","eva"]');
    expect(text).toContain('"GET /campaigns/c1"');
    expect(text).toContain('"DELETE /messages?messagelist=m1"');
    const validate = ajv.compile({ ...schema });
    expect(validate({ cases: [{ name: 'a', as: 'zoe', call: 'POST /login', expect: 'allow' }] })).toBe(true);
    expect(validate({ cases: [{ name: 'a', as: 5, call: 'POST /login', expect: 'allow' }] })).toBe(false);
  });

  it('refuses no call that the router takes, whatever is in it', () => {
    const routed = valueIn(callMapper(emailModel));
    const anyone = anonymousPrincipal(emailModel);
    const text = fc.oneof(
      fc.string(),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('a%2fb', '..', '%20', 'é'),
    );
    const call = fc
      .record({
        endpoint: fc.constantFrom(...routed.endpoints),
        values: fc.array(text, { minLength: 4, maxLength: 4 }),
        query: fc.option(text, { nil: undefined }),
      })
      .map(({ endpoint, values, query }) => {
        let index = 0;
        const path = endpoint.path.replaceAll(/\{[^{}]*\}/g, () => values[index++ % values.length] ?? '');
        return { method: endpoint.method, url: `${path}${query === undefined ? '' : `?${query}`}` };
      })
      .filter(({ url }) => /^\S+$/.test(url) && !url.includes('#'));
    fc.assert(
      fc.property(call, ({ method, url }) => {
        const { type } = routed.map({ method, url }, anyone);
        const expected = { requests: 'allow', 'no-endpoint': 'unroutable', ...OTHERS }[type];
        expect(takes(`${method} ${url}`, expected)).toEqual([true, true]);
      }),
      runs(700),
    );
  });

  it('takes all fixtures of the worked example', () => {
    const read = (file: string) => sourceOf(readFileSync(join(EXAMPLE_FOLDER, file), 'utf8'), file);
    const { model } = valueIn(readSchema({ file: 's', text: read('v4.policyschema.json').text }));
    const shared = new Map(['principals.yaml', 'entities.json'].map((name) => [`../${name}`, read(name)]));
    const files = readdirSync(join(EXAMPLE_FOLDER, 'fixtures')).filter((name) =>
      name.endsWith('.fixtures.yaml'),
    );
    const sources = files.map((name) => read(`fixtures/${name}`));
    const names = namesInFixtures(
      sources.map((source) => ({ source, shared })),
      undefined,
    );
    expect(names.principals).toEqual(expect.arrayContaining(['ana', 'fay', 'tom']));
    const validate = ajv.compile({ ...projectFixturesSchema({ model, ...names }) });
    for (const source of sources)
      expect([source.file, validate(source.value), validate.errors]).toEqual([source.file, true, null]);
    expect(files.length).toBeGreaterThan(3);
  });
});
