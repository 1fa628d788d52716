import { APPLICATION_TYPE } from '../../endpoints/application.ts';
import { isAboutOne, PATTERN_TRAITS } from '../../endpoints/pattern.ts';
import { type BodyStep, bodyFrom, type ResourceFrom } from '../../endpoints/resource-from.ts';
import type { Shape } from '../../openapi/endpoint.ts';
import { reachable } from '../../values/reachable.ts';
import type { ResourceReference } from '../classified-api.ts';
import { SIDE, SIDE_ALONE } from '../entity-types/sides.ts';
import type { Decided, EntityTyping } from '../entity-types.ts';
import { canHold } from '../reserved/sensed.ts';
import { isList, isNamedIdentifier, nounOf, nounOfLiteral, type Value } from '../signals/identifiers.ts';
import { bodyValues, placedValues } from '../signals/values/taken-values.ts';
import { phraseOf } from '../words.ts';

/** Something that the query or the body of a call identifies. */
export interface NamedThing extends ResourceReference {
  readonly required: boolean;
  /** Its name says which of two it is, or that something goes there: `targetOrgId`. */
  readonly isSide: boolean;
  /** Only the path says of what kind it is, as for a `parent`: too little to ask about it. */
  readonly isVague: boolean;
  /** It is where something comes from. */
  readonly isOrigin: boolean;
  /** Several of them are identified. */
  readonly list: boolean;
}

interface NamingContext {
  readonly typing: EntityTyping;
  /** What may contain the things of that type. */
  readonly containersOf: (type: string) => readonly string[];
  /** The endpoints that identify such a thing by a path of its own. */
  readonly byOwnPath: (type: string) => readonly unknown[];
}

/**
 * The other things that the query or the body names, as far as the call acts on them: where something goes, the other one of two, what may
 * contain the resource or what is made, and several of what is in it.
 */
export function namedBesides(
  verdict: Decided,
  own: ResourceReference,
  { typing, containersOf, byOwnPath }: NamingContext,
): readonly NamedThing[] {
  const { members, hasItems } = PATTERN_TRAITS[verdict.pattern];
  const isMadeHere = members === 'created' && !goesElsewhere(verdict);
  const madeBelow = isMadeHere ? [own, ...typing.ancestorsOf(verdict)].map(({ type }) => type) : [];
  const moved = members === 'created' ? typing.memberOf(verdict) : own.type;
  const containers = moved === undefined ? [] : containersOf(moved);
  const wouldHold = isMadeInNothing(verdict, own) ? verdict.facts.elsewhere.map(({ from }) => from) : [];
  const isInNamed = isMadeInNamed(verdict, own);
  // Behind `#`, a path says what its calls take: `/tags/{arn}#tagKeys`.
  const isPlain = !verdict.endpoint.path.includes('#');
  const spokenOf = isPlain ? typing.typeOf({ noun: verdict.facts.noun }, verdict.facts) : APPLICATION_TYPE;
  const isAdded = ({ type, from }: ResourceReference) =>
    type === (isMadeHere ? moved : spokenOf) &&
    isNamedAlone(verdict, own, from) &&
    byOwnPath(type).length > 0;
  const mayHold = ({ type, from, required }: NamedThing) =>
    containers.includes(type) ||
    (wouldHold.includes(from) && type !== moved) ||
    (isInNamed && required && type !== 'User' && type !== moved) ||
    isAdded({ type, from });
  const isListActedOn = ({ type, required }: NamedThing) => {
    if (required && members === 'none' && containersOf(type).includes(own.type)) return true;
    if (type === 'User') return false;
    if (containers.includes(type)) return true;
    if (joinsTwo(verdict) || isDoneTo(verdict)) return true;
    return required && (type === spokenOf || goesElsewhere(verdict) || tiesTwo(verdict));
  };
  const isDoneToBoth = takesLittle(verdict) && (isDoneTo(verdict) || isNamedBeside(verdict, own));
  const isNeededActedOn = (type: string) => {
    if (goesElsewhere(verdict)) return true;
    return type !== 'User' && (tiesTwo(verdict) || (isDoneToBoth && byOwnPath(type).length > 0));
  };
  const isActedOn = (thing: NamedThing) => {
    const { type, from, list, required, isSide } = thing;
    if (from === own.from) return false;
    if (list) return !hasItems && isListActedOn(thing);
    if (type === 'User' && (isSide || members === 'created')) return false;
    if (isSide) return true;
    if (type === own.type || madeBelow.includes(type)) return false;
    if (mayHold(thing)) return true;
    return required && isNeededActedOn(type);
  };
  return thingsNamed(verdict, { typing, containersOf, byOwnPath }).filter(isActedOn);
}

/**
 * `PUT /tasks/{taskId}/project/{projectId}` puts any task into a project, and the question is about the project. What contains the thing is
 * above it wherever it is named. `POST /zones/{zone}/records` makes something in a zone, also where the question is about the application.
 */
