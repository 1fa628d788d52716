import { describe, expect, it } from 'vitest';
import { FUNCTION_MEANINGS } from '../../../src/core/analysis/translation/functions.ts';
import { OPERATOR_MEANINGS } from '../../../src/core/analysis/translation/operators.ts';
import { reachable, type SmallSchema } from '../../helpers/analysis.ts';

const SCHEMA: SmallSchema = {
  more: 'entity Plan enum ["free", "pro"]; entity Team in [Team];',
  user: 'in [Team] { n: Long, name: String, nick?: String, vip: Bool, boss: User, plan: Plan, tags2: Set<String>, nums: Set<Long> } tags String',
  doc: 'in [Team] { owner: User, readers: Set<User>, teams: Set<Team>, recs: Set<{ a: Long, b?: String }>, nested: Set<Set<String>> } tags { n: Long }',
  context:
    '{ n: Long, m: Long, s: String, t: String, flag: Bool, ip: ipaddr, net: ipaddr, now: datetime, before: datetime, wait: duration, amount: decimal, opt?: { x: Long, y?: Bool } }',
};

/** Conditions that a request can meet, and conditions that none can, for every operator. */
const CASES: readonly (readonly [condition: string, 'sometimes' | 'never'])[] = [
  // literals, variables and connectives
  ['true', 'sometimes'],
  ['context.flag && !context.flag', 'never'],
  ['context.flag || !context.flag', 'sometimes'],
  ['(if context.flag then context.n else context.m) > 3 && context.n < 0 && context.m < 0', 'never'],
  [
    '(if context.flag then context.s else context.t) == "a" && context.s == "b" && !(context.flag && true) && context.t == "c"',
    'never',
  ],
  // equality
  ['context.s == "a" && context.s != "b"', 'sometimes'],
  ['context.s == context.t && context.t == "a" && context.s != "a"', 'never'],
  ['principal == resource.owner && principal.n != resource.owner.n', 'never'],
  ['principal != resource.owner && principal.boss == resource.owner.boss', 'sometimes'],
  ['principal == principal.boss && principal.boss.boss.n != principal.n', 'never'],
  ['{a: context.n, b: context.s} == {a: 1, b: "x"} && context.n == 2', 'never'],
  ['[context.n, 2] == [2, 1] && context.n != 1', 'never'],
  // numbers
  ['context.n < 3 && context.n > 1 && context.n != 2', 'never'],
  ['context.n <= 3 && context.n >= 3 && context.n == 3', 'sometimes'],
  ['context.n + 1 > context.m && context.m >= context.n + 1', 'never'],
  ['context.n + 1 < context.n', 'never'],
  ['context.n - 1 > context.n', 'never'],
  ['context.n > 9223372036854775807', 'never'],
  ['context.n < -9223372036854775808', 'never'],
  ['context.n >= 9007199254740993 && context.n + 9223372036854775807 < 0', 'never'],
  ['context.n > 9007199254740993 && context.n < 9007199254740995', 'sometimes'],
  ['context.n > 9007199254740993 && context.n < 9007199254740995 && context.n != 9007199254740994', 'never'],
  ['context.n * 3 == 10', 'never'],
  ['context.n * 3 == 12 && context.n != 4', 'never'],
  ['-context.n == 5 && context.n > 0', 'never'],
  ['-context.n == 5 && context.n < 0', 'sometimes'],
  // texts
  ['context.s like "a*" && context.s like "*b" && context.s like "*c*"', 'sometimes'],
  ['context.s like "a*" && !(context.s like "a*") ', 'never'],
  ['context.s like "a*" && context.s like "*a" && !(context.s like "a*a") && context.s != "a"', 'never'],
  ['context.s like "*" && context.s == ""', 'sometimes'],
  ['context.s like "a\\*b" && context.s != "a*b"', 'never'],
  ['context.s like "ab*" && context.t like "ab*" && context.s != context.t', 'sometimes'],
  // entities
  ['principal is User && resource is Doc', 'sometimes'],
  ['principal is Doc', 'never'],
  ['principal is User in Team::"a" && !(principal in Team::"a")', 'never'],
  ['principal in Team::"a" && Team::"a" in Team::"b" && !(principal in Team::"b")', 'never'],
  ['Team::"a" in Team::"b" && Team::"b" in Team::"a"', 'never'],
  ['principal in [Team::"a", Team::"b"] && !(principal in Team::"a")', 'sometimes'],
  ['principal in resource.teams && resource.teams.isEmpty()', 'never'],
  [
    'principal in resource.teams && !resource.teams.contains(Team::"a") && resource.teams == [Team::"a", Team::"b"]',
    'never',
  ],
  ['action == Action::"a"', 'sometimes'],
  ['action in [Action::"a"]', 'sometimes'],
  ['principal.plan != Plan::"free" && principal.plan != Plan::"pro"', 'never'],
  ['principal.plan != Plan::"free"', 'sometimes'],
  // attributes
  ['principal has nick && principal.nick == "x"', 'sometimes'],
  ['principal has nick && !(principal has nick)', 'never'],
  ['principal has nothing', 'never'],
  ['context has opt.y && context.opt.y && context.opt.x > 3', 'sometimes'],
  ['context has opt.x && !(context has opt)', 'never'],
  // sets
  ['principal.tags2.contains("a") && principal.tags2.isEmpty()', 'never'],
  ['principal.tags2.containsAll(["a", "b"]) && !principal.tags2.contains("b")', 'never'],
  [
    'principal.tags2.containsAny(["a", "b"]) && !principal.tags2.contains("a") && !principal.tags2.contains("b")',
    'never',
  ],
  ['!principal.tags2.isEmpty() && !principal.tags2.contains("a")', 'sometimes'],
  ['principal.nums.contains(context.n) && context.n == 3 && !principal.nums.contains(3)', 'never'],
  ['principal.nums == [1, 2] && principal.nums.contains(context.n) && context.n > 2', 'never'],
  [
    'resource.readers.contains(principal) && !resource.readers.containsAll([principal, resource.owner])',
    'sometimes',
  ],
  ['resource.recs.contains({a: 1}) && !resource.recs.contains({a: 1, b: "x"})', 'sometimes'],
  ['resource.recs == [{a: 1}] && resource.recs.contains({a: context.n}) && context.n != 1', 'never'],
  ['resource.nested.contains(principal.tags2) && resource.nested.isEmpty()', 'never'],
  [
    'resource.nested == [["a"]] && resource.nested.contains(principal.tags2) && !principal.tags2.contains("a")',
    'never',
  ],
  // tags
  ['principal.hasTag("k") && principal.getTag("k") == "v"', 'sometimes'],
  ['principal.hasTag(context.s) && context.s == "k" && !principal.hasTag("k")', 'never'],
  [
    'principal.hasTag(context.s) && principal.hasTag(context.t) && context.s == context.t && principal.getTag(context.s) != principal.getTag(context.t)',
    'never',
  ],
  ['resource.hasTag("k") && resource.getTag("k").n > 3 && resource.getTag("k") == {n: 1}', 'never'],
  // extensions
  ['context.amount.lessThan(decimal("1.5")) && context.amount.greaterThan(decimal("1.4998"))', 'sometimes'],
  [
    'context.amount.lessThanOrEqual(decimal("1.5")) && context.amount.greaterThanOrEqual(decimal("1.5001"))',
    'never',
  ],
  ['context.ip.isInRange(ip("10.0.0.0/8")) && context.ip.isLoopback()', 'never'],
  [
    'context.ip.isInRange(context.net) && context.net.isInRange(ip("10.0.0.0/8")) && !context.ip.isInRange(ip("10.0.0.0/8"))',
    'never',
  ],
  ['context.ip.isIpv4() && context.ip.isIpv6()', 'never'],
  ['context.ip.isMulticast() && context.ip.isIpv6()', 'sometimes'],
  ['context.ip == ip("10.0.0.1") && context.ip != ip("10.0.0.1/32")', 'never'],
  [
    'context.now < datetime("2024-01-01") && context.now.offset(duration("1d")) > datetime("2024-01-02")',
    'never',
  ],
  ['context.now.durationSince(context.before) > duration("1h") && context.now < context.before', 'never'],
  [
    'context.now.toDate() == datetime("2024-01-01") && context.now > datetime("2024-01-01T23:00:00Z")',
    'sometimes',
  ],
  ['context.now.toDate() > context.now', 'never'],
  ['context.now.toTime() >= duration("1d")', 'never'],
  ['context.wait.toHours() == 2 && context.wait < duration("2h")', 'never'],
  ['context.wait.toDays() == -1 && context.wait > duration("-1d")', 'never'],
  ['context.wait.toMinutes() == 0 && context.wait < duration("0ms")', 'sometimes'],
  ['context.wait.toSeconds() == 1 && context.wait.toMilliseconds() == 1999', 'sometimes'],
  // of a text that is not a literal: what holds for any function
  ['ip(context.s).isLoopback() && context.s == context.t && !ip(context.t).isLoopback()', 'never'],
];

