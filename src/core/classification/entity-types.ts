import { memoizeWhile } from '../caching/memoize.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { APPLICATION_TYPE } from '../endpoints/application.ts';
import type { PatternName } from '../endpoints/pattern.ts';
import { isAboutOne, PATTERN_TRAITS } from '../endpoints/pattern.ts';
import { nameOfIdentifier, type ResourceFrom } from '../endpoints/resource-from.ts';
import type { Endpoint, Shape } from '../openapi/endpoint.ts';
import { compareText } from '../values/compare-text.ts';
import { groupBy } from '../values/group.ts';
import type { Api } from './api.ts';
import type { FoundEntityType, ResourceReference } from './classified-api.ts';
import { describedBy } from './described-by.ts';
import { chooseContainment, type Edge, STRENGTH } from './entity-types/containment.ts';
import { nameTypes, typeName } from './entity-types/name-types.ts';
import { isOfAnything, type NounFinder, nounFinder, type Spoken } from './entity-types/noun-finder.ts';
import { otherThings, saidSingulars } from './entity-types/other-things.ts';
import { ownNames } from './entity-types/type-name.ts';
import type { PlaceOfOverride } from './patterns/override.ts';
import type { Facts } from './signals/facts.ts';
import { type Identifier, isNamedIdentifier, nounOf, nounOfWords } from './signals/identifiers.ts';
import { checkAliases, NOTHING_SAID, type TypeNames } from './type-names.ts';
import { wordsOf } from './words.ts';

/** What is decided about an endpoint before its resource has a type. */
export interface Decided {
  readonly endpoint: Endpoint;
  readonly facts: Facts;
  readonly pattern: PatternName;
  readonly from: ResourceFrom;
  /** The type that an override names. */
  readonly type?: string;
  /** Where the parts of its override stand. */
  readonly placeOf?: PlaceOfOverride;
}

