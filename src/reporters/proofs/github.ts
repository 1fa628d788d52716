import type { Proofs } from '../../core/guarantees/invariants/invariant.ts';
import { printAnnotations } from '../report/annotations.ts';
import { invariantAnnotations } from './annotations.ts';
import { invariantResult } from './invariant-results.ts';

/** Annotations for GitHub Actions: what is refuted, at the policy that decides, and what is not decided. */
export function githubProofs({ invariants }: Proofs, repositoryPath: (file: string) => string): string {
  return printAnnotations(invariantAnnotations(invariants.map(invariantResult)), repositoryPath);
}
