import { existsSync } from 'node:fs';
import { basename, isAbsolute, resolve } from 'node:path';
import { CONFIG_FILE } from '../../../core/config/config.ts';
import { type Diagnostic, errorsAmong, type Outcome } from '../../../core/diagnostics/diagnostic.ts';
import { inSide, type ProjectSide } from '../../../core/guarantees/comparable-side.ts';
import { nearSibling } from '../../../project/files/read-text.ts';
import { isRevision, type Revision, readRevision } from '../../../project/files/revision.ts';
import { statsOf } from '../../../project/files/stats.ts';
import { loadProject } from '../../../project/loading/load.ts';
import { findProjectFolder } from '../../../project/loading/project.ts';
import type { ProjectFiles } from '../../../project/project-files.ts';
import { fail, unwrap } from '../../projects/inputs.ts';
import { chooseProjects } from '../../projects/projects.ts';
import { showDiagnostics } from '../../terminal/show-diagnostics.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** One state of a project, read; `close` removes what was made for it. */
export interface OpenedSide {
  readonly side: ProjectSide;
  /** What it was read from: the folder of the project. */
  readonly root: string | undefined;
  /** Where its files are named from: of a revision, the same folder of the working tree. */
  readonly home: string;
  readonly close: () => void;
}

/**
 * Opens a folder, a git revision, or the working tree (`undefined`). What may be either is refused: a change could bring a folder of the
 * name, and would be compared with itself. Fixtures that cannot be read become problems of the side: whether they matter depends on which
 * side it is.
 */
export async function openSide(
  written: string | undefined,
  links: string | undefined,
  terminal: Terminal,
): Promise<OpenedSide> {
  if (written === undefined) return opened({ name: 'the working tree', cwd: terminal.cwd, links }, terminal);
  const folder = resolve(terminal.cwd, written);
  const isPath = isWrittenAsPath(written);
  if (!statsOf(folder)?.isDirectory())
    return isPath ? noFolder(written, folder) : openRevision(written, links, terminal);
  if (!isPath && (await isRevision(written, { cwd: terminal.cwd, env: process.env })))
    fail(
      'side-ambiguous',
      `\`${written}\` is a folder and a git revision`,
      `write \`./${written}\` for the folder, or name the commit of the revision (\`git rev-parse ${written}^{commit}\`)`,
    );
  return opened({ name: written, cwd: folder, links }, terminal);
}

function isWrittenAsPath(written: string): boolean {
  return isAbsolute(written) || /^\.{1,2}(?:[/\\]|$)|[/\\]$/.test(written);
}

function noFolder(written: string, folder: string): never {
  const near = nearSibling(folder);
  fail(
    'path-missing',
    `there is no folder \`${written}\``,
    near ? `did you mean \`${near}\`?` : 'correct the path, or name a revision of the repository',
  );
}

/** The same folder of the repository, as it was. */
async function openRevision(
  name: string,
  links: string | undefined,
  terminal: Terminal,
): Promise<OpenedSide> {
  const place = homeOf(terminal.cwd);
  const revision = unwrap(await readRevision(name, { cwd: place, env: process.env }), terminal);
  try {
    const shown = name === revision.commit ? name : `${name} (${revision.commit})`;
    const cwd = revision.pathOf(place);
    if (!existsSync(cwd)) noProject(shown, `nothing of \`${basename(place)}\` is in it`);
    const own = await linksIn(revision, { shown, links }, terminal);
    return { ...(await opened({ name: shown, cwd, revision, links: own }, terminal)), home: place };
  } catch (error) {
    revision.remove();
    throw error;
  }
}

/** The links of templates as they were: else a link that a change adds would count for the older side as well. */
async function linksIn(
  revision: Revision,
  { shown, links }: { readonly shown: string; readonly links: string | undefined },
  terminal: Terminal,
): Promise<string | undefined> {
  if (links === undefined || !existsSync(links)) return links;
  const own = revision.pathOf(links);
  if (own === links) return links;
  unwrap(await revision.take([own]), terminal);
  if (!existsSync(own))
    fail(
      'path-missing',
      `${shown} has no \`${basename(links)}\`, which \`--template-linked\` names`,
      'commit the file first, or put it among the policies: there each side has its own links, or none. A file outside of the repository counts for both sides',
    );
  return own;
}

function noProject(shown: string, why: string): never {
  fail(
    'path-missing',
    `${shown} has no project here: ${why}`,
    'commit the project first, or name a revision or a folder that has it; the change that adds a project has nothing to be compared with',
  );
}

interface SidePlace {
  readonly name: string;
  /** The folder that the project is looked for in. */
  readonly cwd: string;
  /** What it is taken out of. */
  readonly revision?: Revision;
  /** A file with links of templates; absolute. */
  readonly links: string | undefined;
}

async function opened(
  { name, cwd: folder, revision, links }: SidePlace,
  terminal: Terminal,
): Promise<OpenedSide> {
  const cwd = homeOf(folder);
  const overrides = links === undefined ? undefined : { templateLinked: links, isOnlyLinks: true };
  const chosen = await chooseProjects([], overrides, cwd);
  if (revision && !chosen.ok && chosen.diagnostics.some(isNothingFound))
    noProject(name, `neither an \`${CONFIG_FILE}\` nor policies are in it`);
  const [files, ...others] = unwrap(named(chosen, name), terminal);
  if (!files || others.length > 0)
    fail(
      'project-ambiguous',
      `${name}: there are several projects here`,
      'change to the folder of one of them',
    );
  if (revision) unwrap(await revision.take(pathsOf(files).filter((path) => path !== links)), terminal);
  const opening = { root: files.roots[0], home: cwd, close: revision?.remove ?? (() => undefined) };
  const loaded = await loadProject(files, cwd);
  if (!loaded.ok && loaded.readable) {
    const { entities: _entities, ...others } = files;
    const bare = await loadProject({ ...others, fixtures: [] }, cwd);
    if (bare.ok) {
      showDiagnostics(named(bare, name).diagnostics, terminal);
      // Without the entities that they share, what is decided about fixtures says nothing.
      const isBare = files.entities !== undefined && loaded.readable.entities === undefined;
      const input = isBare ? { ...loaded.readable, fixtures: [] } : loaded.readable;
      const problems = errorsAmong(loaded.diagnostics);
      return {
        side: { name, input, unreadFixtures: { files: loaded.unreadFixtures, problems } },
        ...opening,
      };
    }
  }
  return { side: { name, input: unwrap(named(loaded, name), terminal) }, ...opening };
}

/** Both sides name their files from their projects: fixtures are known by their files, wherever in a project the command is run. */
function homeOf(folder: string): string {
  return findProjectFolder(folder) ?? folder;
}

/** A project that is found and cannot be used has a place. */
function isNothingFound({ code, file }: Diagnostic): boolean {
  return code === 'project-missing' && file === undefined;
}

/** Where a project says that its parts lie: whatever they are called, as in the working tree. */
function pathsOf({ schema, policies, fixtures, entities, invariants }: ProjectFiles): string[] {
  return [schema, ...policies, ...fixtures, entities, invariants].filter((path) => path !== undefined);
}

/** With the name of the side at each problem: a file of the same name may be fine on the other one. */
function named<T>(outcome: Outcome<T>, name: string): Outcome<T> {
  return { ...outcome, diagnostics: outcome.diagnostics.map((problem) => inSide(problem, name)) };
}
