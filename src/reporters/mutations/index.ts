import type { MutationResult } from '../../core/mutation/mutation.ts';
import type { ReporterOptions } from '../report/reporter.ts';
import { painter } from '../words/wording.ts';
import { githubMutations } from './github.ts';
import { htmlMutations } from './html.ts';
import { jsonMutations } from './json.ts';
import { prettyMutations } from './pretty.ts';

/** Every reporter of `authz mutate`: results in, a text out. */
export const MUTATION_REPORTERS = {
  pretty: (results, { color }) => prettyMutations(results, painter(color)),
  json: jsonMutations,
  github: (results, { repositoryPath }) => githubMutations(results, repositoryPath),
  html: htmlMutations,
} as const satisfies Readonly<
  Record<string, (results: readonly MutationResult[], options: ReporterOptions) => string>
>;

export type MutationReporterName = keyof typeof MUTATION_REPORTERS;
