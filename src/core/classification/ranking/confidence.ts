import { placeOfIdentifier } from '../../endpoints/resource-from.ts';
import type { Endpoint } from '../../openapi/endpoint.ts';
import type { Candidate } from './candidates.ts';
import { CONFIDENCE } from './confidence-weights.ts';

/** What is measured of every answer; all else that its confidence depends on holds or does not. */
type AnswerMeasure = 'base' | 'certainty' | 'contradiction';

/** What makes an answer less sure, or surer, than its lead over the others says. */
type Doubt = Exclude<keyof typeof CONFIDENCE, AnswerMeasure>;

/**
 * How likely the best candidate is right: its share among all candidates, corrected by what is known of how often such answers were right
 * for operations that nothing was learned from. 0 to `MOST_SURE`.
 */
export function confidenceOf(
  endpoint: Endpoint,
  best: Candidate,
  second: Candidate | undefined,
  share: number,
): number {
  const doubts = doubtsOf(endpoint, best);
  const sum = doubts.reduce(
    (total, doubt) => total + CONFIDENCE[doubt],
    CONFIDENCE.base +
      CONFIDENCE.certainty * certaintyOf(share) +
      CONFIDENCE.contradiction * contradictionOf(best, second),
  );
  return Math.min(MOST_SURE, Math.round(100 / (1 + Math.exp(-sum))) / 100);
}

/** Of the surest answers about one in fifty was wrong: no answer claims more. */
export const MOST_SURE = 0.98;

/** The lead of a candidate with that share over all others together, as a logarithm; a lead beyond measure counts as a large one. */
export function certaintyOf(share: number): number {
  return Math.max(-2, Math.min(6, Math.log(share / Math.max(1 - share, 1e-9))));
}

/**
 * How much speaks for the runner-up that does not speak for the answer, or against the answer and not against the runner-up: of two answers
 * with the same lead, the one that little had to be outweighed for is right more often. Each weight more says less than the one before.
 */
export function contradictionOf(best: Candidate, second: Candidate | undefined): number {
  if (second === undefined) return 0;
  let sum = 0;
  for (const one of best.evidence) if (one.weight < 0 && !isAmong(one, second)) sum -= one.weight;
  for (const one of second.evidence) if (one.weight > 0 && !isAmong(one, best)) sum += one.weight;
  return Math.log1p(sum);
}

function isAmong({ subject, signal }: Candidate['evidence'][number], { evidence }: Candidate): boolean {
  return evidence.some((other) => other.signal === signal && other.subject === subject);
}

/** What there is to doubt about an answer. */
export function doubtsOf(endpoint: Endpoint, best: Candidate): readonly Doubt[] {
  const place = placeOfIdentifier(best.from).in;
  const holds: Readonly<Record<Doubt, boolean>> = {
    'identified in the body': place === 'body',
    'ignores what is required': best.from === 'application' && requiresValue(endpoint),
    posts: endpoint.method === 'POST',
  };
  return DOUBTS.filter((doubt) => holds[doubt]);
}

const DOUBTS = Object.keys(CONFIDENCE).filter(
  (name): name is Doubt => name !== 'base' && name !== 'certainty' && name !== 'contradiction',
);

function requiresValue({ parameters }: Endpoint): boolean {
  return parameters.some(({ in: where, required }) => required && (where === 'path' || where === 'query'));
}
