import type { Comparison } from '../../core/guarantees/comparison/comparison.ts';
import { printAnnotations } from '../report/annotations.ts';
import { changeAnnotations } from './annotations.ts';

/** Annotations for GitHub Actions: at the policies that opened or closed something. */
export function githubComparison(comparison: Comparison, repositoryPath: (file: string) => string): string {
  return printAnnotations(changeAnnotations(comparison), repositoryPath);
}