describe('every operator', () => {
  it.each(CASES)('%s: %s', (condition, expected) => {
    expect(reachable(SCHEMA, condition)).toBe(expected);
  });

  it('has a case', () => {
    const text = CASES.map(([condition]) => condition).join('\n');
    const names = [...Object.keys(OPERATOR_MEANINGS), ...Object.keys(FUNCTION_MEANINGS)];
    const spelled: Readonly<Record<string, string>> = {
      Value: 'true',
      Var: 'principal',
      Slot: '',
      neg: '-context.n',
      'if-then-else': 'if',
      Set: '[1, 2]',
      Record: '{a: 1}',
    };
    expect(names.filter((name) => !text.includes(spelled[name] ?? name))).toEqual([]);
  });

  it('has cases of both kinds, more than sixty', () => {
    expect(CASES.length).toBeGreaterThan(60);
    expect(new Set(CASES.map(([, expected]) => expected)).size).toBe(2);
  });
});

describe('what is not decided', () => {
  it('says which function it took for any, where the engine does not confirm the counterexample', () => {
    expect(reachable(SCHEMA, 'ip(context.s).isLoopback()')).toMatch(/^not decided/);
  });

  it.each([
    'action in context.group',
    'action in context.groups && !context.groups.contains(action)',
    'context.group in action',
    'context.group == action',
    'context.groups.contains(context.group)',
  ])('says that an action is no literal: %s', (condition) => {
    const schema = { context: '{ group: Action, groups: Set<Action> }' };
    expect(reachable(schema, condition)).toMatch(/^not decided: .* an action/);
  });

  it('says that sets have elements of different types', () => {
    expect(reachable(SCHEMA, 'resource.nested.contains([])')).toMatch(
      /^not decided: .* sets of different types/,
    );
  });
});
