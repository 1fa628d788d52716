import { printUid } from '../../../cedar/print-value.ts';
import { type AskedAction, allAsked, type Comparing } from '../change-of-action.ts';
import { type EndpointChange, withUndecided } from '../comparison.ts';
import type { MissingEntities } from './listed-entities.ts';
import type { MergedSchema } from './merge-schemas.ts';
import { type AskedOfAction, seesEntities } from './sees-entities.ts';

/**
 * A change of an action whose decisions may depend on entities that the later schema no longer lists. Requests that have them fit the earlier
 * schema alone, and the answers are about no such request. The later state refuses them all, so it can only have closed some; but a caller who
 * is in such an entity is decided about as one without an identity, and that may open something.
 */
export function withUnlisted(
  change: EndpointChange,
  asked: AskedAction,
  comparing: Comparing,
): EndpointChange {
  const { unlisted } = comparing.merged;
  if (unlisted.length === 0 || change.presence === 'new') return change;
  const all = allAsked(asked, comparing);
  return unlisted
    .filter(({ type }) => seesEntities(type, all))
    .reduce((own, missing) => {
      const isOfCallers = areCallersIn(missing.type, all);
      const it = missing.ids === 'others' ? 'others' : missing.ids.length > 1 ? 'them' : 'it';
      const what = isOfCallers
        ? `callers who are in ${it} have no identity now`
        : `what was permitted with ${it} is refused now`;
      return withUndecided(own, [{ what: 'schema', message: `${missingWords(missing)}: ${what}` }], {
        onlyCloses: !isOfCallers,
      });
    }, change);
}

/** Whether callers may be entities of the type, or in them. */
function areCallersIn(type: string, { environments, schema }: AskedOfAction): boolean {
  return environments.some(
    ({ principalType }) =>
      principalType === type || schema.entityTypes.get(principalType)?.ancestors.has(type) === true,
  );
}

function missingWords({ type, ids }: MissingEntities): string {
  return ids === 'others'
    ? `the schema lists what there is of ${type} now`
    : `the schema no longer lists ${namesOf(type, ids)}`;
}

/** What is taken for granted of entities that only the later schema has: with them, the earlier state refuses every request. */
export function askedAnew({ listedAnew }: Pick<MergedSchema, 'listedAnew'>): readonly string[] {
  return listedAnew.map(({ type, ids }) =>
    ids === 'others'
      ? `the earlier policies are asked about any entity of ${type}, of which the earlier schema listed all`
      : `the earlier policies are asked about ${namesOf(type, ids)} as well, which only the later schema lists`,
  );
}

function namesOf(type: string, ids: readonly string[]): string {
  return ids.map((id) => printUid({ type, id })).join(', ');
}
