// Written by scripts/fit-classifier.ts; what a person thinks of each signal is in scripts/classifier/priors.ts.

/** What the lead of an answer, what contradicts it and the doubts about it weigh for its being right. */
export const CONFIDENCE = {
  base: 1.38,
  certainty: 0.66,
  contradiction: -0.29,
  'identified in the body': -0.34,
  'ignores what is required': 0,
  posts: -0.26,
} as const;
