import { and } from '../terms/logic.ts';
import type { Term, TermTable } from '../terms/term.ts';
import { NOTHING } from '../terms/type.ts';

/** What evaluating an expression gives: a value where `ok` is true, an error where it is not. */
export interface Evaluated {
  readonly ok: Term;
  readonly value: Term;
}

export function succeeds(table: TermTable, value: Term): Evaluated {
  return { ok: table.yes, value };
}

/** An error whatever the request. Its value is never looked at. */
export function fails(table: TermTable): Evaluated {
  return { ok: table.no, value: table.term('literal', NOTHING, [], '') };
}

export function alwaysFails(table: TermTable, { ok }: Evaluated): boolean {
  return ok === table.no;
}

/** The result of an operator that evaluates all operands first; `ok` of the result is a further condition. */
export function combined(
  table: TermTable,
  operands: readonly Evaluated[],
  compute: (...values: readonly Term[]) => Evaluated | Term,
): Evaluated {
  if (operands.some((operand) => alwaysFails(table, operand))) return fails(table);
  const result = compute(...operands.map(({ value }) => value));
  const { ok, value } = 'operator' in result ? succeeds(table, result) : result;
  if (ok === table.no) return fails(table);
  return { ok: and(table, ok, ...operands.map((operand) => operand.ok)), value };
}
