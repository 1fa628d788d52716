import { createMemoStore, type MemoStore } from '../../caching/memo-store.ts';
import { type Diagnostic, hasErrors } from '../../diagnostics/diagnostic.ts';
import { createEngine } from '../../engine/engine.ts';
import type { ReadyFixture } from '../../fixtures/ready-fixture.ts';
import type { Model } from '../../model/model.ts';
import { type ResultStatus, replayFixture } from '../../replay/replay.ts';
import { checkProject, checkProvable } from '../../verification/check-project.ts';
import type { VerifyInput } from '../../verification/verify-input.ts';
import { type ExpectedExample, exampleFixtures } from './example-fixtures.ts';

/** A project as it was read, and what is remembered of checking it. */
export interface RememberedInput {
  readonly input: VerifyInput;
  readonly memos: MemoStore;
}

/** A project whose decisions about examples are asked. */
export interface ExampleReplay {
  readonly model: Model;
  /** How the fixture of an example fares; nothing where it cannot be used. */
  readonly statusesOf: (expected: ExpectedExample) => readonly ResultStatus[];
}

/** `slot` is that of the engine; `undefined` where the project cannot be used. */
export function exampleReplay(slot: string, input: VerifyInput): ExampleReplay | undefined {
  const checked = checkProvable({ ...input, fixtures: [] });
  if (!checked.ok) return undefined;
  const { schema, policySet, model } = checked.value;
  const engine = createEngine(slot, schema, policySet);
  if (!engine.ok) return undefined;
  const remembered = { input, memos: createMemoStore() };
  const replayer = { engine: engine.value, clock: () => 0 };
  const statusesOf = (expected: ExpectedExample) =>
    readyExample(expected, model, remembered).map((fixture) => replayFixture(fixture, replayer).status);
  return { model, statusesOf };
}

/** What the fixture that is written of an example comes to when it is read; nothing where it cannot be written, or would be refused. */
export function readyExample(
  example: ExpectedExample,
  model: Model,
  { input, memos }: RememberedInput,
): readonly ReadyFixture[] {
  const files = exampleFixtures([example], model, input.claims);
  const fixtures = files.map((file, index) => {
    const value: unknown = JSON.parse(JSON.stringify(file));
    const source = { file: `example-${index}.fixtures.yaml`, text: '', value, locate: () => undefined };
    return { source, shared: new Map() };
  });
  const checked = checkProject({ ...input, fixtures }, memos);
  const problems: readonly Diagnostic[] = checked.diagnostics;
  return checked.ok && !hasErrors(problems) ? checked.value.fixtures : [];
}
