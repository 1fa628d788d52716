import { argument, type Term, type TermTable } from './term.ts';

export function not(table: TermTable, a: Term): Term {
  if (a === table.yes) return table.no;
  if (a === table.no) return table.yes;
  return a.operator === 'not' ? argument(a, 0) : table.term('not', a.type, [a]);
}

export function and(table: TermTable, ...terms: readonly Term[]): Term {
  return connected(table, 'and', terms);
}

export function or(table: TermTable, ...terms: readonly Term[]): Term {
  return connected(table, 'or', terms);
}

export function implies(table: TermTable, a: Term, b: Term): Term {
  return or(table, not(table, a), b);
}

/** Both or neither. */
export function iff(table: TermTable, a: Term, b: Term): Term {
  if (a === b) return table.yes;
  return or(table, and(table, a, b), and(table, not(table, a), not(table, b)));
}

/** Flat, sorted, without repetition; decided where an operand or a pair of opposites decides it. */
function connected(table: TermTable, operator: 'and' | 'or', terms: readonly Term[]): Term {
  const [unit, zero] = operator === 'and' ? [table.yes, table.no] : [table.no, table.yes];
  const members = new Set<Term>();
  for (const term of terms) {
    if (term === zero) return zero;
    if (term.operator === operator) for (const member of term.args) members.add(member);
    else if (term !== unit) members.add(term);
  }
  for (const member of members)
    if (member.operator === 'not' && members.has(argument(member, 0))) return zero;
  const sorted = [...members].sort((a, b) => a.id - b.id);
  const [first] = sorted;
  if (!first) return unit;
  return sorted.length === 1 ? first : table.term(operator, first.type, sorted);
}
