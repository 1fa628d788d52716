import type { Api } from './api.ts';
import type { Facts } from './patterns/signals/facts.ts';
import type { FoundEntityType, ResourceReference } from './classification.ts';
import type { Diagnostic } from './diagnostic.ts';
import { compareText } from './diagnostic.ts';
import type { Endpoint, Shape } from './endpoint.ts';
import type { PatternName, ResourceFrom } from './patterns/pattern.ts';
import { elementOf, entityIn } from './patterns/signals/answer.ts';
import type { Identifier } from './patterns/signals/identifiers.ts';
import { nounOf, nounOfWords } from './patterns/signals/identifiers.ts';
import { intentOf, singularOf, wordsOf } from './words.ts';

/** What is decided about an endpoint before its resource has a type. */
export interface Decided {
  readonly endpoint: Endpoint;
  readonly facts: Facts;
  readonly pattern: PatternName;
  readonly from: ResourceFrom;
  /** The type that an override names. */
  readonly type?: string;
}

/** The entity types of an API, and which one each endpoint's resource, ancestors and members have. */
export interface EntityTyping {
  readonly entityTypes: readonly FoundEntityType[];
  readonly resourceOf: (decided: Decided) => ResourceReference;
  readonly ancestorsOf: (decided: Decided) => readonly ResourceReference[];
  readonly memberOf: (decided: Decided) => string | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** The type of the application itself; no resource of an API can have it. */
export const APPLICATION = 'Application';

/** Names the things that endpoints identify, and finds out which contains which. */
export function findEntityTypes(api: Api, decided: readonly Decided[]): EntityTyping {
  const nouns = nounsOf(api, decided);
  const { names, diagnostics } = nameNouns(nouns, decided);
  const typing = typingWith(api, names);
  return { ...typing, entityTypes: describeTypes(api, decided, typing), diagnostics };
}

type Typing = Pick<EntityTyping, 'resourceOf' | 'ancestorsOf' | 'memberOf'>;

/** Every noun that something is identified by: in paths, and as the resource of an endpoint. */
function nounsOf(api: Api, decided: readonly Decided[]): readonly string[] {
  const nouns = new Set<string>();
  for (const { facts, ...rest } of decided) {
    for (const identifier of facts.inPath) nouns.add(nounIn(api, identifier, facts));
    const resource = identifierOf({ facts, ...rest });
    if (resource !== undefined) nouns.add(nounIn(api, resource, facts));
  }
  return [...nouns].sort(compareText);
}

function identifierOf(decided: Decided): Identifier | undefined {
  const { facts, from } = decided;
  if (from === 'application') return undefined;
  const known = [...facts.inPath, ...facts.elsewhere].find((identifier) => identifier.from === from);
  if (known !== undefined) return known;
  const name = from.slice(from.indexOf(':') + 1);
  return { from, name, noun: nounOf(name), list: false, required: true };
}

/** An identifier's noun; one without a noun of its own, such as `ids`, means the path's; a short one means the known longer one. */
function nounIn(api: Api, identifier: Identifier, facts: Facts): string {
  const noun = identifier.noun || facts.noun || 'resource';
  if (api.nouns.has(noun)) return noun;
  const longer = [...api.nouns].filter((known) => known.endsWith(` ${noun}`));
  return longer.length === 1 ? (longer[0] ?? noun) : noun;
}

function typingWith(api: Api, names: ReadonlyMap<string, string>): Typing {
  const typeOf = (identifier: Identifier, facts: Facts) =>
    names.get(nounIn(api, identifier, facts)) ?? APPLICATION;
  return {
    resourceOf: (decided) => {
      const identifier = identifierOf(decided);
      if (identifier === undefined) return { type: APPLICATION, from: 'application' };
      return { type: decided.type ?? typeOf(identifier, decided.facts), from: decided.from };
    },
    ancestorsOf: (decided) => {
      const { inPath } = decided.facts;
      const own = inPath.findIndex((identifier) => identifier.from === decided.from);
      return inPath
        .slice(0, own < 0 ? inPath.length : own)
        .filter((identifier) => !identifier.list && decided.from !== 'application')
        .map((identifier) => ({ type: typeOf(identifier, decided.facts), from: identifier.from }))
        .reverse();
    },
    memberOf: ({ pattern, facts }) => {
      if (pattern !== 'creation' && pattern !== 'listing') return undefined;
      return names.get(
        nounIn(api, { from: 'application', name: '', noun: facts.noun, list: true, required: true }, facts),
      );
    },
  };
}

/** A name for every noun: what components and operation ids call it, else the noun itself. */
function nameNouns(
  nouns: readonly string[],
  decided: readonly Decided[],
): { readonly names: ReadonlyMap<string, string>; readonly diagnostics: readonly Diagnostic[] } {
  const votes = collectVotes(decided);
  const names = new Map<string, string>();
  const taken = new Map<string, string>();
  const diagnostics: Diagnostic[] = [];
  for (const noun of nouns) {
    const wanted = identifierName(chooseName(noun, votes.get(noun)));
    const name = firstFree(wanted, taken);
    if (name !== wanted) diagnostics.push(describeCollision(noun, wanted, name, taken.get(wanted)));
    taken.set(name, noun);
    names.set(noun, name);
  }
  return { names, diagnostics };
}

interface Votes {
  readonly components: Map<string, number>;
  readonly operations: Map<string, number>;
}

function collectVotes(decided: readonly Decided[]): ReadonlyMap<string, Votes> {
  const votes = new Map<string, Votes>();
  for (const entry of decided) {
    const { endpoint, facts } = entry;
    const noun = facts.endsWithIdentifier ? (facts.inPath.at(-1)?.noun ?? '') : facts.noun;
    if (noun === '') continue;
    const of = votes.get(noun) ?? { components: new Map(), operations: new Map() };
    votes.set(noun, of);
    for (const shape of shapesOf(endpoint)) vote(of.components, componentName(shape.name ?? '', noun), 1);
    const weight = facts.endsWithIdentifier ? 2 : 1;
    vote(of.operations, operationName(endpoint.operationId ?? '', noun, facts), weight);
  }
  return votes;
}

function vote(votes: Map<string, number>, name: string | undefined, weight: number): void {
  if (name !== undefined) votes.set(name, (votes.get(name) ?? 0) + weight);
}

/** The shapes of one thing that an endpoint takes or gives. */
function shapesOf(endpoint: Endpoint): readonly Shape[] {
  const answers = endpoint.responses
    .filter((response) => /^2/.test(response.status))
    .map((response) => response.shape);
  return [...answers, endpoint.body?.shape].flatMap((shape) =>
    shape === undefined ? [] : [shape, elementOf(shape) ?? entityIn(shape)],
  );
}

/** What stands around the name of a thing in the names of components. */
const COMPONENT_PREFIX =
  /^(create|created|new|update|updated|patch|get|list|add|put|post|edit|edited|base|full|api|v\d*|\d+|upsert|save|delete|the|model|models|dto|entity|schema|paged|paginated|public|single|simple|basic|minimal|nullable|partial)$/;
const COMPONENT_SUFFIX =
  /^(dto|request|response|input|output|payload|body|model|schema|entity|resource|object|representation|data|result|results|page|list|collection|item|items|details|detail|summary|info|read|write|create|update|patch|vm|attributes|properties|params|full|base|base\d*|v\d*|\d+|out|in|new|public|record|envelope|wrapper|type|with|links|standard|compact|mini|basic|simple)$/;

/** `EmailCampaign` for `CreateEmailCampaignRequest` when the noun is `campaign`; `undefined` when it speaks of something else. */
function componentName(component: string, noun: string): string | undefined {
  const words = wordsOf(component.slice(component.lastIndexOf('.') + 1));
  const last = noun.split(' ').at(-1);
  const end = words.findLastIndex((word) => singularOf(word) === last);
  if (end < 0 || !words.slice(end + 1).every((word) => COMPONENT_SUFFIX.test(word))) return undefined;
  const start = words.findIndex((word) => !COMPONENT_PREFIX.test(word));
  return nounOfWords(words.slice(Math.min(start < 0 ? end : start, end), end + 1));
}

const NOUN_ENDS = /^(by|for|of|in|from|to|with|on|using|at|as|and|via|without)$/;

/** `email campaign` for `listEmailCampaignsForTenant` when the noun is `campaign`. */
function operationName(operationId: string, noun: string, facts: Facts): string | undefined {
  const words = wordsOf(operationId);
  const start = intentOf(words[0] ?? '') === undefined ? 0 : 1;
  const stop = words.findIndex((word, index) => index > start && NOUN_ENDS.test(word));
  const kept = words.slice(start, stop < 0 ? undefined : stop);
  const last = noun.split(' ').at(-1);
  if (start === 0 || kept.length > 4 || singularOf(kept.at(-1) ?? '') !== last) return undefined;
  const owners = facts.inPath.map((identifier) => identifier.noun.split(' ').at(-1));
  if (
    kept
      .slice(0, -1)
      .some(
        (word) => owners.includes(singularOf(word)) || /^(all|my|new|a|an|the|one|single|many)$/.test(word),
      )
  )
    return noun;
  return nounOfWords(kept);
}

function chooseName(noun: string, votes: Votes | undefined): string {
  const component = winnerOf(votes?.components);
  const operation = winnerOf(votes?.operations, 2);
  if (component !== undefined && operation !== undefined) {
    return operation.endsWith(` ${component}`) ? operation : component;
  }
  return component ?? (operation?.endsWith(noun) ? operation : noun);
}

function winnerOf(votes: ReadonlyMap<string, number> | undefined, least = 1): string | undefined {
  const ranked = [...(votes ?? [])].sort(
    ([a, n], [b, m]) => m - n || a.length - b.length || compareText(a, b),
  );
  const [best] = ranked;
  return best !== undefined && best[1] >= least ? best[0] : undefined;
}

const RESERVED: ReadonlySet<string> = new Set(
  'Application Action if then else true false in is like has __cedar'.split(' '),
);

/** A valid Cedar identifier in PascalCase. */
function identifierName(noun: string): string {
  const pascal = wordsOf(noun)
    .map((word) => plainLetters(word))
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
  const valid = pascal === '' ? 'Resource' : /^\d/.test(pascal) ? `T${pascal}` : pascal;
  return RESERVED.has(valid) ? `${valid}Resource` : valid;
}

const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
};

