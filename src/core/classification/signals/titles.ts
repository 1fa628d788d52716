import { memoize } from '../../caching/memoize.ts';
import type { Endpoint } from '../../openapi/endpoint.ts';
import { isPlural, namesSeveral, wordsOf } from '../words.ts';
import type { Facts } from './facts.ts';
import { type Identifier, isWorldly } from './identifiers.ts';
import { isSaidBy } from './value-marks.ts';

/** `/NewsByPlayer/{player}` and `/statsByTeam/{team}`. */
export const listsBy = memoize((literal) => {
  const words = wordsOf(literal);
  const by = words.indexOf('by');
  const named = words[by - 1] ?? '';
  return by > 0 && (namesSeveral(named) || /^(news|stats)$/.test(named));
});

/** "Returns data about all ATMs in the country". */
export function speaksOfAll({ summary }: Facts): boolean {
  const { words, verb } = summary;
  if (verb?.intent === 'list') return false;
  if (words[0] === 'all' && isPlural(words[1] ?? '')) return true;
  const at = words.slice(0, 10).indexOf('all');
  return at >= 0 && words.slice(at + 1, at + 4).some(namesSeveral);
}

/** "Species lookup service" and "along route search" have no verb. */
export function titledSearch({ method }: Endpoint, { summary }: Facts): boolean {
  const { words, verb } = summary;
  return (
    method === 'POST' &&
    verb === undefined &&
    words.slice(0, 8).some((word) => /^(search|lookup)$/.test(word))
  );
}

/** "Get a campaign", "start one job": not of several, and not of something new. */
export const saysA = ({ summary, description }: Endpoint) =>
  saysSingle(summary === '' ? description.slice(0, 80) : summary);

const saysSingle = memoize((text) =>
  /^\W*(?!creat|add|regist|new|submit|upload)[a-z]+s? (a|an|one|single|specific|particular|the (specified|given|specific)) [a-z]/i.test(
    text,
  ),
);

/** "Get lists by ID" is about one, whatever the plural says. */
export function isGotBy(endpoint: Endpoint, { name }: Identifier): boolean {
  const { summary, operationId = '' } = endpoint;
  if ((!/by/i.test(summary) && !/by/i.test(operationId)) || isWorldly(name)) return false;
  return isSaidBy(name, endpoint) || saysById(summary);
}

const saysById = memoize((text) => /\bby (its |the )?(\w+ )?(id|identifier|uuid)\b/i.test(text));
