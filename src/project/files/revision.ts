import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Outcome } from '../../core/diagnostics/diagnostic.ts';
import { nearest } from '../../core/diagnostics/did-you-mean.ts';
import { messageOf } from '../../core/values/message-of.ts';
import { leadsOut } from './contained-path.ts';

/** The files of a repository as they are in a git revision, in a folder of their own. */
export interface Revision {
  /** As it was asked for: `main`, `HEAD~2`. */
  readonly name: string;
  /** The commit that it stands for, as git shortens it. */
  readonly commit: string;
  /**
   * Where the file or folder that is at `path` now lies in the revision; both absolute. It need not be there. What is outside of the
   * repository is the same in every revision.
   */
  readonly pathOf: (path: string) => string;
  /** Takes what is below these paths as well, whatever it is called; each as `pathOf` says it. */
  readonly take: (paths: readonly string[]) => Promise<Outcome<undefined>>;
  /** Deletes the folder. */
  readonly remove: () => void;
}

export interface RevisionPlace {
  /** A folder of the repository; absolute. */
  readonly cwd: string;
  /** The environment that git runs in: the process's own. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Files or folders of which everything is taken, whatever it is called; absolute. */
  readonly folders?: readonly string[];
}

/**
 * Takes a revision out of the repository around a folder, as far as projects read it: YAML, JSON and Cedar files, and everything below
 * the folders that are named. The repository, its index and its working tree stay as they are. Links are written as plain files, so that none
 * leads out of the revision.
 */
export async function readRevision(name: string, place: RevisionPlace): Promise<Outcome<Revision>> {
  const { folders = [] } = place;
  const git = gitIn(place.env);
  const root = await git(place.cwd, ['rev-parse', '--show-toplevel']);
  if (!root.ok)
    return failed(
      `\`${name}\` needs a git repository: ${root.reason}`,
      'run the command in a clone; `authz diff` can also compare two folders',
    );
  const top = resolve(root.output.trim());
  const commit = await git(top, ['rev-parse', '--verify', '--short', '--end-of-options', `${name}^{commit}`]);
  if (!commit.ok) return failed(`git knows no revision \`${name}\``, await revisionHelp(name, top, git));
  const hash = commit.output.trim();
  const taken = mkdtempSync(join(realpathSync(tmpdir()), 'authz-revision-'));
  const remove = () => rmSync(taken, { recursive: true, force: true });
  const tree = join(taken, TREE);
  const write = await openTree({ commit: hash, top, taken }, git);
  const placeIn = (path: string) => relative(top, realPath(path));
  const named = folders.map(placeIn).filter((path) => !leadsOut(path));
  const written = write.ok ? await write.files([...PROJECT_FILES, ...named.map(literal)]) : write;
  const unreadable = ({ reason }: { readonly reason: string }) =>
    failed(`revision \`${name}\` cannot be read: ${reason}`);
  if (!write.ok || !written.ok) {
    remove();
    return unreadable(written.ok ? { reason: 'nothing was written' } : written);
  }
  const pathOf = (path: string) => (leadsOut(placeIn(path)) ? path : join(tree, placeIn(path)));
  const take: Revision['take'] = async (paths) => {
    const more = await write.files(paths.map((path) => literal(relative(tree, path))));
    return more.ok ? { ok: true, value: undefined, diagnostics: [] } : unreadable(more);
  };
  return { ok: true, value: { name, commit: hash, pathOf, take, remove }, diagnostics: [] };
}

/** Whether git knows a revision of this name, in the repository around the folder. */
export async function isRevision(name: string, { cwd, env }: RevisionPlace): Promise<boolean> {
  const known = await gitIn(env)(cwd, ['rev-parse', '--verify', '--end-of-options', `${name}^{commit}`]);
  return known.ok;
}

/** What projects are made of, in any letter case, as the files of a working tree are found. */
const PROJECT_FILES = [
  '*.yaml',
  '*.yml',
  '*.json',
  '*.cedar',
  '*.cedarschema',
  'cedarschema',
  '*.schema',
  'linked',
].map((pattern) => `:(glob,icase)**/${pattern}`);

const TREE = 'tree';

interface Tree {
  readonly commit: string;
  /** The root of the repository. */
  readonly top: string;
  /** Where it is written to. */
  readonly taken: string;
}

function literal(path: string): string {
  return `:(literal)${path === '' ? '.' : path}`;
}

type TreeWriter =
  | { readonly ok: true; readonly files: (paths: readonly string[]) => Promise<GitAnswer> }
  | { readonly ok: false; readonly reason: string };

/**
 * Writes files of a commit by way of an index of its own, into a working tree of its own: how they are written is said by the attributes of
 * the commit, and by none that a change of the repository's working tree brings (`.gitattributes`).
 */