function plainLetters(word: string): string {
  const mapped = word.replace(/[ßæœøđðþłı]/g, (letter) => LETTERS[letter] ?? '');
  return mapped.normalize('NFKD').replace(/[^A-Za-z0-9]/g, '');
}

function firstFree(name: string, taken: ReadonlyMap<string, string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number += 1) if (!taken.has(`${name}${number}`)) return `${name}${number}`;
}

function describeCollision(
  noun: string,
  wanted: string,
  name: string,
  other: string | undefined,
): Diagnostic {
  return {
    severity: 'warning',
    code: 'entity-type-collision',
    message: `\`${noun}\` and \`${other ?? ''}\` would both be the entity type \`${wanted}\`, so \`${noun}\` is \`${name}\``,
    help: 'name the type of one of them with `x-authz: { type: ... }` on its endpoints',
  };
}

/** A reason to believe that one type contains another. */
interface Edge {
  readonly child: string;
  readonly parent: string;
  readonly strength: number;
  readonly text: string;
}

function describeTypes(api: Api, decided: readonly Decided[], typing: Typing): readonly FoundEntityType[] {
  const found = new Map<string, { evidence: string[]; shapes: { rank: number; shape: Shape }[] }>();
  const add = (name: string, text: string) => {
    if (name === APPLICATION) return;
    const entry = found.get(name) ?? { evidence: [], shapes: [] };
    found.set(name, entry);
    if (entry.evidence.length === 0) entry.evidence.push(text);
  };
  for (const entry of decided) {
    const resource = typing.resourceOf(entry);
    const where = `\`${entry.endpoint.method} ${entry.endpoint.path}\``;
    add(resource.type, `${where} identifies one by \`${resource.from}\``);
    for (const ancestor of typing.ancestorsOf(entry))
      add(ancestor.type, `${where} identifies one by \`${ancestor.from}\``);
    const member = typing.memberOf(entry);
    if (member !== undefined) add(member, `${where} speaks of them`);
    collectShapes(entry, typing, found);
  }
  collectComponents(api, found);
  const edges = withoutCycles(findEdges(decided, typing, found));
  return [...found]
    .sort(([a], [b]) => compareText(a, b))
    .map(([name, { evidence, shapes }]) => describeType(name, evidence, shapes, edges));
}

