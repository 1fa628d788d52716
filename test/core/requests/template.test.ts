import { describe, expect, it } from 'vitest';
import { matchSegment, segmentTemplate } from '../../../src/core/requests/segment.ts';
import { mayMeet, meetingPaths } from '../../../src/core/requests/template.ts';
import fc from '../../helpers/fast-check.ts';
import { runs } from '../../helpers/runs.ts';

const TEXTS = ['', 'a', 'b', '-', 'a-', '-b', 'ab'];
/** `a-{p}b`, as well as `a` and `{p}`. */
const key = fc
  .array(fc.constantFrom(...TEXTS), { minLength: 1, maxLength: 3 })
  .map((texts) => texts.join('{p}').replaceAll('}{', '}-{') || 'a');
const template = fc.array(key, { minLength: 1, maxLength: 3 }).map((keys) => `/${keys.join('/')}`);
const path = fc
  .array(fc.constantFrom('a', 'b', 'ab', 'a-b', 'a-ab', 'ba-b', 'a-a-b', 'x'), { minLength: 1, maxLength: 3 })
  .map((segments) => `/${segments.join('/')}`);

function matches(one: string, templateText: string): boolean {
  const [segments, keys] = [one, templateText].map((text) => text.replaceAll('{p}', '{}').split('/'));
  return (
    segments?.length === keys?.length &&
    !!keys?.every((text, index) => {
      const segment = segments?.[index] ?? '';
      return text.includes('{}')
        ? matchSegment(segment, segmentTemplate(text)) !== undefined
        : text === segment;
    })
  );
}

describe('two templates', () => {
  it('meet in paths that both match, and in none only where no path does', () => {
    fc.assert(
      fc.property(template, template, path, (a, b, some) => {
        if (matches(some, a) && matches(some, b)) expect([a, b, mayMeet(a, b)]).toEqual([a, b, true]);
        const common = meetingPaths(a, b).filter((one) => !one.includes('%2F'));
        expect(common.length > 0).toBe(mayMeet(a, b));
        expect(common.filter((one) => !matches(one, a) || !matches(one, b))).toEqual([]);
      }),
      runs(2_000),
    );
  });

  it('meet as well where an encoded slash counts as a slash, in each way in which that is possible', () => {
    expect(meetingPaths('/docs/{id}', '/docs/private/{name}')).toEqual(['/docs/private%2Fauthzprobe']);
    expect(meetingPaths('/{a}/{b}', '/x/{c}/z')).toEqual(['/x/authzprobe%2Fz', '/x%2Fauthzprobe/z']);
    expect(meetingPaths('/docs/x-{id}', '/docs/{name}/parts')).toEqual(['/docs/x-authzprobe%2Fparts']);
    expect(meetingPaths('/docs/private/{name}', '/docs/{id}')).toEqual([]);
    expect(meetingPaths('/docs/all', '/docs/all/{name}')).toEqual([]);
  });
});
