import type { MemoStore } from '../../caching/memo-store.ts';
import { type Diagnostic, hasErrors } from '../../diagnostics/diagnostic.ts';
import type { ReadyFixture } from '../../fixtures/ready-fixture.ts';
import type { Model } from '../../model/model.ts';
import { checkProject } from '../../verification/check-project.ts';
import type { VerifyInput } from '../../verification/verify-input.ts';
import { type ExpectedExample, exampleFixtures } from './example-fixtures.ts';

/** A project as it was read, and what is remembered of checking it. */
export interface RememberedInput {
  readonly input: VerifyInput;
  readonly memos: MemoStore;
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