function describeType(
  name: string,
  evidence: readonly string[],
  shapes: readonly { rank: number; shape: Shape }[],
  edges: readonly Edge[],
): FoundEntityType {
  const [best] = [...shapes].sort((a, b) => a.rank - b.rank);
  const mine = edges.filter((edge) => edge.child === name);
  return {
    name,
    ...(best !== undefined && { shape: best.shape }),
    parents: [...new Set(mine.map((edge) => edge.parent))].sort(compareText),
    evidence: [...evidence, ...mine.map((edge) => edge.text)],
  };
}

function collectShapes(
  entry: Decided,
  typing: Typing,
  found: ReadonlyMap<string, { shapes: { rank: number; shape: Shape }[] }>,
): void {
  const { endpoint, facts, pattern } = entry;
  const own = pattern === 'single-resource' && facts.endsWithIdentifier;
  const name = own ? typing.resourceOf(entry).type : typing.memberOf(entry);
  const shapes = name === undefined ? undefined : found.get(name)?.shapes;
  if (shapes === undefined) return;
  const push = (rank: number, shape: Shape | undefined) => {
    const described = shape === undefined ? undefined : (elementOf(shape) ?? entityIn(shape));
    if (described !== undefined && described.properties.size > 0) shapes.push({ rank, shape: described });
  };
  const answer = endpoint.responses.find(
    (response) => /^2/.test(response.status) && response.shape !== undefined,
  )?.shape;
  if (own && endpoint.method === 'GET') push(0, answer);
  if (own && endpoint.method !== 'GET' && endpoint.method !== 'DELETE') {
    push(1, answer);
    push(3, endpoint.body?.shape);
  }
  if (pattern === 'creation') {
    push(2, answer);
    push(3, endpoint.body?.shape);
  }
  if (pattern === 'listing') push(4, answer);
}

