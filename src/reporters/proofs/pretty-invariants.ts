import {
  type InvariantReport,
  type InvariantResult,
  openInvariants,
} from '../../core/replay/invariant-result.ts';
import { printPlace } from '../words/frame.ts';
import { counted, type Meaning, type Paint, visible } from '../words/wording.ts';

/** After the fixtures: all of them where one does not hold, else one line that counts them. */
export function prettyInvariants(invariants: InvariantReport, paint: Paint): string {
  return openInvariants(invariants).length > 0
    ? printInvariants(invariants, paint)
    : `${countWords(invariants)}\n`;
}

/** What is refuted, then what is not decided, then what holds. */
export function printInvariants(invariants: InvariantReport, paint: Paint): string {
  const told = ORDER.flatMap((verdict) => invariants.results.filter((one) => one.verdict === verdict));
  return `${[
    ...told.flatMap((one) => [...invariantLines(one, paint), ...(one.verdict === 'proven' ? [] : [''])]),
    countWords(invariants),
    paint('quiet', `assumed: ${invariants.assumptions.map(visible).join('; ')}`),
  ].join('\n')}\n`;
}

const ORDER = ['refuted', 'not-decided', 'proven'] as const;

const VERDICTS: Readonly<
  Record<InvariantResult['verdict'], { readonly word: string; readonly meaning: Meaning }>
> = {
  refuted: { word: 'REFUTED', meaning: 'bad' },
  'not-decided': { word: 'NOT DECIDED', meaning: 'doubt' },
  proven: { word: 'PROVEN', meaning: 'good' },
};

/** `3 invariants: 2 proven, 1 refuted` */
function countWords({ proven, refuted, undecided, results }: InvariantReport): string {
  const words = `${proven} proven, ${refuted} refuted${undecided > 0 ? `, ${undecided} not decided` : ''}`;
  return `${counted(results.length, 'invariant')}: ${words}`;
}

function invariantLines(result: InvariantResult, paint: Paint): string[] {
  const { word, meaning } = VERDICTS[result.verdict];
  const place = printPlace(result.file, result.location) || 'built in';
  return [
    `${paint(meaning, word)}  ${visible(result.id)}  ${paint('quiet', `${visible(result.because)} (${place})`)}`,
    ...result.lines.map((line) => `  ${visible(line)}`),
  ];
}
