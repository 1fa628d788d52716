import type { MutationResult } from '../../core/mutation/mutation.ts';
import { locatePolicy } from '../../core/policies/policy.ts';
import { type Annotation, printAnnotations } from '../report/annotations.ts';
import { visible } from '../words/wording.ts';
import { detailWords } from './words.ts';

/** Annotations for GitHub Actions: what no fixture notices, at the policy. */
export function githubMutations(
  results: readonly MutationResult[],
  repositoryPath: (file: string) => string,
): string {
  const told = results.filter(({ kind }) => kind === 'survived' || kind === 'not-decided');
  return printAnnotations(told.map(annotationOf), repositoryPath);
}

function annotationOf(result: MutationResult): Annotation {
  const { policy, change } = result.mutation;
  return {
    command: 'warning',
    title: visible(`no fixture notices: ${change}`),
    message: [policy.id, ...detailWords(result)].map(visible).join('\n'),
    file: policy.file.file,
    location: locatePolicy(policy),
  };
}