async function openTree({ commit, top, taken }: Tree, git: Git): Promise<TreeWriter> {
  const tree = join(taken, TREE);
  mkdirSync(tree);
  const own = await git(top, ['rev-parse', '--absolute-git-dir']);
  if (!own.ok) return own;
  const env = {
    GIT_DIR: own.output.trim(),
    GIT_WORK_TREE: tree,
    GIT_INDEX_FILE: join(taken, 'index'),
  };
  const index = await git(tree, ['read-tree', commit], { env });
  if (!index.ok) return index;
  const files = async (paths: readonly string[]) => {
    const found = await git(tree, ['ls-files', '-z', '--', ...paths], { env });
    if (!found.ok) return found;
    const args = ['-c', 'core.symlinks=false', 'checkout-index', '-f', '-q', '-z', '--stdin'];
    return git(tree, args, { env, input: found.output });
  };
  return { ok: true, files };
}

/** The path without links, as git gives the root, also of what is not there. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(realPath(above), basename(path));
  }
}

async function revisionHelp(name: string, top: string, git: Git): Promise<string> {
  const range = rangeHelp(name);
  if (range) return range;
  const head = await git(top, ['rev-parse', '--verify', '--quiet', 'HEAD']);
  const refs = await git(top, ['for-each-ref', '--format=%(refname:short)', ...REFS]);
  const branches = await git(top, ['branch', '--format=%(refname:short)']);
  if (!head.ok && linesOf(refs).length === 0)
    return 'the repository has no commit yet; compare two folders, or commit first';
  // What follows the name leads from it: `mian~2`, `mian@{1}`.
  const near = nearest(name.replace(/[~^@:].*$/s, ''), linesOf(refs));
  const some = linesOf(branches)
    .slice(0, MOST_BRANCHES)
    .map((one) => `\`${one}\``);
  const meant = near === undefined || name.startsWith(near) ? '' : `did you mean \`${near}\`? `;
  const known = some.length === 0 ? '' : `; its branches are ${some.join(', ')}`;
  const shallow = await git(top, ['rev-parse', '--is-shallow-repository']);
  const isShallow = shallow.ok && shallow.output.trim() === 'true';
  const missing = isShallow ? '; the clone is shallow: `git fetch --unshallow` brings the rest' : '';
  return `${meant}name a branch, a tag or a commit, such as \`HEAD\`${known}${missing}`;
}

/** Two revisions as `git diff` takes them. No name of one has two dots in a row. */
function rangeHelp(name: string): string | undefined {
  const [, from, dots, to] = /^(.*?)(\.{2,3})(.*)$/s.exec(name) ?? [];
  if (dots === undefined) return undefined;
  const [before, after] = [from || 'HEAD', to || 'HEAD'];
  const start = dots === '..' ? before : `"$(git merge-base ${before} ${after})"`;
  return `this is a range; name both revisions: \`authz diff ${start} ${after}\``;
}

/** What a mistyped name may have meant. */
const REFS = ['refs/heads', 'refs/tags', 'refs/remotes'];

function linesOf(answer: GitAnswer): readonly string[] {
  return answer.ok ? answer.output.split('\n').filter((one) => one !== '') : [];
}

const MOST_BRANCHES = 5;

function failed(message: string, help?: string): Outcome<never> {
  const diagnostic = { severity: 'error', code: 'revision-missing', message } as const;
  return { ok: false, diagnostics: [help === undefined ? diagnostic : { ...diagnostic, help }] };
}

// ---- git ----

type GitAnswer =
  | { readonly ok: true; readonly output: string }
  | { readonly ok: false; readonly reason: string };

interface GitOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

type Git = (cwd: string, args: readonly string[], options?: GitOptions) => Promise<GitAnswer>;

const run = promisify(execFile);

/** In bytes: the names of all files of a large repository. */
const MOST_OUTPUT = 256 * 1024 * 1024;

function gitIn(env: RevisionPlace['env']): Git {
  return async (cwd, args, { env: own = {}, input = '' } = {}) => {
    try {
      const options = { cwd, maxBuffer: MOST_OUTPUT, env: { ...withoutRepository(env), ...own } };
      const running = run('git', [...args], options);
      // A git that ends before it has read everything says why by its exit code.
      running.child.stdin?.on('error', () => undefined);
      running.child.stdin?.end(input);
      return { ok: true, output: (await running).stdout };
    } catch (error) {
      return { ok: false, reason: reasonOf(error) };
    }
  };
}

/** A hook of git sets variables that would lead to the repository it runs for. Messages are read here, and wanted in English. */
function withoutRepository(env: RevisionPlace['env']): Record<string, string | undefined> {
  const own = Object.entries(env).filter(([name]) => !/^GIT_(?:DIR|WORK_TREE|INDEX_FILE)$/.test(name));
  return { ...Object.fromEntries(own), LC_ALL: 'C' };
}

function reasonOf(error: unknown): string {
  const { code, stderr } = error as { readonly code?: unknown; readonly stderr?: string };
  if (code === 'ENOENT') return 'the program `git` was not found';
  const said =
    (stderr ?? '')
      .trim()
      .split('\n')[0]
      ?.replace(/^fatal: /, '') ?? '';
  return said === '' ? messageOf(error) : said;
}
