import { memoize, memoizeByIdentity } from '../../../caching/memoize.ts';
import type { Endpoint, Shape } from '../../../openapi/endpoint.ts';
import { phrases } from '../../phrases.ts';
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
const KIND = phrases`
  country | city | town | state | region | continent | province | county | district | status | type
  category | kind | year | date | month | day | season | week | tag | genre | author | language | team
  brand | level | group | by | department | party | color | colour | gender | sector | industry | currency
`;

/** Parameters that only collections have. */
export function takesFilters({ parameters, body }: Endpoint): boolean {
  if (parameters.some(({ name }) => isFilter(name))) return true;
  return body !== undefined && holdsFilter(body.shape);
}

const holdsFilter = memoizeByIdentity((shape: Shape) => [...shape.properties.keys()].some(isFilter));

const isFilter = memoize((name) =>
  /^(\$?(limit|offset|page|per_?page|page_?size|page_?(no|num|number|index|offset|length|limit|start)|sort|sort_?by|order_?by|cursor|top|skip|filter|max_?results|start_?index|rows|page_?token|items_?per_?page|records_?per_?page|results_?per_?page|sort_?(order|dir|direction|column|field)|order|max_?records|num_?results|starting_after))$/i.test(
    name,
  ),
);

/** "Get the top 100 editors", "fetch up to 10 recent terms", "the 5 closest airports". */
export function speaksOfNumber({ summary }: Facts): boolean {
  return NUMBER.test(summary.words.slice(0, 12).join(' '));
}

const NUMBER =
  /\b(top|first|last|latest|up( to)?|most recent) (\d+|n|ten|five)\b(?! (days?|hours?|weeks?|months?|minutes?|years?|digits))|\b\d+ (most|closest|nearest|latest|newest|largest|best)\b|\bnearest [a-z]+s\b/;
