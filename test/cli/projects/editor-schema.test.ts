import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { authz, projectWith } from '../../helpers/cli.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

function json(...path: string[]) {
  return JSON.parse(readFileSync(join(...path), 'utf8'));
}

/** The file that the first line of a YAML file names as its schema. */
function schemaNamedIn(file: string): string {
  const [line = ''] = readFileSync(file, 'utf8').split('\n');
  return resolve(dirname(file), /^# yaml-language-server: \$schema=(\S+)$/.exec(line)?.[1] ?? 'none');
}

function isValid(schema: object, value: unknown): boolean {
  const ajv = new Ajv({ allowMatchingProperties: true, strictTypes: false, strictRequired: false });
  return ajv.validate(schema, value);
}

describe('the JSON Schemas for editors', () => {
  it('are named in what `init` writes, and take it', async () => {
    const folder = await projectWith();
    const fixtures = join(folder, 'fixtures/starter.fixtures.yaml');
    const schema = json(schemaNamedIn(fixtures));
    expect(isValid(schema, parse(readFileSync(fixtures, 'utf8')))).toBe(true);
    const installed = schemaNamedIn(join(folder, 'authz.yaml')).replace(/^.*node_modules\/authz\//, '');
    expect(isValid(json(ROOT, installed), parse(readFileSync(join(folder, 'authz.yaml'), 'utf8')))).toBe(
      true,
    );
  });

  it('are part of the package, under the name that it exports', () => {
    const { exports, files } = json(ROOT, 'package.json');
    const target = exports['./schemas/*.json'].replace('*', 'fixtures.schema');
    expect(existsSync(join(ROOT, target))).toBe(true);
    expect(files).toContain(target.split('/')[1]);
  });

  it('follow the names and endpoints of the project', async () => {
    const folder = await projectWith();
    const file = join(folder, 'fixtures/fixtures.schema.json');
    const one = (as: string, call: string) => ({ cases: [{ name: 'a', as, call, expect: 'allow' }] });
    expect(isValid(json(file), one('no-group', 'GET /shops/shop-1'))).toBe(true);
    expect(isValid(json(file), one('no-group', 'GET /shop/shop-1'))).toBe(false);
    appendFileSync(join(folder, 'fixtures/principals.yaml'), 'zoe: {sub: zoe}\n');
    const check = await authz(folder, ['generate-schema', '--check']);
    expect(check).toMatchObject({ code: 0 });
    expect(check.stderr).toContain('fixtures/fixtures.schema.json is out of date');
    expect((await authz(folder, ['generate-schema'])).stderr).toContain(
      'rewrote fixtures/fixtures.schema.json',
    );
    expect(readFileSync(file, 'utf8')).toContain('"zoe"');
    expect((await authz(folder, ['generate-schema', '--check'])).stderr).not.toContain('out of date');
    expect((await authz(folder, ['generate-fixtures'])).stderr).not.toContain('fixtures.schema.json');
  });

  it('follow fixtures that are recorded again, with people and entities of other names', async () => {
    const folder = await projectWith();
    const settings = join(folder, 'authz.yaml');
    const text = readFileSync(settings, 'utf8');
    const tenant = 'tenant: { claim: shop_id, type: Shop }';
    writeFileSync(settings, text.replace(/^ {2}subject: /m, `  ${tenant}\n$&`));
    await authz(folder, ['generate-schema']);
    expect(await authz(folder, ['generate-fixtures', '--force'])).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, 'fixtures/entities.json'), 'utf8')).not.toContain('"shop-1"');
    expect(readFileSync(join(folder, 'fixtures/fixtures.schema.json'), 'utf8')).not.toContain('shops/shop-1');
    expect((await authz(folder, ['generate-schema', '--check'])).stderr).not.toContain('out of date');
  });

  it('take the neighbours of allowed calls, by people who are new', async () => {
    const folder = await projectWith();
    expect(await authz(folder, ['generate-fixtures', '--neighbours'])).toMatchObject({ code: 0 });
    const neighbours = join(folder, 'fixtures/starter.neighbours.fixtures.yaml');
    expect(isValid(json(schemaNamedIn(neighbours)), parse(readFileSync(neighbours, 'utf8')))).toBe(true);
    expect((await authz(folder, ['generate-schema', '--check'])).stderr).not.toContain('out of date');
  });

  it('of the worked example is what would be written today', async () => {
    const example = join(ROOT, 'fixtures/email-app');
    expect((await authz(example, ['generate-schema', '--check'])).stderr).not.toContain('out of date');
  });
});
