import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { DiagnosticCode } from '../../core/diagnostics/codes.ts';
import { InputError } from '../../core/diagnostics/diagnostic.ts';
import type { Session } from '../../core/watching/session.ts';
import { findProjectFolder } from '../../project/loading/project.ts';
import { saveComparisons } from '../../project/save-comparisons.ts';
import { liveCalls } from '../../project/watching/live-calls.ts';
import { startSession } from '../../project/watching/session.ts';
import type { Opened } from '../../tui/watch/opened.ts';
import { chooseProjects } from '../projects/projects.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { baselineFrom, type EarlierState, fileOverrides, readEarlierState } from './since.ts';
import { watchActions } from './watch-actions.ts';
import type { WatchOptions } from './watch-options.ts';

/** A session on what the command line names, with what can be done in it. */
export async function openWatch(
  paths: readonly string[],
  options: WatchOptions,
  terminal: Terminal,
): Promise<Opened> {
  const choose = () => chooseProjects(paths, options, terminal.cwd);
  const earlier = await openEarlier(paths, options, terminal);
  const session = await openSession(paths, choose, terminal);
  const live = liveCalls(session);
  const saved = saveComparisons(session);
  const actions = watchActions({ paths, options, terminal, session, live });
  return {
    session,
    live,
    saved,
    actions,
    start: { isBellOn: options.bell },
    since: earlier && baselineFrom(earlier, session, live),
  };
}

/** A revision that cannot be read is known before anything is shown. */
async function openEarlier(
  paths: readonly string[],
  options: WatchOptions,
  { cwd }: Terminal,
): Promise<EarlierState | undefined> {
  if (options.since === undefined) return undefined;
  const earlier = await readEarlierState(options.since, { paths, overrides: fileOverrides(options), cwd });
  if (!earlier.ok) throw new InputError(earlier.diagnostics);
  return earlier.value;
}

async function openSession(
  paths: readonly string[],
  choose: () => ReturnType<typeof chooseProjects>,
  { cwd }: Terminal,
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
  });
}

/** Nothing that a later save could fix. */
const UNWATCHABLE: ReadonlySet<DiagnosticCode> = new Set(['project-missing', 'path-missing', 'usage']);