function namedInPath(
  verdict: Decided,
  own: ResourceReference,
  { typing, containersOf }: NamingContext,
): readonly ResourceReference[] {
  const { facts, pattern } = verdict;
  const makes = PATTERN_TRAITS[pattern].members === 'created';
  if (own.type === APPLICATION_TYPE && !makes) return [];
  const made = own.type === APPLICATION_TYPE ? typing.memberOf(verdict) : undefined;
  const above = reachable([own.type], containersOf);
  return facts.inPath.flatMap((identifier) => {
    const type = typing.typeOf(identifier, facts);
    const isOther =
      identifier.from !== own.from && type !== APPLICATION_TYPE && type !== 'User' && type !== made;
    return isOther && (type === own.type || !above.has(type)) ? [{ type, from: identifier.from }] : [];
  });
}

/** What the path or the items of the body name besides. */
export function namedElsewhere(
  verdict: Decided,
  own: ResourceReference,
  context: NamingContext,
): readonly ResourceReference[] {
  return [...namedInPath(verdict, own, context), ...namedInItems(verdict, own, context)];
}

/** `POST /announcements` with `[{ "course_id": "c1" }]` makes something in each of the courses, whatever the question is about. */
function namedInItems(
  verdict: Decided,
  own: ResourceReference,
  { typing }: NamingContext,
): readonly ResourceReference[] {
  const { endpoint, facts, pattern } = verdict;
  if (endpoint.body === undefined || PATTERN_TRAITS[pattern].members !== 'created') return [];
  const made = [own.type, APPLICATION_TYPE, 'User', typing.memberOf(verdict)];
  return listsIn(endpoint.body.shape).flatMap(([steps, items]) =>
    [...items.properties.values()].flatMap(({ name, shape }): ResourceReference[] => {
      if (canHold(shape) || !isNamedIdentifier(name) || nounOf(name) === '') return [];
      const from = bodyFrom([...steps, 'each', { key: name }]);
      const type = typing.typeOf({ noun: nounOf(name), from, name }, facts);
      return made.includes(type) ? [] : [{ type, from }];
    }),
  );
}

/** The body, where it is a list of objects, and its properties that are. */
function listsIn(body: Shape): readonly (readonly [steps: readonly BodyStep[], items: Shape])[] {
  const all = [
    [[], body] as const,
    ...bodyValues(body).map(({ name, shape }) => [[{ key: name }], shape] as const),
  ];
  return all.flatMap(([steps, { items }]) => (items === undefined ? [] : [[steps, items] as const]));
}

/** `POST /networks/{networkId}/shows` with a `showId`, and little more, adds a show that there is, if it has a place of its own. */
function isNamedAlone(verdict: Decided, own: ResourceReference, from: ResourceFrom): boolean {
  const isNamed = /^body:(?!u?u?g?p?id$)[^.[\]]+$/i.test(from);
  return isNamed && own.from.startsWith('path:') && takesLittle(verdict);
}

function takesLittle({ endpoint: { body } }: Decided): boolean {
  return body !== undefined && bodyValues(body.shape).length <= LITTLE;
}

/** What else may be said of a thing that is added: its place, and since when. */
const LITTLE = 3;

/** `POST /templates/{id}/apply` with `zoneIds`: what is listed is what it is done to. */
function isDoneTo({ endpoint, pattern, facts }: Decided): boolean {
  const isAct = facts.pathVerb?.intent === 'act' && !facts.endsWithIdentifier;
  return isAct && isAboutOne(pattern) && !endpoint.path.includes('#');
}

/** `POST /slots/book` with a `slotId` and a `patientId`: nothing says that it is about the one more than about the other. */
function isNamedBeside({ pattern }: Decided, own: ResourceReference): boolean {
  return isAboutOne(pattern) && own.from.startsWith('body:');
}

/** `POST /absences` with a `student_id` that may be missing: were it required, the question would be about the student. */
function isMadeInNothing({ pattern }: Decided, own: ResourceReference): boolean {
  return PATTERN_TRAITS[pattern].members === 'created' && own.type === APPLICATION_TYPE;
}

/** `POST /admissions` with a `patient_id` and a `ward_id`: nothing says which of the two it is made in, more than the other. */
function isMadeInNamed({ pattern }: Decided, own: ResourceReference): boolean {
  return PATTERN_TRAITS[pattern].members === 'created' && /^(body|query):/.test(own.from);
}

/** Something goes from one container to another, or one like it does. */
const GOES = /^(move|transfer|relocate|migrate|copy|clone|duplicate|fork)$/;

/** Two things become one, or know of each other. */
const JOINS = /^(merge|combine|join|link|unify|swap|exchange)$/;

/** One thing is tied to another one: a vehicle to the shipment that it carries. */
const TIES = /^(assign|attach|connect|associate|bind|pair)$/;

export function goesElsewhere(verdict: Decided): boolean {
  return isDone(verdict, GOES);
}

export function joinsTwo(verdict: Decided): boolean {
  return isDone(verdict, JOINS);
}

