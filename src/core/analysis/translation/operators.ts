import type { Expr, ExprNoExt } from '../../cedar/cedar.ts';
import { NotDecided } from '../not-decided.ts';
import { choose } from '../terms/choice.ts';
import { equal, intersects, isEmpty, member, setOf, subset } from '../terms/comparison.ts';
import { and, implies, not, or } from '../terms/logic.ts';
import { type Arithmetic, arithmetic, atMost, less, number } from '../terms/number.ts';
import { type Field, record } from '../terms/record.ts';
import type { Term } from '../terms/term.ts';
import { isNumeric, NOTHING, setType } from '../terms/type.ts';
import { getTag, hasAttribute, hasAttributes, hasTag, readAttribute } from './attributes.ts';
import { isIn } from './membership.ts';
import { alwaysFails, combined, type Evaluated, fails, succeeds } from './outcome.ts';
import type { Scope } from './scope.ts';
import { like, literal } from './values.ts';

/** The operators of Cedar's expressions, by the engine's own type: a new one does not compile until it has a row below. */
export type ExpressionOperator = ExprNoExt extends infer One ? (One extends One ? keyof One : never) : never;

/** The operand of an operator, as the engine's JSON form has it. */
type OperandOf<Name extends ExpressionOperator> = Extract<ExprNoExt, Record<Name, unknown>>[Name];

/** Translates the operands of an operator. */
export type Translate = (expression: Expr) => Evaluated;

type Translators = {
  readonly [Name in ExpressionOperator]: (
    scope: Scope,
    operand: OperandOf<Name>,
    translate: Translate,
  ) => Evaluated;
};

interface Pair {
  readonly left: Expr;
  readonly right: Expr;
}

/** What each operator means. */
export const OPERATOR_MEANINGS: Translators = {
  Value: (scope, value) => succeeds(scope.table, literal(scope, value)),
  Var: (scope, name) => succeeds(scope.table, scope[name]),
  Slot: (_, slot) => {
    throw new NotDecided(slot, 'a template that is not linked');
  },
  '!': (scope, { arg }, translate) =>
    combined(scope.table, [translate(arg)], (value) => not(scope.table, truth(value, '!'))),
  neg: (scope, { arg }, translate) =>
    combined(scope.table, [translate(arg)], (value) =>
      computed(scope, 'subtract', number(scope.table, 0n), value),
    ),
  '==': binary((scope, a, b) => equal(scope.table, a, b)),
  '!=': binary((scope, a, b) => not(scope.table, equal(scope.table, a, b))),
  '<': binary((scope, a, b) => less(scope.table, ...numeric(a, b, '<'))),
  '<=': binary((scope, a, b) => atMost(scope.table, ...numeric(a, b, '<='))),
  '>': binary((scope, a, b) => less(scope.table, ...numeric(b, a, '>'))),
  '>=': binary((scope, a, b) => atMost(scope.table, ...numeric(b, a, '>='))),
  '&&': conjunction,
  '||': disjunction,
  '+': binary((scope, a, b) => computed(scope, 'add', a, b)),
  '-': binary((scope, a, b) => computed(scope, 'subtract', a, b)),
  '*': binary((scope, a, b) => computed(scope, 'multiply', a, b)),
  in: binary((scope, entity, target) => isIn(scope, entity, target)),
  contains: binary((scope, set, element) => member(scope.table, element, aSet(set, 'contains'))),
  containsAll: binary((scope, a, b) => subset(scope.table, aSet(b, 'containsAll'), aSet(a, 'containsAll'))),
  containsAny: binary((scope, a, b) =>
    intersects(scope.table, aSet(a, 'containsAny'), aSet(b, 'containsAny')),
  ),
  isEmpty: (scope, { arg }, translate) =>
    combined(scope.table, [translate(arg)], (set) => isEmpty(scope.table, aSet(set, 'isEmpty'))),
  getTag: binary(getTag),
  hasTag: binary(hasTag),
  '.': (scope, { left, attr }, translate) =>
    combined(scope.table, [translate(left)], (value) => readAttribute(scope, value, attr)),
  has: (scope, { left, attr }, translate) =>
    combined(scope.table, [translate(left)], (value) =>
      typeof attr === 'string' ? hasAttribute(scope, value, attr) : hasAttributes(scope, value, attr),
    ),
  like: (scope, { left, pattern }, translate) =>
    combined(scope.table, [translate(left)], (text) => like(scope.table, text, pattern)),
  is: isOfType,
  'if-then-else': conditional,
  Set: (scope, elements, translate) =>
    combined(scope.table, elements.map(translate), (...values) =>
      setOf(scope.table, setType(values[0]?.type ?? NOTHING), values),
    ),
  Record: (scope, fields, translate) => {
    const names = Object.keys(fields);
    return combined(scope.table, Object.values(fields).map(translate), (...values) => {
      const entries = values.map((value, index): [string, Field] => [
        names[index] ?? '',
        { has: scope.table.yes, value },
      ]);
      return record(scope.table, new Map(entries));
    });
  },
};

