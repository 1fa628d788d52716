import type { Decision } from '../engine/engine.ts';
import type { PartTruths } from '../engine/part-evaluation.ts';
import { traitsOf, wantedInside } from '../policies/part-traits.ts';
import type { Policy } from '../policies/policy.ts';
import type { PolicyPart, PolicyParts } from '../policies/policy-parts.ts';
import type { EditWorld, SituationEdit } from './edit.ts';
import type { SmallestChange } from './explanation.ts';
import type { Expression, Situation } from './expression.ts';
import { flipsOf } from './flip-condition.ts';

/** What the search for changes needs to know and to ask. */
export interface ChangeSearch {
  /** Whether the engine is certain to refuse the situation, so that it need not be asked. */
  readonly isRefused: (situation: Situation) => boolean;
  readonly decide: (situation: Situation) => Decision;
  /** `undefined` where the engine refuses the situation. */
  readonly truthsIn: (situation: Situation) => PartTruths | undefined;
  readonly partsOf: (policyId: string) => PolicyParts | undefined;
  readonly read: (part: PolicyPart) => Expression | undefined;
  /** The policies of an effect that are about the action, nearest first. */
  readonly nearest: (effect: 'permit' | 'forbid', truthOf: PartTruths) => readonly Policy[];
  readonly world: EditWorld;
  /** How many changes are looked for, where several are equally small. */
  readonly mostChanges: number;
}

/** How many situations the engine decides for one explanation, at most. */
const MOST_DECISIONS = 24;
const MOST_EDITS = 4;

/**
 * The smallest changes that turn the decision. Edits that would make the nearest policies apply, or those that decided not apply, are
 * tried in order of their number; the engine decides each changed situation, and only what it confirms is an answer. `truthOf` is about the
 * situation as it is.
 */
export function findSmallestChanges(
  start: Situation,
  decision: Decision,
  truthOf: PartTruths,
  search: ChangeSearch,
): SmallestChange[] {
  const goal = decision.decision === 'allow' ? 'deny' : 'allow';
  const waiting = attemptsFrom({ edits: [], situation: start, start }, decision, () => truthOf, search);
  const tried = new Set<string>();
  const found: SmallestChange[] = [];
  let left = MOST_DECISIONS;
  for (let next = takeSmallest(waiting); next; next = takeSmallest(waiting)) {
    const key = next.edits
      .map(({ text }) => text)
      .sort()
      .join('\n');
    if (tried.has(key)) continue;
    if (left === 0 || found.length >= search.mostChanges || isLarger(next, found)) break;
    tried.add(key);
    left -= 1;
    if (search.isRefused(next.situation)) continue;
    const changed = search.decide(next.situation);
    if (turns(changed, goal)) {
      const change = changeOf(needed(next, goal, search).edits, goal);
      if (!found.some(({ text }) => text === change.text)) found.push(change);
    }
    // What comes of a failed attempt is larger than it, and so than any change that was found.
    else if (found.length === 0) waiting.push(...attemptsFrom(next, changed, search.truthsIn, search));
  }
  return found;
}

function turns({ decision, kind }: Decision, goal: Decision['decision']): boolean {
  return decision === goal && kind !== 'errored';
}

/** Without the edits that change nothing about the decision: another edit may have made them idle. */
function needed(attempt: EditAttempt, goal: Decision['decision'], search: ChangeSearch): EditAttempt {
  if (attempt.edits.length === 1) return attempt;
  for (const edit of attempt.edits) {
    const others = attempt.edits.filter((other) => other !== edit);
    const smaller = { start: attempt.start, ...carriedOut(attempt.start, others, search.world) };
    const isEnough = !search.isRefused(smaller.situation) && turns(search.decide(smaller.situation), goal);
    if (isEnough) return needed(smaller, goal, search);
  }
  return attempt;
}

interface EditAttempt {
  readonly edits: readonly SituationEdit[];
  /** With the edits. */
  readonly situation: Situation;
  /** Without them. */
  readonly start: Situation;
}

function takeSmallest(waiting: EditAttempt[]): EditAttempt | undefined {
  const smallest = Math.min(...waiting.map(({ edits }) => edits.length));
  const index = waiting.findIndex(({ edits }) => edits.length === smallest);
  return index < 0 ? undefined : waiting.splice(index, 1)[0];
}

function isLarger({ edits }: EditAttempt, [smallest]: readonly SmallestChange[]): boolean {
  return smallest !== undefined && edits.length > smallest.edits.length;
}