/** `POST /shipments/{id}/assign` with a `vehicleId`: whose vehicle that is matters as much as whose shipment. */
function tiesTwo(verdict: Decided): boolean {
  return joinsTwo(verdict) || isDone(verdict, TIES);
}

function isDone({ facts }: Decided, verbs: RegExp): boolean {
  const words = [facts.pathVerb?.word, facts.nameVerb?.word, facts.summary.verb?.word];
  return words.some((word) => word !== undefined && verbs.test(word));
}

/** What the query and the body identify, with its type as far as it has one. */
function thingsNamed(decided: Decided, context: NamingContext): readonly NamedThing[] {
  const { endpoint, facts } = decided;
  const { typing } = context;
  const sides = placedValues(endpoint).flatMap(
    ([from, value]) => sideOf([from, value], decided, context) ?? [],
  );
  const taken = new Set(sides.map(({ from }) => from));
  const plain = [...facts.elsewhere, ...facts.referred].flatMap((identifier): NamedThing[] => {
    const type = typing.typeOf(identifier, facts);
    const { from, noun, required, list } = identifier;
    const isKnown = type !== APPLICATION_TYPE && noun !== '' && !taken.has(from);
    return isKnown ? [{ type, from, required, list, ...PLAIN }] : [];
  });
  const known = new Set([...taken, ...plain.map(({ from }) => from)]);
  return [...plain, ...sides, ...thingsHeld(decided, typing).filter(({ from }) => !known.has(from))];
}

const PLAIN = { isSide: false, isVague: false, isOrigin: false } as const;

/** What objects in the body identify: the board of `{ "board": { "id": "b9" } }` and of `{ "destination": { "boardId": "b9" } }`. */
function thingsHeld({ endpoint: { body }, facts }: Decided, typing: EntityTyping): readonly NamedThing[] {
  if (body === undefined) return [];
  const objects = bodyValues(body.shape).filter(({ shape }) => shape.type === 'object');
  return objects.flatMap((value) =>
    [...value.shape.properties.values()].flatMap(({ name, required, shape }): NamedThing[] => {
      const isItself = name === 'id';
      if (canHold(shape) || !(isItself ? nounOfLiteral(value.name) !== 'parent' : isNamedIdentifier(name)))
        return [];
      const from = bodyFrom([{ key: value.name }, { key: name }]);
      const type = typing.typeOf(
        { noun: isItself ? nounOfLiteral(value.name) : nounOf(name), from, name },
        facts,
      );
      if (type === APPLICATION_TYPE) return [];
      return [{ type, from, required: value.required && required, list: false, ...PLAIN }];
    }),
  );
}

function sideOf(
  [from, value]: readonly [ResourceFrom, Value],
  decided: Decided,
  { typing, containersOf }: NamingContext,
): NamedThing | undefined {
  const { name, required } = value;
  const { facts } = decided;
  const noun = nounOfSide(value, decided);
  if (noun === '') return undefined;
  const bare = noun.replace(SIDE, '');
  const isTwin = SIDE_ALONE.test(noun) && (noun === 'parent' || goesElsewhere(decided) || joinsTwo(decided));
  if (bare === noun && !isTwin) return undefined;
  const meant = typing.typeOf({ noun: bare === noun ? facts.noun : bare, from, name }, facts);
  // Where there are target groups, `targetGroupId` is one of them.
  const said = typing.typeOf({ noun, from, name }, facts);
  if (meant === APPLICATION_TYPE || (said !== APPLICATION_TYPE && said !== meant)) return undefined;
  const [type, ...others] = noun === 'parent' ? parentsOf(meant, containersOf) : [meant];
  if (type === undefined || others.length > 0) return undefined;
  return {
    type,
    from,
    required,
    list: isList(value),
    isSide: true,
    isVague: noun === 'parent',
    isOrigin: ORIGIN.test(noun),
  };
}

/** `to_org` names an organization where something goes there, and `into` the other one of two; elsewhere only what ends like an identifier does. */
function nounOfSide({ name, shape }: Value, decided: Decided): string {
  if (isNamedIdentifier(name)) return nounOf(name);
  const noun = nounOfLiteral(name);
  const isMeant = SIDE_ALONE.test(noun) ? joinsTwo(decided) : SIDE.test(noun) && goesElsewhere(decided);
  return isMeant && /^(string|integer)$/.test(shape.type) ? noun : '';
}

/** The parent of a file is the folder that it is in; what is in nothing, or only in what keeps customers or people apart, is in another one of its kind. */
function parentsOf(type: string, containersOf: NamingContext['containersOf']): readonly string[] {
  const containers = containersOf(type).filter((name) => !KEEPS_APART.test(phraseOf(name)));
  return containers.length === 0 ? [type] : containers;
}

const KEEPS_APART = /^(org|organi[sz]ation|tenant|workspace|company|account|user)$/;

const ORIGIN = /^(from|source|src|origin|old|original)\b/;
