import { createAnalysis } from '../analysis/analysis.ts';
import { withEffort } from '../analysis/questions/translated-environment.ts';
import { parameterNames } from '../endpoints/path-template.ts';
import { placeOfIdentifier, type ResourceFrom } from '../endpoints/resource-from.ts';
import type { Action, Attribute, AttributeType } from '../model/model.ts';
import { actionGroups, policiesFor } from '../policies/relevant-policies.ts';
import { attributesAsked, withUnread } from '../requests/call-value.ts';
import { canonicalJson } from '../values/canonical-json.ts';
import type { InSteps } from '../values/last-of.ts';
import { type AskedAction, answerTo } from './comparison/change-of-action.ts';
import {
  type AskedEndpoint,
  type EndpointChange,
  type Side,
  type Sides,
  withFound,
  withUndecided,
} from './comparison/comparison.ts';
import type { ProofBounds } from './proof-project.ts';

/** What calls may say on one side only, each as `limit in the query`: more than before, less, or not known to be either. */
interface Differences {
  readonly looser: string[];
  readonly stricter: string[];
  readonly unclear: string[];
}

/**
 * A change of an endpoint with the calls that one side refuses, whatever policies say, as they lack a value that its schema asks calls for, or
 * say it otherwise than as one of its type: no request of theirs fits both schemas. They get in where anybody does, since the policies of
 * a side cannot tell such a call from others: those that can are not decided about anyway.
 */
export function withForms(
  { before, after }: Sides,
  proof: ProofBounds,
): (change: EndpointChange, asked: AskedAction, endpoint: AskedEndpoint) => InSteps<EndpointChange> {
  return function* (change, asked, { endpoint, presence }) {
    const [old, now] = [asked.before?.action, asked.after?.action];
    if (presence !== 'both' || !old || !now || change.kind === 'not-decided') return change;
    const { looser, stricter, unclear } = differences(old, now, endpoint);
    let told = change;
    for (const [places, side] of [[looser, after] as const, [stricter, before] as const]) {
      if (places.length === 0) continue;
      const opens = side === after;
      const reason = { what: 'schema', message: differenceWords(opens ? 'less' : 'more', places) };
      const { found, reasons } = yield* letsAnybodyIn(side, asked.uid, proof);
      if (found) told = withFound(told, { opens, closes: !opens }, [reason]);
      else if (reasons.length > 0) told = withUndecided(told, [reason, ...reasons]);
    }
    if (unclear.length === 0) return told;
    return withUndecided(told, [{ what: 'schema', message: differenceWords('something else', unclear) }]);
  };
}

/** Whether a side permits anybody an action. */
export function letsAnybodyIn(
  { schema: { json }, policySet }: Side,
  uid: AskedAction['uid'],
  { facts, mostEffort }: ProofBounds,
): ReturnType<typeof answerTo> {
  const policies = policiesFor(policySet.policies, uid, actionGroups(json));
  const analysis = createAnalysis(json, withEffort({ facts }, mostEffort));
  return answerTo({ kind: 'never-allowed', policies }, uid, { analysis });
}

function differenceWords(what: keyof typeof CONSEQUENCES, places: readonly string[]): string {
  return `the schema asks ${what} of calls than before (${[...new Set(places)].join(', ')}): ${CONSEQUENCES[what]}`;
}

const CONSEQUENCES = {
  less: 'some that were refused are decided about now',
  more: 'some that were decided about are refused now',
  'something else': 'it may be that others are refused for it',
} as const;

