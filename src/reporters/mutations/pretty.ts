import type { MutationKind, MutationResult } from '../../core/mutation/mutation.ts';
import { locatePolicy } from '../../core/policies/policy.ts';
import { printPlace } from '../words/frame.ts';
import { type Meaning, type Paint, visible } from '../words/wording.ts';
import { detailWords, scoreWords } from './words.ts';

/** For people in a terminal: what no fixture notices, each with the call that would show it, and the score. */
export function prettyMutations(results: readonly MutationResult[], paint: Paint): string {
  const told = results.filter(({ kind }) => kind === 'survived' || kind === 'not-decided');
  const lines = [...told.flatMap((result) => [...resultLines(result, paint), '']), ...scoreWords(results)];
  return `${lines.join('\n')}\n`;
}

const HEADS: Readonly<Record<MutationKind, { readonly word: string; readonly meaning: Meaning }>> = {
  survived: { word: 'SURVIVED', meaning: 'bad' },
  'not-decided': { word: 'NOT DECIDED', meaning: 'doubt' },
  killed: { word: 'KILLED', meaning: 'good' },
  skipped: { word: 'SKIPPED', meaning: 'quiet' },
  equivalent: { word: 'EQUIVALENT', meaning: 'quiet' },
};

function resultLines(result: MutationResult, paint: Paint): string[] {
  const { policy, change } = result.mutation;
  const { word, meaning } = HEADS[result.kind];
  const head = visible(`${policy.id}: ${change}`);
  const place = printPlace(policy.file.file, locatePolicy(policy));
  return [
    `${paint(meaning, word)}  ${head}  ${paint('quiet', place)}`,
    ...detailWords(result).map((line) => `  ${visible(line)}`),
  ];
}
