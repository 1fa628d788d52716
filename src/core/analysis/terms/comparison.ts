import { NotDecided } from '../not-decided.ts';
import { choose } from './choice.ts';
import { and, iff, implies, not, or } from './logic.ts';
import { recordFields } from './record.ts';
import { argument, type FunctionSymbol, symbolOf, type Term, type TermTable } from './term.ts';
import { type Attributes, BOOL, type Type } from './type.ts';

/** Cedar's `==`, which never errs: values of different types are different. */
export function equal(table: TermTable, a: Term, b: Term): Term {
  if (a === b) return table.yes;
  if (a.type.kind !== b.type.kind) return table.no;
  switch (a.type.kind) {
    case 'bool':
      return iff(table, a, b);
    case 'set':
      return sameSet(table, a, b);
    case 'record':
      return equalRecords(table, a, b);
    case 'nothing':
    case 'long':
    case 'string':
    case 'extension':
    case 'entity':
      return a.type.key === b.type.key ? equalScalars(table, a, b) : table.no;
  }
}

function equalScalars(table: TermTable, a: Term, b: Term): Term {
  if (a.operator === 'literal' && b.operator === 'literal') return table.no;
  if (a.operator === 'if' && b.operator === 'literal') return equalToChoice(table, a, b);
  if (b.operator === 'if' && a.operator === 'literal') return equalToChoice(table, b, a);
  return table.term('equal', BOOL, a.id < b.id ? [a, b] : [b, a]);
}

function equalToChoice(table: TermTable, choice: Term, other: Term): Term {
  const [condition, then, otherwise] = [0, 1, 2].map((index) => argument(choice, index));
  if (!condition || !then || !otherwise) return table.no;
  return choose(table, condition, equal(table, then, other), equal(table, otherwise, other));
}

/** Field by field: both have it and it is equal, or neither has it. */
function equalRecords(table: TermTable, a: Term, b: Term): Term {
  const [left, right] = [recordFields(a), recordFields(b)];
  const names = new Set([...left.keys(), ...right.keys()]);
  const same = [...names].map((name) => {
    const [mine, theirs] = [left.get(name), right.get(name)];
    if (!mine || !theirs) return not(table, (mine ?? theirs)?.has ?? table.no);
    const both = implies(table, mine.has, equal(table, mine.value, theirs.value));
    return and(table, iff(table, mine.has, theirs.has), both);
  });
  return and(table, ...same);
}

// ---- sets ----

/** A set of the given elements. */
export function setOf(table: TermTable, type: Type, elements: readonly Term[]): Term {
  return table.term(
    'set',
    type,
    [...new Set(elements)].sort((a, b) => a.id - b.id),
  );
}

/** Whether an element is in a set. */
export function member(table: TermTable, element: Term, set: Term): Term {
  switch (set.operator) {
    case 'set':
      return or(table, ...set.args.map((other) => equal(table, element, other)));
    case 'if':
      return choose(
        table,
        argument(set, 0),
        member(table, element, argument(set, 1)),
        member(table, element, argument(set, 2)),
      );
    default: {
      const type = elementType(set);
      const symbol: FunctionSymbol = { kind: 'member', set: symbolOf(set), element: type.key };
      return and(
        table,
        fits(table, element, type),
        table.term('apply', BOOL, [...set.args, element], symbol),
      );
    }
  }
}

/** Whether a value can be in a set of this element type: of a record, that it has the fields that it must and no others. */
function fits(table: TermTable, value: Term, type: Type): Term {
  if (value.type.key === type.key) return table.yes;
  if (value.type.kind === 'record' && type.kind === 'record')
    return recordFits(table, value, type.attributes);
  if (value.type.kind === 'set' && type.kind === 'set')
    throw new NotDecided('contains', 'it is about sets of different types');
  return table.no;
}

function recordFits(table: TermTable, value: Term, attributes: Attributes): Term {
  const fields = recordFields(value);
  const extra = [...fields].filter(([name]) => !attributes.has(name)).map(([, { has }]) => not(table, has));
  const known = [...attributes].map(([name, { type, required }]) => {
    const field = fields.get(name);
    if (!field) return table.bool(!required);
    const fitting = fits(table, field.value, type);
    return required ? and(table, field.has, fitting) : implies(table, field.has, fitting);
  });
  return and(table, ...extra, ...known);
}

export function isEmpty(table: TermTable, set: Term): Term {
  return set.operator === 'set' ? table.bool(set.args.length === 0) : table.term('is-empty', BOOL, [set]);
}

/** Whether all elements of the first are in the second. */
export function subset(table: TermTable, a: Term, b: Term): Term {
  if (a === b) return table.yes;
  if (a.operator === 'set') return and(table, ...a.args.map((element) => member(table, element, b)));
  if (hasNoType(b)) return isEmpty(table, a);
  if (b.operator !== 'set') needSameType(a, b, 'containsAll');
  return table.term('subset', BOOL, [a, b]);
}

/** Whether an element is in both. */
export function intersects(table: TermTable, a: Term, b: Term): Term {
  if (a.operator === 'set') return or(table, ...a.args.map((element) => member(table, element, b)));
  if (b.operator === 'set') return or(table, ...b.args.map((element) => member(table, element, a)));
  needSameType(a, b, 'containsAny');
  return table.term('intersects', BOOL, [a, b]);
}

function sameSet(table: TermTable, a: Term, b: Term): Term {
  if (hasNoType(a) || hasNoType(b)) return and(table, isEmpty(table, a), isEmpty(table, b));
  // Of records, a literal need not have all the fields that the other set's elements may have.
  if (a.operator === 'set' || b.operator === 'set')
    return and(table, subset(table, a, b), subset(table, b, a));
  needSameType(a, b, '==');
  return table.term('same-set', BOOL, a.id < b.id ? [a, b] : [b, a]);
}

/** The type of a set's elements. */
export function elementType(set: Term): Type {
  if (set.type.kind !== 'set') throw new TypeError(`a ${set.type.kind} has no elements`);
  return set.type.element;
}

function hasNoType(set: Term): boolean {
  return elementType(set).kind === 'nothing';
}

function needSameType(a: Term, b: Term, operator: string): void {
  if (a.type.key !== b.type.key) throw new NotDecided(operator, 'it is about sets of different types');
}
