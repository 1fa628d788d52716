import { type Analysis, createAnalysis } from '../../src/core/analysis/analysis.ts';
import type { AnalysedPolicy } from '../../src/core/analysis/questions/claim.ts';
import type { Verdict } from '../../src/core/analysis/questions/prove.ts';
import type { ProofOptions } from '../../src/core/analysis/questions/translated-environment.ts';
import type { SchemaJson } from '../../src/core/cedar/cedar.ts';
import * as cedar from '../../src/core/cedar/cedar.ts';
import { policySetOf } from './policies.ts';

/** A schema in Cedar syntax as JSON. */
export function schemaOf(text: string): SchemaJson<string> {
  const answer = cedar.schemaToJson(text);
  if (!answer.ok) throw new Error(answer.errors.map((error) => error.message).join('\n'));
  return answer.value;
}

/** `User` and `Doc` with an action between them, whose attributes and context a test chooses. */
export interface SmallSchema {
  readonly user?: string;
  readonly doc?: string;
  readonly context?: string;
  readonly more?: string;
}

export function smallSchema({ user = '', doc = '', context = '{}', more = '' }: SmallSchema): string {
  return `${more}
    entity User ${user || '{}'};
    entity Doc ${doc || '{}'};
    action a appliesTo { principal: [User], resource: [Doc], context: ${context} };`;
}

export function policiesOf(text: string): readonly AnalysedPolicy[] {
  return policySetOf(text).policies;
}

/** A permit with one condition. */
export function permitWhen(condition: string): readonly AnalysedPolicy[] {
  return policiesOf(`permit (principal, action, resource) when { ${condition} };`);
}

/** Asks about the first environment of a schema. */
export function ask(
  schema: string,
  claims: Parameters<Analysis['prove']>[1],
  options?: ProofOptions,
): readonly Verdict[] {
  const analysis = createAnalysis(schemaOf(schema), options);
  const [environment] = analysis.environments;
  if (!environment) throw new Error('the schema has no environment');
  return analysis.prove(environment, claims);
}

/** Whether some request of a small schema is allowed by a condition: `sometimes`, `never`, or why that is not known. */
export function reachable(schema: SmallSchema, condition: string): string {
  const [verdict] = ask(smallSchema(schema), [{ kind: 'never-allowed', policies: permitWhen(condition) }]);
  return verdict ? WORDS[verdict.kind](verdict) : '';
}

const WORDS: Readonly<Record<Verdict['kind'], (verdict: Verdict) => string>> = {
  proven: () => 'never',
  refuted: () => 'sometimes',
  'not-decided': (verdict) =>
    verdict.kind === 'not-decided' ? `not decided: ${verdict.reason.what}, ${verdict.reason.message}` : '',
};
