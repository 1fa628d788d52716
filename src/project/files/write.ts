import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { CONFIG_FILE } from '../../core/config/config.ts';
import type { Diagnostic, Outcome } from '../../core/diagnostics/diagnostic.ts';
import { distinct } from '../../core/values/distinct.ts';
import { freeName } from '../../core/values/free-name.ts';
import { withLineEndsOf } from '../../core/values/line-ends.ts';
import { messageOf } from '../../core/values/message-of.ts';
import { findProjectFolder } from '../loading/project.ts';
import { leadsOut, realPathBelow } from './contained-path.ts';
import { showPath } from './read-text.ts';
import { linkStatsOf, statsOf } from './stats.ts';

/** A file to be written; absolute path. */
export interface PlannedFile {
  readonly path: string;
  readonly text: string;
  /**
   * What to do with a file that exists and says something else: `refuse` then writes none of the files, `set-aside` replaces it, and keeps
   * what it said in a file beside it. `remove` writes nothing in its place.
   */
  readonly ifExists: 'keep' | 'replace' | 'set-aside' | 'refuse' | 'remove';
}

/** What became of a planned file. */
export interface WrittenFile {
  readonly path: string;
  readonly outcome: 'created' | 'replaced' | 'unchanged' | 'kept' | 'removed';
  /** Where what it said before is now. */
  readonly aside?: string;
}

/**
 * Writes all files or none. Every text is first written beside its target; only when all are there are they moved into place,
 * and a failure on the way puts everything back. It is synchronous, so that an interrupt cannot come in between.
 */
export function writeFiles(plan: readonly PlannedFile[], cwd: string): Outcome<WrittenFile[]> {
  const undo: Undo[] = [];
  try {
    const special = plan.filter(({ path }) => isSpecial(path));
    if (special.length > 0) return { ok: false, diagnostics: special.map((file) => noFile(file, cwd)) };
    const steps = plan.map(planStep);
    const links = distinct(plan.flatMap(({ path }) => linkOutOf(rootOf(path, plan, cwd), path) ?? []));
    if (links.length > 0) return { ok: false, diagnostics: links.map((link) => linked(link, cwd)) };
    const inTheWay = steps.filter(({ outcome }) => outcome === 'refused');
    if (inTheWay.length > 0) return { ok: false, diagnostics: inTheWay.map((step) => refused(step, cwd)) };
    const writes = steps.filter(({ outcome }) => outcome === 'created' || outcome === 'replaced');
    const removals = steps.filter(({ outcome }) => outcome === 'removed');
    for (const step of writes) stage(step, undo);
    for (const step of [...writes, ...removals]) setAside(step, undo);
    for (const step of writes) moveIntoPlace(step, undo);
    for (const step of removals) remove(step, undo);
    return { ok: true, value: steps.flatMap(written), diagnostics: [] };
  } catch (error) {
    for (const step of undo.reverse()) attempt(step);
    return { ok: false, diagnostics: [unwritable(error, plan, cwd)] };
  }
}

/** Another text for a file that was read as text: its byte order mark is no part of that, and stays where it was. */
export function replacement(path: string, text: string): PlannedFile {
  const isMarked = contentOf(path)?.toString().startsWith(BYTE_ORDER_MARK) ?? false;
  return { path, text: isMarked ? BYTE_ORDER_MARK + text : text, ifExists: 'replace' };
}

const BYTE_ORDER_MARK = '\uFEFF';

/** Adds to a file, which need not exist. */
export function appendText(path: string, text: string, cwd: string): Outcome<undefined> {
  try {
    appendFileSync(path, text);
    return { ok: true, value: undefined, diagnostics: [] };
  } catch (error) {
    return { ok: false, diagnostics: [unwritable(error, [], cwd)] };
  }
}

type Undo = () => void;

interface WriteStep extends PlannedFile {
  readonly outcome: WrittenFile['outcome'] | 'refused';
  /** Where the text goes in the end: the file that a link leads to, rather than the link. */
  readonly target: string;
  readonly staged: string;
  readonly before: Buffer | undefined;
  /** Where what it says is put before it is replaced. */
  readonly aside?: string;
}

/** To read a pipe waits for whoever writes, and to move a file into its place takes it away: `/dev/null` from all programs, for root. */
function isSpecial(path: string): boolean {
  const found = statsOf(path);
  return found !== undefined && !found.isFile() && !found.isDirectory();
}

function noFile({ path }: PlannedFile, cwd: string): Diagnostic {
  return {
    severity: 'error',
    code: 'file-unwritable',
    message: 'this is a device, a pipe or a socket, expected a file; nothing was written',
    help: 'name a file; a reporter without `=file` writes to standard output',
    file: showPath(path, cwd),
  };
}

/**
 * Where a path may lead to: the project that is made now, or that the file belongs to, or where there is none the working directory. Of a
 * path that is named elsewhere, only the file itself may be no link that leads on.
 */
function rootOf(path: string, plan: readonly PlannedFile[], cwd: string): string {
  const folder = dirname(path);
  const made = plan.find((file) => basename(file.path) === CONFIG_FILE);
  if (made && isWrittenBelow(dirname(made.path), path)) return dirname(made.path);
  const project = findProjectFolder(folder);
  if (project === undefined) return isWrittenBelow(cwd, path) ? cwd : folder;
  // A link may lead out of one project and into another.
  const around = findProjectFolder(dirname(project)) ?? project;
  return realPathBelow(around, project) === undefined ? around : project;
}

