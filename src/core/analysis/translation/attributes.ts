import { NotDecided } from '../not-decided.ts';
import { and } from '../terms/logic.ts';
import { type Field, recordFields } from '../terms/record.ts';
import type { Term } from '../terms/term.ts';
import { hasAt, valueAt } from './leaves.ts';
import { type Evaluated, fails } from './outcome.ts';
import { exists } from './presence.ts';
import { infoOf, type Scope } from './scope.ts';

/** Cedar's `value.name`: an error where the entity or the record lacks the attribute. */
export function readAttribute(scope: Scope, value: Term, name: string): Evaluated {
  const field = fieldOf(scope, value, name);
  return field ? { ok: field.has, value: field.value } : fails(scope.table);
}

/** Cedar's `value has name`, which does not err. */
export function hasAttribute(scope: Scope, value: Term, name: string): Term {
  return fieldOf(scope, value, name)?.has ?? scope.table.no;
}

/** Cedar's `value has first.second`: each is there, step by step. */
export function hasAttributes(scope: Scope, value: Term, names: readonly string[]): Term {
  const [first, ...others] = names;
  const field = first === undefined ? undefined : fieldOf(scope, value, first);
  if (!field) return scope.table.no;
  return others.length === 0
    ? field.has
    : and(scope.table, field.has, hasAttributes(scope, field.value, others));
}

function fieldOf(scope: Scope, value: Term, name: string): Field | undefined {
  if (value.type.kind === 'record') return recordFields(value).get(name);
  const info = infoOf(scope, value);
  const attribute = info?.attributes.get(name);
  if (!info || !attribute) return undefined;
  const holder = { root: 'entity', of: info.name, args: [value] } as const;
  const there = exists(scope, value);
  const has = attribute.required ? there : and(scope.table, there, hasAt(scope.table, holder, [name]));
  return { has, value: valueAt(scope.table, holder, [name], attribute.type) };
}

/** Cedar's `entity.hasTag(key)`. */
export function hasTag(scope: Scope, entity: Term, key: Term): Term {
  const info = infoOf(scope, entity);
  if (!info?.tags) return scope.table.no;
  needText(key, 'hasTag');
  const holder = { root: 'tag', of: info.name, args: [entity, key] } as const;
  return and(scope.table, exists(scope, entity), hasAt(scope.table, holder, []));
}

/** Cedar's `entity.getTag(key)`: an error where there is no such tag. */
export function getTag(scope: Scope, entity: Term, key: Term): Evaluated {
  const info = infoOf(scope, entity);
  if (!info?.tags) return fails(scope.table);
  const holder = { root: 'tag', of: info.name, args: [entity, key] } as const;
  return { ok: hasTag(scope, entity, key), value: valueAt(scope.table, holder, [], info.tags) };
}

function needText(key: Term, operator: string): void {
  if (key.type.kind !== 'string') throw new NotDecided(operator, `its key is a ${key.type.kind}`);
}
