import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { PolicyTemplate } from './generate-policies.ts';
import type { InitAnswers, ProjectDraft } from './project-draft.ts';
import type { RecordedCall } from './recording/record-calls.ts';
import { prepareRecording } from './recording/record-fixtures.ts';
import { recordStarterFixtures } from './recording/record-starter-fixtures.ts';

/** Who may do what, as far as it has been decided. */
export interface PolicyPreview {
  readonly calls: readonly RecordedCall[];
  /** Endpoints that have been decided about, and those there are. */
  readonly done: number;
  readonly total: number;
  /** Whether nothing more comes. */
  readonly isWhole: boolean;
  /** Why nothing can be decided. */
  readonly problems: readonly Diagnostic[];
}

/**
 * Who may do what by these templates: the calls of the starter fixtures with what their policies decide. Nothing is written for it. It goes on
 * a little with each step, so that whoever waits can do something else in between, or stop.
 */
export function* previewPolicies(
  draft: ProjectDraft,
  answers: InitAnswers,
  templates: readonly PolicyTemplate[],
): Generator<PolicyPreview, void> {
  const schema = { file: 'preview.cedarschema', text: draft.schemaText(answers) };
  yield NO_PREVIEW;
  const policies = [];
  for (const template of templates) {
    const file = draft.policies(template, answers);
    if (file.ok && file.value) policies.push({ file: file.value.name, ...file.value });
    yield NO_PREVIEW;
  }
  const prepared = prepareRecording({
    schema,
    policies,
    claims: answers.claims,
    firstValues: draft.firstValues(answers),
  });
  if (!prepared.ok) {
    yield { ...NO_PREVIEW, problems: prepared.diagnostics };
    return;
  }
  const calls: RecordedCall[] = [];
  for (const { done, total, recorded } of recordStarterFixtures(prepared.value)) {
    if (recorded.expectations.length > 0) calls.push(recorded);
    yield { ...NO_PREVIEW, calls: [...calls], done, total };
  }
}

/** Nothing is known yet. */
export const NO_PREVIEW: PolicyPreview = {
  calls: [],
  done: 0,
  total: 0,
  isWhole: false,
  problems: [],
};
