import { type Field, record } from '../terms/record.ts';
import type { FunctionSymbol, Root, Term, TermTable } from '../terms/term.ts';
import { BOOL, entityType, type Type } from '../terms/type.ts';

/** Where values hang: at the context, at an entity, or at a tag of an entity. */
export interface Holder {
  readonly root: Root;
  /** The type of the entity; for the context, of which question it is. */
  readonly of: string;
  /** The entity, and for a tag its key. */
  readonly args: readonly Term[];
}

/** What a holder has below a path, of which only the type is known. A record is made of what its fields are. */
export function valueAt(table: TermTable, holder: Holder, path: readonly string[], type: Type): Term {
  const { root, of, args } = holder;
  if (type.kind !== 'record') return apply(table, type, args, { kind: 'value', root, of, path });
  const fields = [...type.attributes].map(([name, attribute]): [string, Field] => [
    name,
    {
      has: attribute.required ? table.yes : hasAt(table, holder, [...path, name]),
      value: valueAt(table, holder, [...path, name], attribute.type),
    },
  ]);
  return record(table, new Map(fields));
}

/** Whether a holder has something at a path that is optional. */
export function hasAt(table: TermTable, { root, of, args }: Holder, path: readonly string[]): Term {
  return apply(table, BOOL, args, { kind: 'has', root, of, path });
}

export function apply(table: TermTable, type: Type, args: readonly Term[], symbol: FunctionSymbol): Term {
  return table.term('apply', type, args, symbol);
}

/** An entity by its id. */
export function entityLiteral(table: TermTable, type: string, id: string): Term {
  return table.term('literal', entityType(type), [], id);
}

/** Something unknown of a type, of which each number is another. */
export function witness(table: TermTable, type: Type, number: number, path: readonly string[] = []): Term {
  if (type.kind !== 'record') return apply(table, type, [], { kind: 'witness', number, part: 'value', path });
  const fields = [...type.attributes].map(([name, attribute]): [string, Field] => {
    const below = [...path, name];
    const optional = () => apply(table, BOOL, [], { kind: 'witness', number, part: 'has', path: below });
    return [
      name,
      {
        has: attribute.required ? table.yes : optional(),
        value: witness(table, attribute.type, number, below),
      },
    ];
  });
  return record(table, new Map(fields));
}
