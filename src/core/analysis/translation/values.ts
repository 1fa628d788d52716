import type { CedarValueJson, PatternElem } from '../../cedar/cedar.ts';
import { unroundedIn } from '../../cedar/exact-number.ts';
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
  if (typeof value === 'number') return exactNumber(scope, value);
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

/** Numbers beyond 2^53 are rounded where the engine's JSON form of a policy is read: the text says which they are. */
function exactNumber({ table, policyText }: Scope, value: number): Term {
  const exact = Number.isSafeInteger(value) ? BigInt(value) : unroundedIn(policyText, value);
  if (exact !== undefined) return number(table, exact);
  throw new NotDecided(
    'a number',
    `several numbers beyond ${Number.MAX_SAFE_INTEGER} that are nearly the same`,
  );
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
