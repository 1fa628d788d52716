import { groupBy } from '../../src/core/values/group.ts';
import type { ConfidenceTable } from './fit-confidence.ts';
import type { WeightTable } from './fit-weights.ts';

/** The module that holds the fitted weights. */
export function printWeights(weights: WeightTable, confidence: ConfidenceTable): string {
  const subjects = groupBy(weights, ([key]) => key.slice(0, key.indexOf('/')));
  const tables = [...subjects].map(([subject, own]) => {
    const lines = own.map(([key, weight]) => `    '${key.slice(key.indexOf('/') + 1)}': ${weight},`);
    return `  '${subject}': {\n${lines.join('\n')}\n  },`;
  });
  const doubts = Object.entries(confidence).map(([name, weight]) => `  '${name}': ${weight},`);
  return `${HEAD}
/**
 * What every signal weighs for its pattern, or for the way in which an endpoint is read: the logarithm of how much likelier it makes it. The
 * sentences that go with the names stand where the signals are found, in \`patterns/\` and \`signals/readings.ts\`.
 */
export const WEIGHTS = {
${tables.join('\n')}
} as const;

/** What the lead of an answer and the doubts about it weigh for its being right. */
export const CONFIDENCE = {
${doubts.join('\n')}
} as const;
`;
}

const HEAD =
  '// Written by scripts/fit-classifier.ts; what a person thinks of each signal is in scripts/classifier/priors.ts.\n';
