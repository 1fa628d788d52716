import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { groupBy } from '../src/core/values/group.ts';

const SRC = resolve(import.meta.dirname, '../src');

/** Who may import whom, and which packages live where: the table of docs/architecture.md. */
const LAYERS: Readonly<
  Record<string, { readonly layers: readonly string[]; readonly packages: readonly string[] }>
> = {
  core: { layers: [], packages: [] },
  project: {
    layers: ['core', 'server'],
    packages: [
      'node:',
      '@apidevtools/swagger-parser',
      '@aws-sdk/client-verifiedpermissions',
      'chokidar',
      'js-yaml',
      'yaml',
    ],
  },
  reporters: { layers: ['core'], packages: ['node:util', 'node:module', 'string-width', 'diff'] },
  server: { layers: ['core'], packages: [] },
  express: { layers: ['core', 'server'], packages: ['node:http', 'node:querystring'] },
  fastify: { layers: ['core', 'server'], packages: ['fastify'] },
  fetch: { layers: ['core', 'server'], packages: [] },
  hono: { layers: ['core', 'server', 'fetch'], packages: ['hono'] },
  nestjs: {
    layers: ['core', 'server', 'express', 'fastify'],
    packages: ['@nestjs/common', '@nestjs/core'],
  },
  tui: { layers: ['core', 'reporters'], packages: ['ink', 'react', 'string-width', 'node:util'] },
  cli: { layers: ['core', 'project', 'reporters', 'tui'], packages: ['node:', 'commander', 'react'] },
  'index.ts': { layers: ['core', 'project', 'server', 'express'], packages: [] },
};

/** The few files of a pure layer that may import a package: its only home there. */
const HOMES: Readonly<Record<string, readonly string[]>> = {
  'core/cedar/wasm/json.ts': ['@cedar-policy/cedar-wasm/nodejs'],
  'core/cedar/wasm/instance.ts': [
    '@cedar-policy/cedar-wasm/nodejs',
    'node:module',
    'node:process',
    'node:v8',
  ],
  'core/diagnostics/definition.ts': ['valibot'],
  'core/config/json-schema.ts': ['@valibot/to-json-schema'],
  'reporters/html/assets.ts': ['node:crypto', 'node:fs', 'node:path'],
};

/**
 * The rooms of the core, from the ground up, each with the rooms that it may import. A room may import only rooms above it in this table,
 * so there is no circle.
 */
