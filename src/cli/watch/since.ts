import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Outcome } from '../../core/diagnostics/diagnostic.ts';
import type { ReadyFixture } from '../../core/fixtures/ready-fixture.ts';
import {
  type Baseline,
  type BaselineProject,
  decideByRules,
  type EarlierRules,
} from '../../core/watching/baseline.ts';
import type { LiveCalls } from '../../core/watching/live-calls.ts';
import type { DecidedProject } from '../../core/watching/replay-again.ts';
import type { Session } from '../../core/watching/session.ts';
import { type Revision, readRevision } from '../../project/files/revision.ts';
import { loadProject } from '../../project/loading/load.ts';
import { findProjectFolder } from '../../project/loading/project.ts';
import type { FileOverrides, ProjectFiles } from '../../project/project-files.ts';
import { chooseProjects } from '../projects/projects.ts';

/** What the command line named. */
export interface SincePlace {
  readonly paths: readonly string[];
  readonly overrides: FileOverrides;
  readonly cwd: string;
}

/** The schemas and policies of a git revision, by the name of the project. */
export interface EarlierState {
  /** As it was named: `main`. */
  readonly name: string;
  /** `main (3f2c1aa)` */
  readonly label: string;
  readonly rules: ReadonlyMap<string, EarlierRules>;
}

/** Reads what a git revision had instead of the projects that the command line names. */
export async function readEarlierState(name: string, place: SincePlace): Promise<Outcome<EarlierState>> {
  const { cwd, paths, overrides } = place;
  const { schema, policies = [], entities, templateLinked } = overrides;
  const named = [...paths, schema, ...policies, entities, templateLinked];
  const folders = named.flatMap((path) => (path === undefined ? [] : resolve(cwd, path)));
  const revision = await readRevision(name, { cwd, env: process.env, folders });
  if (!revision.ok) return revision;
  const { commit, pathOf, remove } = revision.value;
  try {
    const projects = await earlierProjects(pathOf, place);
    if (!projects.ok) return projects;
    const rules = new Map<string, EarlierRules>();
    for (const files of projects.value) {
      const read = await rulesOf(files, pathOf(cwd));
      if (!read.ok) return read;
      rules.set(files.name, read.value);
    }
    const label = name === commit ? commit : `${name} (${commit})`;
    return { ok: true, value: { name, label, rules }, diagnostics: [] };
  } finally {
    remove();
  }
}

/** The whole projects that the paths are in, as fixtures of that time do not matter; those that were not there then are left out. */
async function earlierProjects(
  pathOf: Revision['pathOf'],
  { paths, overrides, cwd }: SincePlace,
): Promise<Outcome<ProjectFiles[]>> {
  const there = (path: string) => pathOf(resolve(cwd, path));
  const { schema, policies, entities, templateLinked: links } = overrides;
  const named = {
    ...(schema ? { schema: there(schema) } : {}),
    ...(policies ? { policies: policies.map(there) } : {}),
    ...(entities ? { entities: there(entities) } : {}),
    // Where there was no such file, there were no links.
    ...(links !== undefined && existsSync(there(links)) ? { templateLinked: there(links) } : {}),
  };
  const owners = paths.map((path) => there(findProjectFolder(resolve(cwd, path)) ?? path));
  const known = owners.filter((path) => existsSync(path));
  if (known.length === 0 && paths.length > 0) return { ok: true, value: [], diagnostics: [] };
  return chooseProjects(known, named, pathOf(cwd));
}

/** What can be read of it: fixtures of that time do not matter. */
async function rulesOf(files: ProjectFiles, cwd: string): Promise<Outcome<EarlierRules>> {
  const loaded = await loadProject(files, cwd);
  const value = loaded.ok ? loaded.value : loaded.readable;
  return value ? { ok: true, value, diagnostics: [] } : { ok: false, diagnostics: loaded.diagnostics };
}

/**
 * What they decide about the calls of now, whenever it is asked: made again when these, or what they are read with, are others. A project that
 * was not there then is left out.
 */
export function baselineFrom(
  earlier: EarlierState,
  session: Session,
  live: LiveCalls,
): () => Outcome<Baseline> {
  let known: { readonly asked: readonly unknown[]; readonly outcome: Outcome<Baseline> } | undefined;
  const again = () => {
    const projects = presentProjects(session, live);
    const asked = projects.flatMap(({ decided, calls }) => [decided.project.mapper, ...calls]);
    const isSame = known?.asked.length === asked.length && known.asked.every((one, at) => one === asked[at]);
    if (known && isSame) return known.outcome;
    const decided = decidedThen(earlier, projects);
    const { name, label } = earlier;
    const outcome: Outcome<Baseline> = decided.ok
      ? { ...decided, value: { kind: 'revision', label, projects: decided.value, revision: { name, again } } }
      : decided;
    known = { asked, outcome };
    return outcome;
  };
  return again;
}

interface PresentProject {
  readonly name: string;
  readonly decided: DecidedProject;
  readonly untested: ReadonlyMap<ReadyFixture, unknown> | undefined;
  readonly calls: readonly ReadyFixture[];
}

function presentProjects(session: Session, live: LiveCalls): PresentProject[] {
  return (session.snapshot().run?.projects ?? []).flatMap(({ name, decided }) => {
    if (!decided) return [];
    const untested = live.snapshot().untested.get(name)?.results;
    return [{ name, decided, untested, calls: [...decided.results.keys(), ...(untested?.keys() ?? [])] }];
  });
}

function decidedThen(
  { rules }: EarlierState,
  present: readonly PresentProject[],
): Outcome<ReadonlyMap<string, BaselineProject>> {
  const projects = new Map<string, BaselineProject>();
  for (const { name, decided, untested, calls } of present) {
    const then = rules.get(name);
    if (!then) continue;
    const decisions = decideByRules(decided, calls, then, `since ${name}`);
    if (!decisions.ok) return decisions;
    const { policySet, results } = decisions.value;
    const among = (wanted: ReadonlyMap<ReadyFixture, unknown>) =>
      new Map([...results].filter(([ready]) => wanted.has(ready)));
    const ofUntested = untested ? { untested: among(untested) } : {};
    projects.set(name, { policySet, results: among(decided.results), ...ofUntested });
  }
  return { ok: true, value: projects, diagnostics: [] };
}

/** Those of the options that name files. */
export function fileOverrides({ schema, policies, entities, templateLinked }: FileOverrides): FileOverrides {
  return {
    ...(schema ? { schema } : {}),
    ...(policies ? { policies } : {}),
    ...(entities ? { entities } : {}),
    ...(templateLinked ? { templateLinked } : {}),
  };
}