/** An operator that evaluates both sides. */
function binary(compute: (scope: Scope, left: Term, right: Term) => Term | Evaluated) {
  return (scope: Scope, { left, right }: Pair, translate: Translate): Evaluated =>
    combined(scope.table, [translate(left), translate(right)], (a, b) =>
      compute(scope, needed(a), needed(b)),
    );
}

/** The right side is evaluated, and may err, only where the left is true. */
function conjunction({ table }: Scope, { left, right }: Pair, translate: Translate): Evaluated {
  const a = translate(left);
  if (alwaysFails(table, a) || truth(a.value, '&&') === table.no) return a;
  const b = translate(right);
  if (alwaysFails(table, b)) return { ok: and(table, a.ok, not(table, a.value)), value: table.no };
  return {
    ok: and(table, a.ok, implies(table, a.value, b.ok)),
    value: and(table, a.value, truth(b.value, '&&')),
  };
}

function disjunction({ table }: Scope, { left, right }: Pair, translate: Translate): Evaluated {
  const a = translate(left);
  if (alwaysFails(table, a) || truth(a.value, '||') === table.yes) return a;
  const b = translate(right);
  if (alwaysFails(table, b)) return { ok: and(table, a.ok, a.value), value: table.yes };
  return { ok: and(table, a.ok, or(table, a.value, b.ok)), value: or(table, a.value, truth(b.value, '||')) };
}

function conditional({ table }: Scope, operand: OperandOf<'if-then-else'>, translate: Translate): Evaluated {
  const condition = translate(operand.if);
  if (alwaysFails(table, condition)) return condition;
  const { ok, value: test } = condition;
  truth(test, 'if');
  const then = test === table.no ? fails(table) : translate(operand.then);
  const otherwise = test === table.yes ? fails(table) : translate(operand.else);
  const both = and(table, ok, choose(table, test, then.ok, otherwise.ok));
  if (both === table.no) return fails(table);
  if (alwaysFails(table, then)) return { ok: both, value: otherwise.value };
  if (alwaysFails(table, otherwise)) return { ok: both, value: then.value };
  return { ok: both, value: choose(table, test, then.value, otherwise.value) };
}

/** The type of an entity is known in an environment, so `is` is decided, and `in` behind it asked only where it is true. */
function isOfType(scope: Scope, operand: OperandOf<'is'>, translate: Translate): Evaluated {
  const entity = translate(operand.left);
  if (alwaysFails(scope.table, entity)) return entity;
  const { type } = entity.value;
  if (type.kind !== 'entity') throw new NotDecided('is', `it is about a ${type.kind}`);
  if (type.name !== operand.entity_type) return { ok: entity.ok, value: scope.table.no };
  if (!operand.in) return { ok: entity.ok, value: scope.table.yes };
  return combined(scope.table, [entity, translate(operand.in)], (a, b) => isIn(scope, needed(a), needed(b)));
}

function computed({ table }: Scope, operation: Arithmetic, a: Term, b: Term): Evaluated {
  if (a.type.kind !== 'long' || b.type.kind !== 'long')
    throw new NotDecided('arithmetic', `it is about a ${a.type.kind} and a ${b.type.kind}`);
  const { value, overflows } = arithmetic(table, operation, [a, b]);
  return { ok: not(table, overflows), value };
}

function numeric(a: Term, b: Term, operator: string): [Term, Term] {
  if (a.type.key === b.type.key && isNumeric(a.type)) return [a, b];
  throw new NotDecided(operator, `a ${a.type.kind} and a ${b.type.kind} are compared`);
}

function aSet(term: Term, operator: string): Term {
  if (term.type.kind === 'set') return term;
  throw new NotDecided(operator, `it is about a ${term.type.kind}`);
}

/** A value that has to be true or false. */
export function truth(term: Term, operator: string): Term {
  if (term.type.kind === 'bool') return term;
  throw new NotDecided(operator, `it is about a ${term.type.kind}`);
}

function needed(term: Term | undefined): Term {
  if (term) return term;
  throw new TypeError('an operand is missing');
}
