import { lazy } from '../../caching/memoize.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { nearestName } from '../../diagnostics/nearest-operation.ts';
import { APPLICATION_TYPE } from '../../endpoints/application.ts';
import { isAboutOne, PATTERN_TRAITS } from '../../endpoints/pattern.ts';
import { describeIdentifier } from '../../endpoints/resource-from.ts';
import { readSecondCheck, SECOND_CHECK_FORM, type SecondCheck } from '../../endpoints/second-check.ts';
import { type Endpoint, isReading } from '../../openapi/endpoint.ts';
import { article } from '../../values/article.ts';
import type { ResourceReference } from '../classified-api.ts';
import type { Decided, EntityTyping } from '../entity-types.ts';
import { problemOn } from '../patterns/override.ts';
import { isNamedIdentifier, nounOf } from '../signals/identifiers.ts';
import { intentOf, isPlural, wordsOf } from '../words.ts';
import { goesElsewhere, joinsTwo, type NamedThing, namedBesides, namedElsewhere } from './named-things.ts';
import { type DecidedEndpointOf, type SecondContext, type SecondSearch, searchIn } from './second-search.ts';

/** What is known of the second thing that a call acts on. */
export type SecondThing =
  | {
      readonly type: 'asked';
      readonly check: SecondCheck;
      readonly resourceType: string;
      /** A third thing, which nothing asks about. */
      readonly others?: ResourceReference;
    }
  | { readonly type: 'unasked'; readonly thing: ResourceReference };

/** The second things of all endpoints that act on one, and what is wrong with what was said of them. */
export function findSecondThings<T extends DecidedEndpointOf>(
  context: SecondContext<T>,
): { readonly things: ReadonlyMap<Endpoint, SecondThing>; readonly diagnostics: readonly Diagnostic[] } {
  const things = new Map<Endpoint, SecondThing>();
  const diagnostics: Diagnostic[] = [];
  const search = searchIn(context);
  for (const verdict of context.verdicts) {
    const said = verdict.also;
    const thing = said === undefined ? secondThing(verdict, search) : saidThing(said, context);
    if (thing === undefined) continue;
    if ('type' in thing) things.set(verdict.endpoint, thing);
    else
      diagnostics.push({
        ...problemOn(verdict.endpoint, thing.problem, thing.help),
        ...verdict.placeOf?.('also'),
      });
  }
  return { things, diagnostics };
}

// ---- what is found ----

function secondThing<T extends DecidedEndpointOf>(
  verdict: T,
  context: SecondSearch<T>,
): SecondThing | undefined {
  const own = context.typing.resourceOf(verdict);
  const { effect, isForAnyone } = PATTERN_TRAITS[verdict.pattern];
  if (isReading(verdict.endpoint) || effect === 'read' || isForAnyone) return undefined;
  const besides = lazy(() => namedBesides(verdict, own, context));
  const unaskedBesides = () => unaskedAmong([...besides(), ...namedElsewhere(verdict, own, context)]);
  if (own.type === APPLICATION_TYPE) return unaskedBesides();
  const place = placeOfWork(verdict, own, context);
  if (place !== undefined) return asked(place, actionOn(place.type, own.type, context, 'changes'));
  const holder = holderOfLink(verdict, own, context);
  if (holder !== undefined) return asked(holder, actionOn(holder.type, own.type, context, 'changes'));
  const other = joinedWith(verdict, own, context.typing);
  if (other !== undefined) return asked(other, actionOn(other.type, own.type, context, 'changes'));
  const set = setByPath(verdict, own, context);
  if (set !== undefined) return asked(set, actionOn(set.type, own.type, context, 'adds'));
  const named = besides();
  const goal = goesElsewhere(verdict) ? goalAmong(named, context.containersOf(own.type)) : undefined;
  if (goal !== undefined) return asked(asOptional(goal), actionOn(goal.type, own.type, context, 'adds'));
  const moved = changesItself(verdict) ? placeSet(named, own, context) : undefined;
  if (moved !== undefined) return moved;
  const twin = joinsTwo(verdict) ? named.find(({ list, isVague }) => !list && !isVague) : undefined;
  return twin === undefined
    ? unaskedBesides()
    : asked(asOptional(twin), actionOn(twin.type, own.type, context, 'changes'));
}

/** Where something goes: into what may contain it, or else into what is named. */
function goalAmong(named: readonly NamedThing[], containers: readonly string[]): NamedThing | undefined {
  const goals = named.filter(({ list, isVague, isOrigin }) => !list && !isVague && !isOrigin);
  return goals.find(({ type }) => containers.includes(type)) ?? goals[0];
}

