import { printUid } from '../../../cedar/print-value.ts';
import { type AskedAction, allAsked, type Comparing } from '../change-of-action.ts';
import { type EndpointChange, withUndecided } from '../comparison.ts';
import type { MergedSchema } from './merge-schemas.ts';
import { seesEntities } from './sees-entities.ts';

/**
 * A change of an action whose decisions may depend on entities that the later schema no longer lists. Requests that have them fit the earlier
 * schema alone, and the answers are about no such request. The later state refuses them all, so it can only have closed some.
 */
export function withUnlisted(
  change: EndpointChange,
  asked: AskedAction,
  comparing: Comparing,
): EndpointChange {
  const { unlisted } = comparing.merged;
  if (unlisted.length === 0 || change.presence === 'new') return change;
  const all = allAsked(asked, comparing);
  const seen = unlisted.filter(({ type }) => seesEntities(type, all));
  if (seen.length === 0) return change;
  const names = seen.map(printUid).join(', ');
  const message = `the schema no longer lists ${names}: what was permitted with it is refused now`;
  return withUndecided(change, [{ what: 'schema', message }], { onlyCloses: true });
}

/** What is taken for granted of entities that only the later schema lists: with them, the earlier state refuses every request. */
export function askedAnew({ listedAnew }: Pick<MergedSchema, 'listedAnew'>): readonly string[] {
  if (listedAnew.length === 0) return [];
  const names = listedAnew.map(printUid).join(', ');
  return [`the earlier policies are asked about ${names} as well, which only the later schema lists`];
}
