import type { Diagnostic, Outcome } from '../../diagnostics/diagnostic.ts';
import { createEngine } from '../../engine/engine.ts';
import { readFacts } from '../../facts/read-facts.ts';
import { usableFacts } from '../../facts/usable-facts.ts';
import type { ReadyFixture } from '../../fixtures/ready-fixture.ts';
import type { WrittenFact } from '../../model/written-fact.ts';
import { limitsOfStatements } from '../../policies/check-policies.ts';
import { type Result, replayFixture } from '../../replay/replay.ts';
import { canonicalJson } from '../../values/canonical-json.ts';
import type { CheckedProject } from '../../verification/check-project.ts';
import { compareResults } from '../../watching/decision-changes.ts';
import { changedSettings, type StatedSettings } from '../changed-settings.ts';
import { type ComparableProject, comparableSide, inSide, type ProjectSide } from '../comparable-side.ts';
import { noLongerChecked } from '../no-longer-checked.ts';
import { type CompareOptions, compareSides } from './compare.ts';
import type { Comparison } from './comparison.ts';
import { sideOf } from './side-of.ts';

/**
 * Checks both states, compares them for all requests, and replays the fixtures of both. What cannot be used is said with the side's name.
 * Unusable fixtures keep nobody from seeing what a change opens: both states are compared all the same, and so are the fixtures of their
 * other files. Those of the earlier state are a warning, else they would stand in the way of the change that repairs them; those of the later state stay errors beside the comparison.
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
      {
        ...(is ? { results: is, areSomeUnusable: now.value.areSomeUnusable } : {}),
        invariants: after.input.invariants,
      },
    ),
    ...(was && is ? { fixtures: compareResults(was, is) } : {}),
  };
  const lacking = [old, now].filter((side) => side.value.areSomeUnusable);
  const diagnostics = [
    ...lacking.flatMap((side) => side.diagnostics),
    ...limitsOfStatements(now.diagnostics).map((one) => inSide(one, after.name)),
    ...compared.diagnostics,
  ];
  return { ...compared, value, diagnostics };
}

function statedIn({ input }: ProjectSide, { mapper }: Pick<CheckedProject, 'mapper'>): StatedSettings {
  return { settings: input.settings ?? new Map(), server: mapper };
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
