import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { EXAMPLE_FOLDER, folderWith, startAuthz } from '../helpers/cli.ts';
import { publishedExample } from '../helpers/published-example.ts';

/** There are no such numbers, which takes longer to find out than anybody waits. */
const CUBES = ['x', 'y', 'z'].map((id) => {
  const number = `EmailApp::Tenant::"${id}".maxUsers`;
  return { cube: `${number} * ${number} * ${number}`, range: `${number} > 0 && ${number} < 100000` };
});
const [X, Y, Z] = CUBES.map(({ cube }) => cube);
const HARD = `@id("hard") permit (principal, action == EmailApp::Action::"getEmailMessage", resource)
  when { resource.subject == "hard" && ${CUBES.map(({ range }) => range).join(' && ')} && ${X} + ${Y} == ${Z} };\n`;

/** The worked example with a hard question. */
function hardProject(): string {
  const folder = folderWith();
  cpSync(EXAMPLE_FOLDER, folder, { recursive: true });
  writeFileSync(join(folder, 'policies/hard.cedar'), HARD);
  return folder;
}

/** Says on standard error who hears of Ctrl-C from now on: nobody, so that it ends the process, or the command. */
const TELLING = `
const { writeSync } = require('node:fs');
const { off } = process;
process.off = function (name, listener) {
  const result = off.call(this, name, listener);
  if (name === 'SIGINT') writeSync(2, this.listenerCount(name) === 0 ? 'NOBODY ' : 'COMMAND ');
  return result;
};
`;

interface InterruptedRun {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
}

/** Runs a command without an end, and presses Ctrl-C as soon as somebody hears of it, or nobody. */
async function interrupt(folder: string, args: readonly string[], word: string): Promise<InterruptedRun> {
  const telling = join(folderWith({ 'telling.cjs': TELLING }), 'telling.cjs');
  const child = startAuthz(folder, [...args, '--budget', '90000'], {}, ['--require', telling]);
  const stdout = text(child.stdout as NodeJS.ReadableStream);
  const ended = endOf(child);
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    const isNew = !said.includes(word);
    said += chunk.toString();
    if (isNew && said.includes(word)) child.kill('SIGINT');
  });
  return { ...(await ended), stdout: await stdout };
}

function endOf(child: ChildProcess): Promise<Pick<InterruptedRun, 'code' | 'signal'>> {
  return new Promise((done) => child.once('close', (code, signal) => done({ code, signal })));
}

/** Presses Ctrl-C right before the command takes over, while its thread is busy. */
const EARLY = `
const listeners = process.listeners;
process.listeners = function (name) {
  if (name === 'SIGINT') process.kill(process.pid, 'SIGINT');
  return listeners.call(this, name);
};
`;

describe('Ctrl-C while a command gets ready', () => {
  it('ends `mutate` with what it found so far, and 130', async () => {
    const folder = folderWith();
    cpSync(EXAMPLE_FOLDER, folder, { recursive: true });
    const early = join(folderWith({ 'early.cjs': EARLY }), 'early.cjs');
    const child = startAuthz(folder, ['mutate'], {}, ['--require', early]);
    const stdout = text(child.stdout as NodeJS.ReadableStream);
    expect(await endOf(child)).toEqual({ code: 130, signal: null });
    expect(await stdout).toMatch(/^[1-9] mutations?: /);
  });

  it('is heard before work that would not hear of it', async () => {
    const module = JSON.stringify(join(import.meta.dirname, '../../src/cli/terminal/interrupts.ts'));
    const program = `import { endedBySignal } from ${module};
      process.on('SIGINT', () => process.exit(130));
      process.kill(process.pid, 'SIGINT');
      await endedBySignal(() => console.log('worked'));`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
    const stdout = text(child.stdout);
    expect(await endOf(child)).toEqual({ code: 130, signal: null });
    expect(await stdout).toBe('');
  });
});

describe('Ctrl-C while a question is hard to answer', () => {
  it.each([
    ['diff', ['diff', EXAMPLE_FOLDER, '.', '--write-fixtures', 'found.yaml', '--reporter', 'json=out.json']],
    ['prove', ['prove', '--reporter', 'json=out.json']],
    ['matrix', ['matrix', '--format', 'csv']],
  ])('ends `%s` at once, with nothing written', async (_, args) => {
    const folder = hardProject();
    const before = readdirSync(folder).sort();
    expect(await interrupt(folder, args, 'NOBODY')).toEqual({ code: null, signal: 'SIGINT', stdout: '' });
    expect(readdirSync(folder).sort()).toEqual(before);
  });

  it('ends `mutate` with what it found so far, its score, and 130', async () => {
    const folder = hardProject();
    const run = await interrupt(
      folder,
      ['mutate', '--reporter', 'pretty', '--reporter', 'json=m.json'],
      'COMMAND',
    );
    expect(run).toMatchObject({ code: 130, signal: null });
    expect(run.stdout).toMatch(/^\d+ mutations?: \d+ killed, \d+ survived/m);
    expect(existsSync(join(folder, 'm.json'))).toBe(true);
  });
});

describe('Ctrl-C while policies are published', () => {
  const PUBLISH = ['publish', 'verified-permissions', '--policy-store', 'PSEXAMPLE'];

  it('ends after the operation that runs, with how far it came, what to do, and 130', async () => {
    const { folder, store, publish } = await publishedExample();
    const child = startAuthz(folder, PUBLISH);
    let said = '';
    const heard = new Promise<void>((resolve) => {
      child.stderr?.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (said.includes('Ctrl-C once more ends at once')) resolve();
      });
    });
    store.beforeOperation = async (writes) => {
      if (writes !== 2) return;
      child.kill('SIGINT');
      await heard;
    };
    expect(await endOf(child)).toEqual({ code: 130, signal: null });
    expect(store.writes).toHaveLength(3);
    expect(said).toContain('interrupted, 3 of 13 operations done: the store allows nothing that neither');
    expect(said).toContain('run the command again: it goes on with what is left');
    store.beforeOperation = undefined;
    expect((await publish()).stdout).toContain('published, 10 operations');
  });

  it('ends at once when it is pressed twice', async () => {
    const { folder, store } = await publishedExample();
    const child = startAuthz(folder, [...PUBLISH, '--quiet']);
    const ended = endOf(child);
    child.stderr?.on('data', (chunk: Buffer) => {
      if (chunk.includes('once more')) child.kill('SIGINT');
    });
    store.beforeOperation = async (writes) => {
      if (writes !== 2) return;
      child.kill('SIGINT');
      await ended;
    };
    expect(await ended).toEqual({ code: null, signal: 'SIGINT' });
    expect(store.writes).toHaveLength(2);
  });
});
