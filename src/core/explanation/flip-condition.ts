import { memoizeByIdentity } from '../caching/memoize.ts';
import type { CedarValueJson } from '../cedar/cedar.ts';
import { type EntityUid, entityStore, plainUid } from '../cedar/entity.ts';
import { entityOf, printPattern, printUid, printValue } from '../cedar/print-value.ts';
import {
  elementEdit,
  memberEdit,
  outsiderEdit,
  type SituationEdit,
  setEdit,
  type World,
  were,
} from './edit.ts';
import { type Comparison, type Expression, lookUp, rootOf, type Situation } from './expression.ts';

/** One way in which a condition would turn out as wanted: what its subject would have to be, and the change that makes it so. */
export interface Requirement {
  readonly subject: Expression;
  /** `"draft"`, `< 5`, `in App::Role::"editor"`. */
  readonly expected: string;
  readonly edit: SituationEdit | undefined;
}

/** All simple ways to make a condition true, or false; none where it is not a simple one. */
export function requirements(
  expression: Expression,
  wanted: boolean,
  situation: Situation,
  world: World,
): Requirement[] {
  switch (expression.kind) {
    case 'attribute':
      return settable(expression, wanted, `${wanted}`, situation);
    case 'comparison':
      return compared(expression, wanted, situation, world);
    case 'has':
      return present(expression, wanted, situation);
    case 'like':
      return matched(expression, wanted, situation);
    case 'is':
      return ofType(expression, wanted, situation, world);
    default:
      return [];
  }
}

type Of<K extends Expression['kind']> = Expression & { readonly kind: K };

function settable(
  subject: Expression,
  value: CedarValueJson,
  expected: string,
  situation: Situation,
): Requirement[] {
  return rootOf(subject) ? [{ subject, expected, edit: setEdit(subject, value, situation) }] : [];
}

// ---- comparisons ----

function compared(
  comparison: Of<'comparison'>,
  wanted: boolean,
  situation: Situation,
  world: World,
): Requirement[] {
  const { op } = comparison;
  if (op === 'in') return inside(comparison.left, comparison.right, wanted, situation, world);
  if (op === 'contains') return containing(comparison, wanted, situation, world);
  if (op === 'containsAll' || op === 'containsAny') return [];
  const relation = wanted ? op : OPPOSITES[op];
  return [
    ...related(comparison.left, relation, lookUp(comparison.right, situation), situation),
    ...related(comparison.right, MIRRORED[relation], lookUp(comparison.left, situation), situation),
  ];
}

type Relation = Exclude<Comparison, 'in' | 'contains' | 'containsAll' | 'containsAny'>;

const OPPOSITES: Readonly<Record<Relation, Relation>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};

const MIRRORED: Readonly<Record<Relation, Relation>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

function related(
  subject: Expression,
  relation: Relation,
  other: CedarValueJson | undefined,
  situation: Situation,
): Requirement[] {
  if (other === undefined || !rootOf(subject)) return [];
  if (relation === '==') return settable(subject, other, printValue(other), situation);
  const expected = `${relation} ${printValue(other)}`;
  const value = relation === '!=' ? anotherThan(other) : nextTo(relation, other);
  const text = relation === '!=' ? were(subject, `other than \`${printValue(other)}\``) : undefined;
  const edit = value === undefined ? undefined : setEdit(subject, value, situation, text);
  return [{ subject, expected, edit }];
}

/** Some value that is not this one. */
function anotherThan(value: CedarValueJson): CedarValueJson | undefined {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  return typeof value === 'string' ? `${value}-` : undefined;
}

/** The nearest number for which the relation holds. */
function nextTo(relation: Relation, limit: CedarValueJson): CedarValueJson | undefined {
  if (typeof limit !== 'number') return undefined;
  if (relation === '<') return limit - 1;
  return relation === '>' ? limit + 1 : limit;
}

// ---- membership ----

/** To be in one of several is to be in any of them; to be in none, all must be left, so only the first is named. */
function inside(
  left: Expression,
  right: Expression,
  wanted: boolean,
  situation: Situation,
  world: World,
): Requirement[] {
  const container = lookUp(right, situation);
  const uids = [container].flat().flatMap((value) => entityOf(value) ?? []);
  const named = uids.flatMap((uid) => {
    const edit = wanted ? memberEdit(left, uid, situation) : outsiderEdit(left, uid, situation);
    return [{ subject: left, expected: `${wanted ? 'in' : 'not in'} ${printUid(uid)}`, edit }];
  });
  const ways = wanted ? named : named.filter(({ edit }) => edit !== undefined).slice(0, 1);
  return [...ways, ...(Array.isArray(container) ? extended(left, right, wanted, situation, world) : [])];
}

/** The set of containers changes instead: it gets, or loses, something that the left side is in. */
function extended(
  left: Expression,
  right: Expression,
  wanted: boolean,
  situation: Situation,
  world: World,
): Requirement[] {
  const uid = entityOf(lookUp(left, situation));
  if (!uid || !rootOf(right)) return [];
  const members = new Set([lookUp(right, situation)].flat().map((value) => printValue(value ?? null)));
  const ancestors = aboveOf(uid, situation).filter((one) => members.has(printUid(one)) !== wanted);
  return ancestors.flatMap((ancestor) => {
    const edit = elementEdit(right, { __entity: ancestor }, wanted, situation, world);
    return edit
      ? [{ subject: right, expected: `${wanted ? 'with' : 'without'} ${printUid(ancestor)}`, edit }]
      : [];
  });
}

/** The entity itself, then what it is in. */
export function aboveOf(uid: EntityUid, { entities }: Situation): EntityUid[] {
  return [
    uid,
    ...storeOf(entities)
      .withAncestors(uid)
      .slice(1)
      .map((entity) => plainUid(entity.uid)),
  ];
}

/** Each condition asks about the same entities again. */
const storeOf = memoizeByIdentity(entityStore);

function containing(
  { left, right }: Of<'comparison'>,
  wanted: boolean,
  situation: Situation,
  world: World,
): Requirement[] {
  const element = lookUp(right, situation);
  if (element === undefined || !rootOf(left)) return [];
  const edit = elementEdit(left, element, wanted, situation, world);
  return [{ subject: left, expected: `${wanted ? 'with' : 'without'} ${printValue(element)}`, edit }];
}

// ---- other conditions ----

/** What an attribute would hold is not known here, so that only its absence can be tried. */
function present({ of, names }: Of<'has'>, wanted: boolean, situation: Situation): Requirement[] {
  const subject = names.reduce<Expression>((holder, name) => ({ kind: 'attribute', of: holder, name }), of);
  if (!rootOf(subject)) return [];
  if (wanted) return [{ subject, expected: 'any value', edit: undefined }];
  return [{ subject, expected: '(none)', edit: setEdit(subject, undefined, situation) }];
}

function matched({ of, pattern }: Of<'like'>, wanted: boolean, situation: Situation): Requirement[] {
  if (!rootOf(of)) return [];
  const expected = `${wanted ? 'like' : 'not like'} ${printPattern(pattern)}`;
  const value = wanted ? pattern.map((literal) => literal ?? '').join('') : '';
  const text = were(of, `${wanted ? '' : 'not '}like \`${printPattern(pattern)}\``);
  return [{ subject: of, expected, edit: setEdit(of, value, situation, text) }];
}

function ofType(condition: Of<'is'>, wanted: boolean, situation: Situation, world: World): Requirement[] {
  const uid = entityOf(lookUp(condition.of, situation));
  const fits = uid?.type === condition.type;
  if (fits && condition.in) return inside(condition.of, condition.in, wanted, situation, world);
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
