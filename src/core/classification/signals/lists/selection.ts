import { memoize } from '../../../caching/memoize.ts';
import { namesSeveral, wordsOf } from '../../words.ts';
import type { Facts } from '../facts.ts';

/** `/atms/country/{country}` and `/orders/status/{status}`: those of a kind. */
export function isFilteredByKind({ steps }: Facts): boolean {
  const [before, last] = [steps.at(-2), steps.at(-1)];
  if (last?.kind !== 'parameter' || before?.kind !== 'literal') return false;
  const others = steps.slice(0, -2);
  return (
    (saysKind(last.text) || saysKind(before.text)) &&
    others.every(({ kind, text }) => kind === 'literal' || saysKind(text)) &&
    others.some(({ kind, text }) => kind === 'literal' && namesSeveral(text))
  );
}

const saysKind = memoize((name: string) => wordsOf(name).some((word) => KIND.test(word)));

/** What many things have in common. */
const KIND =
  /^(country|city|town|state|region|continent|province|county|district|status|type|category|kind|year|date|month|day|season|week|tag|genre|author|language|team|brand|country|level|group|by|department|party|color|colour|gender|sector|industry|currency)$/;
