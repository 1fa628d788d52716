import type { LikePattern } from '../terms/term.ts';
import { matches } from './glob.ts';

/** A letter of the private use area, which stands for whatever a `*` takes. */
const ANYTHING = '\u{F8FF}';

/** Whether every text that fits the first surely fits the second: where only a `*` of the second can take what a `*` of the first takes. */
export function isNarrower(narrow: LikePattern, wide: LikePattern): boolean {
  if (wide.includes(ANYTHING)) return false;
  return matches(wide, narrow.map((part) => part ?? ANYTHING).join(''));
}

/** Whether surely no text fits both: they begin, or end, differently. */
export function areDisjoint(a: LikePattern, b: LikePattern): boolean {
  return beginDifferently(a, b) || beginDifferently(a.toReversed(), b.toReversed());
}

function beginDifferently(a: LikePattern, b: LikePattern): boolean {
  for (const [index, part] of a.entries()) {
    const other = b[index];
    if (part === null || other === null || other === undefined) return false;
    if (part !== other) return true;
  }
  return false;
}
