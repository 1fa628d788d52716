import { type MutationResult, scoreOf } from '../../core/mutation/mutation.ts';
import { locatePolicy } from '../../core/policies/policy.ts';
import { safeJson } from '../words/wording.ts';

/** Changes when the shape does. */
const VERSION = 1;

/** For scripts: every mutation with what became of it. */
export function jsonMutations(results: readonly MutationResult[]): string {
  const { counts, percent } = scoreOf(results);
  return `${safeJson({ version: VERSION, counts, percent, mutations: results.map(resultJson) })}\n`;
}

function resultJson(result: MutationResult) {
  const { policy, change, mutant } = result.mutation;
  const { line, column } = locatePolicy(policy);
  return {
    policy: policy.id,
    file: policy.file.file,
    line,
    column,
    change,
    text: mutant.text,
    status: result.kind,
    ...(result.kind === 'killed' ? { by: result.by } : {}),
    ...(result.kind === 'survived'
      ? {
          call: result.example.call,
          expect: result.expect,
          request: result.example.request,
          entities: result.example.entities,
        }
      : {}),
    ...(result.kind === 'not-decided' ? { reason: result.reason } : {}),
  };
}
