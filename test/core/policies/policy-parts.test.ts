import { describe, expect, it } from 'vitest';
import { locatePart, type PolicyPart, policyParts } from '../../../src/core/policies/policy-parts.ts';
import { readPolicies } from '../../../src/core/policies/read-policies.ts';
import { policyFile } from '../../helpers/policies.ts';

/** A part as a short text: kinds and, of those without parts, what is written there. */
function told(part: PolicyPart): string {
  return part.parts.length === 0 ? part.text : `${part.kind}(${part.parts.map(told).join(' | ')})`;
}

function expression(text: string): string {
  const clause = policyParts(`permit (principal, action, resource) when { ${text} };`)?.clauses[0];
  return clause?.parts.map(told).join() ?? 'nothing';
}

describe('the parts of a policy', () => {
  it('are its effect, its scope and its clauses, each as written', () => {
    const parts = policyParts(
      '@id("x") @permit @doc("forbid (a, b, c);") forbid (principal is App::User in App::Group::"a,b", action in [App::Action::"x", App::Action::"y"], resource == App::Doc::"(")\nwhen { true }\nunless { context.mfa };',
    );
    expect(parts?.effect).toBe('forbid');
    expect(parts?.scope.map(({ kind, text }) => [kind, text])).toEqual([
      ['principal', 'principal is App::User in App::Group::"a,b"'],
      ['action', 'action in [App::Action::"x", App::Action::"y"]'],
      ['resource', 'resource == App::Doc::"("'],
    ]);
    expect(parts?.clauses.map(({ kind, text }) => [kind, text])).toEqual([
      ['when', 'when { true }'],
      ['unless', 'unless { context.mfa }'],
    ]);
  });

  it.each([
    ['a && b && c', 'and(a | b | c)'],
    ['a || b && c || d', 'or(a | and(b | c) | d)'],
    ['(a || b) && !(c && d)', 'and(or(a | b) | not(and(c | d)))'],
    ['((a))', 'a'],
    ['(a) && (b).c', 'and(a | (b).c)'],
    ['!!a', 'not(not(a))'],
    ['!a.has', 'not(a.has)'],
    ['!a == b', '!a == b'],
    ['!a.b("||").c', 'not(a.b("||").c)'],
    ['if a && b then c else d || e', 'if a && b then c else d || e'],
    ['x || (if a then b else c && d)', 'or(x | if a then b else c && d)'],
    [
      '[a && b].contains(c || d) && { "k": a && b } == e',
      'and([a && b].contains(c || d) | { "k": a && b } == e)',
    ],
    ['a like "* && \\" || *" && b', 'and(a like "* && \\" || *" | b)'],
    ['a // && x\n && b // the end\n', 'and(a | b)'],
    ['a != b && c <= d && e >= f', 'and(a != b | c <= d | e >= f)'],
  ])('has %s as %s', (text, parts) => {
    expect(expression(text)).toBe(parts);
  });

  it('stand where they are written, whatever comes before them', () => {
    const text =
      '\uFEFF// é 😀\r\npermit (principal, action, resource)\r\nwhen { "é😀" == "x" &&\r\n  context.a };\r\n';
    const [policy] = readPolicies([policyFile(text)]).policySet.policies;
    const [first, second] = (policy && policyParts(policy.text)?.clauses[0]?.parts[0]?.parts) ?? [];
    expect(policy && first && locatePart(policy, first)).toMatchObject({ line: 3, column: 8, endColumn: 20 });
    expect(policy && second && locatePart(policy, second)).toMatchObject({
      line: 4,
      column: 3,
      endColumn: 12,
    });
  });

  it.each([
    '',
    'permit',
    'permit (principal, action);',
    'permit (a, b, c);',
    'permit (principal, action, resource) when {};',
    'permit (principal, action, resource) whenever { a };',
  ])('are not guessed in a text that is no policy: %j', (text) => expect(policyParts(text)).toBeUndefined());

  it('may have a comma after the last part of the scope', () => {
    expect(policyParts('permit (principal, action, resource,);')?.scope).toHaveLength(3);
  });
});
