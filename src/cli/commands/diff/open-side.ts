import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { hasErrors, type Outcome } from '../../../core/diagnostics/diagnostic.ts';
import { inSide, type ProjectSide } from '../../../core/guarantees/comparison/compare-projects.ts';
import { readRevision } from '../../../project/files/revision.ts';
import { loadProject } from '../../../project/loading/load.ts';
import { findProjectFolder } from '../../../project/loading/project.ts';
import { fail, unwrap } from '../../projects/inputs.ts';
import { chooseProjects } from '../../projects/projects.ts';
import { showDiagnostics } from '../../terminal/show-diagnostics.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** One state of a project, read; `close` removes what was made for it. */
export interface OpenedSide {
  readonly side: ProjectSide;
  readonly close: () => void;
}

/**
 * Opens a folder, a git revision, or the working tree (`undefined`). A folder of that name wins over a revision. Fixtures that cannot be
 * read become problems of the side: whether they matter depends on which side it is.
 */
export async function openSide(written: string | undefined, terminal: Terminal): Promise<OpenedSide> {
  if (written === undefined) return opened('the working tree', terminal.cwd, terminal, () => undefined);
  const folder = resolve(terminal.cwd, written);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    return opened(written, folder, terminal, () => undefined);
  return openRevision(written, terminal);
}

/** The same folder of the repository, as it was. */
async function openRevision(name: string, terminal: Terminal): Promise<OpenedSide> {
  const place = findProjectFolder(terminal.cwd) ?? terminal.cwd;
  const revision = unwrap(await readRevision(name, { cwd: place, env: process.env }), terminal);
  try {
    const shown = name === revision.commit ? name : `${name} (${revision.commit})`;
    return await opened(shown, revision.pathOf(place), terminal, revision.remove);
  } catch (error) {
    revision.remove();
    throw error;
  }
}

async function opened(name: string, cwd: string, terminal: Terminal, close: () => void): Promise<OpenedSide> {
  const [files, ...others] = unwrap(named(await chooseProjects([], undefined, cwd), name), terminal);
  if (!files || others.length > 0)
    fail(
      'project-ambiguous',
      `${name}: there are several projects here`,
      'change to the folder of one of them',
    );
  const loaded = await loadProject(files, cwd);
  if (!loaded.ok && loaded.readable) {
    const { entities: _entities, ...others } = files;
    const bare = await loadProject({ ...others, fixtures: [] }, cwd);
    if (bare.ok) {
      showDiagnostics(named(bare, name).diagnostics, terminal);
      const fixtureProblems = loaded.diagnostics.filter((problem) => hasErrors([problem]));
      return { side: { name, input: loaded.readable, fixtureProblems }, close };
    }
  }
  return { side: { name, input: unwrap(named(loaded, name), terminal) }, close };
}

/** With the name of the side at each problem: a file of the same name may be fine on the other one. */
function named<T>(outcome: Outcome<T>, name: string): Outcome<T> {
  return { ...outcome, diagnostics: outcome.diagnostics.map((problem) => inSide(problem, name)) };
}
