import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Diagnostic, Outcome } from '../core/diagnostic.ts';
import { showPath } from './read-text.ts';

/** A file to be written; absolute path. */
export interface PlannedFile {
  readonly path: string;
  readonly text: string;
  /** `keep` leaves an existing file alone; `replace` overwrites it. */
  readonly ifExists: 'keep' | 'replace';
}

/** What became of a planned file. */
export interface WrittenFile {
  readonly path: string;
  readonly outcome: 'created' | 'replaced' | 'unchanged' | 'kept';
}

/**
 * Writes all files or none. Every text is first written beside its target; only when all are there are they moved into place,
 * and a failure on the way puts everything back.
 */
export async function writeFiles(plan: readonly PlannedFile[], cwd: string): Promise<Outcome<WrittenFile[]>> {
  const steps = await Promise.all(plan.map(planStep));
  const undo: Undo[] = [];
  try {
    for (const step of steps) if (isWrite(step)) await stage(step, undo);
    for (const step of steps) if (isWrite(step)) await moveIntoPlace(step, undo);
    return { ok: true, value: steps.map(({ path, outcome }) => ({ path, outcome })), diagnostics: [] };
  } catch (error) {
    for (const step of undo.reverse()) await step().catch(() => undefined);
    return { ok: false, diagnostics: [unwritable(error, plan, cwd)] };
  }
}

type Undo = () => Promise<unknown>;

interface Step extends PlannedFile {
  readonly outcome: WrittenFile['outcome'];
  readonly staged: string;
  readonly before: Buffer | undefined;
}

async function planStep(file: PlannedFile): Promise<Step> {
  const before = existsSync(file.path) ? await readFile(file.path).catch(() => undefined) : undefined;
  const staged = join(dirname(file.path), `.${basename(file.path)}.${process.pid}.tmp`);
  return { ...file, staged, before, outcome: outcomeOf(file, before) };
}

function outcomeOf(file: PlannedFile, before: Buffer | undefined): WrittenFile['outcome'] {
  if (before === undefined) return 'created';
  if (before.equals(Buffer.from(file.text))) return 'unchanged';
  return file.ifExists === 'keep' ? 'kept' : 'replaced';
}

function isWrite(step: Step): boolean {
  return step.outcome === 'created' || step.outcome === 'replaced';
}

async function stage(step: Step, undo: Undo[]): Promise<void> {
  await makeFolder(dirname(step.path), undo);
  undo.push(() => rm(step.staged, { force: true }));
  await writeFile(step.staged, step.text);
}

/** Remembers each folder that was not there before. */
async function makeFolder(folder: string, undo: Undo[]): Promise<void> {
  if (existsSync(folder)) return;
  await makeFolder(dirname(folder), undo);
  await mkdir(folder);
  undo.push(() => rmdir(folder));
}

async function moveIntoPlace(step: Step, undo: Undo[]): Promise<void> {
  await rename(step.staged, step.path);
  const { before } = step;
  undo.push(() => (before ? writeFile(step.path, before) : rm(step.path, { force: true })));
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'no permission to write there',
  EPERM: 'no permission to write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EISDIR: 'there is a folder of that name',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EEXIST: 'a part of the path is a file, not a folder',
};

function unwritable(error: unknown, plan: readonly PlannedFile[], cwd: string): Diagnostic {
  const { code = '', path } = error as NodeJS.ErrnoException;
  const target = path ?? plan[0]?.path ?? cwd;
  return {
    severity: 'error',
    code: 'file-unwritable',
    message: `${REASONS[code] ?? `the file cannot be written: ${(error as Error).message}`}; nothing was changed`,
    file: showPath(target.replace(/\/\.([^/]+)\.\d+\.tmp$/, '/$1'), cwd),
  };
}
