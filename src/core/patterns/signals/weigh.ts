import type { Evidence, ResourceFrom } from '../pattern.ts';

/** One line of a pattern's table: when it holds, what it weighs, and the sentence that says so. */
export type Line = readonly [holds: boolean, weight: number, text: string];

/** The lines that hold, as evidence. */
export function weigh(lines: readonly Line[]): readonly Evidence[] {
  return lines.filter(([holds]) => holds).map(([, weight, text]) => ({ weight, text }));
}

/** How an identifier is called in a sentence: `{campaign_id}`, or `messagelist` in the query. */
export function namedIn(from: ResourceFrom): string {
  const [where, ...name] = from.split(':');
  if (where === 'path') return `\`{${name.join(':')}}\``;
  return where === 'application' ? 'the application' : `\`${name.join(':')}\` in the ${where}`;
}
