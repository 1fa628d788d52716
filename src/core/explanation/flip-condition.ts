import { memoizeByIdentity } from '../caching/memoize.ts';
import type { CedarValueJson } from '../cedar/cedar.ts';
import { EntityMap, type EntityUid, entityStore, plainUid } from '../cedar/entity.ts';
import { printPattern, printUid, printValue, uidOfValue } from '../cedar/print-value.ts';
import {
  type EditWorld,
  elementEdit,
  memberEdit,
  outsiderEdit,
  type SituationEdit,
  setEdit,
  were,
} from './edit.ts';
import { type ComparisonOperator, type Expression, lookUp, rootOf, type Situation } from './expression.ts';

/** One way in which a condition would turn out as wanted: what its subject would have to be, and the change that makes it so. */
export interface Flip {
  readonly subject: Expression;
  /** `"draft"`, `< 5`, `in App::Role::"editor"`. */
  readonly expected: string;
  readonly edit: SituationEdit | undefined;
}

/** What a condition is to be, and what it is evaluated on. */
export interface Aim {
  readonly wanted: boolean;
  readonly situation: Situation;
  readonly world: EditWorld;
}

/** All simple ways to make a condition as it is wanted; none for a condition that is not simple. */
export function flipsOf(expression: Expression, aim: Aim): Flip[] {
  const { wanted, situation } = aim;
  switch (expression.kind) {
    case 'attribute':
    case 'tag':
      return flipsBySetting(expression, wanted, `${wanted}`, situation);
    case 'comparison':
      return flipsOfComparison(expression, aim);
    case 'has':
      return flipsOfHas(expression, aim);
    case 'like':
      return flipsOfLike(expression, aim);
    case 'is':
      return flipsOfIs(expression, aim);
    default:
      return [];
  }
}

type Of<K extends Expression['kind']> = Expression & { readonly kind: K };

function flipsBySetting(
  subject: Expression,
  value: CedarValueJson,
  expected: string,
  situation: Situation,
): Flip[] {
  return rootOf(subject) ? [{ subject, expected, edit: setEdit(subject, value, situation) }] : [];
}

// ---- comparisons ----

function flipsOfComparison(comparison: Of<'comparison'>, aim: Aim): Flip[] {
  const { wanted, situation } = aim;
  const { op } = comparison;
  if (op === 'in') return flipsOfMembership(comparison.left, comparison.right, aim);
  if (op === 'contains') return flipsOfContains(comparison, aim);
  if (op === 'containsAll' || op === 'containsAny') return [];
  const relation = wanted ? op : OPPOSITES[op];
  return [
    ...flipsOfRelation(comparison.left, relation, lookUp(comparison.right, situation), situation),
    ...flipsOfRelation(comparison.right, MIRRORED[relation], lookUp(comparison.left, situation), situation),
  ];
}

type OrderRelation = Exclude<ComparisonOperator, 'in' | 'contains' | 'containsAll' | 'containsAny'>;

const OPPOSITES: Readonly<Record<OrderRelation, OrderRelation>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};

const MIRRORED: Readonly<Record<OrderRelation, OrderRelation>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

function flipsOfRelation(
  subject: Expression,
  relation: OrderRelation,
  other: CedarValueJson | undefined,
  situation: Situation,
): Flip[] {
  if (other === undefined || !rootOf(subject)) return [];
  if (relation === '==') return flipsBySetting(subject, other, printValue(other), situation);
  const expected = `${relation} ${printValue(other)}`;
  const value = relation === '!=' ? anotherThan(other) : nextTo(relation, other);
  const text = relation === '!=' ? were(subject, `other than \`${printValue(other)}\``) : undefined;
  const edit = value === undefined ? undefined : setEdit(subject, value, situation, text);
  return [{ subject, expected, edit }];
}

/** Some value that is not this one. */
function anotherThan(value: CedarValueJson): CedarValueJson | undefined {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return exactOnly(value + 1);
  return typeof value === 'string' ? `${value}-` : undefined;
}

/** The nearest number for which the relation holds. */
function nextTo(relation: OrderRelation, limit: CedarValueJson): CedarValueJson | undefined {
  if (typeof limit !== 'number') return undefined;
  if (relation === '<') return exactOnly(limit - 1);
  return relation === '>' ? exactOnly(limit + 1) : limit;
}

