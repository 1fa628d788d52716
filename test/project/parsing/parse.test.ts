import { describe, expect, it, vi } from 'vitest';
import type { Source } from '../../../src/core/diagnostics/source.ts';
import { parseSource } from '../../../src/project/parsing/parse.ts';
import { told, valueIn } from '../../helpers/outcome.ts';

/** What is said about a text that must not parse. */
function refusal(text: string, file = 'a.yaml'): string[] {
  const outcome = parseSource(file, text);
  expect(outcome.ok).toBe(false);
  return told(outcome.diagnostics);
}

function parse(text: string, file = 'a.yaml'): Source {
  return valueIn(parseSource(file, text));
}

/** The text that a location marks, up to the end of its first line. */
function marked(
  source: Source,
  path: readonly (string | number)[],
  part?: 'key' | 'value',
): string | undefined {
  const location = source.locate(path, part);
  if (!location) return undefined;
  const end = location.endLine === location.line ? location.endColumn - 1 : undefined;
  return location.excerpt.slice(location.column - 1, end);
}

describe('parsing', () => {
  it('reads JSON and YAML to the same value', () => {
    const value = { a: [1, 'é😀', null, true], __proto__x: {} };
    expect(parse(JSON.stringify(value), 'a.json').value).toEqual(value);
    expect(parse('a: [1, é😀, null, true]\n__proto__x: {}\n').value).toEqual(value);
    expect(parse(JSON.stringify(value)).value).toEqual(value);
  });

  it('keeps keys that every object has as keys of its own', () => {
    for (const text of [
      '{"__proto__": {"a": 1}, "constructor": 2}',
      '__proto__: { a: 1 }\nconstructor: 2\n',
    ]) {
      const { value } = parse(text);
      expect(Object.keys(value as object)).toEqual(['__proto__', 'constructor']);
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    }
  });

  it('reads JSON with comments and trailing commas in files that are called YAML', () => {
    expect(parse('{"a": [1, 2,], # two\n}').value).toEqual({ a: [1, 2] });
    expect(refusal('{"a": [1, 2,]}', 'a.json')).toEqual(['a.json:1:13 error found `]`, expected a value']);
  });

  it('merges, and lets a thousand places share one anchor', () => {
    const uses = Array.from({ length: 5000 }, (_, index) => `r${index}: *a`).join('\n');
    expect(parse(`a: &a { b: 1 }\nc: { <<: *a, d: 2 }\n${uses}\n`).value).toMatchObject({
      c: { b: 1, d: 2 },
    });
  });

  it.each([
    ['', ['a.yaml error the file is empty']],
    ['a\0b', ['a.yaml error the file is binary, expected YAML or JSON text in UTF-8']],
    ['a: 1\na: 2\n', ['a.yaml:2:1 error the key `a` is there twice, first in line 1']],
    ['b:\n  x: 1\n  y: 2\n  x: 3\n', ['a.yaml:4:3 error the key `x` is there twice, first in line 2']],
    [
      '{"a": {"x": 1, "b": 1}, "b": [{"b": 1}, {"b": 2}],\n "\\u0062": 2}',
      ['a.yaml:2:2 error the key `b` is there twice, and only the last would count'],
    ],
    ['a: 1\n---\nb: 2\n', ['a.yaml:2:1 error a second document starts here, expected one document']],
    [
      'a: [1\n',
      ['a.yaml:1:6 error flow sequence in block collection must be sufficiently indented and end with a ]'],
    ],
    ['a: *b\n', ['a.yaml:1:4 error alias `*b` has no anchor `&b` before it']],
    ['a: *b\nb: &b 1\n', ['a.yaml:1:4 error alias `*b` has no anchor `&b` before it']],
    ['<<: 3\n', ['a.yaml error merge sources must be maps or map aliases']],
    ['a:\n  ? [b]\n  : 1\n', ['a.yaml:2:5 error a key is a list or a mapping, expected a text']],
  ])('refuses %j', (text, message) => expect(refusal(text)).toEqual(message));

  it.each(['[', '- ', '? ', '{a: '])('refuses 10,000 times %j', (opening) => {
    expect(refusal(`x: 1\ny:\n  ${opening.repeat(10_000)}\nz: 1\n`).join()).toMatch(
      /nested too deeply|flow|indent|key/,
    );
  });

  it('refuses mappings and keys in one another at once, however deep they are', () => {
    const levels = Array.from({ length: 3_000 }, (_, depth) => `${' '.repeat(depth)}a:\n`).join('');
    expect(refusal(levels)).toEqual([
      expect.stringMatching(/^a\.yaml\S* error the values are nested too deeply$/),
    ]);
    expect(refusal('? '.repeat(400))).toEqual([
      'a.yaml:1:3 error a key is a list or a mapping, expected a text',
    ]);
  });

  it('is not troubled by deep JSON', () => {
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    expect(parse(deep).value).toHaveLength(1);
    expect(refusal(`${deep}]`, 'a.json')).toEqual([
      'a.json:1:20001 error found `]`, expected the end of the file',
    ]);
  });
});

