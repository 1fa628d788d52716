import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const SRC = join(ROOT, 'src');

describe('the packages that are installed with authz', () => {
  it('are those that the library imports, and those that the bundled tool asks for while it runs', () => {
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      readonly dependencies: Readonly<Record<string, string>>;
    };
    const needed = new Set([...importedByLibrary(join(SRC, 'index.ts')), ...requiredAtRunTime()]);
    expect([...needed].sort()).toEqual(Object.keys(dependencies).sort());
  });
});

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
