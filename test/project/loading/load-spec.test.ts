import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { realPathBelow } from '../../../src/project/files/contained-path.ts';
import { loadSpec } from '../../../src/project/loading/load-spec.ts';
import { folderWith } from '../../helpers/cli.ts';
import { told, valueIn } from '../../helpers/outcome.ts';

const referringTo = (...references: string[]) =>
  JSON.stringify({ openapi: '3.1.0', paths: {}, x: references.map(($ref) => ({ $ref })) });

async function othersOf(files: Record<string, string>): Promise<string[]> {
  const folder = folderWith(files);
  return [...valueIn(await loadSpec('api.json', folder)).others.keys()].sort();
}

describe('the documents of an API description', () => {
  it('are one when it refers to nothing', async () => {
    expect(await othersOf({ 'api.json': referringTo('#/x') })).toEqual([]);
  });

  it('are one when `$ref` is the name of a property or the end of a path', async () => {
    const folder = folderWith({
      'api.json': JSON.stringify({
        paths: { '/a/$ref': {} },
        x: { properties: { $ref: { type: 'string' } } },
      }),
      'api.yaml': 'paths: { /a/$ref: { get: {} } }\nx: { properties: { $ref: { type: string } } }\n',
    });
    for (const file of ['api.json', 'api.yaml'])
      expect(valueIn(await loadSpec(file, folder)).others.size).toBe(0);
  });

  it('are those it reaches, by their path below its folder', async () => {
    const files = {
      'api.json': referringTo('./a.yaml#/x', 'sub/b%20c.json', 'api.json#/x'),
      'a.yaml': 'x: { $ref: sub/d.yaml }\n',
      'sub/b c.json': referringTo('d.yaml', '../a.yaml'),
      'sub/d.yaml': 'x: { $ref: ../a.yaml#/x }\n',
      'unreached.yaml': 'x: 1\n',
    };
    expect(await othersOf(files)).toEqual(['a.yaml', 'sub/b c.json', 'sub/d.yaml']);
  });

  it('never lie on other hosts or out of its folder, and the refusal stands where the reference stands', async () => {
    const folder = folderWith({
      'secret.yaml': 'x: 1\n',
      'in/api.json': referringTo('https://example.invalid/a', '../secret.yaml', 'link.yaml#/x', 'b.yaml'),
      'in/b.yaml': 'x:\n  $ref: ../secret.yaml#/x\ny:\n  $ref: sub/../../secret.yaml\n',
    });
    symlinkSync('../secret.yaml', join(folder, 'in/link.yaml'));
    const spec = await loadSpec('in/api.json', folder);
    expect([...valueIn(spec).others.keys()]).toEqual(['b.yaml']);
    expect(told(spec.diagnostics)).toEqual([
      'in/api.json:1:44 warning `$ref` `https://example.invalid/a` leads to another host, and is not followed',
      'in/api.json:1:81 warning `$ref` `../secret.yaml` leads out of the folder of the API description, and is not followed',
      'in/api.json:1:107 warning `$ref` `link.yaml#/x` leads out of the folder of the API description, and is not followed',
      'in/b.yaml:4:9 warning `$ref` `sub/../../secret.yaml` leads out of the folder of the API description, and is not followed',
    ]);
  });

  it('may tie themselves in knots', async () => {
    const folder = folderWith({
      'api.yaml': 'openapi: 3.1.0\nx: &x\n  y: *x\n  z: { $ref: b.yaml }\npaths: {}\n',
      'b.yaml': 'a: &a [*a]\n',
    });
    expect((await loadSpec('api.yaml', folder)).ok).toBe(true);
  });

  it('must all parse', async () => {
    const folder = folderWith({
      'api.json': referringTo('a.yaml', 'b.json'),
      'a.yaml': 'x: [',
      'b.json': '{',
    });
    const spec = await loadSpec('api.json', folder);
    expect(spec.ok).toBe(false);
    expect(told(spec.diagnostics).map((line) => line.replace(/:.*/, ''))).toEqual(['a.yaml', 'b.json']);
  });
});

describe('a path below a folder', () => {
  it('is told from one that leads out, also through links', async () => {
    const folder = folderWith({ 'in/a.yaml': '', 'in/..b.yaml': '', 'out.yaml': '' });
    symlinkSync('../out.yaml', join(folder, 'in/link.yaml'));
    symlinkSync('a.yaml', join(folder, 'in/alias.yaml'));
    const below = (path: string) => realPathBelow(join(folder, 'in'), join(folder, 'in', path));
    expect(await below('a.yaml')).toBe('a.yaml');
    expect(await below('sub/../a.yaml')).toBe('a.yaml');
    expect(await below('..b.yaml')).toBe('..b.yaml');
    expect(await below('alias.yaml')).toBe('alias.yaml');
    expect(await below('missing.yaml')).toBe('missing.yaml');
    expect(await below('link.yaml')).toBeUndefined();
    expect(await below('../out.yaml')).toBeUndefined();
    expect(await below('..')).toBeUndefined();
  });
});