describe('mistakes in JSON', () => {
  it.each([
    ['{"a" 1}', '1:6', 'found `1`, expected `:`'],
    ['{"a":1', '1:7', 'the file ends, expected `,` or `}`'],
    ['{"a":1,}', '1:8', 'found `}`, expected a key in double quotes'],
    ['{a:1}', '1:2', 'found `a`, expected a key in double quotes or `}`'],
    ['[1 2]', '1:4', 'found `2`, expected `,` or `]`'],
    ['[tru]', '1:2', 'found `tru`, expected a value or `]`'],
    ['[01]', '1:2', 'found `01`, expected a value or `]`'],
    ['{"a":1]', '1:7', 'found `]`, expected `,` or `}`'],
    ['{} {}', '1:4', 'found `{`, expected the end of the file'],
    ['["a\\qb"]', '1:2', 'this text has no closing `"`, or holds a line end or an unknown escape'],
    ['["a\nb"]', '1:2', 'this text has no closing `"`, or holds a line end or an unknown escape'],
    ['["\\u12"]', '1:2', 'this text has no closing `"`, or holds a line end or an unknown escape'],
    ['["a\\"]', '1:2', 'this text has no closing `"`, or holds a line end or an unknown escape'],
    ['[1,\r\n\t"é" 😀]', '2:6', 'found `😀`, expected `,` or `]`'],
    [`[${'x'.repeat(100)}]`, '1:2', `found \`${'x'.repeat(40)}…\`, expected a value or \`]\``],
  ])('%j', (text, place, message) => {
    expect(refusal(text, 'a.json')).toEqual([`a.json:${place} error ${message}`]);
  });
});

describe('places', () => {
  it('are found in JSON by reading each object on the way once, however many are asked for', () => {
    const members = Array.from({ length: 200 }, (_, index) => [`m${index}`, { at: index }]);
    const source = valueIn(parseSource('many.json', JSON.stringify(Object.fromEntries(members))));
    const steps = vi.spyOn(RegExp.prototype, 'exec');
    for (const [name] of members) source.locate([String(name)]);
    const count = steps.mock.calls.length;
    steps.mockRestore();
    expect(count).toBeLessThan(20 * members.length);
  });

  const value = { 'a "q"': { b: [10, { c: 'é' }], d: {} }, e: [] };
  const json = parse(JSON.stringify(value), 'a.json');
  const spaced = parse(JSON.stringify(value, null, '\t'), 'a.json');
  const yaml = parse('a "q":\n  b:\n    - 10\n    - { c: é }\n  d: {}\ne: []\n');

  it.each([json, spaced, yaml])('are found by keys and indexes', (source) => {
    expect(marked(source, ['a "q"', 'b', 0])).toBe('10');
    expect(marked(source, ['a "q"', 'b', 1, 'c'])).toMatch(/^"?é"?$/);
    expect(marked(source, ['a "q"', 'd'], 'key')).toMatch(/^"?d"?$/);
    expect(marked(source, ['e'])).toBe('[]');
  });

  it.each([json, spaced, yaml])('end at the last value that exists', (source) => {
    expect(marked(source, ['a "q"', 'd', 'x', 'y'])).toBe('{}');
    expect(marked(source, ['a "q"', 'b', 0, 'x'])).toBe('10');
    expect(marked(source, ['a "q"', 'b', 7])).toBe(marked(source, ['a "q"', 'b']));
    expect(source.locate([])?.line).toBe(1);
  });

  it('skip brackets and quotes in texts', () => {
    expect(marked(parse('{"a": "}]\\"{", "b": [["]"], 3]}', 'a.json'), ['b', 1])).toBe('3');
  });
});
