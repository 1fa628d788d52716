import type { Location } from '../diagnostics/diagnostic.ts';
import type { PolicyReference } from '../engine/engine.ts';

/** What was proven of all requests: how many written invariants hold, how many do not, and each of them. */
export interface InvariantReport {
  readonly proven: number;
  readonly refuted: number;
  readonly undecided: number;
  /** In the order of their files. */
  readonly results: readonly InvariantResult[];
  /** What all answers take for granted, as sentences. */
  readonly assumptions: readonly string[];
}

/** What was found out about one invariant, as reports tell it. */
export interface InvariantResult {
  readonly id: string;
  readonly because: string;
  readonly verdict: 'proven' | 'refuted' | 'not-decided';
  /** Where it is written; missing where it is built in. */
  readonly file?: string;
  readonly location?: Location;
  /** The calls that refute it, or why it is not decided, in lines for people. */
  readonly lines: readonly string[];
  /** The policies that decide those calls, or keep it from being decided. */
  readonly policies: readonly PolicyReference[];
}

/** The counts are always those of the results. */
export function buildInvariantReport(
  results: readonly InvariantResult[],
  assumptions: readonly string[],
): InvariantReport {
  const count = (verdict: InvariantResult['verdict']) =>
    results.filter((one) => one.verdict === verdict).length;
  return {
    proven: count('proven'),
    refuted: count('refuted'),
    undecided: count('not-decided'),
    results,
    assumptions,
  };
}

/** Those that do not hold, or may not. */
export function openInvariants(invariants: InvariantReport | undefined): InvariantResult[] {
  return (invariants?.results ?? []).filter(({ verdict }) => verdict !== 'proven');
}
