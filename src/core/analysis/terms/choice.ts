import { NotDecided } from '../not-decided.ts';
import { and, not, or } from './logic.ts';
import { type Field, record, recordFields } from './record.ts';
import type { Term, TermTable } from './term.ts';
import type { Type } from './type.ts';

/** Cedar's `if condition then a else b`. */
export function choose(table: TermTable, condition: Term, a: Term, b: Term): Term {
  if (condition === table.yes || a === b) return a;
  if (condition === table.no) return b;
  if (a.type.kind === 'bool' && b.type.kind === 'bool')
    return or(table, and(table, condition, a), and(table, not(table, condition), b));
  if (a.type.kind === 'record' && b.type.kind === 'record') return chooseRecord(table, condition, a, b);
  return table.term('if', commonType(a.type, b.type), [condition, a, b]);
}

/** A field that only one side has is there when that side is chosen. */
function chooseRecord(table: TermTable, condition: Term, a: Term, b: Term): Term {
  const [left, right] = [recordFields(a), recordFields(b)];
  const names = new Set([...left.keys(), ...right.keys()]);
  const fields = [...names].flatMap((name): [string, Field][] => {
    const [mine, theirs] = [left.get(name), right.get(name)];
    const value =
      mine && theirs ? choose(table, condition, mine.value, theirs.value) : (mine ?? theirs)?.value;
    const has = choose(table, condition, mine?.has ?? table.no, theirs?.has ?? table.no);
    return value ? [[name, { has, value }]] : [];
  });
  return record(table, new Map(fields));
}

/** `[]` takes the type of the other side. */
function commonType(a: Type, b: Type): Type {
  if (a.key === b.key) return a;
  if (a.kind === 'set' && b.kind === 'set') {
    if (a.element.kind === 'nothing') return b;
    if (b.element.kind === 'nothing') return a;
  }
  throw new NotDecided('if', 'the two sides of an `if` have different types');
}
