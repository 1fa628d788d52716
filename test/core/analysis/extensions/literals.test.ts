import * as cedar from '@cedar-policy/cedar-wasm/nodejs';
import { describe, expect, it } from 'vitest';
import { parseDateTime, printDateTime } from '../../../../src/core/analysis/extensions/date-time.ts';
import { parseDecimal, printDecimal } from '../../../../src/core/analysis/extensions/decimal.ts';
import { parseDuration, printDuration } from '../../../../src/core/analysis/extensions/duration.ts';
import {
  isInRange,
  parseIpAddress,
  printIpAddress,
} from '../../../../src/core/analysis/extensions/ip-address.ts';
import fc from '../../../helpers/fast-check.ts';
import { runs } from '../../../helpers/runs.ts';

/** Whether the engine finds each condition true, false, or impossible to evaluate. */
function engineOn(conditions: readonly string[]): readonly string[] {
  const policies = conditions.map(
    (condition, index) =>
      [`p${index}`, `permit (principal, action, resource) when { ${condition} };`] as const,
  );
  const uid = { type: 'Any', id: 'any' };
  const answer = cedar.isAuthorized({
    principal: uid,
    action: { type: 'Action', id: 'any' },
    resource: uid,
    context: {},
    entities: [],
    policies: { staticPolicies: Object.fromEntries(policies) },
  });
  if (answer.type === 'failure') throw new Error(answer.errors.map(({ message }) => message).join('; '));
  const { reason, errors } = answer.response.diagnostics;
  const [met, erring] = [new Set(reason), new Set(errors.map(({ policyId }) => policyId))];
  return policies.map(([id]) => (erring.has(id) ? 'error' : String(met.has(id))));
}

/** Texts for which the engine disagrees: what is read as a value has to be the same there, and what is not has to be an error. */
function misread<Value>(
  fn: string,
  texts: readonly string[],
  parse: (text: string) => Value | undefined,
  same: (value: Value) => string,
): readonly string[] {
  const values = texts.map(parse);
  const conditions = texts.map((text, index) => {
    const value = values[index];
    const read = `${fn}(${JSON.stringify(text)})`;
    return value === undefined ? `${read} == ${read}` : `${read} == ${same(value)}`;
  });
  const answers = engineOn(conditions);
  return conditions.filter((_, index) => answers[index] !== (values[index] === undefined ? 'error' : 'true'));
}

/** One of each, or now and then something that is none. */
function written(...parts: readonly (readonly string[])[]): readonly string[] {
  const texts = fc.tuple(...parts.map((part) => fc.constantFrom(...part))).map((some) => some.join(''));
  return [...new Set(fc.sample(texts, runs(1000)))];
}

function all(...parts: readonly (readonly string[])[]): readonly string[] {
  return parts.reduce<readonly string[]>(
    (texts, part) => texts.flatMap((text) => part.map((one) => text + one)),
    [''],
  );
}

