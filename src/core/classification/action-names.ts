import { endpointKey } from '../endpoints/endpoint-key.ts';
import { isAboutOne, PATTERN_TRAITS } from '../endpoints/pattern.ts';
import { type Endpoint, isReading } from '../openapi/endpoint.ts';
import { freeName } from '../values/free-name.ts';
import type { Decided, EntityTyping } from './entity-types.ts';
import { findTwins } from './shared-route.ts';
import type { Facts } from './signals/facts.ts';
import { isSelection } from './words.ts';

/** A decided endpoint, and what a person said that its action is called. */
interface NamedVerdict extends Decided {
  readonly action?: string;
}

/** What the action of each endpoint is called. */
export type ActionNames = ReadonlyMap<Endpoint, string>;

/**
 * Every endpoint's action: its operation id, unless an earlier one has it; a batch takes the action of one of its kind, and what no
 * call can tell apart has one action, where it asks for one decision. `own` leaves batches their own names.
 */
export function nameActions(
  verdicts: readonly NamedVerdict[],
  typing: EntityTyping,
): { readonly shared: ActionNames; readonly own: ActionNames } {
  const own = nameOwnActions(verdicts);
  const twins = findTwins(
    verdicts.map((verdict) => ({
      endpoint: verdict.endpoint,
      method: verdict.endpoint.method,
      path: verdict.endpoint.path,
      pattern: verdict.pattern,
      from: verdict.from,
      about: typing.resourceOf(verdict).type,
      action: verdict.action,
    })),
  );
  const withTwins = (actions: ActionNames) => {
    const named = [...twins]
      .filter(([one]) => one.action === undefined)
      .map(([one, other]) => [one.endpoint, actions.get(other.endpoint) ?? ''] as const);
    return withNames(actions, named);
  };
  return { shared: withTwins(nameActionsByKind(verdicts, typing, own)), own: withTwins(own) };
}

function nameActionsByKind(
  verdicts: readonly NamedVerdict[],
  typing: EntityTyping,
  actions: ActionNames,
): ActionNames {
  const singles = findSingles(verdicts, typing);
  const shared = verdicts.flatMap((verdict) => {
    const single = PATTERN_TRAITS[verdict.pattern].hasItems
      ? singles.get(kindOf(verdict, typing))
      : undefined;
    const action = single && actions.get(single);
    return action === undefined || verdict.action !== undefined ? [] : [[verdict.endpoint, action] as const];
  });
  return withNames(actions, shared);
}

/** Hardly ever is there any: there may be thousands of actions. */
function withNames(
  actions: ActionNames,
  others: readonly (readonly [endpoint: Endpoint, action: string])[],
): ActionNames {
  return others.length === 0 ? actions : new Map([...actions, ...others]);
}

function nameOwnActions(verdicts: readonly NamedVerdict[]): ReadonlyMap<Endpoint, string> {
  const taken = new Set<string>();
  const named = verdicts.map(({ endpoint, action }) => {
    const wanted = endpoint.operationId ?? endpointKey(endpoint);
    const own = firstFree([wanted, endpointKey(endpoint)], taken);
    taken.add(own);
    return [endpoint, action ?? own] as const;
  });
  return new Map(named);
}

function firstFree(names: readonly [string, string], taken: ReadonlySet<string>): string {
  const [first, second] = names;
  const isTaken = (name: string) => taken.has(name);
  return isTaken(first) ? freeName(second, isTaken, (number) => `${second} (${number})`) : first;
}

/** The endpoint that does to one resource what a batch does to several: of some, the first that names least beside it. */
function findSingles(verdicts: readonly NamedVerdict[], typing: EntityTyping): ReadonlyMap<string, Endpoint> {
  const singles = verdicts
    .filter(({ pattern, facts }) => isAboutOne(pattern) && facts.endsWithIdentifier)
    .reverse()
    .sort((a, b) => b.facts.inPath.length - a.facts.inPath.length);
  return new Map(singles.map((verdict) => [kindOf(verdict, typing), verdict.endpoint]));
}

/**
 * Those of one kind may have one action: who may update a thing may not therefore delete several by `POST /things/delete`, and who
 * may delete a key below `/user/keys` may not therefore delete any below `/admin/keys`.
 */
function kindOf(verdict: NamedVerdict, typing: EntityTyping): string {
  const { type } = typing.resourceOf(verdict);
  return [verdict.endpoint.method, deedOf(verdict), type, ...placeOf(verdict.facts)].join(' ');
}

/** The collection and the words before it, without the containers that are identified, verbs, and how many are meant. */
function placeOf({ steps, pathVerb, verbBefore }: Facts): readonly string[] {
  const last = steps.findLastIndex(({ kind }) => kind === 'literal');
  const verb = (pathVerb ?? verbBefore)?.word;
  return steps.flatMap(({ kind, text, noun }, index) => {
    const isContainer = index !== last && steps[index + 1]?.kind === 'parameter';
    const isPlace = kind === 'literal' && !isContainer && noun.replace(/^(batch|bulk) /, '') !== verb;
    return isPlace && !isSelection(text) && !COUNTS.test(text) ? [noun] : [];
  });
}

/** Words by which a path says how many are meant, or by what. */
const COUNTS = /^(multiple|several|many|by|ids)$/i;

/** What a call does, in a word. Where the path has no verb, the method says enough of a read and a deletion. */
function deedOf({ endpoint, facts }: Decided): string {
  const { method } = endpoint;
  const byMethod = isReading(endpoint) ? 'read' : method === 'DELETE' ? 'delete' : 'update';
  const said = facts.pathVerb ?? facts.verbBefore ?? (byMethod === 'update' ? facts.nameVerb : undefined);
  if (said === undefined || (said.intent === 'create' && method !== 'POST')) return byMethod;
  return SAME_DEEDS.find(([, words]) => words.test(said.word))?.[0] ?? said.word;
}

/** Words for one deed. */
const SAME_DEEDS: readonly (readonly [deed: string, words: RegExp])[] = [
  [
    'read',
    /^(get|gets|read|reads|fetch|retrieve|show|view|list|lists|find|query|search|lookup|describe|load)$/,
  ],
  ['update', /^(update|updates|edit|edits|set|sets|put|patch|modify|change)$/],
  ['delete', /^(delete|deletes|remove|removes|destroy|erase|del)$/],
];
