import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EXAMPLE_FOLDER, folderWith } from './helpers/cli.ts';

const ROOT = resolve(import.meta.dirname, '..');

describe('the first example of docs/middleware.md', () => {
  it('is a file that runs beside the worked example, and answers as the page says', async () => {
    const folder = folderWith();
    cpSync(EXAMPLE_FOLDER, folder, { recursive: true });
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(ROOT, join(folder, 'node_modules/authz'));
    symlinkSync(join(ROOT, 'node_modules/express'), join(folder, 'node_modules/express'));
    writeFileSync(join(folder, 'server.mts'), firstExample());
    const url = await listening(folder);
    const status = async (path: string, headers = {}) => (await fetch(`${url}${path}`, { headers })).status;
    const ana = { 'x-demo-user': 'ana' };
    expect(await status('/campaigns/c1', ana)).toBe(200);
    expect(await status('/campaigns/c1')).toBe(401);
    expect(await status('/campaigns/none', ana)).toBe(404);
    expect(await status('/nowhere', ana)).toBe(404);
  });
});

function firstExample(): string {
  const page = readFileSync(join(ROOT, 'docs/middleware.md'), 'utf8');
  return /```ts\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
}

/** Starts the example, and waits for the address that it prints. */
async function listening(folder: string): Promise<string> {
  const child: ChildProcess = spawn(process.execPath, ['server.mts'], {
    cwd: folder,
    env: { ...process.env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const [line] = await Promise.race([once(lines, 'line'), once(child, 'exit').then(() => ['it has ended'])]);
  const port = /port: (\d+)/.exec(String(line))?.[1];
  if (port === undefined) throw new Error(String(line));
  return `http://127.0.0.1:${port}`;
}
