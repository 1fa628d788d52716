import { createAnalysis } from '../analysis/analysis.ts';
import { describeFact, type Fact } from '../analysis/questions/fact.ts';
import { ANYTHING } from '../analysis/questions/made-policy.ts';
import { isNoSchema } from '../cedar/schema/no-schema.ts';
import { factsOfFixtures, frameworkFacts } from '../facts/framework-facts.ts';
import type { ReadyFixture } from '../fixtures/ready-fixture.ts';
import { type ClaimAbout, claimsAboutGoals, type GoalSetting } from './claims-about-goals.ts';
import type { Goal } from './goal.ts';

/** What proofs about goals are made of. */
export interface ProvingSetting extends GoalSetting {
  /** What the application makes sure of. */
  readonly facts: readonly Fact[];
  readonly fixtures: readonly Pick<ReadyFixture, 'answering'>[];
}

/** The goals that no request comes to, each with what the proof takes for granted about the application, as sentences. */
export type UnreachableGoals = ReadonlyMap<Goal, readonly string[]>;

/** The same for one project, as a recorder asks it. */
export function unreachableIn(
  project: Omit<ProvingSetting, 'partsOf'>,
): (goals: readonly Goal[], partsOf: ProvingSetting['partsOf']) => UnreachableGoals {
  return (goals, partsOf) => findUnreachable(goals, { ...project, partsOf });
}

/**
 * Proves of goals that no request comes to them: first for whatever application, then, of the others, by what the application makes sure of.
 * Entities may be missing, as in fixtures. What is not proven is left out, and so is everything where there is too much to ask.
 */
function findUnreachable(goals: readonly Goal[], setting: ProvingSetting): UnreachableGoals {
  const { schema, model, facts, fixtures } = setting;
  if (goals.length === 0 || isNoSchema(schema)) return new Map();
  // What is allowed by authz's rule is so by Cedar's.
  const claimAbout = claimsAboutGoals({ ...setting, skipsErrors: true });
  const always = factsOfFixtures(frameworkFacts(model), fixtures);
  const anyway = provenEverywhere(goals, claimAbout, analysisOf(setting, always));
  const found = new Map<Goal, readonly string[]>([...anyway].map((goal) => [goal, []]));
  if (facts.length === 0) return found;
  const others = goals.filter((goal) => !anyway.has(goal));
  const given = facts.map(describeFact);
  for (const goal of provenEverywhere(others, claimAbout, analysisOf(setting, [...always, ...facts])))
    found.set(goal, given);
  return found;
}

/** Goals times kinds of requests: above it, it would take longer than the report is worth. */
const MOST_QUESTIONS = 50_000;

/** What one question may cost; nearly all are answered at a glance. */
const MOST_EFFORT_EACH = 500_000;

function analysisOf({ schema }: ProvingSetting, facts: readonly Fact[]) {
  return createAnalysis(schema, { facts, entitiesExist: false, mostEffort: MOST_EFFORT_EACH });
}

function provenEverywhere(
  goals: readonly Goal[],
  claimAbout: ClaimAbout,
  { environments, areProven }: ReturnType<typeof createAnalysis>,
): ReadonlySet<Goal> {
  if (goals.length * environments.length > MOST_QUESTIONS) return new Set();
  const asked = new Set<Goal>();
  const open = new Set<Goal>(goals);
  for (const environment of environments) {
    const questions = [...open].flatMap((goal) => {
      const claim = claimAbout(goal, environment);
      return claim ? [{ goal, claim }] : [];
    });
    if (questions.length === 0) continue;
    // From facts that contradict each other everything would follow.
    const contradiction = { kind: 'never-applies', policy: ANYTHING } as const;
    const [isEmpty, ...proven] = areProven(environment, [
      contradiction,
      ...questions.map(({ claim }) => claim),
    ]);
    for (const [index, { goal }] of questions.entries()) {
      asked.add(goal);
      if (isEmpty || !proven[index]) open.delete(goal);
    }
  }
  // What was never asked is not proven.
  return new Set([...open].filter((goal) => asked.has(goal)));
}
