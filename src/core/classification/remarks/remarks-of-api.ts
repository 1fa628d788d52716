import { PATTERN_TRAITS } from '../../endpoints/pattern.ts';
import type { Remarks } from '../../endpoints/remark.ts';
import type { Endpoint } from '../../openapi/endpoint.ts';
import { groupBy } from '../../values/group.ts';
import { givesRights } from '../reserved/access.ts';
import { subscriberTaken } from '../reserved/outbound.ts';
import { presumedRemark } from '../reserved/presumed.ts';
import { isOfSomebody } from '../reserved/private.ts';
import type { Sensed } from '../reserved/sensed.ts';
import type { SecondThing } from '../second-checks.ts';
import { remarksOf } from './remarks-of-endpoint.ts';

type RemarkableEndpoint = Sensed & Parameters<typeof presumedRemark>[0];

/** An endpoint with what is said of it. */
type Remarked = readonly [endpoint: Endpoint, remarks: Remarks];

/**
 * What the API description says of each endpoint beside its pattern, in the light of all endpoints. `seconds` has what the calls of some
 * act on besides.
 */
export function remarksOfApi(
  verdicts: readonly RemarkableEndpoint[],
  seconds: ReadonlyMap<Endpoint, SecondThing>,
): ReadonlyMap<Endpoint, Remarks> {
  const remarked = verdicts.map((verdict): Remarked => {
    const second = seconds.get(verdict.endpoint);
    const remarks = { ...remarksOf(verdict), ...presumedRemark(verdict) };
    return [verdict.endpoint, second?.type === 'unasked' ? { ...remarks, unasked: second.remark } : remarks];
  });
  return new Map(withOtherCallers(withWhatUndoes(withoutMainPrivacy(remarked), verdicts), verdicts));
}

/** Where nearly all calls come with one kind of credentials, those few that come with another are for somebody else. */
function withOtherCallers(
  remarked: readonly Remarked[],
  verdicts: readonly RemarkableEndpoint[],
): readonly Remarked[] {
  const asking = verdicts.map(({ endpoint }) => endpoint.schemes ?? []).filter(({ length }) => length > 0);
  const [usual] = [...groupBy(asking, (schemes) => schemes.join(' or '))].sort(
    ([, a], [, b]) => b.length - a.length,
  );
  if (usual === undefined || asking.length < ENOUGH || usual[1].length * USUAL < asking.length)
    return remarked;
  const main = new Set(usual[1][0]?.map((scheme) => scheme.toLowerCase()));
  return remarked.map((one, index): Remarked => {
    const [endpoint, remarks] = one;
    const schemes = endpoint.schemes ?? [];
    const isOther = schemes.length > 0 && schemes.every((scheme) => !main.has(scheme.toLowerCase()));
    const pattern = verdicts[index]?.pattern ?? 'open';
    if (!isOther || PATTERN_TRAITS[pattern].isForAnyone || remarks.own !== undefined) return one;
    if (remarks.restricted !== undefined) return one;
    const other = schemes.map((scheme) => `\`${scheme}\``).join(' or ');
    const said = `its \`security\` asks for ${other}, and that of most calls does not`;
    return [endpoint, { ...remarks, restricted: said }];
  });
}

/** Of so many endpoints, four in five are most. */
const ENOUGH = 6;
const USUAL = 1.25;

/** An API that is about invoices is for those who read invoices; one that is about payslips is not for those who read the payslips of all. */
function withoutMainPrivacy(remarked: readonly Remarked[]): readonly Remarked[] {
  const isShared = ([endpoint, remarks]: Remarked) =>
    remarks.private !== undefined && !isOfSomebody(endpoint);
  const count = remarked.filter(isShared).length;
  if (count < MAIN_COUNT || count * MAIN_SHARE < remarked.length) return remarked;
  return remarked.map((one): Remarked => {
    const [endpoint, { private: _, ...remarks }] = one;
    return isShared(one) ? [endpoint, remarks] : one;
  });
}

/** So many endpoints, and more than one of so many, are what an API is about. */
const MAIN_COUNT = 3;
const MAIN_SHARE = 3;

/**
 * Whoever may take back or change what `POST /shows/{id}/hosts` gives changes who may do what as much as whoever gives it; and so it is with
 * a subscription that sends out what happens.
 */
function withWhatUndoes(remarked: readonly Remarked[], verdicts: readonly Sensed[]): readonly Remarked[] {
  const giving = verdicts.filter(
    (one) => one.endpoint.method === 'POST' && (givesRights(one) || subscriberTaken(one) !== undefined),
  );
  if (giving.length === 0) return remarked;
  const places = new Map(giving.map(({ endpoint }) => [placeOf(endpoint.path), endpoint]));
  return remarked.map((one): Remarked => {
    const [endpoint, remarks] = one;
    const place = placeOf(endpoint.path);
    const given = places.get(place) ?? places.get(place.replace(/\/\{\}$/, ''));
    const isFree = Object.keys(remarks).every((remark) => remark === 'unasked');
    if (given === undefined || !isFree || !/^(PUT|PATCH|DELETE)$/.test(endpoint.method)) return one;
    const access = `it takes back or changes what \`${given.method} ${given.path}\` gives`;
    return [endpoint, { ...remarks, access }];
  });
}

function placeOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}');
}
