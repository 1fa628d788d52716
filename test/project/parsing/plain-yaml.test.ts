import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { readPlainYaml } from '../../../src/project/parsing/plain-yaml.ts';
import fc from '../../helpers/fast-check.ts';
import { runs } from '../../helpers/runs.ts';

/** What the other parser reads, which makes a tree; `undefined` where it finds something wrong. */
function readByTree(text: string): { value: unknown } | undefined {
  const document = parseDocument(text, { merge: true, logLevel: 'error' });
  return document.errors.length > 0 ? undefined : { value: document.toJS() };
}

function expectAgreement(text: string): void {
  const plain = readPlainYaml(text);
  if (plain) expect(plain, JSON.stringify(text)).toEqual(readByTree(text));
}

const indents = ['', '', ' ', '  ', '  ', '    ', '      '];
const heads = [
  '',
  '- ',
  '- - ',
  'a: ',
  'b: ',
  'GET /a: ',
  "'s': ",
  '"q": ',
  'x y: ',
  'c:',
  '1: ',
  'true: ',
  '__proto__: ',
];
const oddHeads = [
  'null: ',
  '~: ',
  ': ',
  '? ',
  '[a]: ',
  '{}: ',
  'a:b: ',
  'k#: ',
  '-',
  '&x ',
  '!t ',
  '<<: ',
  '"\\t": ',
];
const values = [
  '',
  'v',
  'w w',
  '"dq"',
  "'sq'",
  "'it''s'",
  '"\\n\\x41"',
  '[a, b]',
  '{a: b, c: 1}',
  '[allow, [x], {y: "z"}]',
  '[]',
  '[a b,]',
];
const scalars = [
  '1',
  '-0',
  '0.5',
  '.5',
  '1.',
  '+1',
  '0123',
  '12e03',
  '0x1F',
  '0o17',
  '0b1',
  '1_0',
  '0x',
  '1e',
  '.inf',
  '-.INF',
  '.NaN',
  'NaN',
];
const words = [
  'null',
  'Null',
  '~',
  'nULL',
  'true',
  'TRUE',
  'tRUE',
  'False',
  'yes',
  'on',
  '2001-01-01',
  '12:30:45',
  '=',
  'é',
  '💩',
  'R&D',
  'a*b',
];
const odd = [
  '|',
  '>-',
  '"open',
  "'open",
  'a: b',
  '- x',
  '? k',
  '[a',
  'b]',
  '{a: b',
  'd}',
  ', x',
  '@x',
  '%x',
  '&a x',
  '*a',
  '!x y',
  '"a" b',
];
const odder = [
  '# c',
  '#c',
  'v # c',
  'v#c',
  '"a"#c',
  '[a]#c',
  '[#a]',
  '[ #a]',
  '[a, , b]',
  '{[a]: 1}',
  '[:]',
  '[a: b]',
  '{a:1}',
  '{"a":1}',
];
const blanks = [
  'a  ',
  'a\t',
  '\tb',
  '\u2028',
  '\u0085',
  '\u00a0',
  'a\u00a0b',
  '---',
  '...',
  '\uFEFF',
  'a\\b',
  '`',
];
const lines = fc
  .tuple(
    fc.constantFrom(...indents),
    fc.constantFrom(...heads, ...heads, ...oddHeads),
    fc.constantFrom(...values, ...values, ...scalars, ...words, ...odd, ...odder, ...blanks),
  )
  .map((parts) => parts.join(''));
const texts = fc
  .tuple(fc.array(lines, { minLength: 1, maxLength: 5 }), fc.constantFrom('\n', '\n', '\r\n', '\r'))
  .map(([all, end]) => all.join(end));

describe('reading YAML without a tree', () => {
  it('reads what the other parser reads, or leaves it alone', () => {
    fc.assert(fc.property(texts, expectAgreement), runs(2_000));
  });

  it('reads single values as the core schema of YAML 1.2 has them', () => {
    for (const written of [...scalars, ...words]) {
      const text = `a: ${written}\nb: [${written}, {c: ${written}}]\n`;
      expect(readPlainYaml(text), written).toEqual(readByTree(text));
      expect(readPlainYaml(text), written).toBeDefined();
    }
  });

  it('leaves equal keys to the other parser, which says where they are', () => {
    expect(readPlainYaml('a: 1\na: 2\n')).toBeUndefined();
    expect(readPlainYaml('- {a: 1, "a": 2}\n')).toBeUndefined();
  });

  it('leaves everything else that it need not know to the other parser', () => {
    const long = 'k'.repeat(1100);
    for (const text of [
      `${long}: 1`,
      `"${long}": 1`,
      'a: &x 1\nb: *x',
      'a: |\n  b',
      'a: b\n  c',
      'a: [b,\n  c]',
      '---\na: 1',
    ])
      expect(readPlainYaml(text), text.slice(0, 20)).toBeUndefined();
  });

  it('reads the fixtures of the example, with comments of any kind', () => {
    const folder = resolve(import.meta.dirname, '../../../fixtures/email-app/fixtures');
    const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
    for (const file of [...files, '../principals.yaml', '../authz.yaml']) {
      const text = readFileSync(join(folder, file), 'utf8');
      expect(readPlainYaml(text), file).toBeDefined();
      expectAgreement(text);
    }
  });
});
