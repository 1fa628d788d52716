import { validatePolicies } from '../../src/core/cedar/cedar.ts';
import { compareSides } from '../../src/core/guarantees/comparison/compare.ts';
import type { EndpointChange, Side, Turn } from '../../src/core/guarantees/comparison/comparison.ts';
import { readSchema } from '../../src/core/model/read-schema.ts';
import { withoutSlots } from '../fuzz/links.ts';
import { isAllowed, policiesOf, type Shown, shownWorlds, someLinked, type Tally } from './analysis-fuzzer.ts';
import { PLAIN_SERVER } from './plain-server.ts';
import { conditionSource } from './random-conditions.ts';
import { sliceOf } from './random-facts.ts';
import {
  changedSchema,
  eitherSchema,
  type Fields,
  type RandomSchema,
  type RandomType,
  randomSchema,
  schemaOf,
} from './random-schema.ts';
import { type Random, randomSource } from './random-source.ts';
import { randomWorld, type World } from './random-world.ts';

const WORLDS = 40;

export interface ComparisonOptions {
  /** Whether the action has an endpoint, so that policies see the slice alone. */
  readonly isServed?: boolean;
}

/** Two states of random policies, each with a schema of its own: what is said of the change is held against the engine of each state. */
export function fuzzComparison(
  seed: number,
  tally: Tally,
  { isServed = false }: ComparisonOptions = {},
): void {
  const random = randomSource(seed);
  const first = randomSchema(random);
  const other = random.once(4) ? first : changedSchema(random, first);
  const [before, after] = random.once(3) ? [other, first] : [first, other];
  const principalType = random.pick(['User', 'Team']);
  const [old, now] = changedTexts(random, [before, after], principalType);
  const text = isServed ? servedText : plainText;
  const name: (text: string) => string = isServed && random.once(3) ? renamed : (same) => same;
  const compared = compareSides(
    sideOf('before', text(before), old),
    sideOf('after', name(text(after)), now.map(name)),
    { mostEffort: 5_000_000 },
  );
  if (!compared.ok) throw new Error(`seed ${seed}: ${JSON.stringify(compared.diagnostics)}`);
  const change = compared.value.endpoints.find(({ action }) => ['act', 'deed'].includes(action));
  if (!change) throw new Error(`seed ${seed}: no change`);
  // With another context as well, they are two actions.
  if (change.presence !== 'both') return;
  const either = eitherSchema(random, before, after);
  const otherType = principalType === 'User' ? 'Team' : 'User';
  const worlds = Array.from({ length: WORLDS }, (_, index) =>
    randomWorld(random, either, index % 4 === 0 ? otherType : principalType),
  );
  const seenBy = isServed ? sliceOf : (world: World) => world;
  const decide: Decide = (made, schema, texts) => decisions(made, seenBy, schema, texts);
  const lists = listedIn(before, after);
  const decided = [decide(worlds, lists, old), decide(worlds, after, now)];
  judge(`seed ${seed}`, change, { worlds, decided, tally });
  for (const turn of [change.opened, change.closed])
    if (turn) judgeExample(`seed ${seed}`, turn, { states: [lists, old, after, now], decide }, tally);
}

/** The schema of the earlier state with what the later one lists besides: its policies are asked about that as well. */
function listedIn(before: RandomSchema, after: RandomSchema): RandomSchema {
  const types = Object.entries(before.types).map(([name, type]): [string, RandomType] => {
    const later = after.types[name]?.members;
    const members = type.members && later && [...new Set([...type.members, ...later])];
    return [name, { ...type, members }];
  });
  return schemaOf(Object.fromEntries(types), before.context);
}

/** With another name of the action, which changes nothing else. */
function renamed(text: string): string {
  return text.replaceAll('Action::"act"', 'Action::"deed"').replace('"act":{', '"deed":{');
}

function plainText({ text }: RandomSchema): string {
  return text;
}

/** The schema with an endpoint for its action: authz makes the requests then, and sends the slice alone. */
function servedText({ json }: RandomSchema): string {
  const [[name, space] = ['', undefined]] = Object.entries(json);
  const { act, ...others } = space?.actions ?? {};
  const annotations = { endpoint: 'GET /docs/{id} single-resource path:id' };
  return JSON.stringify({ [name]: { ...space, actions: { ...others, act: { ...act, annotations } } } });
}

/** Some policies stay, some change, some go: all of one schema or the other. */
function changedTexts(
  random: Random,
  schemas: readonly [RandomSchema, RandomSchema],
  principalType: string,
): readonly [readonly string[], readonly string[]] {
  const sources = schemas.map((schema) => conditionSource(random, schema, principalType));
  const write = (index: number) => {
    const source = random.pick(sources);
    const [text = ''] = someLinked([source.policy()], source, random);
    return text.startsWith('@id')
      ? text.replace('@id("p0")', `@id("p${index}")`)
      : `@id("p${index}") ${text}`;
  };
  const open = random.once(2) ? ['@id("open") permit (principal, action, resource);'] : [];
  const before = [0, 1, 2].map(write);
  const after = before.flatMap((text, index) => {
    if (random.once(5)) return [];
    return [random.once(3) ? write(index) : text];
  });
  const added = random.once(3) ? [write(3)] : [];
  const [old, now] = schemas;
  return [
    [...open, ...before.filter((text) => hasRightTypes(text, old))],
    [...open, ...[...after, ...added].filter((text) => hasRightTypes(text, now))],
  ];
}