function changeOf(edits: readonly SituationEdit[], decision: 'allow' | 'deny'): SmallestChange {
  const told = edits.map(({ target, text }) => ({ target, text }));
  const verb = decision === 'allow' ? 'allowed' : 'denied';
  return {
    target: told[0]?.target ?? 'resource',
    text: `it would be ${verb} if ${told.map(({ text }) => text).join(' and ')}`,
    decision,
    edits: told,
  };
}

// ---- what to try next ----

function attemptsFrom(
  from: EditAttempt,
  decision: Decision,
  truthsIn: ChangeSearch['truthsIn'],
  search: ChangeSearch,
): EditAttempt[] {
  if (from.edits.length >= MOST_EDITS || decision.kind === 'not-found') return [];
  const truthOf = truthsIn(from.situation);
  if (!truthOf) return [];
  const ways = waysToTurn(decision, from.situation, truthOf, search);
  return ways.flatMap((edits) => {
    const all = [...from.edits, ...edits];
    const isNew = edits.length > 0 && new Set(all.map(({ text }) => text)).size === all.length;
    if (!isNew || all.length > MOST_EDITS) return [];
    return [{ start: from.start, ...carriedOut(from.start, all, search.world) }];
  });
}

/** Another principal or resource comes first; where one is, what it is so already need not be said. */
function carriedOut(
  start: Situation,
  edits: readonly SituationEdit[],
  world: EditWorld,
): Pick<EditAttempt, 'edits' | 'situation'> {
  const apply = (situation: Situation, edit: SituationEdit) => edit.apply(situation, world);
  if (!edits.some(({ comesFirst }) => comesFirst)) return { edits, situation: edits.reduce(apply, start) };
  const inOrder = [true, false].flatMap((first) => edits.filter((edit) => edit.comesFirst === first));
  const needed: SituationEdit[] = [];
  let situation = start;
  for (const edit of inOrder) {
    const changed = apply(situation, edit);
    if (JSON.stringify(changed) !== JSON.stringify(situation)) needed.push(edit);
    situation = changed;
  }
  return { edits: needed, situation };
}

/** Edits that belong together. */
type Way = readonly SituationEdit[];

const MOST_POLICIES = 4;

function waysToTurn(
  decision: Decision,
  situation: Situation,
  truthOf: PartTruths,
  search: ChangeSearch,
): Way[] {
  const policyWays = (policyId: string, wanted: boolean) => {
    const parts = search.partsOf(policyId);
    // A condition says more than who the policy is for, so it is the first to be turned.
    const all = parts ? [...parts.clauses, ...parts.scope] : [];
    const facts = { situation, search, truthOf: (part: PolicyPart) => truthOf(policyId, part).truth };
    return wanted
      ? combineWays(all.map((part) => waysTo(part, true, facts)))
      : all.flatMap((part) => waysTo(part, false, facts));
  };
  const nearest = (effect: 'permit' | 'forbid') =>
    search
      .nearest(effect, truthOf)
      .slice(0, MOST_POLICIES)
      .flatMap(({ id }) => policyWays(id, true));
  const determining = decision.determining.map(({ id }) => policyWays(id, false));
  switch (decision.kind) {
    case 'allowed':
      return [...combineWays(determining), ...nearest('forbid')];
    case 'forbidden':
      return combineWays(determining);
    case 'errored':
      return decision.errors.flatMap(({ policy }) =>
        policy ? [...policyWays(policy.id, true), ...policyWays(policy.id, false)] : [],
      );
    default:
      return nearest('permit');
  }
}

interface WayFacts {
  readonly situation: Situation;
  readonly search: ChangeSearch;
  readonly truthOf: (part: PolicyPart) => string;
}

/** The ways to make a part true, or false; the way of doing nothing where it is so already. */
function waysTo(part: PolicyPart, wanted: boolean, facts: WayFacts): Way[] {
  if (facts.truthOf(part) === `${wanted}`) return [[]];
  const inner = part.parts.map((one) => waysTo(one, wantedInside(part, wanted), facts));
  if (part.parts.length > 0) return traitsOf(part).settledBy === !wanted ? combineWays(inner) : inner.flat();
  const expression = facts.search.read(part);
  if (!expression) return [];
  // What an attribute should hold is said by the condition that goes with `has`, if any: its edit brings the attribute, too.
  if (expression.kind === 'has' && wanted) return [[]];
  const ways = flipsOf(expression, { wanted, situation: facts.situation, world: facts.search.world });
  return ways.flatMap(({ edit }) => (edit ? [[edit]] : []));
}

const MOST_WAYS = 12;

/** One way of each, in all combinations; the first few of them. */
function combineWays(all: readonly (readonly Way[])[]): Way[] {
  return all.reduce<Way[]>(
    (combined, ways) => combined.flatMap((one) => ways.map((way) => [...one, ...way])).slice(0, MOST_WAYS),
    [[]],
  );
}