/** What is called with what the thing is, and so may say anew where it is. */
function changesItself({ endpoint, facts, pattern }: Decided): boolean {
  const isOfWhole = facts.endsWithIdentifier || endpoint.method === 'POST';
  return isOfWhole && isUpdate(endpoint) && isAboutOne(pattern);
}

/** Some APIs have `POST /tasks/{id}` for it, `POST /tasks/{id}/update` or `POST /updateTask`. */
export function isUpdate({ method, path }: Endpoint): boolean {
  if (method !== 'POST') return /^(PUT|PATCH)$/.test(method);
  const last = path.split(/[/:]/).at(-1) ?? '';
  return last.endsWith('}') || intentOf(wordsOf(last)[0] ?? '') === 'update';
}

/**
 * `PATCH /tasks/{id}` with a `project_id` puts the task into that project, which may be another tenant's: whoever does so must be permitted to
 * make a task there. A call that leaves it out moves nothing, whatever the description requires. Whose something is, is another matter.
 */
function placeSet<T extends DecidedEndpointOf>(
  named: readonly NamedThing[],
  own: ResourceReference,
  search: SecondSearch<T>,
): SecondThing | undefined {
  const { addingTo, containersOf } = search;
  const places = named.filter(
    ({ type, isVague, isOrigin }) =>
      !isVague && !isOrigin && type !== 'User' && containersOf(own.type).includes(type),
  );
  const single = places.filter(({ list }) => !list);
  const place = single.find(({ type }) => addingTo(type, own.type) !== undefined) ?? single[0];
  const [first] = places;
  if (place === undefined) return first && unasked(first);
  const action = actionOn(place.type, own.type, search, 'adds');
  // Another place, or another name of this one, before what the call only points at: members would put the thing there unasked.
  const others = [...places, ...named].find((thing) => thing !== place);
  const thing = asked({ type: place.type, from: place.from, optional: true }, action);
  return thing.type === 'asked' && others !== undefined
    ? { ...thing, others: { type: others.type, from: others.from } }
    : thing;
}

function asOptional({ type, from, required }: NamedThing): Named {
  return { type, from, ...(required ? {} : { optional: true }) };
}

function unaskedAmong([first]: readonly ResourceReference[]): SecondThing | undefined {
  return first && unasked(first);
}

interface Named extends ResourceReference {
  readonly optional?: boolean;
}

/**
 * `POST /classes/{class_id}/attendance` with `student_ids`: what is recorded of each is recorded in the one of the path; and `DELETE
 * /classes/{class_id}/students` takes students out of it, who have a place of their own. Messages that are in the campaign of the path say
 * themselves whose they are.
 */
function placeOfWork<T extends DecidedEndpointOf>(
  verdict: T,
  own: ResourceReference,
  { typing, containersOf }: SecondSearch<T>,
): Named | undefined {
  const { endpoint, facts, pattern } = verdict;
  const isElsewhere = PATTERN_TRAITS[pattern].hasItems && !own.from.startsWith('path:');
  const [nearest] = typing.ancestorsOf(verdict);
  if (isReading(endpoint) || !isElsewhere || nearest === undefined || nearest.type === own.type)
    return undefined;
  const isOwnCollection = typing.typeOf({ noun: facts.noun }, facts) === own.type;
  return isOwnCollection && containersOf(own.type).includes(nearest.type) ? undefined : nearest;
}

/**
 * `DELETE /cards/{idCard}/labels/{idLabel}` takes the label off the card, and does not delete it: that is `DELETE /labels/{idLabel}`.
 * Whoever may do so to the label could else do it to a card of somebody else.
 */
function holderOfLink<T extends DecidedEndpointOf>(
  verdict: T,
  own: ResourceReference,
  search: SecondSearch<T>,
): Named | undefined {
  const { byOwnPath, puttingAt, typing } = search;
  const { endpoint, facts } = verdict;
  const rivals = RIVALS[endpoint.method];
  const [holder] = typing.ancestorsOf(verdict);
  if (rivals === undefined || holder === undefined || holder.type === own.type) return undefined;
  if (!facts.endsWithIdentifier || facts.inPath.length < 2 || endpoint.body !== undefined) return undefined;
  const isLink =
    /^ids?[A-Z_]/.test(facts.literals.at(-1) ?? '') ||
    byOwnPath(own.type).some((one) => isNearer(one, verdict, rivals));
  if (isLink) return holder;
  // What a PUT of the same path ties together, DELETE takes apart.
  const put = endpoint.method === 'DELETE' ? puttingAt(endpoint.path) : undefined;
  return put && holderOfLink(put, own, search);
}

