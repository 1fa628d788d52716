import type { Comparison } from '../../core/guarantees/comparison/comparison.ts';
import type { ReporterOptions } from '../report/reporter.ts';
import { places, plain, sarifLog } from '../report/sarif-log.ts';
import { type ChangeAnnotation, changeAnnotations } from './annotations.ts';

/** SARIF 2.1.0: a result for each change, at the policy that opened or closed something. */
export function sarifComparison(comparison: Comparison, { repositoryPath }: ReporterOptions): string {
  const results = changeAnnotations(comparison).map((one) => resultOf(one, repositoryPath));
  return sarifLog({ results, titles: TITLES, isSuccessful: true });
}

const TITLES: Readonly<Record<ChangeAnnotation['kind'], string>> = {
  opened: 'A call is allowed that was denied',
  closed: 'A call is denied that was allowed',
  both: 'One call is allowed that was denied, and another denied that was allowed',
  'not-decided': 'Whether a call is decided as before is not known',
  unchanged: 'Every call is decided as before',
};

function resultOf(
  { kind, command, title, message, file, location }: ChangeAnnotation,
  path: ReporterOptions['repositoryPath'],
) {
  return {
    ruleId: kind,
    level: command === 'notice' ? 'note' : command,
    message: plain(`${title}\n${message}`),
    locations: places({ file, location }, path),
  };
}
