import { describe, expect, it } from 'vitest';
import { ask, policiesOf, smallSchema } from '../../helpers/analysis.ts';

/** What two sets of policies are to each other, over all requests. */
type Relation = 'same' | 'opened' | 'closed' | 'both' | 'not decided';

/** The schema that all cases are about. */
const SCHEMA = smallSchema({
  more: 'entity Plan enum ["free", "pro"]; entity Team in [Team];',
  user: 'in [Team] { n: Long, nick?: String, boss: User, plan: Plan, home?: { zip: String, no?: Long } } tags String',
  doc: 'in [Team] { owner: User, readers: Set<User>, labels: Set<String>, parts: Set<{ a: Long }> }',
  context:
    '{ n: Long, m: Long, s: String, flag: Bool, ip: ipaddr, now: datetime, wait: duration, amount: decimal }',
});

const P = 'permit (principal, action, resource)';
const when = (condition: string) => `${P} when { ${condition} };`;
const unless = (condition: string) => `forbid (principal, action, resource) unless { ${condition} };`;

/** The policies before and after, what the change does, and why. */
const CASES: readonly (readonly [before: string, after: string, Relation, why: string])[] = [
  // effects and rules
  ['', `${P};`, 'opened', 'nothing is allowed without a permit'],
  [`${P};`, '', 'closed', 'nothing is allowed without a permit'],
  [`${P};`, `${P}; forbid (principal, action, resource);`, 'closed', 'a forbid wins'],
  [`${P};`, `${P}; ${P};`, 'same', 'a second permit adds nothing'],
  [
    when('context.flag'),
    `${P}; ${unless('context.flag')}`,
    'same',
    'permit when is permit, and forbid unless',
  ],
  [`${P};`, 'forbid (principal, action, resource);', 'closed', 'a forbid permits nothing'],
  // errors: authz denies where Cedar skips the policy
  [
    when('true'),
    `${P}; ${when('principal.nick == "x"')}`,
    'closed',
    'a permit that errs denies here; Cedar skips it',
  ],
  [
    `${P}; forbid (principal, action, resource) when { principal has nick && principal.nick == "x" };`,
    `${P}; forbid (principal, action, resource) when { principal.nick == "x" };`,
    'closed',
    'without its guard the forbid errs, which denies here; in Cedar it would let somebody in',
  ],
  [
    when('context.n + 1 > 0'),
    when('context.n >= 0'),
    'opened',
    'the largest number has no successor, so the first errs',
  ],
  [
    when('context.n > 0 || context.n + 1 > 0'),
    when('context.n >= 0'),
    'same',
    'the right side is not evaluated where the left is true',
  ],
  [
    when('context.flag && context.n * 2 == 4'),
    when('context.flag && context.n == 2'),
    'same',
    'an overflow denies, and is no 4',
  ],
  [when('!(context.n * 2 == 4)'), when('context.n != 2'), 'opened', 'an overflow denies'],
  [when('-context.n > 0'), when('context.n < 0'), 'opened', 'the smallest number has no opposite'],
  // connectives
  [when('context.flag'), when('!context.flag'), 'both', 'opposites'],
  [when('context.flag'), when('!!context.flag'), 'same', 'twice not'],
  [when('!(context.flag && context.n > 0)'), when('!context.flag || !(context.n > 0)'), 'same', 'de Morgan'],
  [
    when('if context.flag then context.n > 0 else context.n > 9'),
    when('context.n > 9 || (context.flag && context.n > 0)'),
    'same',
    'a choice in other words',
  ],
  [
    `${P} when { context.flag } unless { context.n > 0 };`,
    when('context.flag && context.n <= 0'),
    'same',
    'clauses are and',
  ],
  // equality and order
  [when('context.s == "a"'), when('context.s != "a"'), 'both', 'opposites'],
  [when('context.n == context.m'), when('context.m == context.n'), 'same', 'it is symmetric'],
  [when('context.n < 3'), when('context.n <= 2'), 'same', 'numbers are whole'],
  [when('context.n < 3'), when('context.n <= 3'), 'opened', '3'],
  [when('context.n < context.m'), when('!(context.m <= context.n)'), 'same', 'the order is total'],
  [when('context.n < 0 && context.n > 0'), when('false'), 'same', 'no number is both'],
  [
    when('context.n - context.m > 0'),
    when('context.n > context.m'),
    'opened',
    'a difference that overflows errs',
  ],
  [when('context.n * 3 == 10'), '', 'same', '10 is no multiple of 3, and an overflow denies'],
  // texts
  [when('context.s like "a*"'), when('context.s like "a*b"'), 'closed', 'the second asks for an end'],
  [
    when('context.s like "a*" && context.s like "*a"'),
    when('context.s like "a*a" || context.s == "a"'),
    'same',
    'one letter is its own end',
  ],
  [when('context.s like "*"'), `${P};`, 'same', 'every text fits'],
  [when('context.s like "\\*"'), when('context.s == "*"'), 'same', 'a star that is meant as one'],
  [when('context.s like "ab*" && context.s like "b*"'), '', 'same', 'no text begins with both'],
  // entities and the hierarchy
  [
    `permit (principal == User::"a", action, resource);`,
    `permit (principal in User::"a", action, resource);`,
    'same',
    'nothing can be in a User',
  ],
  [
    `permit (principal in Team::"a", action, resource);`,
    when('principal in [Team::"a", Team::"b"]'),
    'opened',
    'those in b',
  ],
  [
    when('principal in Team::"a" && Team::"a" in Team::"b"'),
    when('principal in Team::"b"'),
    'opened',
    'one may be in b without a',
  ],
  [
    when('principal in Team::"b"'),
    when('principal in Team::"b" || (principal in Team::"a" && Team::"a" in Team::"b")'),
    'same',
    'it is transitive',
  ],
  [when('Team::"a" in Team::"b" && Team::"b" in Team::"a"'), '', 'same', 'there are no circles'],
  [when('principal == resource.owner && principal.n > resource.owner.n'), '', 'same', 'one entity has one n'],
  [
    when('resource.owner == principal'),
    when('resource.owner.boss == principal.boss'),
    'opened',
    'others have the same boss',
  ],
  [when('principal is User'), `${P};`, 'same', 'there are no other principals'],
  [when('principal is User in Team::"a"'), when('principal in Team::"a"'), 'same', 'is in is both'],
  [when('resource is User'), '', 'same', 'a resource is a Doc'],
  [
    when('principal.plan == Plan::"free" || principal.plan == Plan::"pro"'),
    `${P};`,
    'same',
    'there are two plans',
  ],
  [when('action == Action::"a"'), `${P};`, 'same', 'there is one action'],
  // presence
  [
    when('principal has nick'),
    when('principal has nick && principal.nick like "*"'),
    'same',
    'every text fits',
  ],
  [when('principal has home.zip'), when('principal has home'), 'same', 'a home has a zip'],
  [when('principal has home.no'), when('principal has home'), 'opened', 'a home need not have a number'],
  [
    when('principal has home && principal.home.no == 1'),
    when('principal has home.no && principal.home.no == 1'),
    'same',
    'an error denies, as a condition that is false does',
  ],
  [when('principal has n'), `${P};`, 'same', 'n is required'],
  // sets
  [
    when('resource.labels.contains("a")'),
    when('resource.labels.containsAny(["a", "b"])'),
    'opened',
    'b is enough',
  ],
  [
    when('resource.labels.containsAll(["a", "b"])'),
    when('resource.labels.contains("a") && resource.labels.contains("b")'),
    'same',
    'both of them',
  ],
  [when('resource.labels == ["a"]'), when('resource.labels.contains("a")'), 'opened', 'others may be in it'],
  [when('resource.labels.isEmpty()'), when('resource.labels == []'), 'same', 'there is one empty set'],
  [
    when('["a", "b"].contains(context.s)'),
    when('context.s == "a" || context.s == "b"'),
    'same',
    'a list of cases',
  ],
  [
    when('["a", "b"].containsAll(resource.labels)'),
    when('resource.labels.isEmpty()'),
    'closed',
    'one of the two would do',
  ],
  [
    when('resource.readers.contains(principal)'),
    when('principal in resource.readers'),
    'same',
    'nothing can be in a User',
  ],
  [when('[1, 2] == [2, 1, 1]'), `${P};`, 'same', 'neither order nor number counts'],
  [
    when('resource.parts.contains({a: 1}) && resource.parts.isEmpty()'),
    '',
    'same',
    'what is empty contains nothing',
  ],
  // records
  [when('{a: context.n} == {a: 1}'), when('context.n == 1'), 'same', 'field by field'],
  [when('{a: 1, b: context.n}.b > 0'), when('context.n > 0'), 'same', 'a field of a literal'],
  // tags
  [
    when('principal.hasTag("k")'),
    when('principal.hasTag("k") && principal.getTag("k") == "v"'),
    'closed',
    'other values',
  ],
  [
    when('principal.getTag("k") == "v"'),
    when('principal.hasTag("k") && principal.getTag("k") == "v"'),
    'same',
    'without the tag the first errs, which denies',
  ],
  [
    when('context.s == "k" && principal.hasTag(context.s)'),
    when('context.s == "k" && principal.hasTag("k")'),
    'same',
    'equal keys, one tag',
  ],
  // extensions
  [
    when('context.amount.lessThan(decimal("1.5"))'),
    when('context.amount.lessThanOrEqual(decimal("1.4999"))'),
    'same',
    'four digits behind the point',
  ],
  [
    when('context.amount == decimal("1.50")'),
    when('context.amount == decimal("1.5")'),
    'same',
    'the same number',
  ],
  [
    when('context.ip.isInRange(ip("10.0.0.0/8"))'),
    when('context.ip.isInRange(ip("10.0.0.0/9")) || context.ip.isInRange(ip("10.128.0.0/9"))'),
    'closed',
    'a range as wide as the whole is in neither half',
  ],
  [
    when('context.ip.isLoopback() && context.ip.isIpv4()'),
    when('context.ip.isInRange(ip("127.0.0.0/8"))'),
    'same',
    'what loopback means',
  ],
  [when('context.ip.isIpv4()'), when('!context.ip.isIpv6()'), 'same', 'there are two versions'],
  [
    when('context.now < datetime("2024-01-02") && context.now.toDate() == datetime("2024-01-01")'),
    when('context.now.toDate() == datetime("2024-01-01")'),
    'same',
    'a day ends before the next',
  ],
  [when('context.now.toTime() < duration("1d")'), `${P};`, 'same', 'a time of day is less than a day'],
  [
    when('context.now.offset(duration("1h")) > datetime("2024-01-01")'),
    when('context.now > datetime("2023-12-31T23:00:00Z")'),
    'not decided',
    'they differ an hour before the last date, which is beyond the year 9999 and cannot be written',
  ],
  [
    when('context.wait.toHours() >= 1'),
    when('context.wait >= duration("1h")'),
    'same',
    'a duration is cut to whole hours',
  ],
  [
    when('context.wait.toMinutes() == 0'),
    when('context.wait >= duration("0ms") && context.wait < duration("1m")'),
    'closed',
    'cut towards 0 from below as well',
  ],
  [
    when('ip(context.s).isLoopback()'),
    '',
    'not decided',
    'an address of a text that is not a literal is any',
  ],
  // what is past the budget
  [
    when(
      `${Array.from({ length: 150 }, (_, index) => `Team::"t${index}" in Team::"t${(index + 1) % 150}"`).join(' && ')}`,
    ),
    '',
    'not decided',
    'too many teams that are each asked to be in another',
  ],
];

function relationOf(before: string, after: string): Relation {
  const sides = { before: policiesOf(before), after: policiesOf(after) };
  const kinds = ask(SCHEMA, [
    { kind: 'nothing-opened', ...sides },
    { kind: 'nothing-closed', ...sides },
  ]).map(({ kind }) => kind);
  if (kinds.includes('not-decided')) return 'not decided';
  const [opened, closed] = kinds.map((kind) => kind === 'refuted');
  if (opened && closed) return 'both';
  return opened ? 'opened' : closed ? 'closed' : 'same';
}

describe('a change of policies', () => {
  it.each(CASES)('%s -> %s: %s, since %s', (before, after, expected) => {
    expect(relationOf(before, after)).toBe(expected);
  });

  it('is tried in at least 60 ways', () => {
    expect(CASES.length).toBeGreaterThanOrEqual(60);
  });
});
