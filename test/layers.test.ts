import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const SRC = resolve(import.meta.dirname, '../src');

/** Who may import whom, and which packages live where: the table of docs/architecture.md. */
const LAYERS: Readonly<
  Record<string, { readonly layers: readonly string[]; readonly packages: readonly string[] }>
> = {
  core: { layers: [], packages: [] },
  project: {
    layers: ['core'],
    packages: ['node:', '@apidevtools/swagger-parser', 'chokidar', 'js-yaml', 'yaml'],
  },
  reporters: { layers: ['core'], packages: ['node:util', 'node:module', 'string-width', 'diff'] },
  express: { layers: ['core'], packages: ['node:http', 'node:crypto'] },
  tui: { layers: ['core', 'reporters'], packages: ['ink', 'react', 'string-width', 'node:util'] },
  cli: { layers: ['core', 'project', 'reporters', 'tui'], packages: ['node:', 'commander', 'react'] },
  'index.ts': { layers: ['core', 'project', 'express'], packages: [] },
};

/** The few files of a pure layer that may import a package: its only home there. */
const HOMES: Readonly<Record<string, readonly string[]>> = {
  'core/cedar.ts': ['@cedar-policy/cedar-wasm/nodejs', 'node:module', 'node:process', 'node:v8'],
  'core/definition.ts': ['valibot'],
  'core/json-schema.ts': ['@valibot/to-json-schema'],
  'core/filter.ts': ['picomatch'],
  'reporters/html/assets.ts': ['node:crypto', 'node:fs', 'node:path'],
};

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));

describe('the layers', () => {
  it('covers every file of src', () => {
    expect(files.filter((file) => !(layerOf(file) in LAYERS))).toEqual([]);
  });

  it.each(files)('%s imports only what its layer may', (file) => {
    const forbidden = importsOf(file).filter((imported) => !isAllowed(file, imported));
    expect(forbidden).toEqual([]);
  });

  it('lets no pattern import another', () => {
    const patterns = files.filter(
      (file) => /^core\/patterns\/[^/]+\.ts$/.test(file) && !file.endsWith('index.ts'),
    );
    const siblings = new Set(patterns.filter((file) => !file.endsWith('/pattern.ts')));
    const imported = patterns.flatMap((file) =>
      importsOf(file)
        .filter((target) => siblings.has(target))
        .map((target) => `${file} -> ${target}`),
    );
    expect(imported).toEqual([]);
  });

  it('keeps the clock, chance and the process out of the core', () => {
    const impure = /\b(?:Date\.now|new Date\(|Math\.random|process\.|console\.)/;
    const found = files.filter((file) => layerOf(file) === 'core' && impure.test(code(file)));
    expect(found).toEqual([]);
  });

  it('writes, reads the command line and ends the process in cli only', () => {
    const found = files.filter(
      (file) =>
        layerOf(file) !== 'cli' && /process\.(?:exit|argv|stdout|stderr|env)\b|console\./.test(code(file)),
    );
    expect(found).toEqual([]);
  });
});

function layerOf(file: string): string {
  return file.split('/')[0] ?? '';
}

function code(file: string): string {
  return readFileSync(join(SRC, file), 'utf8');
}

/** Relative imports as paths below src, packages as they are written. */
function importsOf(file: string): string[] {
  const specifiers = code(file).matchAll(
    /(?:^|\n)\s*(?:import|export)\b[^'";]*?from\s*'([^']+)'|\b(?:import|getBuiltinModule|require)\(\s*'([^']+)'\s*\)|(?:^|\n)import\s+'([^']+)'/g,
  );
  return [...specifiers].map((match) => {
    const specifier = match[1] ?? match[2] ?? match[3] ?? '';
    return specifier.startsWith('.') ? relative(SRC, resolve(SRC, dirname(file), specifier)) : specifier;
  });
}

function isAllowed(file: string, imported: string): boolean {
  const rules = LAYERS[layerOf(file)];
  const layer = layerOf(imported);
  if (layer in LAYERS) return layer === layerOf(file) || rules?.layers.includes(layer) === true;
  if (HOMES[file]?.includes(imported)) return true;
  return (
    rules?.packages.some((name) => imported === name || (name.endsWith(':') && imported.startsWith(name))) ===
    true
  );
}
