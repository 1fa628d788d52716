import type { CedarValueJson, PatternElem } from '../../cedar/cedar.ts';
import { NotDecided } from '../not-decided.ts';
import { equal, setOf } from '../terms/comparison.ts';
import { number } from '../terms/number.ts';
import { type Field, record } from '../terms/record.ts';
import { type LikePattern, type Term, type TermTable, textOf } from '../terms/term.ts';
import { BOOL, NOTHING, STRING, setType } from '../terms/type.ts';
import { matches } from '../texts/glob.ts';
import { entityLiteral } from './leaves.ts';
import type { Scope } from './scope.ts';

/** A literal of a policy. */
export function literal(scope: Scope, value: CedarValueJson): Term {
  const { table } = scope;
  if (typeof value === 'boolean') return table.bool(value);
  if (typeof value === 'string') return text(table, value);
  if (typeof value === 'number') return exactNumber(table, value);
  if (Array.isArray(value)) {
    const elements = value.map((element) => literal(scope, element));
    return setOf(table, setType(elements[0]?.type ?? NOTHING), elements);
  }
  if (value === null || '__extn' in value) throw new NotDecided('a literal', 'its kind is not known');
  if (isEntity(value)) return entityLiteral(table, value.__entity.type, value.__entity.id);
  const fields = Object.entries(value).map(([name, member]): [string, Field] => [
    name,
    { has: table.yes, value: literal(scope, member) },
  ]);
  return record(table, new Map(fields));
}

function isEntity(value: object): value is { __entity: { type: string; id: string } } {
  return '__entity' in value;
}

/** The engine's JSON form of a policy rounds numbers beyond 2^53, so what is read here may not be what was written. */
function exactNumber(table: TermTable, value: number): Term {
  if (Number.isSafeInteger(value)) return number(table, BigInt(value));
  throw new NotDecided('a number', `a number beyond ${Number.MAX_SAFE_INTEGER}`);
}

function text(table: TermTable, value: string): Term {
  return table.term('literal', STRING, [], value);
}

/** Cedar's `like`. */
export function like(table: TermTable, value: Term, elements: readonly PatternElem[]): Term {
  if (value.type.kind !== 'string') throw new NotDecided('like', `it is about a ${value.type.kind}`);
  const pattern = readPattern(elements);
  const plain = pattern.every((part) => part !== null);
  if (plain) return equal(table, value, text(table, pattern.join('')));
  if (pattern.length === 1) return table.yes;
  if (value.operator === 'literal') return table.bool(matches(pattern, textOf(value)));
  return table.term('like', BOOL, [value], pattern);
}

function readPattern(elements: readonly PatternElem[]): LikePattern {
  const pattern: (string | null)[] = [];
  for (const element of elements) {
    if (element !== 'Wildcard') pattern.push(...element.Literal);
    else if (pattern.at(-1) !== null) pattern.push(null);
  }
  return pattern;
}
