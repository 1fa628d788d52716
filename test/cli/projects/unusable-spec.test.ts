import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { authz, contentsOf, expectRefusal, folderWith, SHOP } from '../../helpers/cli.ts';

/** Classifies one file that must be refused, and answers with what was said about it. */
async function refusalOf(content: string | Buffer, name = 'api.yaml'): Promise<string> {
  const folder = folderWith({ [name]: content });
  const before = contentsOf(folder);
  const run = await authz(folder, ['init', '--yes', '--api-spec', name]);
  expectRefusal(run);
  expect(contentsOf(folder)).toEqual(before);
  return run.stderr;
}

describe('an API description that cannot be read', () => {
  it('is missing, but has a near sibling', async () => {
    const run = await authz(folderWith({ 'shop.yaml': SHOP }), ['classify', '--api-spec', 'shpo.yaml']);
    expectRefusal(run);
    expect(run.stderr).toBe(
      'error: there is no such file: `--api-spec` names it [file-unreadable]\n  --> shpo.yaml\n  = help: did you mean `shop.yaml`?\n',
    );
  });

  it('is a folder', async () => {
    const run = await authz(folderWith({ 'api/x.yaml': SHOP }), ['classify', '--api-spec', 'api']);
    expectRefusal(run);
    expect(run.stderr).toContain('this is a folder, expected a file');
  });

  it('is below a file', async () => {
    const run = await authz(folderWith({ api: SHOP }), ['classify', '--api-spec', 'api/x.yaml']);
    expectRefusal(run);
    expect(run.stderr).toContain('a part of the path is a file, not a folder');
  });

  it('is empty', async () => expect(await refusalOf(' \n')).toContain('the file is empty'));

  it('is binary', async () => {
    expect(await refusalOf(Buffer.from([0xff, 0x00, 0x80, 0x41]))).toContain('the file is not UTF-8 text');
    expect(await refusalOf('a: b\0c')).toContain('the file is binary');
  });

  it.each(['utf16le', 'utf-16 with a mark'])('is %s', async (encoding) => {
    const mark = encoding === 'utf16le' ? '' : '\uFEFF';
    expect(await refusalOf(Buffer.from(mark + SHOP, 'utf16le'))).toMatch(/not UTF-8 text|is binary/);
  });

  it('is nowhere to be found', async () => {
    const run = await authz(folderWith(), ['classify']);
    expectRefusal(run);
    expect(run.stderr).toContain('no API description was found in this folder');
    expect(run.stderr).toContain('name one with `--api-spec <file>`');
  });
});

describe('an API description that does not parse', () => {
  it('is pointed at in YAML', async () => {
    expect(await refusalOf('openapi: 3.1.0\npaths:\n  /a: { get: [ }\n')).toContain(
      '  --> api.yaml:3:16\n   |\n 3 |   /a: { get: [ }\n   |                ^\n',
    );
  });

  it('is pointed at in JSON, with what was expected', async () => {
    expect(await refusalOf('{\r\n  "é😀": {"a" 1}\r\n}', 'api.json')).toBe(
      'error: found `1`, expected `:` [file-syntax]\n' +
        '  --> api.json:2:15\n   |\n 2 |   "é😀": {"a" 1}\n   |               ^\n',
    );
  });

  it('has 20 MB of JSON on one line, and a mistake in the middle', async () => {
    const half = '{"aaaaaaaa":"bbbbbbbbbbbb","c":[1,2,3]},'.repeat(260_000);
    const said = await refusalOf(`{"openapi":"3.1.0","x":[${half}{"a" 1},${half}1]}`, 'api.json');
    expect(said).toContain('error: found `1`, expected `:` [file-syntax]\n  --> api.json:1:10400030\n');
    expect(said.length).toBeLessThan(600);
  });

  it('holds two documents', async () => {
    expect(await refusalOf('openapi: 3.1.0\n---\npaths: {}\n')).toContain('a second document starts here');
  });

  it('has an alias without an anchor', async () => {
    const said = await refusalOf('openapi: 3.1.0\npaths:\n  a: *shop\n');
    expect(said).toContain('alias `*shop` has no anchor `&shop` before it');
    expect(said).toContain('--> api.yaml:3:6');
  });

  it('has aliases that multiply', async () => {
    expect(await refusalOf(`openapi: 3.1.0\n${aliasBomb()}paths: {}\n`)).toContain(
      'the aliases of the file multiply without end',
    );
  });

  it.each([
    ['flow', `openapi: 3.1.0\nx: ${'['.repeat(10_000)}${']'.repeat(10_000)}\npaths: {}\n`],
    ['block', `openapi: 3.1.0\nx:\n  ${'- '.repeat(10_000)}a\npaths: {}\n`],
  ])('nests 10,000 deep in YAML, %s style', async (_, content) => {
    expect(await refusalOf(content)).toContain('the values are nested too deeply');
  });
});