/**
 * `POST /guests/{guestId}/merge/{otherGuestId}` acts on both: no thing is called by what stands between them, and the first does not
 * hold the second.
 */
function joinedWith({ facts }: Decided, own: ResourceReference, typing: EntityTyping): Named | undefined {
  const [first, between, last] = facts.steps.slice(-3);
  const [holder, identifier] = facts.inPath.slice(-2);
  if (first?.text !== holder?.name || last?.text !== identifier?.name || between?.kind !== 'literal')
    return undefined;
  if (holder === undefined || identifier === undefined || identifier.from !== own.from) return undefined;
  const isCollection = typing.typeOf({ noun: between.noun }, facts) === typing.typeOf(identifier, facts);
  const type = typing.typeOf(holder, facts);
  return isCollection || type === APPLICATION_TYPE ? undefined : { type, from: holder.from };
}

/** There is less in front of the thing. */
function isNearer({ endpoint, facts }: Decided, link: Decided, methods: RegExp): boolean {
  return facts.inPath.length < link.facts.inPath.length && methods.test(endpoint.method);
}

/** By method, those that do to the thing itself what the call would do, were it not about a link to it. */
const RIVALS: Readonly<Partial<Record<string, RegExp>>> = {
  DELETE: /^DELETE$/,
  PUT: /^(PUT|PATCH|DELETE)$/,
  POST: /^(POST|PUT|PATCH|DELETE)$/,
};

/** `PUT /cards/{idCard}/idList` with `value`: the path says what the value identifies. */
function setByPath<T extends DecidedEndpointOf>(
  { endpoint, facts }: T,
  own: ResourceReference,
  { typing, containersOf }: SecondSearch<T>,
): Named | undefined {
  const last = facts.tail.at(-1);
  if (
    last === undefined ||
    facts.tail.length > 1 ||
    !isNamedIdentifier(last) ||
    isPlural(wordsOf(last).at(-1) ?? '')
  )
    return undefined;
  const type = typing.typeOf({ noun: nounOf(last) }, facts);
  if (type === APPLICATION_TYPE || !containersOf(own.type).includes(type)) return undefined;
  const inQuery = endpoint.parameters.some(({ in: place, name }) => place === 'query' && name === 'value');
  const inBody = endpoint.body?.shape.properties.has('value') === true;
  return inQuery || inBody ? { type, from: inQuery ? 'query:value' : 'body:value' } : undefined;
}

/** What somebody must be permitted there: to add one, or else to change it. */
function actionOn<T extends DecidedEndpointOf>(
  type: string,
  member: string,
  { addingTo, changing, actions }: SecondSearch<T>,
  effect: 'adds' | 'changes',
): string | undefined {
  const found = (effect === 'adds' ? addingTo(type, member) : undefined) ?? changing(type);
  return found && actions.get(found.endpoint);
}

function asked({ type, from, optional }: Named, action: string | undefined): SecondThing {
  if (action === undefined) return unasked({ type, from });
  const check = { action, from, ...(optional ? { optional } : {}) };
  return { type: 'asked', check, resourceType: type };
}

function unasked(thing: ResourceReference): SecondThing {
  return { type: 'unasked', thing };
}

/** What its calls may act on, and nothing asks about. */
export function unaskedThing(thing: SecondThing | undefined): ResourceReference | undefined {
  return thing?.type === 'unasked' ? thing.thing : thing?.others;
}

/** Why more may have to be asked about an endpoint than is. */
export function unaskedRemark({ type, from }: ResourceReference): string {
  return `its calls may name ${article(type)} \`${type}\` as well, by ${describeIdentifier(from)}, and nothing asks about that`;
}

// ---- what a person said ----

interface OverrideProblem {
  readonly problem: string;
  readonly help: string;
}

function saidThing<T extends DecidedEndpointOf>(
  said: string,
  { verdicts, typing, actions }: SecondContext<T>,
): SecondThing | OverrideProblem | undefined {
  if (said === 'none') return undefined;
  const check = readSecondCheck(said);
  if (check === undefined)
    return { problem: `\`also\` cannot be \`${said}\``, help: `expected ${SECOND_CHECK_FORM}` };
  const { action } = check;
  const known = verdicts.find(({ endpoint }) => actions.get(endpoint) === action);
  if (known === undefined) {
    const near = nearestName(action, [...actions.values()]);
    const help = near ? `did you mean \`${near}\`?` : '`authz classify` lists the actions';
    return { problem: `\`also\` names \`${action}\`, which is not an action`, help };
  }
  return { type: 'asked', check, resourceType: typing.resourceOf(known).type };
}
