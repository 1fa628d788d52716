/** The six authorization patterns, in the order in which they are offered to people. */
export const PATTERN_NAMES = [
  'single-resource',
  'creation',
  'listing',
  'batch',
  'open',
  'implicit-scope',
] as const;

export type PatternName = (typeof PATTERN_NAMES)[number];