/** Whether nothing but guards is missing, as in what was written for another schema: an attribute may be of another type there. */
export function hasRightTypes(text: string, { json }: Pick<RandomSchema, 'json'>): boolean {
  const answer = validatePolicies(json, { it: withoutSlots(text) });
  return answer.ok && answer.value.errors.every(({ error }) => MISSING_GUARD.test(error.message));
}

const MISSING_GUARD = /unable to guarantee safety|not found/;

function sideOf(name: string, text: string, texts: readonly string[]): Side {
  const schema = readSchema({ file: name, text });
  if (!schema.ok) throw new Error(JSON.stringify(schema.diagnostics));
  return {
    ...PLAIN_SERVER,
    name,
    schema: schema.value,
    policySet: { policies: policiesOf(texts), templates: [] },
  };
}

type Decided = ReadonlyMap<World, boolean>;
type Decide = (worlds: readonly World[], schema: RandomSchema, texts: readonly string[]) => Decided;

/** Whether each world is allowed, where it fits the schema. What the schema does not know is left out of it. */
function decisions(
  worlds: readonly World[],
  seenBy: (world: World) => World,
  schema: RandomSchema,
  texts: readonly string[],
): Decided {
  const policies = policiesOf(texts);
  const seen = new Map(worlds.map((world) => [seenBy(seenWith(schema, world)), world]));
  return new Map(
    shownWorlds([...seen.keys()], schema.json, texts, policies).map(({ world, outcomes }: Shown) => [
      seen.get(world) ?? world,
      isAllowed(policies, outcomes),
    ]),
  );
}

interface Judged {
  readonly worlds: readonly World[];
  readonly decided: readonly Decided[];
  readonly tally: Tally;
}

function judge(label: string, change: EndpointChange, { worlds, decided, tally }: Judged): void {
  const [before, after] = decided;
  for (const kind of ['opened', 'closed'] as const) {
    tally.questions += 1;
    const isOutOfDoubt = kind === 'opened' && change.undecidedOnlyCloses === true;
    const others = (isOutOfDoubt ? [] : change.reasons).map(({ what, message }) => `${what}: ${message}`);
    if (change[kind]) tally.refuted += 1;
    else if (others.length > 0) {
      for (const reason of change.reasons) countReason(label, reason, tally);
    } else {
      tally.proven += 1;
      const tried = worlds.filter((world) => before?.has(world) && after?.has(world));
      tally.attacks += tried.length;
      const against = tried.find((world) => {
        const [was, is] = [before?.get(world), after?.get(world)];
        return kind === 'opened' ? !was && is : was && !is;
      });
      if (against) tally.wrong.push(`UNSOUND ${label}: not ${kind} ${JSON.stringify(against)}`);
    }
  }
}

function countReason(
  label: string,
  { what, message }: EndpointChange['reasons'][number],
  { notDecided, wrong }: Tally,
): void {
  const name = what === 'schema' ? 'the schemas disagree' : what;
  notDecided.set(name, (notDecided.get(name) ?? 0) + 1);
  if (/defect|decides (?:the example )?otherwise/.test(message)) wrong.push(`SPURIOUS ${label}: ${message}`);
}

interface JudgedTurn {
  readonly states: readonly [RandomSchema, readonly string[], RandomSchema, readonly string[]];
  readonly decide: Decide;
}

/** An example must be one for the engine of each state. */
function judgeExample(
  label: string,
  { example, before, after }: Turn,
  { states: [old, oldTexts, now, nowTexts], decide }: JudgedTurn,
  tally: Tally,
): void {
  const { principal, resource, context } = example.request;
  const action = { type: 'Action', id: 'act' };
  const world: World = { principal, action, resource, context, entities: example.entities };
  const listed = now.types.Plan?.members;
  for (const [, id = ''] of JSON.stringify(world).matchAll(/"type":"Plan","id":("(?:[^"\\\\]|\\\\.)*")/g))
    if (listed && !listed.includes(JSON.parse(id) as string))
      tally.wrong.push(`UNLISTED ${label}: ${JSON.stringify(world)}`);
  const [was, is] = [decide([world], old, oldTexts), decide([world], now, nowTexts)].map((decided) =>
    decided.get(world),
  );
  // What no policy looks at may be of different types on the two sides.
  if (was === undefined || is === undefined) return;
  if (was !== (before?.decision === 'allow') || is !== (after?.decision === 'allow') || was === is)
    tally.wrong.push(`SPURIOUS ${label}: ${JSON.stringify(world)}`);
}

// ---- what a schema knows of a world ----

function seenWith({ types, context }: RandomSchema, world: World): World {
  const above = (name: string, found = new Set<string>()): ReadonlySet<string> => {
    for (const parent of types[name]?.parents ?? []) if (!found.has(parent)) above(parent, found.add(parent));
    return found;
  };
  const entities = world.entities.map(({ uid, attrs, parents, tags }) => {
    const { type } = uid as { type: string };
    const known = types[type];
    const hasTags = known?.tags !== undefined && tags !== undefined;
    return {
      uid,
      attrs: seenRecord(known?.fields ?? {}, attrs),
      parents: parents.filter((parent) => above(type).has((parent as { type: string }).type)),
      ...(hasTags ? { tags } : {}),
    };
  });
  return { ...world, context: seenRecord(context, world.context), entities };
}

function seenRecord(fields: Fields, values: World['context']): World['context'] {
  const seen = Object.entries(values).flatMap(([name, value]): [string, World['context'][string]][] => {
    const type = fields[name]?.type;
    if (!type) return [];
    const isHeld = type.kind === 'Record' && typeof value === 'object' && value !== null;
    return [[name, isHeld ? seenRecord(type.fields, value as World['context']) : value]];
  });
  return Object.fromEntries(seen);
}
