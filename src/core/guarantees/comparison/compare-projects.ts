import {
  type Diagnostic,
  distinctDiagnostics,
  hasErrors,
  type Outcome,
} from '../../diagnostics/diagnostic.ts';
import { createEngine } from '../../engine/engine.ts';
import { readFacts } from '../../facts/read-facts.ts';
import { usableFacts } from '../../facts/usable-facts.ts';
import type { ReadyFixture } from '../../fixtures/ready-fixture.ts';
import type { WrittenFact } from '../../model/written-fact.ts';
import { type Result, replayFixture } from '../../replay/replay.ts';
import { canonicalJson } from '../../values/canonical-json.ts';
import { type CheckedProject, checkProvable } from '../../verification/check-project.ts';
import type { VerifyInput } from '../../verification/verify-input.ts';
import { compareResults } from '../../watching/decision-changes.ts';
import { changedSettings, type StatedSettings } from '../changed-settings.ts';
import { noLongerChecked } from '../no-longer-checked.ts';
import { type CompareOptions, compareSides } from './compare.ts';
import type { Comparison } from './comparison.ts';
import { sideOf } from './side-of.ts';

/** A project as it was read, and what to call this state of it. */
export interface ProjectSide {
  readonly name: string;
  readonly input: VerifyInput;
  /** Why its fixtures could not be read, where everything else could. */
  readonly fixtureProblems?: readonly Diagnostic[];
}

/**
 * Checks both states, compares them for all requests, and replays the fixtures of both. What cannot be used is said with the side's name.
 * Unusable fixtures keep nobody from seeing what a change opens: both states are compared all the same. Those of the earlier state are a
 * warning, else they would stand in the way of the change that repairs them; those of the later state stay errors beside the comparison.
 */
export function compareProjects(
  before: ProjectSide,
  after: ProjectSide,
  budget: Pick<CompareOptions, 'mostEffort'> = {},
): Outcome<Comparison> {
  const bare = withoutSchema([before, after]);
  if (bare) return { ok: false, diagnostics: [bare] };
  const [old, now] = [comparableSide(before, 'warning'), comparableSide(after, 'error')];
  if (!old.ok || !now.ok) return { ok: false, diagnostics: [...old.diagnostics, ...now.diagnostics] };
  const usable = usableFacts(after.input, now.value);
  if (!usable.ok) return usable;
  const { known, newer } = knownFacts(old.value, now.value);
  const facts = readFacts(known, now.value.model);
  if (!facts.ok) return facts;
  const compared = compareSides(sideOf(before.name, old.value), sideOf(after.name, now.value), {
    facts: facts.value,
    ...budget,
  });
  if (!compared.ok) return compared;
  const assumptions = [...compared.value.assumptions, ...newer.map((fact) => notAssumed(fact, before.name))];
  const was = resultsOf('diff before', old.value);
  const is = was && resultsOf('diff after', now.value);
  const value: Comparison = {
    ...compared.value,
    assumptions,
    settings: changedSettings(statedIn(before, old.value), statedIn(after, now.value)),
    noLongerChecked: noLongerChecked(
      { ...(was ? { results: was } : {}), invariants: before.input.invariants },
      { ...(is ? { results: is } : {}), invariants: after.input.invariants },
    ),
    ...(was && is ? { fixtures: compareResults(was, is) } : {}),
  };
  const unreplayed = [old, now].filter((side) => side.value.fixtures === undefined);
  const diagnostics = [...unreplayed.flatMap((side) => side.diagnostics), ...compared.diagnostics];
  return { ...compared, value, diagnostics };
}

function statedIn({ input }: ProjectSide, { mapper }: Pick<CheckedProject, 'mapper'>): StatedSettings {
  return { settings: input.settings ?? new Map(), rules: mapper.rules };
}

/** A change does not vouch for itself: a fact that comes with it could leave out what it opens, and is not taken for granted. */
function knownFacts({ facts: old }: ComparableProject, { facts }: ComparableProject) {
  const earlier = new Set(old.map((fact) => canonicalJson(fact)));
  const isKnown = (fact: WrittenFact) => earlier.has(canonicalJson(fact));
  return { known: facts.filter(isKnown), newer: facts.filter((fact) => !isKnown(fact)) };
}

function notAssumed(fact: WrittenFact, before: string): string {
  const name = typeof fact === 'string' ? fact : fact.id;
  return `not assumed: the fact \`${name}\` as it is written now, which ${before} does not have`;
}

/** Where one state has no schema, each endpoint of the other one would seem to be new, or to be gone. */
function withoutSchema(sides: readonly ProjectSide[]): Diagnostic | undefined {
  const bare = sides.filter(({ input }) => input.schema === undefined);
  const [only] = bare;
  if (!only || bare.length === sides.length) return undefined;
  return {
    severity: 'error',
    code: 'schema-missing',
    message: `${only.name}: there is no schema, so nothing can be compared with it`,
    help: 'is `authz.yaml` missing there? compare with a state that has it',
  };
}

/** A state whose fixtures are missing where they cannot be used. */
interface ComparableProject extends Omit<CheckedProject, 'fixtures'> {
  readonly fixtures: CheckedProject['fixtures'] | undefined;
}

/** A state; without its fixtures, where nothing but these is wrong. `severity` is that of what is wrong with them. */
function comparableSide(side: ProjectSide, severity: 'error' | 'warning'): Outcome<ComparableProject> {
  const whole = checkedSide(side);
  if (whole.ok) return whole;
  const { entities: _entities, ...input } = side.input;
  const bare = checkedSide({ name: side.name, input: { ...input, fixtures: [] } });
  if (!bare.ok) return whole;
  const problems = whole.diagnostics.filter((problem) => hasErrors([problem]));
  return {
    ok: true,
    value: { ...bare.value, fixtures: undefined },
    diagnostics: [
      ...problems.map((problem): Diagnostic => ({ ...problem, severity })),
      {
        severity: 'warning',
        code: 'fixtures-not-compared',
        message: `${side.name}: its fixtures cannot be used, so which of them turned is not compared`,
        help: 'the policies are compared all the same',
      },
    ],
  };
}

function checkedSide({ name, input, fixtureProblems = [] }: ProjectSide): Outcome<CheckedProject> {
  const checked = checkProvable(input);
  const found = distinctDiagnostics([...fixtureProblems, ...checked.diagnostics]);
  const diagnostics = found.map((diagnostic) => inSide(diagnostic, name));
  if (!checked.ok || hasErrors(diagnostics)) return { ok: false, diagnostics };
  return checked;
}

/** `HEAD: policies/editors.cedar` */
export function inSide(diagnostic: Diagnostic, name: string): Diagnostic {
  return diagnostic.file === undefined
    ? { ...diagnostic, message: `${name}: ${diagnostic.message}` }
    : { ...diagnostic, file: `${name}: ${diagnostic.file}` };
}

function resultsOf(
  slot: string,
  { schema, policySet, fixtures }: Pick<ComparableProject, 'schema' | 'policySet' | 'fixtures'>,
): ReadonlyMap<ReadyFixture, Result> | undefined {
  if (!fixtures) return undefined;
  const engine = createEngine(slot, schema, policySet, { areChecked: true });
  if (!engine.ok) return new Map();
  const replayer = { engine: engine.value, clock: () => 0 };
  return new Map(fixtures.map((ready) => [ready, replayFixture(ready, replayer)]));
}
