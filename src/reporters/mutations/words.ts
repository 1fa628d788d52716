import { printString } from '../../core/cedar/print-value.ts';
import type { MutationResult } from '../../core/mutation/mutation.ts';
import { scoreOf } from '../../core/mutation/mutation.ts';
import { callWords, exampleWords } from '../words/example-words.ts';
import { counted } from '../words/wording.ts';

/** What became of a mutation, in lines. */
export function detailWords(result: MutationResult): readonly string[] {
  switch (result.kind) {
    case 'survived': {
      const { example, expect, lacksEntities, skipsErrors } = result;
      const turned =
        expect === 'deny'
          ? 'is denied, and the mutation allows it'
          : 'is allowed, and the mutation denies it';
      return [
        example.call
          ? `no fixture tries ${callWords(example.call)}`
          : `no fixture asks ${printString(example.request.action.id)} in this way, and no call is known that does`,
        ...exampleWords(example).map((words) => `  ${words}`),
        ...(lacksEntities ? ['  where not all that is referred to is sent along'] : []),
        `  which ${turned}`,
        ...(skipsErrors ? ["  by Cedar's rule: it skips a policy that cannot be evaluated"] : []),
      ];
    }
    case 'not-decided':
      return [`no fixture notices it, and whether one could is not known: ${result.reason.message}`];
    case 'killed':
      return [`killed by ${result.by}`];
    case 'skipped':
      return [
        `only what calls ask about ${printString(result.action)} is decided otherwise, and all of them are skipped`,
      ];
    case 'equivalent':
      return ['every request that fits the schema and the facts is decided in the same way'];
  }
}

/** `130 mutations: 128 killed, 2 survived (98.4 %)`, and what was left out. */
export function scoreWords(results: readonly MutationResult[]): readonly string[] {
  const { counts, percent } = scoreOf(results);
  const undecided = counts['not-decided'] > 0 ? `, ${counts['not-decided']} not decided` : '';
  const score = `${counts.killed} killed, ${counts.survived} survived${undecided} (${percent} %)`;
  return [
    `${counted(results.length - counts.equivalent - counts.skipped, 'mutation')}: ${score}`,
    ...(counts.equivalent > 0
      ? [
          `${counted(counts.equivalent, 'mutation')} left out, proven to change no decision of a request that fits the schema and the facts`,
        ]
      : []),
    ...(counts.skipped > 0
      ? [
          `${counted(counts.skipped, 'mutation')} left out, as only calls of skipped endpoints could show them, which are not decided about`,
        ]
      : []),
  ];
}
