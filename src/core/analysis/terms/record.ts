import { argument, type Term, type TermTable } from './term.ts';
import { type RecordAttribute, recordType } from './type.ts';

/** A field of a record, which may be absent. */
export interface Field {
  readonly has: Term;
  readonly value: Term;
}

export function record(table: TermTable, fields: ReadonlyMap<string, Field>): Term {
  const sorted = [...fields].sort(([a], [b]) => (a < b ? -1 : 1));
  const attributes = sorted.map(([name, { has, value }]): [string, RecordAttribute] => [
    name,
    { type: value.type, required: has === table.yes },
  ]);
  const args = sorted.flatMap(([, { has, value }]) => [has, value]);
  const names = sorted.map(([name]) => name);
  return table.term('record', recordType(new Map(attributes)), args, names);
}

export function recordFields(term: Term): ReadonlyMap<string, Field> {
  if (term.operator !== 'record' || !Array.isArray(term.data)) throw new TypeError('not a record');
  return new Map(
    term.data.map((name, index) => [
      String(name),
      { has: argument(term, 2 * index), value: argument(term, 2 * index + 1) },
    ]),
  );
}