describe('a document that is no API description', () => {
  it.each([
    ['a list', '- a\n', 'an API description is an object'],
    ['no version', 'paths: {}\n', 'neither `openapi` nor `swagger`'],
    ['an old version', 'swagger: "1.2"\npaths: {}\n', 'is not supported'],
    ['no paths', 'openapi: 3.1.0\n', 'there is no `paths`'],
    ['paths that are a list', 'openapi: 3.1.0\npaths: []\n', '`paths` is not an object'],
    ['no operation', 'openapi: 3.1.0\npaths: { /a: {} }\n', '`paths` describes no operation'],
  ])('has %s', async (_, content, message) => expect(await refusalOf(content)).toContain(message));
});

describe('references', () => {
  const referring = (reference: string) => `\
openapi: 3.1.0
info: { title: Shop API, version: "1" }
paths:
  /shops/{shop_id}:
    get:
      operationId: getShop
      responses: { "200": { description: ok, content: { application/json: { schema: { $ref: '${reference}' } } } } }
`;

  it.each(['#/components/schemas/Nope', 'missing.yaml#/Shop'])('to nothing are an error: %s', async (ref) => {
    const said = await refusalOf(referring(ref));
    expect(said).toContain(`\`${ref}\``);
    expect(said).toContain('--> api.yaml:7:');
  });

  it.each([
    'https://example.invalid/shop.yaml#/Shop',
    'http://169.254.169.254/latest',
    '//example.invalid/shop.yaml',
    'HTTPS://EXAMPLE.INVALID/shop.yaml',
  ])('to another host are refused: %s', async (reference) => {
    const said = await refusalOf(referring(reference));
    expect(said).toContain(`\`$ref\` \`${reference}\` leads to another host, and is not followed`);
    expect(said).toContain('error: ');
  });

  it.each(['../outside.yaml#/Shop', '/etc/passwd', 'file:///etc/passwd', 'a/../../outside.yaml'])(
    'out of the folder are refused: %s',
    async (reference) => {
      const folder = folderWith({
        'outside.yaml': 'Shop: { type: object }\n',
        'inside/api.yaml': referring(reference),
      });
      const run = await authz(folder, ['classify', '--api-spec', 'inside/api.yaml']);
      expectRefusal(run);
      expect(run.stderr).toContain('leads out of the folder of the API description, and is not followed');
    },
  );

  it.each(['link.yaml#/Shop', 'linked/outside.yaml#/Shop'])(
    'through a symbolic link that leads out are refused: %s',
    async (reference) => {
      const folder = folderWith({
        'outside.yaml': 'Shop: { type: object }\n',
        'inside/api.yaml': referring(reference),
      });
      symlinkSync('../outside.yaml', join(folder, 'inside/link.yaml'));
      symlinkSync('..', join(folder, 'inside/linked'));
      const run = await authz(folder, ['classify', '--api-spec', 'inside/api.yaml']);
      expectRefusal(run);
      expect(run.stderr).toContain('leads out of the folder');
    },
  );

  it('to files below the folder are followed, each relative to its own file, in circles too', async () => {
    const folder = folderWith({
      'api.yaml': referring('common/shop.yaml#/Shop'),
      'common/shop.yaml':
        'Shop: { type: object, required: [name], properties: { name: { $ref: "../text.yaml" }, users: { type: array, items: { $ref: "deep/user%20x.yaml#/User" } } } }\n',
      'common/deep/user x.yaml':
        'User: { type: object, properties: { shop: { $ref: "../shop.yaml#/Shop" } } }\n',
      'text.yaml': 'type: string\n',
    });
    const schema = await authz(folder, [
      'generate-schema',
      '--api-spec',
      'api.yaml',
      '--namespace',
      'S',
      '--attributes',
      'scalar',
      '--out',
      '-',
    ]);
    expect(schema).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(schema.stdout).S.entityTypes.Shop.shape.attributes).toEqual({
      name: { type: 'String' },
    });
  });

  it('to a file that does not parse point into that file', async () => {
    const folder = folderWith({ 'api.yaml': referring('b.yaml#/Shop'), 'b.yaml': 'Shop: [\n' });
    const run = await authz(folder, ['classify', '--api-spec', 'api.yaml']);
    expectRefusal(run);
    expect(run.stderr).toContain('--> b.yaml:');
  });

  it("in an example are nobody's business but get a warning", async () => {
    const folder = folderWith({ 'api.yaml': `${SHOP}x-example: { $ref: 'https://example.invalid/a' }\n` });
    const run = await authz(folder, ['classify', '--api-spec', 'api.yaml']);
    expect(run.code).toBe(0);
    expect(run.stderr).toContain('warning: `$ref` `https://example.invalid/a` leads to another host');
  });
});

