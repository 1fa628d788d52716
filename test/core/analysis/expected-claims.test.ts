import { describe, expect, it } from 'vitest';
import type { Claim } from '../../../src/core/analysis/questions/claim.ts';
import { ask, policiesOf, smallSchema } from '../../helpers/analysis.ts';

const SCHEMA = smallSchema({
  more: 'entity Team in [Team]; entity Plan enum ["free","pro"];',
  user: 'in [Team] { n: Long, name: String, nick?: String, boss?: User, plan: Plan, nums: Set<Long> } tags Long',
  doc: 'in [Team, Doc] { owner?: User, n: Long, readers: Set<User>, strs: Set<String> } tags Set<String>',
  context:
    '{ n: Long, m: Long, s: String, flag: Bool, ip: ipaddr, now: datetime, wait: duration, amount: decimal }',
});

const nothingOpened = (before: string, after: string): Claim => ({
  kind: 'nothing-opened',
  before: policiesOf(before),
  after: policiesOf(after),
});
const nothingClosed = (before: string, after: string): Claim => ({
  kind: 'nothing-closed',
  before: policiesOf(before),
  after: policiesOf(after),
});
const neverAllowed = (text: string): Claim => ({ kind: 'never-allowed', policies: policiesOf(text) });
const alwaysAllowed = (text: string): Claim => ({ kind: 'always-allowed', policies: policiesOf(text) });
const permitIf = (condition: string) => `permit (principal, action, resource) when { ${condition} };`;
const forbidIf = (condition: string) => `forbid (principal, action, resource) when { ${condition} };`;
const ALL = 'permit (principal, action, resource);';
/** It overflows. */
const BIG = '9007199254740991 * 9007199254740991 > 0';

type Case = readonly [claim: Claim, expected: 'proven' | 'refuted', why: string];

function neverErrs(text: string): Claim {
  const [policy] = policiesOf(text);
  if (!policy) throw new Error('no policy');
  return { kind: 'never-errs', policy };
}

