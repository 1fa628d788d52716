import { usableFacts } from '../facts/usable-facts.ts';
import { unreachableIn } from './find-unreachable.ts';

/**
 * What proves that nothing can come to what coverage asks for. It is handed to who measures coverage, which most runs do not ask for: with
 * it comes the whole analysis.
 */
export const COVERAGE_PROOFS = { usableFacts, unreachableIn };

export type CoverageProofs = typeof COVERAGE_PROOFS;
