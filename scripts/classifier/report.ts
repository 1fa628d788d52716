import { groupBy } from '../../src/core/values/group.ts';
import type { Answer } from './fit-confidence.ts';

const BOUNDS = [0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.01];

/** How many answers are right, by pattern, and how often those of each range of confidence are. */
export function report(answers: readonly Answer[], confidenceOf: (one: Answer) => number): string {
  const rows = answers.map((one) => ({ sure: confidenceOf(one), isRight: one.isRight, one }));
  const byPattern = groupBy(rows, ({ one }) => wantedOf(one));
  const patterns = [...byPattern]
    .map(([pattern, own]) => `${pattern} ${countRight(own)}/${own.length}`)
    .sort();
  const ranges = BOUNDS.slice(0, -1).map((low, index) =>
    rows.filter(({ sure }) => sure >= low && sure < (BOUNDS[index + 1] ?? 1)),
  );
  const error = ranges.reduce((sum, own) => sum + Math.abs(countRight(own) - sureOf(own)), 0) / rows.length;
  const unsure = rows.filter(({ sure }) => sure < 0.9);
  const wrong = rows.length - countRight(rows);
  return [
    `${rows.length} operations, right ${part(countRight(rows), rows.length)}`,
    patterns.join('   '),
    ...ranges.map(
      (own, index) =>
        `sure ${BOUNDS[index]?.toFixed(2)} and more ${String(own.length).padStart(5)}  says ${part(sureOf(own), own.length)}  right ${part(countRight(own), own.length)}`,
    ),
    `expected calibration error ${error.toFixed(3)}`,
    `to look at: ${part(unsure.length, rows.length)} of the operations, with ${part(unsure.length - countRight(unsure), wrong)} of ${wrong} errors`,
  ].join('\n');
}

function wantedOf({ example }: Answer): string {
  return example.accept[0]?.split(' ')[0] ?? '';
}

function countRight(rows: readonly { readonly isRight: boolean }[]): number {
  return rows.filter(({ isRight }) => isRight).length;
}

function sureOf(rows: readonly { readonly sure: number }[]): number {
  return rows.reduce((sum, { sure }) => sum + sure, 0);
}

function part(some: number, all: number): string {
  return all === 0 ? '-' : (some / all).toFixed(3);
}
