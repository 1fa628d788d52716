import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { rolldown } from 'rolldown';
import { onTestFinished } from 'vitest';
import { EXAMPLE_FOLDER, folderWith } from './cli.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** The blocks of TypeScript of a page. */
export function blocksOf(page: string): string[] {
  const text = readFileSync(join(ROOT, 'docs', page), 'utf8');
  return [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, block = '']) => block);
}

/** The worked example's folder, with the packages that an application has. */
export function projectFolder(packages: readonly string[]): string {
  const folder = folderWith();
  cpSync(EXAMPLE_FOLDER, folder, { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(ROOT, join(folder, 'node_modules/authz'));
  for (const name of packages) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), link);
  }
  return folder;
}

/** Starts an example in a project, and waits for the address that it prints. Node runs all of TypeScript but decorators. */
export async function listening(folder: string, example: string): Promise<string> {
  writeFileSync(join(folder, 'server.mts'), example);
  const file = /^@/m.test(example) ? await withoutDecorators(folder) : 'server.mts';
  const child: ChildProcess = spawn(process.execPath, [file], {
    cwd: folder,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const ended = once(child, 'exit').then(() => ['it has ended']);
  for (;;) {
    const [line] = await Promise.race([once(lines, 'line'), ended]);
    const port = /port: (\d+)/.exec(String(line))?.[1];
    if (port !== undefined) return `http://127.0.0.1:${port}`;
    if (line === 'it has ended') throw new Error(line);
  }
}

async function withoutDecorators(folder: string): Promise<string> {
  const bundle = await rolldown({
    input: join(folder, 'server.mts'),
    // What decorators need to run comes with the bundler.
    external: (id) => /^[^./]/.test(id) && !id.startsWith('@oxc-project/'),
    transform: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  });
  await bundle.write({ file: join(folder, 'server.mjs'), format: 'esm' });
  return 'server.mjs';
}