/** A type that no endpoint answers with can still be described by the component of its name. */
function collectComponents(
  api: Api,
  found: ReadonlyMap<string, { shapes: { rank: number; shape: Shape }[] }>,
): void {
  for (const [component, shape] of api.spec.components) {
    const words = wordsOf(component.slice(component.lastIndexOf('.') + 1));
    found.get(identifierName(nounOfWords(words)))?.shapes.push({ rank: 5, shape });
  }
}

function findEdges(
  decided: readonly Decided[],
  typing: Typing,
  found: ReadonlyMap<string, { shapes: { rank: number; shape: Shape }[] }>,
): readonly Edge[] {
  const edges: Edge[] = [];
  const rooted = rootedTypes(decided, typing);
  for (const entry of decided) {
    const where = `\`${entry.endpoint.method} ${entry.endpoint.path}\``;
    const chain = [typing.resourceOf(entry), ...typing.ancestorsOf(entry)];
    chain.forEach(({ type }, index) => {
      const above = chain[index + 1]?.type;
      if (above !== undefined && !rooted.has(type)) {
        edges.push({ child: type, parent: above, strength: 3, text: `${where} puts it below \`${above}\`` });
      }
    });
    const member = typing.memberOf(entry);
    const container = chain[0]?.type;
    if (member === undefined || container === undefined || container === APPLICATION) continue;
    if (entry.pattern === 'creation') {
      edges.push({
        child: member,
        parent: container,
        strength: 4,
        text: `${where} creates one in \`${container}\``,
      });
    } else if (!rooted.has(member)) {
      edges.push({
        child: member,
        parent: container,
        strength: 2,
        text: `${where} lists those of \`${container}\``,
      });
    }
  }
  return [...edges, ...findReferences(found)].filter(
    (edge) => edge.child !== edge.parent && edge.child !== APPLICATION,
  );
}

