import { groupBy } from '../../src/core/values/group.ts';
import type { ConfidenceTable } from './fit-confidence.ts';
import type { WeightTable } from './fit-weights.ts';

/** The modules that hold what was fitted, by file. */
export function printWeights(
  weights: WeightTable,
  confidence: ConfidenceTable,
): Readonly<Record<'weights.ts' | 'reading-weights.ts' | 'ranking/confidence-weights.ts', string>> {
  const subjects = groupBy(weights, ([key]) => key.slice(0, key.indexOf('/')));
  const tables = [...subjects]
    .filter(([subject]) => subject !== 'reading')
    .map(([subject, own]) => `  '${subject}': {\n${linesOf(own)}\n  },`);
  const doubts = Object.entries(confidence).map(([name, weight]) => `  '${name}': ${weight},`);
  return {
    'weights.ts': `${HEAD}
import type { PatternName } from '../endpoints/pattern.ts';
import { READING_WEIGHTS } from './reading-weights.ts';

/**
 * What every signal weighs for its pattern, or for the way in which an endpoint is read: the logarithm of how much likelier it makes it. The
 * sentences that go with the names stand where the signals are found, in \`patterns/\` and \`signals/readings.ts\`.
 */
export const WEIGHTS = {
${tables.join('\n')}
  reading: READING_WEIGHTS,
} as const satisfies Readonly<Record<PatternName | 'reading', Readonly<Record<string, number>>>>;
`,
    'ranking/confidence-weights.ts': `${HEAD}
/** What the lead of an answer, what contradicts it and the doubts about it weigh for its being right. */
export const CONFIDENCE = {
${doubts.join('\n')}
} as const;
`,
    'reading-weights.ts': `${HEAD}
/** What the signals weigh that speak for or against a way to read what identifies something. */
export const READING_WEIGHTS = {
${linesOf(subjects.get('reading') ?? [])}
} as const;
`,
  };
}

function linesOf(weights: readonly (readonly [key: string, weight: number])[]): string {
  return weights.map(([key, weight]) => `    '${key.slice(key.indexOf('/') + 1)}': ${weight},`).join('\n');
}

const HEAD =
  '// Written by scripts/fit-classifier.ts; what a person thinks of each signal is in scripts/classifier/priors.ts.\n';
