import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { DiagnosticCode } from '../../core/diagnostics/codes.ts';
import { InputError } from '../../core/diagnostics/diagnostic.ts';
import type { Session } from '../../core/watching/session.ts';
import { findProjectFolder } from '../../project/project.ts';
import { startSession } from '../../project/session.ts';
import { visible } from '../../reporters/wording.ts';
import type { Opened } from '../../tui/watch/show.tsx';
import type { WatchOptions } from '../commands/watch/run.ts';
import { chooseProjects } from '../projects/projects.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { watchActions } from './watch-actions.ts';

/** A session on what the command line names, with what can be done in it. */
export async function openWatch(
  paths: readonly string[],
  options: WatchOptions,
  terminal: Terminal,
): Promise<Opened> {
  const choose = () => chooseProjects(paths, options, terminal.cwd);
  const session = await openSession(paths, choose, terminal);
  return { session, actions: watchActions(terminal.cwd, choose, terminal.out) };
}

async function openSession(
  paths: readonly string[],
  choose: () => ReturnType<typeof chooseProjects>,
  { cwd, err }: Terminal,
): Promise<Session> {
  const first = await choose();
  if (!first.ok && first.diagnostics.some(({ code }) => UNWATCHABLE.has(code)))
    throw new InputError(first.diagnostics);
  const touched = paths.length > 0 ? paths : [findProjectFolder(cwd) ?? '.'];
  const owners = touched.map((path) => findProjectFolder(resolve(cwd, path)) ?? resolve(cwd, path));
  return startSession({
    cwd,
    choose,
    paths: [...new Set(owners.filter((path) => existsSync(path)))],
    inspect: async (projects) => {
      // It brings what reads API descriptions, which nothing else here needs.
      const { schemaDrift } = await import('../projects/schema-drift.ts');
      return (await Promise.all(projects.map((project) => schemaDrift(project, cwd)))).flat();
    },
    onWatchError: (error) => err(`warning: files cannot be watched: ${visible(error.message)}\n`),
  });
}

/** Nothing that a later save could mend. */
const UNWATCHABLE: ReadonlySet<DiagnosticCode> = new Set(['project-missing', 'path-missing', 'usage']);
