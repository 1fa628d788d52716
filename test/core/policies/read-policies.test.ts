import { describe, expect, it } from 'vitest';
import { checkPolicies } from '../../../src/core/policies/check-policies.ts';
import { locatePolicy, policyTexts } from '../../../src/core/policies/policy.ts';
import { readPolicies } from '../../../src/core/policies/read-policies.ts';
import { emailSchema } from '../../helpers/email-model.ts';
import fc from '../../helpers/fast-check.ts';
import { told } from '../../helpers/outcome.ts';
import { policyFile, policySetOf } from '../../helpers/policies.ts';

const PERMIT = 'permit (principal, action, resource);';

function check(...files: (readonly [text: string, name?: string])[]) {
  return checkPolicies(
    files.map(([text, name]) => policyFile(text, name)),
    emailSchema,
  );
}

describe('readPolicies', () => {
  it('takes the id from `@id`, else from the file and the position in it', () => {
    const { policies } = policySetOf(`@id("first") ${PERMIT} ${PERMIT}\n@id("") ${PERMIT}`);
    expect(policies.map((policy) => policy.id)).toEqual(['first', 'a.cedar#2', 'a.cedar#3']);
  });

  it('decodes the id as Cedar does', () => {
    const { policies } = policySetOf(`@id("a \\"b\\" \\u{1F600}") ${PERMIT} @id("__proto__") ${PERMIT}`);
    expect(policies.map((policy) => policy.id)).toEqual(['a "b" 😀', '__proto__']);
    expect(Object.keys(policyTexts(policies))).toEqual(['a "b" 😀', '__proto__']);
  });

  it('ends a policy at its `;` and nowhere else', () => {
    const text = `// a; b\npermit (principal, action, resource) when { "; \\" ;" == ";" }; // c;\n${PERMIT}\n// d`;
    const { policies } = policySetOf(text);
    expect(policies.map((policy) => text.slice(policy.start, policy.end))).toEqual([
      'permit (principal, action, resource) when { "; \\" ;" == ";" };',
      PERMIT,
    ]);
    expect(policies.map((policy) => locatePolicy(policy).line)).toEqual([2, 3]);
  });

  it('keeps templates apart, and knows a slot from a text that looks like one', () => {
    const { policies, templates } = policySetOf(
      `permit (principal == ?principal, action, resource); // ?resource
       permit (principal, action, resource) when { "?principal" == "" }; // ?principal`,
    );
    expect([templates.map((policy) => policy.id), policies.map((policy) => policy.id)]).toEqual([
      ['a.cedar#1'],
      ['a.cedar#2'],
    ]);
  });

  it('reads files without policies', () => {
    expect(readPolicies([]).policySet.policies).toEqual([]);
    expect(readPolicies([policyFile('// nothing yet')])).toEqual({
      policySet: { policies: [], templates: [] },
      diagnostics: [],
    });
  });

  it('gives the same answer for files in any order', () => {
    const files = ['b', 'a', 'c'].map((name) =>
      policyFile(`@id("same") ${PERMIT} permit (x);`, `${name}.cedar`),
    );
    const expected = JSON.stringify(readPolicies(files));
    fc.assert(
      fc.property(fc.shuffledSubarray(files, { minLength: 3 }), (shuffled) => {
        expect(JSON.stringify(readPolicies(shuffled))).toBe(expected);
      }),
    );
  });

  it('never throws, whatever the text', () => {
    const piece = fc.constantFrom(
      'permit',
      '(',
      ')',
      ';',
      '"',
      '\\',
      '//',
      '\n',
      '@id("x")',
      '?principal',
      '😀',
      '{',
      '}',
      ' ',
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('');
        const { policySet, diagnostics } = readPolicies([policyFile(text)]);
        const nothing = text.replaceAll(/\/\/[^\n]*/g, '').trim() === '';
        expect(policySet.policies.length + policySet.templates.length + diagnostics.length > 0).toBe(
          !nothing,
        );
      }),
    );
  });
});

