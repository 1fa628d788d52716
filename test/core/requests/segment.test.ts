import { describe, expect, it } from 'vitest';
import { coversSegment, matchSegment, segmentTemplate } from '../../../src/core/requests/segment.ts';
import fc from '../../helpers/fast-check.ts';
import { runs } from '../../helpers/runs.ts';

function match(template: string, segment: string): readonly string[] | 'unclear' | 'none' {
  const found = matchSegment(segment, segmentTemplate(template));
  return found === undefined ? 'none' : found.type === 'values' ? found.values : 'unclear';
}

/** All ways to take a segment apart, found by trying every length of every value. */
function splits(template: string, segment: string): string[][] {
  const literals = template.split('{}');
  const [first = ''] = literals;
  if (!segment.startsWith(first)) return [];
  const rest = segment.slice(first.length);
  if (literals.length === 1) return rest === '' ? [[]] : [];
  const left = literals.slice(1).join('{}');
  return Array.from(rest, (_, index) => index + 1).flatMap((length) =>
    splits(left, rest.slice(length)).map((more) => [rest.slice(0, length), ...more]),
  );
}

describe('a segment', () => {
  it.each([
    ['{}', 'a.b.c', ['a.b.c']],
    ['{}', '', 'none'],
    ['{}.{}', 'public.txt', ['public', 'txt']],
    ['{}.{}', 'public.secret.txt', 'unclear'],
    ['{}.{}', '.txt', 'none'],
    ['{}.{}', 'a.', 'none'],
    ['{}.{}', '..a', ['.', 'a']],
    ['{}.{}', 'a..', 'unclear'],
    ['{}-{}', 'a-b', ['a', 'b']],
    ['{}-{}', 'a-b-c', 'unclear'],
    ['{}-{}', 'a--', 'unclear'],
    ['{}...{}', 'main...dev', ['main', 'dev']],
    ['{}...{}', 'main....dev', 'unclear'],
    ['{}...{}', 'v1.0...v1', ['v1.0', 'v1']],
    ['{}...{}', 'v1.0...v1.1', 'unclear'],
    ['report.{}', 'report.pdf', ['pdf']],
    ['report.{}', 'report.tar.gz', 'unclear'],
    ['v{}', 'v1.2', ['1.2']],
    ['v{}', 'v1v', ['1v']],
    ['{}.{}--{}', 'a.b--c', ['a', 'b', 'c']],
    ['{}.{}--{}', 'a.b---c', 'unclear'],
    ['{}.json', 'a.b.json', ['a.b']],
    ['{}.json', '.json', 'none'],
    ['{}:cancel', 'job:1:cancel', ['job:1']],
    ['{}{}', 'ab', ['a', 'b']],
    ['{}{}', 'abc', 'unclear'],
    ['a{}b{}c', 'axbyc', ['x', 'y']],
    ['a{}b{}c', 'abc', 'none'],
  ] as const)('of the template %s: %s', (template, segment, expected) => {
    expect(match(template, segment)).toEqual(expected);
  });

  it('has values only where there is one way to take it apart, and matches wherever there is a way', () => {
    const text = (characters: string) => fc.string({ unit: fc.constantFrom(...characters), maxLength: 9 });
    const template = fc
      .array(text('a.-'), { minLength: 2, maxLength: 4 })
      .map((literals) => literals.join('{}'));
    fc.assert(
      fc.property(template, text('ab.-'), (key, segment) => {
        const ways = splits(key, segment);
        const found = match(key, segment);
        if (ways.length === 0) expect(found).toBe('none');
        else if (ways.length > 1 && key !== '{}') expect(found).toBe('unclear');
        else expect([ways[0], 'unclear']).toContainEqual(found);
      }),
      runs(3_000),
    );
  });

  it('is covered by a template that matches every segment of another', () => {
    const covers = (general: string, special: string) =>
      coversSegment(segmentTemplate(general), segmentTemplate(special));
    expect(covers('{}', '{}.json')).toBe(true);
    expect(covers('{}.{}', '{}.json')).toBe(true);
    expect(covers('{}-{}', '{}.{}')).toBe(false);
    expect(covers('{}.json', '{}.{}')).toBe(false);
  });
});
