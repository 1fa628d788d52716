import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const SRC = join(ROOT, 'src');

const manifest: {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, object>>;
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>;
} = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

describe('the packages that are installed with authz', () => {
  it('are those that the library imports, and those that the bundled tool asks for while it runs', () => {
    const imported = importedByLibrary(join(SRC, 'index.ts'));
    const needed = new Set([...imported, ...requiredAtRunTime()]);
    expect([...needed].sort()).toEqual(Object.keys(manifest.dependencies).sort());
  });

  it('are enough for every entry, beside the framework that it is for', () => {
    expect(entryFiles().length).toBeGreaterThan(4);
    for (const file of entryFiles()) {
      const others = importedByLibrary(join(SRC, file)).filter((one) => !(one in manifest.dependencies));
      expect(Object.keys(manifest.peerDependencies), file).toEqual(expect.arrayContaining(others));
      // A server of one framework has no other.
      const families = new Set(others.map((one) => one.split('/')[0]));
      expect(families.size, file).toBeLessThan(2);
    }
    for (const peer of Object.keys(manifest.peerDependencies))
      expect(manifest.peerDependenciesMeta[peer], peer).toEqual({ optional: true });
  });
});

describe('what is published', () => {
  const paths = packedFiles();

  it('holds the library, the bundled tool with the licenses in it, and neither sources nor tests', () => {
    expect(paths).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'bin/authz.js',
        'dist/bin/LICENSES.txt',
        'dist/bin/main.cjs',
        'dist/index.d.ts',
        'dist/reporters/html/style.css',
        'dist/schemas/authz.schema.json',
      ]),
    );
    expect(paths.filter((path) => /^(src|test|bench|scripts|\.ci)\//.test(path))).toEqual([]);
  });

  it('holds what an entry of the library reaches, with its types, and no folder that only the bundled tool needs', () => {
    const reached = new Set<string>();
    for (const file of entryFiles()) importedByLibrary(join(SRC, file), reached);
    const modules = [...reached].map((file) => `dist/${relative(SRC, file).replace(/\.tsx?$/, '')}`);
    const missing = modules.flatMap((path) => [`${path}.js`, `${path}.d.ts`]);
    expect(missing.filter((path) => !paths.includes(path))).toEqual([]);
    const folders = new Set(modules.map(dirname));
    // The page of the HTML report holds these as they are.
    const ofTool = /^dist\/(bin|schemas|reporters\/html\/(client\/|style\.css))/;
    const others = paths.filter((path) => path.startsWith('dist/') && !ofTool.test(path));
    expect(others.filter((path) => !folders.has(dirname(path)))).toEqual([]);
    expect(modules.length).toBeGreaterThan(300);
  });
});

/** The files of `src/` that an application imports. */
function entryFiles(): readonly string[] {
  return Object.values(manifest.exports).flatMap((target) =>
    typeof target === 'string' ? [] : [target.default.replace('./dist/', '').replace('.js', '.ts')],
  );
}

function packedFiles(): readonly string[] {
  const pack = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ files }]: [{ files: readonly { readonly path: string }[] }] = JSON.parse(pack);
  return files.map(({ path }) => path);
}

/** The packages that a file and all files behind it import. */
function importedByLibrary(file: string, seen = new Set<string>()): readonly string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const specifiers = readFileSync(file, 'utf8').matchAll(
    /^(?:import|export|\}) [^;]*?from '([^']+)';|\bimport\('([^']+)'\)/gms,
  );
  return [...specifiers].flatMap(([, first, later]) => {
    const specifier = first ?? later ?? '';
    if (!specifier.startsWith('.')) return packagesIn([specifier]);
    return importedByLibrary(resolve(dirname(file), specifier), seen);
  });
}

/** The bundler does not see `require` of `node:module`: such packages are not in the bundle. */
function requiredAtRunTime(): readonly string[] {
  const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  return files.flatMap((file) => {
    const asked = readFileSync(join(SRC, file), 'utf8').matchAll(/\brequire\('([^']+)'\)/g);
    return packagesIn([...asked].map(([, specifier = '']) => specifier));
  });
}

function packagesIn(specifiers: readonly string[]): readonly string[] {
  return specifiers
    .filter((specifier) => !isBuiltin(specifier))
    .map((specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier);
}