describe('problems of policies', () => {
  it('in several files and of both kinds are all told at once, sorted by place', () => {
    const { diagnostics, usable } = check(
      ['permit (principal, action);\n\npermit (principal is Usr, action, resource);', 'b.cedar'],
      [`${PERMIT}\nforbid (principal, acton, resource);`, 'a.cedar'],
    );
    expect(told(diagnostics).map((line) => line.replace(/ error .*/, ''))).toEqual([
      'policies/a.cedar:2:20',
      'policies/b.cedar:1:26',
      'policies/b.cedar:3:22',
    ]);
    expect(usable).toBe(false);
  });

  it.each([
    ['plain text', '\n  '],
    ['Windows line ends', '// one\r\n// two\r\n  '],
    ['é before', '// é\n@doc("é")  '],
    ['an emoji before', '// 😀😀\n@doc("😀")  '],
    ['a byte order mark', '\uFEFF'],
  ])('stand at the right line and column with %s', (_, before) => {
    const text = `${before}permit (principal, action, resource) when { "é😀" != "" && principal.nam == "" };`;
    const { diagnostics } = check([text]);
    const offset = text.indexOf('principal.nam');
    const lines = text
      .slice(0, offset)
      .replace('\uFEFF', '')
      .split(/\r\n|\n/);
    expect(diagnostics[0]?.location).toMatchObject({
      line: lines.length,
      column: (lines.at(-1) ?? '').length + 1,
      endColumn: (lines.at(-1) ?? '').length + 1 + 'principal.nam'.length,
    });
  });

  it('of syntax stand at the right place too', () => {
    const text = '// é😀\r\n@doc("é😀")\r\npermit (principal, action, resource) when { "é😀" == 5 5 };';
    const [problem] = check([text]).diagnostics;
    expect(problem).toMatchObject({ code: 'policy-syntax', location: { line: 3, column: 56 } });
    expect(problem?.location?.excerpt).toBe(text.split('\r\n')[2]);
  });

  it('keep the "did you mean" of Cedar', () => {
    const { diagnostics } = check([
      'permit (principal, action == EmailApp::Action::"logn", resource);\npermit (principal is EmailApp::Usr, action, resource);',
    ]);
    expect(diagnostics.map((one) => one.help)).toEqual([
      expect.stringContaining('EmailApp::Action::"login"'),
      expect.stringContaining('EmailApp::User'),
    ]);
  });

  it('suggest no other action that only shares a word with an unknown one', () => {
    const { diagnostics } = check([
      'permit (principal, action == EmailApp::Action::"archiveEmailCampaign", resource);\npermit (principal, action == EmailApp::Action::"updateEmailCampain", resource);',
    ]);
    expect(diagnostics.map((one) => one.help)).toEqual([
      'the schema has no such action, and lists all that there are',
      'did you mean `EmailApp::Action::"updateEmailCampaign"`?',
    ]);
  });

  it('drop the warnings of a policy that has errors, and only those', () => {
    const impossible = 'permit (principal, action, resource) when { false };';
    const { diagnostics, usable } = check([impossible]);
    expect(told(diagnostics)).toEqual([
      expect.stringMatching(/^policies\/a\.cedar:1:1 warning policy is impossible/),
    ]);
    expect(usable).toBe(true);
    const both = check([`${impossible}\npermit (principal, action == EmailApp::Action::"logn", resource);`]);
    expect(both.diagnostics.map((one) => [one.severity, one.location?.line])).toEqual([
      ['warning', 1],
      ['error', 2],
    ]);
  });

  it('are told once to be impossible, with the reason, where the scope fits no action', () => {
    const { diagnostics } = check([
      'permit (principal is EmailApp::Role, action == EmailApp::Action::"login", resource);',
    ]);
    expect(diagnostics).toMatchObject([
      {
        message: 'policy is impossible: the policy expression evaluates to false for all valid requests',
        details: ['unable to find an applicable action given the policy scope constraints'],
      },
    ]);
  });

  it('never repeat the id of the policy, which is said by the place', () => {
    const { diagnostics } = check(['@id("odd `id`") permit (principal is EmailApp::Usr, action, resource);']);
    expect(diagnostics[0]?.message).toMatch(/^unrecognized entity type/);
  });

  it('are told for a duplicate id with both places, and the second policy is checked as well', () => {
    const { diagnostics, policySet } = check(
      [`@id("same") ${PERMIT}`, 'a.cedar'],
      [`\n@id("same") permit (principal is EmailApp::Usr, action, resource);`, 'b.cedar'],
    );
    expect(diagnostics.find((one) => one.code === 'policy-id-duplicate')).toMatchObject({
      message: 'two policies have the id `same`',
      help: 'the other policy is at policies/a.cedar:1:1: give each its own `@id`',
      file: 'policies/b.cedar',
      location: { line: 2, column: 1 },
    });
    expect(diagnostics.some((one) => one.code === 'policy-invalid')).toBe(true);
    expect(policySet.policies.map((policy) => policy.id)).toEqual(['same', 'same (2)']);
  });

  it.each([
    ['permit (principal, action, resource)', 'forbid (principal, action, resource);'],
    [
      'permit (principal, action, resource) when { true } // done',
      '@id("next") permit (principal, action, resource);',
    ],
    [
      'permit (principal, action, resource)',
      '// a // b\n@flag @id("next")\npermit (principal, action, resource);',
    ],
  ])('hint at the missing `;` of %j', (first, second) => {
    expect(check([`${first}\n${second}`]).diagnostics[0]?.help).toBe(
      'is the `;` of the policy before missing?',
    );
  });

  it('hint at no missing `;` where none is missing', () => {
    const { diagnostics } = check(['permit (principal, action, resource) when { (true };']);
    expect(diagnostics[0]?.help ?? '').not.toContain('missing');
  });

  it('are found in no time behind a line of slashes', () => {
    const text = `permit (principal, action, resource)\n${'/'.repeat(5000)}\nwhat (principal);`;
    expect(check([text]).diagnostics.map((one) => one.location?.line)).toEqual([3]);
  });

  it('are told when a policy nests too deeply, at that policy', () => {
    const deep = `permit (principal, action, resource) when { ${'('.repeat(61)}true${')'.repeat(61)} };`;
    expect(told(check([`${PERMIT}\n${deep}`]).diagnostics)).toEqual([
      'policies/a.cedar:2:1 error brackets nest more than 60 deep, more than the policy engine can take',
    ]);
  });

  it('are told for a template, which decides nothing', () => {
    const { diagnostics, usable } = check([
      `${PERMIT}\n@id("t") permit (principal == ?principal, action, resource);`,
    ]);
    expect(diagnostics).toMatchObject([
      { severity: 'warning', code: 'policy-template-unlinked', location: { line: 2 } },
    ]);
    expect(usable).toBe(true);
  });
});