function differences(old: Action, now: Action, endpoint: AskedEndpoint['endpoint']): Differences {
  const found: Differences = { looser: [], stricter: [], unclear: [] };
  const [oldContext, nowContext] = [contextOf(old), contextOf(now)];
  const members = (name: string): readonly (readonly Attribute[])[] =>
    [oldContext, nowContext].map((context) => attributesAsked(named(context, name)?.type));
  const [oldPath = [], nowPath = []] = members('pathParameters');
  const inTemplate = endpoint && new Set(parameterNames(endpoint.path));
  for (const { name, was, is } of pairs(oldPath, nowPath)) {
    const place = `the path parameter \`${name}\``;
    if (!inTemplate) note(found.unclear, place, canonicalJson(was) !== canonicalJson(is));
    else if (inTemplate.has(name)) compareValues({ was: was?.type, is: is?.type, place, in: 'path' }, found);
    else compareAbsence(was, is, place, found);
  }
  const [oldQuery = [], nowQuery = []] = members('queryStringParameters');
  for (const { name, was, is } of pairs(oldQuery, nowQuery)) {
    const place = `\`${name}\` in the query`;
    const into = identifies(endpoint, 'query', name) ? unclearOnly(found) : found;
    compareAbsence(was, is, place, into);
    compareValues({ was: was?.type, is: is?.type, place, in: 'query' }, into);
  }
  const [was, is] = [named(oldContext, 'body'), named(nowContext, 'body')];
  const into = identifies(endpoint, 'body') ? unclearOnly(found) : found;
  compareAbsence(was, is, 'the body', into);
  compareValues({ was: was?.type, is: is?.type, place: 'the body', in: 'body' }, into);
  return found;
}

function contextOf({ context, unreadContext }: Action): readonly Attribute[] {
  return withUnread(context, unreadContext);
}

interface Compared {
  readonly was: AttributeType | undefined;
  readonly is: AttributeType | undefined;
  readonly place: string;
  readonly in: 'path' | 'query' | 'body';
}

function compareAbsence(
  was: Attribute | undefined,
  is: Attribute | undefined,
  place: string,
  { looser, stricter }: Differences,
): void {
  note(looser, place, was?.required === true && is?.required !== true);
  note(stricter, place, was?.required !== true && is?.required === true);
}

/** A value that the schema does not ask for may be anything. */
function compareValues({ was, is, place, in: where }: Compared, found: Differences): void {
  if (was?.kind === 'Record' && is?.kind === 'Record' && where === 'body') {
    for (const { name, was: old, is: now } of pairs(attributesAsked(was), attributesAsked(is))) {
      const below = `\`${name}\` in ${place}`;
      compareAbsence(old, now, below, found);
      compareValues({ was: old?.type, is: now?.type, place: below, in: where }, found);
    }
    return;
  }
  if (canonicalJson(was) === canonicalJson(is)) return;
  note(found.looser, place, !takesAll(was, is, where));
  note(found.stricter, place, !takesAll(is, was, where));
}

/** Whether every value that the other type takes is one of this type. */
function takesAll(
  type: AttributeType | undefined,
  other: AttributeType | undefined,
  where: Compared['in'],
): boolean {
  if (type === undefined) return true;
  if (where === 'body' || type.kind !== 'String') return false;
  return where === 'path' || (other !== undefined && other.kind !== 'Set');
}

function note(places: string[], place: string, isSo: boolean): void {
  if (isSo) places.push(place);
}

/** Differences none of which is known to let calls in: what names a resource has to be there and to fit in any case. */
function unclearOnly({ unclear }: Differences): Differences {
  return { looser: unclear, stricter: unclear, unclear };
}

/** Whether calls say there what they are about. */
function identifies(endpoint: AskedEndpoint['endpoint'], where: 'query' | 'body', name?: string): boolean {
  const places: ResourceFrom[] = [endpoint?.from, endpoint?.second?.from].flatMap((from) => from ?? []);
  return places.map(placeOfIdentifier).some((place) => {
    if (place.in !== where) return false;
    return place.in === 'body' || place.name === name;
  });
}

function named(attributes: readonly Attribute[], name: string): Attribute | undefined {
  return attributes.find((attribute) => attribute.name === name);
}

/** The attributes of both by their names. */
function pairs(old: readonly Attribute[], now: readonly Attribute[]) {
  const names = new Set([...old, ...now].map(({ name }) => name));
  return [...names].map((name) => ({ name, was: named(old, name), is: named(now, name) }));
}