describe('a description from standard input', () => {
  it('is read', async () => {
    const run = await authz(folderWith(), ['classify', '--api-spec', '-', '--format', 'csv'], {
      input: SHOP,
    });
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toContain('GET,/shops/{shop_id},getShop,single-resource,getShop,Shop,path:shop_id,');
  });

  it.each(['', '{"openapi": }', Buffer.from([0xff, 0xfe, 0x41])])(
    'is refused like a file: %j',
    async (input) => {
      const run = await authz(folderWith(), ['classify', '--api-spec', '-'], { input });
      expectRefusal(run);
      expect(run.stderr).toContain('--> <stdin>');
    },
  );

  it('cannot be the description of a project', async () => {
    const folder = folderWith();
    const run = await authz(folder, ['init', '--yes', '--api-spec', '-'], { input: SHOP });
    expectRefusal(run);
    expect(contentsOf(folder)).toEqual({});
  });
});

describe('endpoints that collide', () => {
  it('with one operationId are told apart, with a warning', async () => {
    const folder = folderWith({
      'api.yaml': SHOP.replace('deleteShop', 'getShop'),
    });
    const run = await authz(folder, ['init', '--yes', '--api-spec', 'api.yaml']);
    expect(run.code).toBe(0);
    expect(run.stderr).toContain(
      'warning: `DELETE /shops/{shop_id}` has the `operationId` of `GET /shops/{shop_id}`',
    );
    expect(Object.keys(JSON.parse(contentsOf(folder)['v4.policyschema.json'] ?? '').Shop.actions)).toEqual([
      'getShop',
      'DELETE /shops/{shop_id}',
    ]);
  });

  it('with templates that cannot be told apart leave them out, and say so', async () => {
    const folder = folderWith({
      'openapi.yaml': `${SHOP}  /shops/{city}/{id}: { get: { responses: {} } }\n  /shops/{shop_id}/{file}: { get: { responses: {} } }\n`,
    });
    const run = await authz(folder, ['init', '--yes']);
    expect(run.code).toBe(0);
    expect(run.stderr).toMatch(/cannot be told apart[\s\S]*their calls are denied/);
    expect(run.stdout).toContain('0 failed');
  });
});

/** Ten aliases of ten aliases of ten aliases. */
function aliasBomb(): string {
  const ten = (word: string) => Array(10).fill(word).join(', ');
  const levels = Array.from(
    { length: 10 },
    (_, level) => `a${level + 1}: &a${level + 1} [${ten(`*a${level}`)}]\n`,
  );
  return `a0: &a0 [${ten('x')}]\n${levels.join('')}`;
}