/** Types with a place of their own at the top of the API: what a longer path says about them is a link, not a home. */
function rootedTypes(decided: readonly Decided[], typing: Typing): ReadonlySet<string> {
  const identified = new Set<string>();
  for (const entry of decided) {
    if (entry.facts.endsWithIdentifier && entry.facts.inPath.length === 1)
      identified.add(typing.resourceOf(entry).type);
  }
  return identified;
}

const CONTAINER_WORDS =
  /^(parent|container|workspace|tenant|organization|organisation|org|account|project|company|team|group|folder)$/;

/** Properties such as `tenantId` in the shape of a campaign say where it belongs. */
function findReferences(
  found: ReadonlyMap<string, { shapes: { rank: number; shape: Shape }[] }>,
): readonly Edge[] {
  const byWords = new Map([...found.keys()].map((name) => [wordsOf(name).join(' '), name]));
  const edges: Edge[] = [];
  for (const [child, { shapes }] of found) {
    const [best] = [...shapes].sort((a, b) => a.rank - b.rank);
    for (const property of best?.shape.properties.values() ?? []) {
      const parent = referredType(property.name, byWords);
      if (parent === undefined || parent === 'User' || parent === child) continue;
      edges.push({
        child,
        parent,
        strength: 1,
        text: `its property \`${property.name}\` refers to \`${parent}\``,
      });
    }
  }
  return edges;
}

function referredType(property: string, byWords: ReadonlyMap<string, string>): string | undefined {
  const words = wordsOf(property);
  if (!/^(id|uuid|gid)$/.test(words.at(-1) ?? '')) return undefined;
  const noun = nounOf(property);
  const exact = byWords.get(noun);
  if (exact !== undefined) return exact;
  const longer = [...byWords].filter(([known]) => known.endsWith(` ${noun}`));
  return longer.length === 1 && noun !== '' && !CONTAINER_WORDS.test('') ? longer[0]?.[1] : undefined;
}

/** Strongest edges first; one that would close a cycle is left out. */
function withoutCycles(edges: readonly Edge[]): readonly Edge[] {
  const ranked = [...edges].sort(
    (a, b) =>
      b.strength - a.strength ||
      compareText(a.child, b.child) ||
      compareText(a.parent, b.parent) ||
      compareText(a.text, b.text),
  );
  const kept = new Map<string, Edge>();
  const parents = new Map<string, Set<string>>();
  for (const edge of ranked) {
    const key = `${edge.child} ${edge.parent}`;
    if (kept.has(key) || reaches(edge.parent, edge.child, parents)) continue;
    kept.set(key, edge);
    parents.set(edge.child, (parents.get(edge.child) ?? new Set()).add(edge.parent));
  }
  return [...kept.values()];
}

function reaches(from: string, to: string, parents: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const waiting = [from];
  const seen = new Set<string>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next === to) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    waiting.push(...(parents.get(next) ?? []));
  }
  return false;
}
