import type { PatternName } from '../../endpoints/pattern.ts';
import { WEIGHTS } from '../weights.ts';

/** What signals speak for: a pattern, or a way to read what identifies something. */
export type Subject = PatternName | 'reading';

/** The signals of a pattern by name. */
export type SignalName<P extends Subject> = keyof (typeof WEIGHTS)[P] & string;

/** One line of a pattern's table: the signal, whether the endpoint gives it, and the sentence that says so. */
export type EvidenceLine<P extends Subject> = readonly [signal: SignalName<P>, given: boolean, text: string];

/** A signal that an endpoint gives, as a line of a table. */
export type GivenSignal<S extends Subject> = readonly [signal: SignalName<S>, given: true, text: string];

/** The signals that are given, as evidence, in the order of the tables. */
export function weigh<P extends Subject>(
  pattern: P,
  ...tables: readonly (readonly EvidenceLine<P>[])[]
): readonly Evidence[] {
  const weights: Readonly<Record<string, number>> = WEIGHTS[pattern];
  const evidence: Evidence[] = [];
  // By index: taking a line apart asks an iterator for each of its parts, and most lines are not given.
  for (const lines of tables)
    for (let at = 0; at < lines.length; at += 1) {
      const line = lines[at];
      if (line?.[1] !== true) continue;
      const signal = line[0];
      evidence.push({ subject: pattern, signal, weight: weights[signal] ?? 0, text: line[2] });
    }
  return evidence;
}

/** One reason for (or against, when negative) a pattern: a sentence that a person can check in the document. */
export interface Evidence {
  readonly subject: Subject;
  /** The name of its signal in `weights.ts`. */
  readonly signal: string;
  /** How much more likely it makes the pattern, as a logarithm. */
  readonly weight: number;
  readonly text: string;
}
