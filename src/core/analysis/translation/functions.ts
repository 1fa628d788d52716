import type { Expr } from '../../cedar/cedar.ts';
import type { ExtensionType } from '../../cedar/schema/type-meaning.ts';
import { parseDateTime } from '../extensions/date-time.ts';
import { parseDecimal } from '../extensions/decimal.ts';
import { parseDuration } from '../extensions/duration.ts';
import { parseIpAddress } from '../extensions/ip-address.ts';
import { NotDecided } from '../not-decided.ts';
import { inRange, isIpv4 } from '../terms/address.ts';
import { and, not } from '../terms/logic.ts';
import { arithmetic, atMost, less, quotient, remainder, retyped } from '../terms/number.ts';
import type { Term, TermData, TermTable } from '../terms/term.ts';
import { BOOL, extensionType, LONG, type Type } from '../terms/type.ts';
import { apply } from './leaves.ts';
import { combined, type Evaluated, fails } from './outcome.ts';
import type { Scope } from './scope.ts';

/** A function of Cedar's extensions, its operands evaluated. */
type FunctionMeaning = (table: TermTable, ...operands: readonly Term[]) => Term | Evaluated;

const DECIMAL = extensionType('decimal');
const DATE_TIME = extensionType('datetime');
const DURATION = extensionType('duration');
const IP_ADDRESS = extensionType('ipaddr');
const MILLISECONDS = { second: 1000n, minute: 60_000n, hour: 3_600_000n, day: 86_400_000n } as const;

/** Every function of Cedar's extensions, by its name. */
export const FUNCTION_MEANINGS = {
  decimal: madeOf('decimal', parseDecimal),
  datetime: madeOf('datetime', parseDateTime),
  duration: madeOf('duration', parseDuration),
  ip: madeOf('ipaddr', parseIpAddress),
  lessThan: typed([DECIMAL, DECIMAL], (table, a, b) => less(table, a, b)),
  lessThanOrEqual: typed([DECIMAL, DECIMAL], (table, a, b) => atMost(table, a, b)),
  greaterThan: typed([DECIMAL, DECIMAL], (table, a, b) => less(table, b, a)),
  greaterThanOrEqual: typed([DECIMAL, DECIMAL], (table, a, b) => atMost(table, b, a)),
  isIpv4: typed([IP_ADDRESS], isIpv4),
  isIpv6: typed([IP_ADDRESS], (table, a) => not(table, isIpv4(table, a))),
  isLoopback: typed([IP_ADDRESS], (table, a) => inAnyRange(table, a, ['127.0.0.0/8', '::1'])),
  isMulticast: typed([IP_ADDRESS], (table, a) => inAnyRange(table, a, ['224.0.0.0/4', 'ff00::/8'])),
  isInRange: typed([IP_ADDRESS, IP_ADDRESS], inRange),
  offset: typed([DATE_TIME, DURATION], (table, a, b) => checked(table, 'add', [a, b], DATE_TIME)),
  durationSince: typed([DATE_TIME, DATE_TIME], (table, a, b) => checked(table, 'subtract', [a, b], DURATION)),
  toDate: typed([DATE_TIME], (table, a) => {
    const time = remainder(table, a, MILLISECONDS.day, DATE_TIME);
    return checked(table, 'subtract', [a, time], DATE_TIME);
  }),
  toTime: typed([DATE_TIME], (table, a) => remainder(table, a, MILLISECONDS.day, DURATION)),
  toMilliseconds: typed([DURATION], (table, a) => retyped(table, a, LONG)),
  toSeconds: typed([DURATION], (table, a) => quotient(table, a, MILLISECONDS.second, LONG)),
  toMinutes: typed([DURATION], (table, a) => quotient(table, a, MILLISECONDS.minute, LONG)),
  toHours: typed([DURATION], (table, a) => quotient(table, a, MILLISECONDS.hour, LONG)),
  toDays: typed([DURATION], (table, a) => quotient(table, a, MILLISECONDS.day, LONG)),
} satisfies Readonly<Record<string, FunctionMeaning>>;

type FunctionName = keyof typeof FUNCTION_MEANINGS;

function isFunctionName(name: string): name is FunctionName {
  return Object.hasOwn(FUNCTION_MEANINGS, name);
}

/** What a function of an extension gives. */
export function callFunction(
  { table }: Scope,
  name: string,
  args: readonly Expr[],
  translate: (expression: Expr) => Evaluated,
): Evaluated {
  if (!isFunctionName(name)) throw new NotDecided(`${name}()`, `the function \`${name}\` is not known`);
  const meaning: FunctionMeaning = FUNCTION_MEANINGS[name];
  return combined(table, args.map(translate), (...operands) => meaning(table, ...operands));
}

/**
 * A constructor works out literals. Of any other text it is a function of which nothing is known, not even whether it succeeds: what holds
 * for every such function holds for this one, and what does not is tried out by the engine.
 */
function madeOf(type: ExtensionType, parse: (text: string) => TermData): FunctionMeaning {
  const result = extensionType(type);
  return (table, operand) => {
    if (operand?.type.kind !== 'string') throw new NotDecided(`${type}()`, 'it is not about a text');
    if (operand.operator !== 'literal')
      return {
        ok: apply(table, BOOL, [operand], { kind: 'opaque', name: type, part: 'success' }),
        value: apply(table, result, [operand], { kind: 'opaque', name: type, part: 'value' }),
      };
    const value = typeof operand.data === 'string' ? parse(operand.data) : undefined;
    return value === undefined ? fails(table) : table.term('literal', result, [], value);
  };
}

function typed<const Types extends readonly Type[]>(
  types: Types,
  compute: (table: TermTable, ...operands: { [Index in keyof Types]: Term }) => Term | Evaluated,
): FunctionMeaning {
  return (table, ...operands) => {
    const fit =
      operands.length === types.length && operands.every(({ type }, index) => type.key === types[index]?.key);
    if (!fit) throw new NotDecided('a function', 'its operands have other types than it takes');
    return compute(table, ...(operands as { [Index in keyof Types]: Term }));
  };
}

function checked(
  table: TermTable,
  operation: 'add' | 'subtract',
  operands: readonly [Term, Term],
  type: Type,
): Evaluated {
  const { value, overflows } = arithmetic(table, operation, operands, type);
  return { ok: not(table, overflows), value };
}

function inAnyRange(table: TermTable, address: Term, ranges: readonly string[]): Term {
  const found = ranges.map((range) =>
    inRange(table, address, table.term('literal', IP_ADDRESS, [], parseIpAddress(range))),
  );
  return not(table, and(table, ...found.map((one) => not(table, one))));
}
