import { describe, expect, it } from 'vitest';
import { authz, folderWith } from '../helpers/cli.ts';

const HARD = 'principal.a + principal.b == resource.a';

const SCHEMA = `
entity User, Doc = { a: Long, b: Long };
action view appliesTo { principal: User, resource: Doc };`;

/** A project of Cedar's, with a question that takes more than a few steps. */
function folder(): string {
  return folderWith({
    'old/policies.cedarschema': SCHEMA,
    'old/policies.cedar': '@id("p") permit (principal, action, resource) when { principal.a > 1 };',
    'policies.cedarschema': SCHEMA,
    'policies.cedar': `@id("p") permit (principal, action, resource) when { ${HARD} };`,
    'invariants/i.cedar': `@id("i") forbid (principal, action, resource) when { ${HARD} };`,
    'tests.json': '[]',
  });
}

describe('what takes more than its budget', () => {
  it.each([['prove'], ['matrix'], ['diff', 'old', './'], ['mutate']])(
    'is answered with the flag that allows more: %s',
    async (...args) => {
      const own = folder();
      const short = await authz(own, [...args, '--budget', '0.00001']);
      expect(short.stdout).toMatch(/not decided/i);
      expect(short.stderr).toContain('[budget-used-up]');
      expect(short.stderr.match(/--budget <seconds>/g)).toHaveLength(1);
      const long = await authz(own, args);
      expect(long.stderr).not.toContain('budget');
    },
  );
});
