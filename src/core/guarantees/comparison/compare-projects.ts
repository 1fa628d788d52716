import { type Diagnostic, hasErrors, type Outcome } from '../../diagnostics/diagnostic.ts';
import { createEngine } from '../../engine/engine.ts';
import { usableFacts } from '../../facts/usable-facts.ts';
import type { ReadyFixture } from '../../fixtures/ready-fixture.ts';
import { type Result, replayFixture } from '../../replay/replay.ts';
import { type CheckedProject, checkProject } from '../../verification/check-project.ts';
import type { VerifyInput } from '../../verification/verify-input.ts';
import { compareResults } from '../../watching/decision-changes.ts';
import { type CompareOptions, compareSides } from './compare.ts';
import type { Comparison, Side } from './comparison.ts';

/** A project as it was read, and what to call this state of it. */
export interface ProjectSide {
  readonly name: string;
  readonly input: VerifyInput;
}

/** Checks both states, compares them for all requests, and replays the fixtures of both. What cannot be used is said with the side's name. */
export function compareProjects(
  before: ProjectSide,
  after: ProjectSide,
  budget: Pick<CompareOptions, 'mostEffort'> = {},
): Outcome<Comparison> {
  const [old, now] = [checkedSide(before), checkedSide(after)];
  if (!old.ok || !now.ok) return { ok: false, diagnostics: [...old.diagnostics, ...now.diagnostics] };
  const facts = usableFacts(after.input, now.value);
  if (!facts.ok) return facts;
  const compared = compareSides(sideOf(before.name, old.value), sideOf(after.name, now.value), {
    facts: facts.value,
    ...budget,
  });
  if (!compared.ok) return compared;
  const fixtures = compareResults(resultsOf('diff before', old.value), resultsOf('diff after', now.value));
  return { ...compared, value: { ...compared.value, fixtures } };
}

function checkedSide({ name, input }: ProjectSide): Outcome<CheckedProject> {
  const checked = checkProject(input);
  const diagnostics = checked.diagnostics.map((diagnostic) => inSide(diagnostic, name));
  if (!checked.ok || hasErrors(diagnostics)) return { ok: false, diagnostics };
  return checked;
}

/** `HEAD: policies/editors.cedar` */
function inSide(diagnostic: Diagnostic, name: string): Diagnostic {
  return diagnostic.file === undefined
    ? { ...diagnostic, message: `${name}: ${diagnostic.message}` }
    : { ...diagnostic, file: `${name}: ${diagnostic.file}` };
}

function sideOf(name: string, { schema, model, policySet, mapper }: CheckedProject): Side {
  return { name, schema: { json: schema, model }, policySet, isSkipped: mapper.table.isSkipped };
}

function resultsOf(
  slot: string,
  { schema, policySet, fixtures }: CheckedProject,
): ReadonlyMap<ReadyFixture, Result> {
  const engine = createEngine(slot, schema, policySet, { areChecked: true });
  if (!engine.ok) return new Map();
  const replayer = { engine: engine.value, clock: () => 0 };
  return new Map(fixtures.map((ready) => [ready, replayFixture(ready, replayer)]));
}
