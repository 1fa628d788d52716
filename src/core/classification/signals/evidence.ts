import { describeIdentifier, type ResourceFrom } from '../../endpoints/resource-from.ts';

/** One line of a pattern's table: when it holds, what it weighs, and the sentence that says so. */
export type EvidenceLine = readonly [holds: boolean, weight: number, text: string];

/** The lines that hold, as evidence. */
export function weigh(lines: readonly EvidenceLine[]): readonly Evidence[] {
  const evidence: Evidence[] = [];
  for (const [holds, weight, text] of lines) if (holds) evidence.push({ weight, text });
  return evidence;
}

/** How an identifier is called in a sentence: `{campaign_id}`, or `messagelist` in the query. */
export function namedIn(from: ResourceFrom): string {
  return describeIdentifier(from);
}

/** One reason for (or against, when negative) a pattern: a sentence that a person can check in the document. */
export interface Evidence {
  readonly weight: number;
  readonly text: string;
}
