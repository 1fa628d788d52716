import type { Outcome } from '../diagnostics/diagnostic.ts';
import type { PolicyTemplate } from './generate-policies.ts';
import type { InitAnswers, ProjectDraft } from './project-draft.ts';
import { recordFixtures } from './record-fixtures.ts';
import type { StarterFixtures } from './starter-fixtures.ts';

/** Who may do what by these templates: the starter fixtures with what their policies decide. Nothing is written for it. */
export function previewPolicies(
  draft: ProjectDraft,
  answers: InitAnswers,
  templates: readonly PolicyTemplate[],
): Outcome<StarterFixtures> {
  const policies = templates.flatMap((template) => {
    const file = draft.policies(template, answers);
    return file.ok && file.value ? [{ file: file.value.name, ...file.value }] : [];
  });
  const schema = { file: 'preview.cedarschema', text: draft.schemaText(answers) };
  return recordFixtures({ schema, policies, claims: answers.claims });
}