describe('extension values that policies write', () => {
  const years = ['0000', '0001', '0004', '1600', '1900', '1969', '1970', '2000', '2023', '2024', '9999'];
  const months = ['00', '01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12', '13'];
  const days = ['00', '01', '28', '29', '30', '31', '32'];

  it('are dates as the engine reads them', () => {
    const dates = all(years, ['-'], months, ['-'], days);
    const times = written(
      ['2024-02-29', '1969-12-31', '0000-01-01', '9999-12-31'],
      ['T', 'T', 'T', ' ', ''],
      ['00', '01', '23', '24', '3'],
      [':'],
      ['00', '01', '59', '60'],
      [':', ':', ':', ''],
      ['00', '01', '59', '60'],
      ['', '.000', '.001', '.999', '.5', '.1234'],
      ['Z', 'Z', '', '+0000', '-0130', '+0059', '+0060', '-2359', '+2359', '+2400', '+01:00', '+1'],
    );
    const since1970 = (value: bigint) => `datetime("1970-01-01").offset(duration("${value}ms"))`;
    expect(misread('datetime', [...dates, ...times], parseDateTime, since1970)).toEqual([]);
  });

  it('are decimals and durations as the engine reads them', () => {
    const decimals = written(
      ['', '-', '-', '+'],
      ['0', '1', '00', '922337203685477', '922337203685478', ''],
      ['.', '.', '.', ''],
      ['0', '5', '25', '5807', '5808', '5809', '00010', ''],
    );
    expect(
      misread('decimal', decimals, parseDecimal, (value) => `decimal("${printDecimal(value)}")`),
    ).toEqual([]);
    const durations = written(
      ['', '-', '+'],
      ['', '', '1d', '106751991167d', '106751991168d', 'd'],
      ['', '', '2h', '7h'],
      ['', '', '12m', '13m'],
      ['', '', '55s', '56s'],
      ['', '', '807ms', '808ms', '809ms', '9223372036854775808ms', '3d'],
    );
    expect(misread('duration', durations, parseDuration, (value) => `duration("${value}ms")`)).toEqual([]);
  });

  const version4 = written(
    ['0', '10', '127', '255', '256', '01', ''],
    ['.0', '.1', '.255', '.1000', ''],
    ['.0.0', '.2.3', '.0', '.0.0.0', '.a.0'],
    ['', '/0', '/8', '/31', '/32', '/33', '/08', '/', '/8/8'],
  );
  const version6 = written(
    ['', '::', '1', 'ff00', 'FFFF', '12345', ':', '1:2:3:4:5:6:7', '1:2:3:4:5:6'],
    ['', ':', '::', '::', ':8'],
    ['', '1', 'f', 'abcd', '7:8', '::1'],
    ['', '/0', '/1', '/64', '/127', '/128', '/129', '/', '/64/64'],
  );

  it('are addresses as the engine reads them', () => {
    const texts = [...version4, ...version6];
    expect(misread('ip', texts, parseIpAddress, (value) => `ip("${printIpAddress(value)}")`)).toEqual([]);
  });

  it('are addresses in ranges as the engine says', () => {
    const ranges = [...version4, ...version6].flatMap((text) => {
      const value = parseIpAddress(text);
      return value ? [{ text, value }] : [];
    });
    const some = fc.sample(fc.tuple(fc.constantFrom(...ranges), fc.constantFrom(...ranges)), runs(1000));
    const answers = engineOn(some.map(([a, b]) => `ip("${a.text}").isInRange(ip("${b.text}"))`));
    const ours = some.map(([a, b]) => String(isInRange(a.value, b.value)));
    expect(ours.filter((one) => one === 'true').length).toBeGreaterThan(20);
    expect(some.filter((_, index) => ours[index] !== answers[index])).toEqual([]);
  });
});

describe('extension values that models hold', () => {
  const numbers = fc.sample(
    fc.oneof(
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      fc.bigInt({ min: -62_200_000_000_000n, max: 253_500_000_000_000n }),
      fc.constantFrom(
        -62_167_219_200_000n,
        -62_167_219_200_001n,
        253_402_300_799_999n,
        253_402_300_800_000n,
        0n,
        -1n,
      ),
    ),
    runs(1000),
  );

  it('are written as the engine reads them', () => {
    const conditions = numbers.flatMap((value) => {
      const date = printDateTime(value);
      return [
        `duration("${printDuration(value)}").toMilliseconds() == ${value}`,
        ...(date === undefined
          ? []
          : [`datetime("${date}") == datetime("1970-01-01").offset(duration("${value}ms"))`]),
      ];
    });
    const answers = engineOn(conditions);
    expect(conditions.filter((_, index) => answers[index] !== 'true')).toEqual([]);
    expect(numbers.map((value) => parseDecimal(printDecimal(value)))).toEqual(numbers);
  });

  it('are dates of the years that have four digits, and no others', () => {
    const isWritten = (value: bigint) => printDateTime(value) !== undefined;
    const isInYears = (value: bigint) => value >= -62_167_219_200_000n && value <= 253_402_300_799_999n;
    expect(numbers.filter((value) => isWritten(value) !== isInYears(value))).toEqual([]);
  });
});
