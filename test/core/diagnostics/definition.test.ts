import { describe, expect, it } from 'vitest';
import { keys, mapping, oneOf, readDefinition, text, v } from '../../../src/core/diagnostics/definition.ts';
import { didYouMean, orList } from '../../../src/core/diagnostics/did-you-mean.ts';
import { told, valueIn } from '../../helpers/outcome.ts';
import { sourceOf } from '../../helpers/source.ts';

const definition = keys({
  name: text,
  kind: v.optional(oneOf(['cat', 'dog'])),
  toys: v.optional(v.array(keys({ color: text }))),
  notes: v.optional(mapping(text, 'expected notes')),
});

function problems(content: string): string[] {
  const outcome = readDefinition(definition, sourceOf(content, 'pet.yaml'), 'config-invalid');
  expect(outcome.diagnostics.every((one) => one.severity === 'error' && one.code === 'config-invalid')).toBe(
    true,
  );
  return told(outcome.diagnostics).map((line) => line.replace('pet.yaml:', '').replace(' error', ''));
}

describe('readDefinition', () => {
  it('gives what the file says', () => {
    const content = 'name: Tom\nkind: cat\ntoys: [{ color: red }]\nnotes: { "1": a }';
    expect(valueIn(readDefinition(definition, sourceOf(content), 'config-invalid'))).toEqual({
      name: 'Tom',
      kind: 'cat',
      toys: [{ color: 'red' }],
      notes: { '1': 'a' },
    });
  });

  it('reports every problem where it stands', () => {
    expect(problems('name: ""\nkind: cta\ntoys:\n  - { colour: red }')).toEqual([
      '1:7 `name`: found an empty text, expected a text that is not empty',
      '2:7 `kind`: found "cta", expected `cat` or `dog`: did you mean `cat`?',
      '4:5 `toys.0.color`: missing key `color`',
      '4:7 unknown key `colour`: did you mean `color`?',
    ]);
  });

  it.each([
    ['[]', '1:1 found a list, expected a mapping with the keys `name`, `kind`, `toys` or `notes`'],
    [
      'just text',
      '1:1 found "just text", expected a mapping with the keys `name`, `kind`, `toys` or `notes`',
    ],
    ['name: Tom\ntoys:\n  - [red]', '3:5 `toys.0`: found a list, expected a mapping with the keys `color`'],
    ['name: Tom\nfur: black', '2:1 unknown key `fur`, expected `name`, `kind`, `toys` or `notes`'],
    [
      'name: Tom\nnotes: { constructor: a }',
      '2:8 `notes`: none of the keys `__proto__`, `prototype` or `constructor` can be used',
    ],
  ])('reports %j', (content, message) => {
    expect(problems(content)).toEqual([message]);
  });
});

describe('words', () => {
  it('are listed as people list them', () => {
    expect([orList([]), orList(['a']), orList(['a', 'b', 'c'])]).toEqual(['', '`a`', '`a`, `b` or `c`']);
  });

  it('are suggested only when they are near', () => {
    expect(didYouMean('alow', ['allow', 'deny'])).toBe(': did you mean `allow`?');
    expect(didYouMean('something', ['allow', 'deny'])).toBe('');
    expect(didYouMean(5, ['allow'])).toBe('');
  });
});