/** What first leads out of the root on the way to a file; `undefined` when nothing does. */
function linkOutOf(root: string, path: string): string | undefined {
  if (realPathBelow(root, path) !== undefined) return undefined;
  return (isWrittenBelow(root, dirname(path)) ? linkOutOf(root, dirname(path)) : undefined) ?? path;
}

/** As it is written: links may lead elsewhere. */
function isWrittenBelow(folder: string, path: string): boolean {
  return !leadsOut(relative(folder, path));
}

function linked(link: string, cwd: string): Diagnostic {
  return {
    severity: 'error',
    code: 'path-outside',
    message: 'this symbolic link leads out of the folder of the project, or nowhere; nothing was written',
    help: 'remove the link, or name where it leads, if a flag names the path',
    file: showPath(link, cwd),
  };
}

function planStep(planned: PlannedFile): WriteStep {
  const { path } = planned;
  const target = existsSync(path) ? realpathSync(path) : path;
  const before = contentOf(target);
  const text = before === undefined ? planned.text : withLineEndsOf(before.toString(), planned.text);
  const file = { ...planned, text };
  const staged = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
  const outcome = outcomeOf(file, before);
  const isSetAside = outcome === 'removed' || (outcome === 'replaced' && file.ifExists === 'set-aside');
  const step = { ...file, target, staged, before, outcome };
  return isSetAside ? { ...step, aside: freePath(`${path}.bak`) } : step;
}

/** What was set aside before stays, too. */
function freePath(wanted: string): string {
  const isThere = (path: string) => linkStatsOf(path) !== undefined;
  return freeName(wanted, isThere, (number) => `${wanted}${number}`);
}

/** `undefined` when there is nothing, or a folder: then writing says why it fails. A file that may not be read is not lost. */
function contentOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (NO_FILE.has((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

const NO_FILE: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'EISDIR']);

function outcomeOf(file: PlannedFile, before: Buffer | undefined): WriteStep['outcome'] {
  if (file.ifExists === 'remove') return before === undefined ? 'unchanged' : 'removed';
  if (before === undefined) return 'created';
  if (before.equals(Buffer.from(file.text))) return 'unchanged';
  return OUTCOMES[file.ifExists];
}

const OUTCOMES = { keep: 'kept', replace: 'replaced', 'set-aside': 'replaced', refuse: 'refused' } as const;

function written({ path, outcome, aside }: WriteStep): WrittenFile[] {
  return outcome === 'refused' ? [] : [{ path, outcome, ...(aside === undefined ? {} : { aside }) }];
}

function stage(step: WriteStep, undo: Undo[]): void {
  makeFolder(dirname(step.target), undo);
  undo.push(() => rmSync(step.staged, { force: true }));
  writeFileSync(step.staged, step.text);
  if (step.before) chmodSync(step.staged, statSync(step.target).mode);
}

function setAside({ aside, before }: WriteStep, undo: Undo[]): void {
  if (aside === undefined || before === undefined) return;
  undo.push(() => rmSync(aside, { force: true }));
  writeFileSync(aside, before, { flag: 'wx' });
}

/** Remembers each folder that was not there before. */
function makeFolder(folder: string, undo: Undo[]): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder), undo);
  mkdirSync(folder);
  undo.push(() => rmdirSync(folder));
}

function moveIntoPlace({ staged, target, before }: WriteStep, undo: Undo[]): void {
  renameSync(staged, target);
  undo.push(() => (before ? writeFileSync(target, before) : rmSync(target, { force: true })));
}

function remove({ target, before }: WriteStep, undo: Undo[]): void {
  rmSync(target);
  undo.push(() => before && writeFileSync(target, before));
}

function attempt(step: Undo): void {
  try {
    step();
  } catch {
    // The first failure is the one to be reported; the other steps must still be undone.
  }
}

function refused(step: WriteStep, cwd: string): Diagnostic {
  return {
    severity: 'error',
    code: 'file-in-the-way',
    message: 'the file exists with other content; nothing was written',
    help: 'move it away, or replace it with `--force`, which keeps what it says beside it',
    file: showPath(step.path, cwd),
  };
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'no permission to write there',
  EPERM: 'no permission to write there',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOENT: 'the folder cannot be made there',
  EBUSY: 'it is in use, or something is mounted there',
  EISDIR: 'there is a folder of that name',
  ENOTDIR: 'a part of the path is a file, not a folder',
  EEXIST: 'a part of the path is a file, not a folder',
  ENAMETOOLONG: 'the name is too long',
};

function unwritable(error: unknown, plan: readonly PlannedFile[], cwd: string): Diagnostic {
  const { code = '', path } = error as NodeJS.ErrnoException;
  const target = path ?? plan[0]?.path ?? cwd;
  return {
    severity: 'error',
    code: 'file-unwritable',
    message: `${REASONS[code] ?? `the file cannot be written: ${messageOf(error)}`}; nothing was changed`,
    file: showPath(target.replace(/\/\.([^/]*)\.\d+\.tmp$/, '/$1'), cwd),
  };
}