/** The entity types of an API, and which one each endpoint's resource, ancestors and members have. */
export interface EntityTyping {
  readonly entityTypes: readonly FoundEntityType[];
  readonly resourceOf: (decided: Decided) => ResourceReference;
  readonly ancestorsOf: (decided: Decided) => readonly ResourceReference[];
  readonly memberOf: (decided: Decided) => string | undefined;
  /** The type of something else that a call names. */
  readonly typeOf: (identifier: Spoken, facts: Facts) => string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Names the things that endpoints identify, and finds out which contains which. */
export function findEntityTypes(
  api: Api,
  decided: readonly Decided[],
  said: TypeNames = NOTHING_SAID,
): EntityTyping {
  const nounOfIdentifier = nounFinder(api.nouns, otherThings(api.facts), saidSingulars(api.facts));
  const nouns = nounsOf(decided, nounOfIdentifier);
  const found = nameTypes(nouns, ownNames(api.facts, nouns, nounOfIdentifier));
  const names = new Map([...found.names].map(([noun, name]) => [noun, said.aliases.get(name) ?? name]));
  const typing = typingWith(names, nounOfIdentifier, said);
  const diagnostics = [
    ...found.diagnostics,
    ...checkAliases(said, [...found.names.values(), ...decided.flatMap(({ type }) => type ?? [])]),
  ];
  return { ...typing, entityTypes: describeTypes(api, decided, typing, said), diagnostics };
}

/** Every noun that something is identified by: in paths, and as the resource of an endpoint. */
function nounsOf(decided: readonly Decided[], nounIn: NounFinder): readonly string[] {
  const nouns = decided.flatMap((entry) => {
    const resource = identifierOf(entry);
    const identifiers = [...entry.facts.inPath, ...(resource === undefined ? [] : [resource])];
    return identifiers.map((identifier) => nounIn(identifier, entry.facts));
  });
  return [...new Set(nouns)].sort(compareText);
}

/** What identifies the resource of an endpoint; an override may name what the classifier did not take for an identifier. */
function identifierOf({ facts, from }: Decided): Spoken | undefined {
  if (from === 'application') return undefined;
  const isIt = (identifier: Identifier) => identifier.from === from;
  const known = facts.inPath.find(isIt) ?? facts.elsewhere.find(isIt);
  return known ?? { from, noun: nounOf(nameOfIdentifier(from)) };
}

function typingWith(
  names: ReadonlyMap<string, string>,
  nounIn: NounFinder,
  { aliases }: TypeNames,
): Pick<EntityTyping, 'resourceOf' | 'ancestorsOf' | 'memberOf' | 'typeOf'> {
  const typeOf = (identifier: Spoken, facts: Facts) =>
    names.get(nounIn(identifier, facts)) ?? APPLICATION_TYPE;
  const resourceOf = (decided: Decided): ResourceReference => {
    const identifier = identifierOf(decided);
    if (identifier === undefined) return { type: APPLICATION_TYPE, from: 'application' };
    const type = decided.type ?? collectionOf(decided, identifier) ?? typeOf(identifier, decided.facts);
    return { type: aliases.get(type) ?? type, from: decided.from };
  };
  const memberOf = ({ facts, pattern }: Decided) =>
    PATTERN_TRAITS[pattern].members === 'none' ? undefined : names.get(nounIn({ noun: facts.noun }, facts));
  /** `GET /orders/{customerId}` lists orders: they are not in one of their own, if there are customers. */
  const collectionOf = (decided: Decided, { from, name = '' }: Spoken) => {
    const isPath = from?.startsWith('path:') === true && decided.facts.endsWithIdentifier;
    const isSaid = isPath && isNamedIdentifier(name) && !HANDED_OUT.test(name) && !isOfAnything(nounOf(name));
    const said = isSaid ? names.get(nounOf(name)) : undefined;
    return said !== undefined && memberOf(decided) !== undefined ? said : undefined;
  };
  const typed = memoizeWhile((decided: Decided) => ({
    resource: resourceOf(decided),
    ancestors: identifiersAbove(decided.facts, decided.from).map((identifier) => ({
      type: typeOf(identifier, decided.facts),
      from: identifier.from,
    })),
    member: memberOf(decided),
  }));
  return {
    typeOf,
    resourceOf: (decided) => typed(decided).resource,
    ancestorsOf: (decided) => typed(decided).ancestors,
    memberOf: (decided) => typed(decided).member,
  };
}

/** What the path identifies above the resource, nearest first. */
function identifiersAbove({ inPath }: Facts, from: ResourceFrom): readonly Identifier[] {
  if (from === 'application') return [];
  const own = inPath.findIndex((identifier) => identifier.from === from);
  const above = own < 0 ? inPath : inPath.slice(0, own);
  return above.filter((identifier) => !identifier.list).reverse();
}

/** `{access_key}` says with what somebody comes, and not to what. */
const HANDED_OUT = /(key|token|hash)s?$/i;

type TypeNaming = ReturnType<typeof typingWith>;

function describeTypes(
  api: Api,
  decided: readonly Decided[],
  typing: TypeNaming,
  said: TypeNames,
): readonly FoundEntityType[] {
  const evidence = firstMentions(decided, typing);
  const shapes = bestShapes(api, decided, { ...typing, said }, evidence);
  // Two names of one type do not make it contain itself.
  const edges = findEdges(decided, typing).filter(({ child, parent }) => child !== parent);
  const listed = edgesOfLists(decided, typing);
  const above = groupBy(chooseContainment(edges, listed, shapes), ({ child }) => child);
  return [...evidence]
    .sort(([a], [b]) => compareText(a, b))
    .map(([name, text]) => describeType(name, text, shapes.get(name), above.get(name) ?? []));
}

function describeType(
  name: string,
  text: string,
  shape: Shape | undefined,
  above: readonly Edge[],
): FoundEntityType {
  return {
    name,
    ...(shape !== undefined && { shape }),
    parents: above.map(({ parent }) => parent).sort(compareText),
    evidence: [text, ...above.map((edge) => edge.text)],
  };
}

/** Every type, with the first endpoint that identifies one or speaks of them. */
function firstMentions(decided: readonly Decided[], typing: TypeNaming): ReadonlyMap<string, string> {
  const mentions = new Map<string, string>();
  for (const entry of decided) {
    for (const { type, from } of [typing.resourceOf(entry), ...typing.ancestorsOf(entry)]) {
      if (type !== APPLICATION_TYPE && !mentions.has(type))
        mentions.set(type, `${named(entry.endpoint)} identifies one by \`${from}\``);
    }
    const member = typing.memberOf(entry);
    if (member !== undefined && member !== APPLICATION_TYPE && !mentions.has(member))
      mentions.set(member, `${named(entry.endpoint)} is about several of them`);
  }
  return mentions;
}

function named({ method, path }: Endpoint): string {
  return `\`${method} ${path}\``;
}

/** The shape that describes each type best: what one is read as, then what it is changed, created and listed as. */
function bestShapes(
  api: Api,
  decided: readonly Decided[],
  { said, ...typing }: TypeNaming & { readonly said: TypeNames },
  types: ReadonlyMap<string, string>,
): ReadonlyMap<string, Shape | undefined> {
  const best = new Map<string, { readonly rank: number; readonly shape: Shape }>();
  const offer = (type: string, rank: number, shape: Shape) => {
    if (!types.has(type) || rank >= (best.get(type)?.rank ?? Number.POSITIVE_INFINITY)) return;
    // What it has is read only now: most components are no entities.
    if (shape.properties.size > 0) best.set(type, { rank, shape });
  };
  for (const entry of decided) {
    const own = isAboutOne(entry.pattern) && entry.facts.endsWithIdentifier;
    const type = own ? typing.resourceOf(entry).type : typing.memberOf(entry);
    if (type !== undefined) for (const { rank, shape } of shapesIn(entry)) offer(type, rank, shape);
  }
  for (const [component, shape] of api.spec.components) {
    const name = typeName(nounOfWords(wordsOf(component.slice(component.lastIndexOf('.') + 1))));
    offer(said.aliases.get(name) ?? name, said.aliases.has(name) ? RANKS.alias : RANKS.component, shape);
  }
  return new Map([...types.keys()].map((type) => [type, best.get(type)?.shape]));
}

/** What describes an entity better has the lower rank. */
const RANKS = { read: 0, changed: 1, created: 2, given: 3, listed: 4, component: 5, alias: 6 } as const;

function shapesIn({
  endpoint,
  pattern,
}: Decided): readonly { readonly rank: number; readonly shape: Shape }[] {
  if (endpoint.method === 'DELETE') return [];
  const answer = endpoint.responses.find(
    (response) => response.status.startsWith('2') && response.shape !== undefined,
  )?.shape;
  const body = endpoint.body?.shape;
  const { members } = PATTERN_TRAITS[pattern];
  const rank = RANKS[members === 'none' ? (endpoint.method === 'GET' ? 'read' : 'changed') : members];
  return [
    ...(answer === undefined ? [] : [{ rank, shape: describedBy(answer) }]),
    ...(body === undefined || rank === RANKS.listed ? [] : [{ rank: RANKS.given, shape: describedBy(body) }]),
  ];
}

/** What paths, creation and listing endpoints say about which type contains which. */
function findEdges(decided: readonly Decided[], typing: TypeNaming): readonly Edge[] {
  const rooted = new Set(decided.filter(isRooted).map((entry) => typing.resourceOf(entry).type));
  return decided.flatMap((entry) => [
    ...nestingEdges(entry, typing, rooted),
    ...memberEdges(entry, typing, rooted),
    ...settingEdges(entry, typing),
  ]);
}

/** Types with a place of their own at the top of the API: what a longer path says about them is a link, not a home. */
function isRooted({ facts }: Decided): boolean {
  return facts.endsWithIdentifier && facts.literals.length === 1;
}

function nestingEdges(entry: Decided, typing: TypeNaming, rooted: ReadonlySet<string>): readonly Edge[] {
  const chain = [typing.resourceOf(entry), ...typing.ancestorsOf(entry)].map(({ type }) => type);
  return chain.slice(1).flatMap((parent, index) => {
    const child = chain[index] ?? APPLICATION_TYPE;
    if (child === APPLICATION_TYPE || (rooted.has(child) && !isRooted(entry))) return [];
    const text = `${named(entry.endpoint)} has it below \`${parent}\``;
    return [{ child, parent, strength: STRENGTH.nests, text }];
  });
}

/** Where things are listed, be it that they live there or that they are only linked to it. */
function edgesOfLists(decided: readonly Decided[], typing: TypeNaming): readonly Edge[] {
  return decided.flatMap((entry) => memberEdges(entry, typing, NOTHING_ROOTED));
}

const NOTHING_ROOTED: ReadonlySet<string> = new Set();

/** `PUT /boards/{idBoard}/idOrganization` puts a board into an organization. */
function settingEdges(entry: Decided, typing: TypeNaming): readonly Edge[] {
  const { endpoint, facts } = entry;
  const [set, ...others] = facts.tail;
  if (endpoint.method !== 'PUT' || set === undefined || others.length > 0 || !/^id[A-Z_]/.test(set))
    return [];
  const child = typing.resourceOf(entry).type;
  const parent = typing.typeOf({ noun: nounOf(set) }, facts);
  if (child === APPLICATION_TYPE || parent === APPLICATION_TYPE) return [];
  return [{ child, parent, strength: STRENGTH.lists, text: `${named(endpoint)} puts it into one` }];
}

function memberEdges(entry: Decided, typing: TypeNaming, rooted: ReadonlySet<string>): readonly Edge[] {
  const child = typing.memberOf(entry);
  const parent = typing.resourceOf(entry).type;
  const creates = PATTERN_TRAITS[entry.pattern].members === 'created';
  if (child === undefined || parent === APPLICATION_TYPE || (!creates && rooted.has(child))) return [];
  const text = `${named(entry.endpoint)} ${creates ? 'creates one in' : 'lists those of'} \`${parent}\``;
  return [{ child, parent, strength: creates ? STRENGTH.creates : STRENGTH.lists, text }];
}