const ROOMS = {
  values: [],
  caching: [],
  diagnostics: ['values', 'caching'],
  endpoints: ['values'],
  cedar: ['values', 'diagnostics', 'caching'],
  openapi: ['values', 'diagnostics', 'caching', 'endpoints'],
  classification: ['values', 'diagnostics', 'caching', 'endpoints', 'openapi'],
  policies: ['values', 'diagnostics', 'caching', 'cedar'],
  model: ['values', 'diagnostics', 'endpoints', 'cedar'],
  'decision-classes': ['values', 'caching', 'cedar', 'policies'],
  analysis: ['values', 'diagnostics', 'cedar', 'policies'],
  requests: ['values', 'diagnostics', 'caching', 'endpoints', 'cedar', 'model'],
  publishing: ['values', 'diagnostics', 'cedar', 'policies'],
  engine: ['values', 'diagnostics', 'caching', 'cedar', 'policies', 'model', 'decision-classes', 'requests'],
  fixtures: ['values', 'diagnostics', 'caching', 'endpoints', 'cedar', 'policies', 'model', 'requests'],
  facts: ['values', 'diagnostics', 'cedar', 'endpoints', 'model', 'analysis', 'requests', 'fixtures'],
  coverage: [
    'diagnostics',
    'endpoints',
    'cedar',
    'policies',
    'model',
    'analysis',
    'requests',
    'facts',
    'engine',
    'fixtures',
  ],
  explanation: [
    'values',
    'diagnostics',
    'caching',
    'cedar',
    'policies',
    'model',
    'endpoints',
    'requests',
    'engine',
  ],
  generation: [
    'values',
    'diagnostics',
    'caching',
    'endpoints',
    'cedar',
    'openapi',
    'classification',
    'policies',
    'model',
    'decision-classes',
    'requests',
    'engine',
    'fixtures',
  ],
  replay: [
    'values',
    'diagnostics',
    'endpoints',
    'cedar',
    'requests',
    'engine',
    'fixtures',
    'coverage',
    'explanation',
  ],
  verification: [
    'values',
    'diagnostics',
    'caching',
    'endpoints',
    'cedar',
    'policies',
    'model',
    'requests',
    'engine',
    'fixtures',
    'coverage',
    'explanation',
    'replay',
  ],
  watching: [
    'values',
    'diagnostics',
    'caching',
    'endpoints',
    'cedar',
    'policies',
    'model',
    'requests',
    'engine',
    'fixtures',
    'generation',
    'replay',
    'verification',
  ],
  authoring: [
    'values',
    'diagnostics',
    'endpoints',
    'cedar',
    'model',
    'requests',
    'fixtures',
    'coverage',
    'replay',
    'verification',
  ],
  guarantees: [
    'values',
    'diagnostics',
    'caching',
    'endpoints',
    'cedar',
    'policies',
    'model',
    'decision-classes',
    'analysis',
    'requests',
    'facts',
    'engine',
    'fixtures',
    'coverage',
    'replay',
    'verification',
    'watching',
    'authoring',
  ],
  mutation: [
    'values',
    'caching',
    'cedar',
    'policies',
    'requests',
    'analysis',
    'facts',
    'engine',
    'fixtures',
    'replay',
    'verification',
    'authoring',
    'guarantees',
  ],
  config: [
    'values',
    'diagnostics',
    'endpoints',
    'cedar',
    'classification',
    'model',
    'requests',
    'fixtures',
    'coverage',
    'verification',
  ],
} as const;
type Room = keyof typeof ROOMS;
const ROOM_NAMES = Object.keys(ROOMS) as Room[];
const ARROWS: Readonly<Record<Room, readonly Room[]>> = ROOMS;

/** Files at one level of a room; more, and the room wants rooms of its own. */
const MOST_FILES = 15;

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));

