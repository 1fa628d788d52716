import { describe, expect, it } from 'vitest';
import { formatPolicyFile } from '../../../src/core/policies/format.ts';
import fc from '../../helpers/fast-check.ts';
import { told, valueIn } from '../../helpers/outcome.ts';
import { policyFile } from '../../helpers/policies.ts';

function format(text: string): string {
  return valueIn(formatPolicyFile(policyFile(text)));
}

/** Sorted; a string that looks like a comment is none. */
function commentsIn(text: string): string[] {
  const tokens = [...text.matchAll(/"(?:[^"\\]|\\.)*"|\/\/[^\r\n]*/g)].map(([token]) => token.trimEnd());
  return tokens.filter((token) => token.startsWith('//')).sort();
}

describe('formatPolicyFile', () => {
  it('lays out policies, keeps comments, and changes nothing the second time', () => {
    const once = format('// why\n@id("a") permit(principal,action,resource)when{true};');
    expect(once).toBe('// why\n@id("a")\npermit (principal, action, resource)\nwhen { true };\n');
    expect(format(once)).toBe(once);
  });

  it('drops a byte order mark and keeps the line ends of the file, unless it mixes them', () => {
    expect(format('\uFEFFpermit(principal, action, resource);\r\n// end\r\n')).toBe(
      'permit (principal, action, resource);\r\n// end\r\n',
    );
    expect(format('permit (principal, action, resource);\r\n// end\n')).toBe(
      'permit (principal, action, resource);\n// end\n',
    );
  });

  it.each(['', '\n', '// nothing yet\n'])('leaves %j as it is: there is no policy to lay out', (text) => {
    expect(format(text)).toBe(text);
  });

  it('formats templates', () => {
    expect(format('permit(principal==?principal,action,resource);')).toBe(
      'permit (\n  principal == ?principal,\n  action,\n  resource\n);\n',
    );
  });

  it('reports every policy that does not parse, at its place', () => {
    const outcome = formatPolicyFile(policyFile('permit (principal);\nforbid (action);'));
    const places = new Set(told(outcome.diagnostics).map((line) => line.replace(/ error .*/, '')));
    expect([...places]).toEqual(['policies/a.cedar:1:18', 'policies/a.cedar:2:9', 'policies/a.cedar:2:15']);
  });

  it('refuses to lose a comment, and says which', () => {
    const text = 'permit (principal, action, resource)\nwhen { [1, 2, // the last one\n].contains(1) };';
    const outcome = formatPolicyFile(policyFile(text));
    expect(outcome.ok).toBe(false);
    expect(outcome.diagnostics[0]).toMatchObject({
      code: 'format-refused',
      message: 'formatting would lose the comment `// the last one`',
      file: 'policies/a.cedar',
    });
  });

  it('takes texts in strings that look like comments for what they are', () => {
    const formatted = format('permit (principal, action, resource) when { context.url == "http://x" };');
    expect(formatted).toContain('"http://x"');
  });

  it('keeps every comment, wherever it stands, or refuses', () => {
    const tokens =
      'permit ( principal , action in [ Action::"a" , Action::"b" , ] , resource ) when { context . n == "//" && [ 1 , 2 , ] . contains ( 1 ) } ;'.split(
        ' ',
      );
    const comment = fc.constantFrom('', '', '', '// x\n', '// x // y\n', '//\n', '// "\n', '// é 😀\n');
    const places = fc.array(comment, { minLength: tokens.length, maxLength: tokens.length });
    let formatted = 0;
    fc.assert(
      fc.property(places, (comments) => {
        const text = tokens.map((token, index) => `${comments[index]}${token}`).join(' ');
        const outcome = formatPolicyFile(policyFile(text));
        if (outcome.ok) {
          formatted += 1;
          expect(commentsIn(outcome.value)).toEqual(commentsIn(text));
        } else expect(outcome.diagnostics[0]?.code).toBe('format-refused');
      }),
    );
    expect(formatted).toBeGreaterThan(0);
  });
});
