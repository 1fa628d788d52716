import { type Diagnostic, InputError } from '../core/diagnostics/diagnostic.ts';
import { messageOf } from '../core/values/message-of.ts';
import type { PrepareParts, ReloadedParts, Reloads } from '../server/options.ts';
import { isPromise } from '../server/waiting/in-time.ts';
import { type WatchedPaths, watchedPaths } from './watched-paths.ts';

/** What became of a reload. */
export interface ReloadOutcome {
  /** When false, everything is as it was before: nothing is ever taken over in part. */
  readonly reloaded: boolean;
  /** What is wrong, when nothing was taken over; or a warning, when it was, and the next change will not be heard of. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The reloads of a project in a running server. */
export interface ProjectReloads<Req extends object> extends Reloads<Req> {
  /**
   * Reads the project again, and has all authorizations that were made of its options decide by it from now on: all of them, or none where
   * anything is wrong. A call that has begun is decided by what it began with. Never rejects.
   */
  readonly reload: () => Promise<ReloadOutcome>;
  /** Watches no longer. */
  readonly close: () => void;
}

/** What is read of a project. */
export interface ReadProject<Req extends object> {
  readonly parts: Required<ReloadedParts<Req>>;
  /** The same for the same content. */
  readonly digest: string;
  /** Where it lies: files and folders, absolute. */
  readonly paths: readonly string[];
}

/** How a project is read again. */
export interface ReloadSource<Req extends object> {
  /** @throws {InputError} when anything is wrong. */
  readonly read: () => Promise<ReadProject<Req>>;
  readonly first: ReadProject<Req>;
  readonly onReload: ((outcome: ReloadOutcome) => void) | undefined;
}

export function projectReloads<Req extends object>({
  read,
  first,
  onReload = sayProblems,
}: ReloadSource<Req>): ProjectReloads<Req> & { readonly watch: () => void } {
  const members: PrepareParts<Req>[] = [];
  let current = first;
  let watched: WatchedPaths | undefined;
  const takeOver = (found: ReadProject<Req>): void => {
    const commits = members.map((prepare) => prepare(found.parts));
    // Nothing can fail from here on, and nothing else runs in between.
    for (const commit of commits) commit();
    current = found;
  };
  const inTurn = turns(onReload);
  const changed = gathered(() =>
    inTurn(async () => {
      // Before anything is read, so that no change after it is missed.
      heard(() => watched?.renew());
      const found = await steady(read);
      const diagnostics = follow(found);
      if (found.digest === current.digest) return { what: 'unchanged', diagnostics };
      takeOver(found);
      return { what: 'reloaded', diagnostics };
    }),
  );
  const follow = ({ paths }: ReadProject<Req>) =>
    heard(() => {
      // What was not watched before may have changed since it was read.
      if (watched?.follow(paths)) changed();
    });
  return {
    handed: first.parts,
    current: () => current.parts,
    join: (prepare) => {
      members.push(prepare);
    },
    reload: () =>
      inTurn(async () => {
        const found = await read();
        takeOver(found);
        return { what: 'reloaded', diagnostics: follow(found) };
      }),
    close: () => {
      watched?.close();
      watched = undefined;
    },
    watch: () => {
      watched = watchedPaths(changed);
      watched.follow(current.paths);
    },
  };
}

/** What can be read is taken over, also where the next change will not be heard of: policies that forbid more must not wait for that. */
function heard(watch: () => void): readonly Diagnostic[] {
  try {
    watch();
    return [];
  } catch (error) {
    const message = `not all saves are heard of from now on: ${messageOf(error)}`;
    const help = 'call `reload()` after a change: it tries to watch again';
    return [{ severity: 'warning', code: 'middleware-unusable', message, help }];
  }
}

interface Step {
  readonly what: 'reloaded' | 'unchanged';
  readonly diagnostics: readonly Diagnostic[];
}

/** Reloads one after the other, each told when it is done. */
function turns(onReload: (outcome: ReloadOutcome) => void) {
  let last: Promise<unknown> = Promise.resolve();
  return (step: () => Promise<Step>): Promise<ReloadOutcome> => {
    const done = last.then(step).then(
      ({ what, diagnostics }) => ({ what, outcome: { reloaded: true, diagnostics } }),
      (error) => ({ what: 'kept', outcome: { reloaded: false, diagnostics: problemsOf(error) } }),
    );
    const told = done.then(({ what, outcome }) => {
      if (what !== 'unchanged' || outcome.diagnostics.length > 0) tell(onReload, outcome);
      return outcome;
    });
    last = told.catch(() => undefined);
    return told;
  };
}

/** That an application fails when it is told ends neither the reload nor the process. */
function tell(onReload: (outcome: ReloadOutcome) => unknown, outcome: ReloadOutcome): void {
  const failed = (error: unknown) => sayUntold(error, outcome);
  try {
    const told = onReload(outcome);
    if (isPromise(told)) told.then(undefined, failed);
  } catch (error) {
    failed(error);
  }
}

function sayUntold(error: unknown, outcome: ReloadOutcome): void {
  const what = reloadProblem(outcome) ?? 'the policies were reloaded';
  process.emitWarning(`\`onReload\` failed: ${messageOf(error)}; ${what}`, 'AuthzWarning');
}

/** Many changes at once are one: what comes before it has begun is part of it. */
function gathered(run: () => Promise<unknown>): () => void {
  let isWaiting = false;
  return () => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      void run().catch((error: unknown) => sayProblems({ reloaded: false, diagnostics: problemsOf(error) }));
    }, QUIET).unref();
  };
}

/** A file may be half written, and half of the policies may permit more: only what is read twice alike is taken over. */
async function steady<Req extends object>(read: () => Promise<ReadProject<Req>>): Promise<ReadProject<Req>> {
  let seen = await read();
  for (;;) {
    await quiet();
    const again = await read();
    if (again.digest === seen.digest) return again;
    seen = again;
  }
}

/** Milliseconds between two readings that must be alike: longer than an editor writes. */
const QUIET = 50;

function quiet(): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, QUIET).unref();
  });
}

function problemsOf(error: unknown): readonly Diagnostic[] {
  if (error instanceof InputError) return error.diagnostics;
  const message = messageOf(error);
  return [{ severity: 'error', code: 'middleware-unusable', message }];
}

/** Nobody may take a broken save for one that is in use. */
function sayProblems(outcome: ReloadOutcome): void {
  const problem = reloadProblem(outcome);
  if (problem !== undefined) process.emitWarning(problem, 'AuthzWarning');
}

function reloadProblem({ reloaded, diagnostics }: ReloadOutcome): string | undefined {
  if (reloaded && diagnostics.length === 0) return undefined;
  const problems = diagnostics
    .map(({ file, message }) => (file ? `${file}: ${message}` : message))
    .join('; ');
  return reloaded ? problems : `the policies were not reloaded, and those before stay in use: ${problems}`;
}
