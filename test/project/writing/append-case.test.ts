import { describe, expect, it } from 'vitest';
import { appendCase } from '../../../src/project/writing/append-case.ts';

const added = { name: 'new: one', as: 'ana', call: 'GET /campaigns/c1', expect: 'allow' };

const append = (text: string) => appendCase('a.fixtures.yaml', text, added);

describe('a case that is appended', () => {
  it('stands after the last case, and leaves comments and layout alone', () => {
    const text = `# top
cases:
  - name: first   # why
    as: ana
    call: GET /campaigns/c1
    expect: { decision: allow,  because: [a] }

# about tables
tables: []
`;
    expect(append(text)).toMatchObject({
      ok: true,
      value: `# top
cases:
  - name: first   # why
    as: ana
    call: GET /campaigns/c1
    expect: { decision: allow,  because: [a] }
  - name: "new: one"
    as: ana
    call: GET /campaigns/c1
    expect: allow

# about tables
tables: []
`,
    });
  });

  it('starts the list where there is none, also after a missing line end', () => {
    expect(append('tables: []')).toMatchObject({
      ok: true,
      value:
        'tables: []\n\ncases:\n  - name: "new: one"\n    as: ana\n    call: GET /campaigns/c1\n    expect: allow\n',
    });
  });

  it('follows the indentation of the list', () => {
    const text = 'cases:\n- name: a\n  as: ana\n  call: GET /x\n  expect: deny\n';
    expect(append(text)).toMatchObject({
      ok: true,
      value: expect.stringContaining('\n- name: "new: one"\n  as: ana\n'),
    });
  });

  it.each([
    ['JSON', '{ "cases": [] }'],
    ['a list in brackets', 'cases: [{ name: a, as: ana, call: GET /x, expect: deny }]\n'],
  ])('is refused in %s, where layout would be lost', (_, text) => {
    expect(append(text)).toMatchObject({ ok: false, diagnostics: [{ code: 'case-not-added' }] });
  });
});