describe('the layers', () => {
  it('covers every file of src', () => {
    expect(files.filter((file) => !(layerOf(file) in LAYERS))).toEqual([]);
  });

  it('are those of docs/architecture.md, with what each may import', () => {
    const page = readFileSync(resolve(SRC, '../docs/architecture.md'), 'utf8');
    const [, table = ''] = /^\| Layer \| May import \|.*\n.*\n((?:\|.*\n)+)/m.exec(page) ?? [];
    const rows = [...table.matchAll(/^\| `([^`]+)` \| ([^|]*) \|/gm)].map(([, layer = '', imports = '']) => [
      layer,
      [...imports.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
    ]);
    expect(rows).toEqual(Object.entries(LAYERS).map(([layer, { layers }]) => [layer, layers]));
  });

  it.each(files)('%s imports only what its layer may', (file) => {
    const forbidden = importsOf(file).filter((imported) => !isAllowed(file, imported));
    expect(forbidden).toEqual([]);
  });

  it('has every file of the core in a room', () => {
    const homeless = files.filter((file) => layerOf(file) === 'core' && roomOf(file) === undefined);
    expect(homeless).toEqual([]);
  });

  it('lists the rooms from the ground up, so that no arrows form a circle', () => {
    const upward = ROOM_NAMES.flatMap((room, floor) =>
      ARROWS[room]
        .filter((below) => ROOM_NAMES.indexOf(below) >= floor)
        .map((below) => `${room} -> ${below}`),
    );
    expect(upward).toEqual([]);
  });

  it.each(ROOM_NAMES)('lets the room %s import only the rooms of its row', (room) => {
    const forbidden = filesOf(room).flatMap((file) =>
      arrowsOf(file)
        .filter((target) => !ARROWS[room].includes(target))
        .map((target) => `${file} -> ${target}`),
    );
    expect(forbidden).toEqual([]);
  });

  it.each(ROOM_NAMES)('has no row for %s with an arrow that nothing needs', (room) => {
    const used = new Set(filesOf(room).flatMap(arrowsOf));
    expect(ARROWS[room].filter((target) => !used.has(target))).toEqual([]);
  });

  it('keeps the rooms small', () => {
    const levels = groupBy(
      files.filter((file) => layerOf(file) === 'core'),
      dirname,
    );
    const crowded = [...levels].filter(([, members]) => members.length > MOST_FILES).map(([level]) => level);
    expect(crowded).toEqual([]);
  });

  it('has tests in the same folders', () => {
    const tests = resolve(import.meta.dirname);
    const folders = ['core', 'cli', 'server', 'tui'].flatMap((layer) =>
      readdirSync(join(tests, layer), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !entry.name.startsWith('__'))
        .map(({ name }) => `${layer}/${name}`),
    );
    expect(folders.filter((folder) => !files.some((file) => file.startsWith(`${folder}/`)))).toEqual([]);
    expect(folders.length).toBeGreaterThan(25);
  });

  it('lets no files import each other in a circle, not even for types', () => {
    const leaves = new Map(files.map((file) => [file, neededBy(file).filter((one) => files.includes(one))]));
    while (leaves.size > 0) {
      const grounded = [...leaves].filter(([, imported]) => !imported.some((one) => leaves.has(one)));
      if (grounded.length === 0) break;
      for (const [file] of grounded) leaves.delete(file);
    }
    expect([...leaves.keys()]).toEqual([]);
  });

  it('runs the middleware without the classifier', () => {
    const loaded = runtimeImports('express/server-authorization-middleware.ts');
    expect([...loaded].filter((file) => roomOf(file) === 'classification')).toEqual([]);
    expect([...loaded].filter((file) => layerOf(file) === 'server').length).toBeGreaterThan(10);
    expect(loaded.size).toBeGreaterThan(30);
  });

  it('lets no pattern import another', () => {
    const patterns = files.filter(
      (file) => /^core\/classification\/patterns\/[^/]+\.ts$/.test(file) && !file.endsWith('index.ts'),
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

function roomOf(file: string): Room | undefined {
  const [layer, room, inside] = file.split('/');
  return layer === 'core' && inside !== undefined ? ROOM_NAMES.find((name) => name === room) : undefined;
}

function filesOf(room: Room): string[] {
  return files.filter((file) => roomOf(file) === room);
}

/** The other rooms that a file of the core imports. */
function arrowsOf(file: string): Room[] {
  const rooms = importsOf(file).flatMap((target) => roomOf(target) ?? []);
  return [...new Set(rooms)].filter((room) => room !== roomOf(file));
}

/** The file and all files that it loads when it runs: imports of types alone load nothing. */
function runtimeImports(file: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const withoutTypes = code(file).replaceAll(/^(?:import|export) type\b[^;]*;/gm, '');
  for (const [, specifier = ''] of withoutTypes.matchAll(/\bfrom '(\.[^']+)'/g))
    runtimeImports(relative(SRC, resolve(SRC, dirname(file), specifier)), seen);
  return seen;
}

function code(file: string): string {
  return readFileSync(join(SRC, file), 'utf8');
}

/** Relative imports as paths below src, packages as they are written. */
function importsOf(file: string): string[] {
  return [
    ...neededBy(file),
    ...specifiersIn(file, /\b(?:import|getBuiltinModule|require)\(\s*'([^']+)'\s*\)/g),
  ];
}

/** What is imported before the file runs; not what it may load later, as each command does with its work. */
function neededBy(file: string): string[] {
  return [
    ...specifiersIn(file, /(?:^|\n)\s*(?:import|export)\b[^'";]*?from\s*'([^']+)'/g),
    ...specifiersIn(file, /(?:^|\n)import\s+'([^']+)'/g),
  ];
}

function specifiersIn(file: string, pattern: RegExp): string[] {
  return [...code(file).matchAll(pattern)].map(([, specifier = '']) =>
    specifier.startsWith('.') ? relative(SRC, resolve(SRC, dirname(file), specifier)) : specifier,
  );
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
