import { memoize } from '../../../caching/memoize.ts';
import { isSelection, phraseOf, wordsOf } from '../../words.ts';
import { isNamedChoice } from '../identifiers.ts';

/** `{numberofgames}`, and the `{number}` of `/latest/{number}`. */
export function isCount(name: string, literal: string): boolean {
  if (/^(num(ber)?_?of|max_?(?!imo)|min_?(?!ut)|total_?)[a-z]/i.test(name)) return true;
  return /^(n|count)$/i.test(name) || (/^(number|num)$/i.test(name) && isSelection(literal));
}

/** `{dateFromYYYYMMDD}` is a date whatever stands behind. */
export const isDated = memoize((name) => wordsOf(name)[0] === 'date');

/** Last words of names that things of any kind have. */
export const ANYBODYS =
  /^(name|code|number|no|nr|symbol|value|handle|ref|reference|username|login|email|title|path|domain|address|serial|sku|isbn|vin|ean)$/;

/** `{name}` and `{term}` say nothing of what they are of. */
export function isAnybodys(name: string): boolean {
  return ANYBODYS.test(name) || isNamedChoice(name);
}

/** An access token in the path stands for the caller; behind a collection it is one of them. */
export const isSecret = memoize((name) =>
  /^(((access|auth|id|session|refresh|user|api|login|security|jwt) )?token|jwt|your (api|access|auth|app) ?key( here)?|passw(or)?d|pwd)$/.test(
    phraseOf(name),
  ),
);