const CASES: readonly Case[] = [
  [neverAllowed(ALL + forbidIf(BIG)), 'proven', 'a forbid that always errs denies everything'],
  [neverAllowed(ALL + forbidIf(`context.flag && ${BIG}`)), 'refuted', 'errs only where flag'],
  [neverAllowed(ALL + forbidIf(`context.flag || ${BIG}`)), 'proven', 'applies or errs'],
  [neverAllowed(ALL + permitIf(BIG)), 'proven', 'a permit that errs denies too'],
  [neverAllowed(ALL + permitIf(`false && ${BIG}`)), 'refuted', 'dead branch'],
  [neverAllowed(ALL + permitIf(`if true then true else ${BIG}`)), 'refuted', 'dead branch'],
  [alwaysAllowed(ALL + permitIf(`if true then true else ${BIG}`)), 'proven', 'dead branch'],
  [
    alwaysAllowed(ALL + forbidIf('context.n + 1 < context.n')),
    'refuted',
    'overflow at the greatest number errs; authz denies',
  ],
  [alwaysAllowed(ALL + forbidIf('context.n - context.n != 0')), 'proven', 'n - n never overflows'],
  [alwaysAllowed(ALL + forbidIf('-(context.n) == context.n && context.n != 0')), 'refuted', '-min overflows'],
  [alwaysAllowed(ALL + forbidIf('context.n * 0 != 0')), 'proven', 'nothing overflows by zero'],
  [alwaysAllowed(ALL + forbidIf('false && context.n * -1 == 3')), 'proven', 'short circuit'],
  [
    alwaysAllowed(ALL + forbidIf('context.now.offset(context.wait) == context.now && false')),
    'refuted',
    'offset overflows',
  ],
  [
    alwaysAllowed(
      ALL +
        forbidIf(
          'context.now.durationSince(datetime("1970-01-01")).toMilliseconds() > 0 && context.now < datetime("1970-01-01")',
        ),
    ),
    'proven',
    'no overflow from zero',
  ],
  [
    neverErrs(permitIf(`context.n + 1 != 1 + context.n && ${BIG}`)),
    'refuted',
    'the left side of && overflows',
  ],
  [
    neverErrs(permitIf(`context.n + 1 == 1 + context.n || ${BIG}`)),
    'refuted',
    'the left side of || overflows',
  ],
  [
    neverErrs(permitIf('context.n + 1 == 1 + context.n || context.flag')),
    'refuted',
    'the left side of || overflows, before a right side that does not',
  ],
  [
    neverErrs(permitIf('context.n > 5 || context.n + 1 > 0')),
    'proven',
    'the right side of || is guarded by the left',
  ],
  [
    neverErrs(permitIf('context.n > 5 && context.n - 1 > 0')),
    'proven',
    'the right side of && is guarded by the left',
  ],
  [
    neverErrs('permit(principal, action, resource) when { principal has nick && principal.nick == "x" };'),
    'proven',
    'it is read where it is',
  ],
  [
    neverErrs('permit(principal, action, resource) when { principal.nums.contains(context.n + context.m) };'),
    'refuted',
    'a sum overflows',
  ],
  [
    neverErrs(
      'permit(principal, action, resource) when { principal has boss && principal.boss has boss && principal.boss.boss.n == 1 };',
    ),
    'proven',
    'each step is asked for',
  ],
  [
    nothingOpened(
      permitIf('principal has boss && principal.boss == principal'),
      permitIf('principal has boss && principal.boss has boss && principal.boss.boss == principal'),
    ),
    'refuted',
    "two who are each other's boss",
  ],
  [
    nothingOpened(
      permitIf('principal has boss.boss && principal.boss.boss == principal'),
      permitIf('principal has boss && principal.boss == principal'),
    ),
    'proven',
    'own boss',
  ],
  [
    nothingOpened(permitIf('resource in Doc::"a"'), permitIf('resource in Doc::"b" && Doc::"b" in Doc::"a"')),
    'proven',
    'transitive',
  ],
  [
    nothingOpened(permitIf('resource in Doc::"a"'), permitIf('Doc::"b" in resource && Doc::"b" in Doc::"a"')),
    'refuted',
    'siblings on a way up',
  ],
  [
    nothingOpened(permitIf('principal.nums == [1,2]'), permitIf('principal.nums.containsAll([1,2])')),
    'refuted',
    'more numbers are a larger set',
  ],
  [
    nothingOpened(
      permitIf('principal.nums == [1,2]'),
      permitIf(
        'principal.nums.containsAll([1,2]) && [1,2,3].containsAll(principal.nums) && !principal.nums.contains(3)',
      ),
    ),
    'proven',
    'within 1 to 3, without 3, is 1 and 2',
  ],
  [
    nothingOpened(
      permitIf('resource.readers.contains(principal)'),
      permitIf('principal in resource.readers'),
    ),
    'proven',
    'users hold nobody, so in is contains',
  ],
  [
    nothingClosed(permitIf('context.s like "a*" && context.s like "*a"'), permitIf('context.s like "a*a"')),
    'refuted',
    'the text a',
  ],
  [
    nothingClosed(
      permitIf('context.s like "ab*" && context.s like "*ba"'),
      permitIf('context.s like "ab*ba"'),
    ),
    'refuted',
    'aba',
  ],
  [
    nothingClosed(
      permitIf('context.ip.isInRange(ip("10.0.0.0/8"))'),
      permitIf('context.ip.isInRange(ip("10.0.0.0/9")) || context.ip.isInRange(ip("10.128.0.0/9"))'),
    ),
    'refuted',
    'the range 10.0.0.0/8 itself is in neither half',
  ],
  [
    nothingClosed(permitIf('context.ip.isIpv4()'), permitIf('context.ip.isInRange(ip("1.2.3.4/0"))')),
    'proven',
    'everything is in /0, also /0',
  ],
  [
    nothingClosed(
      permitIf('context.amount.lessThan(decimal("1.0"))'),
      permitIf('context.amount.lessThanOrEqual(decimal("0.9999"))'),
    ),
    'proven',
    'four digits',
  ],
  [
    nothingClosed(ALL, permitIf('principal.plan == Plan::"free" || principal.plan == Plan::"pro"')),
    'proven',
    'no third plan',
  ],
  [
    nothingOpened(permitIf('context.n < 5'), permitIf('context.n + 1 < 6')),
    'proven',
    'where it can be evaluated, it is the same',
  ],
  [nothingClosed(permitIf('context.n < 5'), permitIf('context.n - 1 < 4')), 'refuted', 'n - 1 overflows'],
  [
    nothingOpened(permitIf('context.n > context.m'), permitIf('context.n - context.m > 0')),
    'proven',
    'where it does not overflow, it is the same',
  ],
  [
    nothingClosed(permitIf('context.n > context.m'), permitIf('context.n - context.m > 0')),
    'refuted',
    'overflows',
  ],
  [
    nothingOpened(
      ALL + forbidIf('resource has owner && resource.owner == principal'),
      ALL + forbidIf('resource has owner && principal == resource.owner && context.n + 1 > 0'),
    ),
    'refuted',
    'a forbid that applies less often opens',
  ],
  [
    neverAllowed(permitIf('Team::"t" in Team::"u" && Team::"u" in Team::"v" && Team::"v" in Team::"t"')),
    'proven',
    'a circle',
  ],
  [neverAllowed(permitIf('principal == resource')), 'proven', 'different types'],
];

describe('odd policies', () => {
  it.each(CASES.map(([claim, expected, why]) => ({ claim, expected, why })))(
    'are $expected: $why',
    ({ claim, expected }) => {
      const [verdict] = ask(SCHEMA, [claim]);
      expect(verdict?.kind).toBe(expected);
    },
  );
});
