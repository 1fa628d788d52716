/**
 * What a server that imports the middleware installs: packs this package, installs it into an empty folder as npm does, and says how many
 * packages and bytes there are. Build first; npm must reach its registry.
 *
 *   npm run build && npx node bench/installed.ts
 */
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'authz-installed-'));
const app = join(folder, 'app');

try {
  const npm = (cwd: string, ...args: readonly string[]) =>
    execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  npm(ROOT, 'pack', '--ignore-scripts', '--pack-destination', folder);
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  mkdirSync(app);
  writeFileSync(join(app, 'package.json'), '{ "name": "app", "private": true }\n');
  npm(app, 'install', join(folder, tarball));
  const packages = npm(app, 'ls', '--all', '--parseable').trim().split('\n').length - 1;
  const modules = join(app, 'node_modules');
  const bytes = readdirSync(modules, { recursive: true, encoding: 'utf8' })
    .map((name) => lstatSync(join(modules, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
  process.stdout.write(`${packages} packages with authz, ${Math.round(bytes / 1e6)} MB\n`);
} finally {
  rmSync(folder, { recursive: true });
}
