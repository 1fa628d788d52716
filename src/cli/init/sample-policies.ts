import type { Outcome } from '../../core/diagnostics/diagnostic.ts';
import type { GeneratedFile } from '../../core/generation/generate-policies.ts';
import { generatePolicies, type PolicyOptions } from '../../core/generation/generate-policies.ts';
import type { Model } from '../../core/model/model.ts';
import { chooseTemplates, DEFAULT_TEMPLATE } from '../../project/templates.ts';

/** The policies of the named templates; without names, of the standard ones that have something to say about the model. */
export function samplePolicies(
  names: readonly string[] | undefined,
  model: Model,
  options: PolicyOptions,
): Outcome<readonly GeneratedFile[]> {
  const templates = chooseTemplates(names ?? [DEFAULT_TEMPLATE]);
  if (!templates.ok) return templates;
  const policies = generatePolicies(templates.value, model, options);
  return names ? policies : withoutNotApplicable(policies);
}

/** Without what is said of templates that do not fit the model: that is worth saying only of those that were asked for. */
export function withoutNotApplicable<T>(files: Outcome<T>): Outcome<T> {
  if (!files.ok) return files;
  const diagnostics = files.diagnostics.filter(({ code }) => code !== 'template-not-applicable');
  return { ...files, diagnostics };
}
