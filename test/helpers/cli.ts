import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished } from 'vitest';

/** The built command-line tool. */
export const BINARY = resolve(import.meta.dirname, '../../bin/authz.js');

export const EXAMPLE_FOLDER = resolve(import.meta.dirname, '../../fixtures/email-app');

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly input?: string | Buffer;
  readonly env?: Readonly<Record<string, string>>;
  /** Options of Node itself. */
  readonly node?: readonly string[];
}

/**
 * Runs a command in a folder, and waits for its end: in this process, where no test needs another one. `test/cli/process.test.ts` and others
 * run the built tool itself.
 */
export function authz(
  cwd: string,
  args: readonly string[],
  { input, env = {}, node }: RunOptions = {},
): Promise<Run> {
  const needsProcess =
    input !== undefined ||
    node !== undefined ||
    Object.keys(env).some((name) => !SEEN_BY_TERMINALS.test(name));
  if (needsProcess || args.includes('--workers')) return builtAuthz(cwd, args, { input, env, node });
  const run = running.then(() => authzHere(cwd, args, env));
  running = run.catch(() => undefined);
  return run;
}

/** What a command without a screen reads of the environment. */
const SEEN_BY_TERMINALS = /^(?:NO_COLOR|FORCE_COLOR|TERM|COLUMNS|GITHUB_.*)$/;

/** Commands of one process take turns: they use the same engine. */
let running: Promise<unknown> = Promise.resolve();

async function authzHere(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Run> {
  const written = { stdout: [] as string[], stderr: [] as string[] };
  const argv = [process.execPath, BINARY, ...args];
  const streams = {
    out: (text: string) => void written.stdout.push(text),
    err: (text: string) => void written.stderr.push(text),
  };
  const { runProgram } = await import('../../src/cli/run-program.ts');
  const { plainTerminal } = await import('../../src/cli/terminal/terminal.ts');
  const code = await runProgram(argv, plainTerminal(argv, { ...inherited(), ...env }, cwd, streams));
  return { code, stdout: written.stdout.join(''), stderr: written.stderr.join('') };
}

/** Runs the built tool in a process of its own, and waits for its end. */
export async function builtAuthz(
  cwd: string,
  args: readonly string[],
  { input = '', env = {}, node = [] }: { [Name in keyof RunOptions]?: RunOptions[Name] | undefined } = {},
): Promise<Run> {
  const child = startAuthz(cwd, args, env, node);
  child.stdin?.end(input);
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout as NodeJS.ReadableStream),
    text(child.stderr as NodeJS.ReadableStream),
    exitCode(child),
  ]);
  return { code, stdout, stderr };
}

/** Starts the tool without waiting for anything. */
export function startAuthz(
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  node: readonly string[] = [],
): ChildProcess {
  return spawn(process.execPath, [...node, BINARY, ...args], { cwd, env: { ...inherited(), ...env } });
}

/** What changes the output is only there when a test says so. */
function inherited(): NodeJS.ProcessEnv {
  const all = Object.entries(process.env);
  return Object.fromEntries(all.filter(([name]) => !/^(?:NO_COLOR|FORCE_COLOR|GITHUB_.*)$/.test(name)));
}

/** The exit code; `null` when a signal ended the process. */
export function exitCode(child: ChildProcess): Promise<number | null> {
  return new Promise((done) => child.once('close', (code) => done(code)));
}

/** A temporary folder with these files in it; it goes when the test ends. */
export function folderWith(files: Readonly<Record<string, string | Buffer>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'authz-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** A folder with a small project as `authz init` makes it, and these files in it. */
export async function projectWith(files: Readonly<Record<string, string | Buffer>> = {}): Promise<string> {
  freshProject ??= makeProject();
  return folderWith({ ...(await freshProject), ...files });
}

let freshProject: Promise<Record<string, string>> | undefined;

async function makeProject(): Promise<Record<string, string>> {
  const folder = folderWith({ 'openapi.yaml': SHOP });
  expect(await authz(folder, ['init', '--yes'])).toMatchObject({ code: 0 });
  return contentsOf(folder);
}

/** One shop, read and deleted: enough for a schema, policies and fixtures. */
export const SHOP = `\
openapi: 3.1.0
info: { title: Shop API, version: "1" }
paths:
  /shops/{shop_id}:
    get: { operationId: getShop, responses: { "200": { description: ok } } }
    delete: { operationId: deleteShop, responses: { "200": { description: ok } } }
`;

/** All files below a folder with their contents, to see whether a command left them alone. */
export function contentsOf(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.sort().map((path) => [relative(folder, path), readFileSync(path, 'utf8')]));
}

/** That a command refused its input in words: exit code 2, nothing on standard output, no stack, nothing that moves a cursor. */
export function expectRefusal(run: Run): void {
  expect(run).toMatchObject({ code: 2, stdout: '' });
  expect(run.stderr).toMatch(/^(?:warning|info|error): /);
  expect(run.stderr).toContain('error: ');
  expectPlain(run);
}

/** No stack trace, and no control character but line ends and tabs. */
export function expectPlain({ stdout, stderr }: Run): void {
  expect(stderr).not.toMatch(/^ {4}at /m);
  expect(stderr).not.toContain('defect of authz');
  expect(stdout + stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
}
