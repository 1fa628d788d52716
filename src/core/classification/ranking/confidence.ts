import { placeOfIdentifier } from '../../endpoints/resource-from.ts';
import type { Endpoint } from '../../openapi/endpoint.ts';
import { CONFIDENCE } from '../weights.ts';
import type { Candidate } from './candidates.ts';

/** What makes an answer less sure, or surer, than its lead over the others says. */
type Doubt = Exclude<keyof typeof CONFIDENCE, 'base' | 'certainty'>;

/**
 * How likely the best candidate is right: its share among all candidates, corrected by what is known of how often such answers were right
 * for operations that nothing was learned from. 0 to `MOST_SURE`.
 */
export function confidenceOf(endpoint: Endpoint, best: Candidate, share: number): number {
  const doubts = doubtsOf(endpoint, best);
  const sum = doubts.reduce(
    (total, doubt) => total + CONFIDENCE[doubt],
    CONFIDENCE.base + CONFIDENCE.certainty * certaintyOf(share),
  );
  return Math.min(MOST_SURE, Math.round(100 / (1 + Math.exp(-sum))) / 100);
}

/** Of the surest answers about one in fifty was wrong: no answer claims more. */
export const MOST_SURE = 0.98;

/** The lead of a candidate with that share over all others together, as a logarithm; a lead beyond measure counts as a large one. */
export function certaintyOf(share: number): number {
  return Math.max(-2, Math.min(6, Math.log(share / Math.max(1 - share, 1e-9))));
}

/** What there is to doubt about an answer. */
export function doubtsOf(endpoint: Endpoint, best: Candidate): readonly Doubt[] {
  const { facts, from, evidence } = best;
  const place = placeOfIdentifier(from).in;
  const holds: Readonly<Record<Doubt, boolean>> = {
    'identified in the query': place === 'query',
    'identified in the body': place === 'body',
    'ignores what is required': from === 'application' && requiresValue(endpoint),
    'says nothing in words': endpoint.summary === '' && endpoint.description === '',
    'says nothing of its answer': facts.answer === 'unknown',
    'few signals': evidence.length < 4,
    posts: endpoint.method === 'POST',
  };
  return DOUBTS.filter((doubt) => holds[doubt]);
}

const DOUBTS = Object.keys(CONFIDENCE).filter(
  (name): name is Doubt => name !== 'base' && name !== 'certainty',
);

function requiresValue({ parameters }: Endpoint): boolean {
  return parameters.some(({ in: where, required }) => required && (where === 'path' || where === 'query'));
}