/** Larger numbers are rounded. */
function exactOnly(value: number): number | undefined {
  return Number.isSafeInteger(value) ? value : undefined;
}

// ---- membership ----

/** To be in one of several is to be in any of them; to be in none, all must be left, so only the first is named. */
function flipsOfMembership(left: Expression, right: Expression, aim: Aim): Flip[] {
  const { wanted, situation } = aim;
  const container = lookUp(right, situation);
  const uids = [container].flat().flatMap((value) => uidOfValue(value) ?? []);
  const named = uids.flatMap((uid) => {
    const edit = wanted ? memberEdit(left, uid, situation) : outsiderEdit(left, uid, situation);
    return [{ subject: left, expected: `${wanted ? 'in' : 'not in'} ${printUid(uid)}`, edit }];
  });
  const ways = wanted ? named : named.filter(({ edit }) => edit !== undefined).slice(0, 1);
  return [...ways, ...(Array.isArray(container) ? flipsOfContainers(left, right, aim) : [])];
}

/** The set of containers changes instead: it gets, or loses, something that the left side is in. */
function flipsOfContainers(left: Expression, right: Expression, { wanted, situation, world }: Aim): Flip[] {
  const uid = uidOfValue(lookUp(left, situation));
  if (!uid || !rootOf(right)) return [];
  const members = new Set([lookUp(right, situation)].flat().map((value) => printValue(value ?? null)));
  const ancestors = aboveOf(uid, situation).filter((one) => members.has(printUid(one)) !== wanted);
  return ancestors.flatMap((ancestor) => {
    const edit = elementEdit(right, { element: { __entity: ancestor }, isMember: wanted }, situation, world);
    return edit
      ? [{ subject: right, expected: `${wanted ? 'with' : 'without'} ${printUid(ancestor)}`, edit }]
      : [];
  });
}

/** The entity itself, then what it is in, as the engine knows it: a parent counts whether or not anything is known of it. */
export function aboveOf(uid: EntityUid, { entities }: Situation): EntityUid[] {
  const { get } = storeOf(entities);
  const found = new EntityMap<EntityUid>();
  const waiting = [uid];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!found.add(next, next)) continue;
    for (const parent of get(next)?.parents ?? []) waiting.push(plainUid(parent));
  }
  return [...found.values()];
}

/** Each condition asks about the same entities again. */
const storeOf = memoizeByIdentity(entityStore);

function flipsOfContains({ left, right }: Of<'comparison'>, { wanted, situation, world }: Aim): Flip[] {
  const element = lookUp(right, situation);
  if (element === undefined || !rootOf(left)) return [];
  const edit = elementEdit(left, { element, isMember: wanted }, situation, world);
  return [{ subject: left, expected: `${wanted ? 'with' : 'without'} ${printValue(element)}`, edit }];
}

// ---- other conditions ----

/** What an attribute or a tag would hold is not known here, so that only its absence can be tried. */
function flipsOfHas({ subject }: Of<'has'>, { wanted, situation }: Aim): Flip[] {
  if (!rootOf(subject)) return [];
  if (wanted) return [{ subject, expected: 'any value', edit: undefined }];
  return [{ subject, expected: '(none)', edit: setEdit(subject, undefined, situation) }];
}

function flipsOfLike({ of, pattern }: Of<'like'>, { wanted, situation }: Aim): Flip[] {
  if (!rootOf(of)) return [];
  const expected = `${wanted ? 'like' : 'not like'} ${printPattern(pattern)}`;
  const value = wanted ? pattern.map((literal) => literal ?? '').join('') : '';
  const text = were(of, `${wanted ? '' : 'not '}like \`${printPattern(pattern)}\``);
  return [{ subject: of, expected, edit: setEdit(of, value, situation, text) }];
}

function flipsOfIs(condition: Of<'is'>, aim: Aim): Flip[] {
  const { wanted, situation } = aim;
  const uid = uidOfValue(lookUp(condition.of, situation));
  const fits = uid?.type === condition.type;
  if (fits && condition.in) return flipsOfMembership(condition.of, condition.in, aim);
  return rootOf(condition.of)
    ? [
        {
          subject: condition.of,
          expected: `${wanted ? '' : 'not '}of type ${condition.type}`,
          edit: undefined,
        },
      ]
    : [];
}
