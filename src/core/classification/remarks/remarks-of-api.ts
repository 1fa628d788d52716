import { PATTERN_TRAITS } from '../../endpoints/pattern.ts';
import type { Remarks } from '../../endpoints/remark.ts';
import type { Endpoint } from '../../openapi/endpoint.ts';
import { groupBy } from '../../values/group.ts';
import { givesRights } from '../reserved/access.ts';
import { subscriberTaken } from '../reserved/outbound.ts';
import { presumedRemark } from '../reserved/presumed.ts';
import { isOfSomebody } from '../reserved/private.ts';
import type { Sensed } from '../reserved/sensed.ts';
import { type SecondThing, unaskedRemark, unaskedThing } from '../seconds/second-checks.ts';
import { remarksOf } from './remarks-of-endpoint.ts';

type RemarkableEndpoint = Sensed & Parameters<typeof presumedRemark>[0];

/** An endpoint that is decided, with what is said of it. */
interface Remarked {
  readonly verdict: RemarkableEndpoint;
  readonly remarks: Remarks;
}

/**
 * What the API description says of each endpoint beside its pattern, in the light of all endpoints. `seconds` has what the calls of some
 * act on besides.
 */
export function remarksOfApi(
  verdicts: readonly RemarkableEndpoint[],
  seconds: ReadonlyMap<Endpoint, SecondThing>,
): ReadonlyMap<Endpoint, Remarks> {
  const remarked = verdicts.map((verdict): Remarked => {
    const thing = unaskedThing(seconds.get(verdict.endpoint));
    const remarks = { ...remarksOf(verdict), ...presumedRemark(verdict) };
    const unasked = thing === undefined ? {} : { unasked: unaskedRemark(thing) };
    return { verdict, remarks: { ...remarks, ...unasked } };
  });
  const told = withOtherCallers(withWhatUndoes(withoutMainPrivacy(remarked)));
  return new Map(told.map(({ verdict, remarks }) => [verdict.endpoint, remarks]));
}

/** Where nearly all calls come with one kind of credentials, those few that come with another are for somebody else. */
function withOtherCallers(remarked: readonly Remarked[]): readonly Remarked[] {
  const asking = remarked
    .map(({ verdict }) => verdict.endpoint.schemes ?? [])
    .filter(({ length }) => length > 0);
  const [usual] = [...groupBy(asking, (schemes) => schemes.join(' or '))].sort(
    ([, a], [, b]) => b.length - a.length,
  );
  if (usual === undefined || asking.length < ENOUGH || usual[1].length * USUAL < asking.length)
    return remarked;
  const main = new Set(usual[1][0]?.map((scheme) => scheme.toLowerCase()));
  return remarked.map((one): Remarked => {
    const { verdict, remarks } = one;
    const schemes = verdict.endpoint.schemes ?? [];
    const isOther = schemes.length > 0 && schemes.every((scheme) => !main.has(scheme.toLowerCase()));
    if (!isOther || PATTERN_TRAITS[verdict.pattern].isForAnyone || remarks.own !== undefined) return one;
    if (remarks.restricted !== undefined) return one;
    const other = schemes.map((scheme) => `\`${scheme}\``).join(' or ');
    const said = `its \`security\` asks for ${other}, and that of most calls does not`;
    return { verdict, remarks: { ...remarks, restricted: said } };
  });
}

/** Of so many endpoints, four in five are most. */
const ENOUGH = 6;
const USUAL = 1.25;

/** An API that is about invoices is for those who read invoices; one that is about payslips is not for those who read the payslips of all. */
function withoutMainPrivacy(remarked: readonly Remarked[]): readonly Remarked[] {
  const isShared = ({ verdict, remarks }: Remarked) =>
    remarks.private !== undefined && !isOfSomebody(verdict.endpoint);
  const count = remarked.filter(isShared).length;
  if (count < MAIN_COUNT || count * MAIN_SHARE < remarked.length) return remarked;
  return remarked.map((one): Remarked => {
    if (!isShared(one)) return one;
    const { private: _, ...remarks } = one.remarks;
    return { ...one, remarks };
  });
}

/** So many endpoints, and more than one of so many, are what an API is about. */
const MAIN_COUNT = 3;
const MAIN_SHARE = 3;

/**
 * Whoever may take back or change what `POST /shows/{id}/hosts` gives changes who may do what as much as whoever gives it; and so it is with
 * a subscription that sends out what happens.
 */
function withWhatUndoes(remarked: readonly Remarked[]): readonly Remarked[] {
  const gives = (one: RemarkableEndpoint) =>
    one.endpoint.method === 'POST' && (givesRights(one) || subscriberTaken(one) !== undefined);
  const giving = remarked.filter(({ verdict }) => gives(verdict));
  if (giving.length === 0) return remarked;
  const places = new Map(giving.map(({ verdict: { endpoint } }) => [placeOf(endpoint.path), endpoint]));
  return remarked.map((one): Remarked => {
    const { endpoint } = one.verdict;
    const place = placeOf(endpoint.path);
    const given = places.get(place) ?? places.get(place.replace(/\/\{\}$/, ''));
    const isFree = Object.keys(one.remarks).every((remark) => remark === 'unasked');
    if (given === undefined || !isFree || !/^(PUT|PATCH|DELETE)$/.test(endpoint.method)) return one;
    const access = `it takes back or changes what \`${given.method} ${given.path}\` gives`;
    return { ...one, remarks: { ...one.remarks, access } };
  });
}

function placeOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}');
}
