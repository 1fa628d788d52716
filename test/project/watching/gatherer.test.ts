import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gatherer } from '../../../src/project/watching/gatherer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Hears a change of each of these files in turn, every ten milliseconds for so long; gives what was told until then, and when. */
function hearing(files: readonly string[], milliseconds: number) {
  const told: { readonly at: number; readonly paths: readonly string[] }[] = [];
  let at = 0;
  const { hear } = gatherer(({ paths }) => told.push({ at, paths: [...paths] }));
  for (let count = 0; at < milliseconds; count += 1) {
    hear(files[count % files.length] ?? '', false);
    vi.advanceTimersByTime(10);
    at += 10;
  }
  return { told, rest: () => void vi.advanceTimersByTime(1000) };
}

describe('changes of files', () => {
  it('are told together when files are quiet', () => {
    const { told, rest } = hearing(['a', 'b'], 200);
    expect(told).toEqual([]);
    rest();
    expect(told.map(({ paths }) => paths)).toEqual([['a', 'b']]);
  });

  it.each([[['a']], [['a', 'b', 'c', 'd', 'e']]])(
    'are told after a second at the latest where %j are written to all the time',
    (files) => {
      const { told } = hearing(files, 5000);
      expect(told.length).toBeGreaterThanOrEqual(4);
      expect(told[0]).toMatchObject({ paths: files });
      expect(told[0]?.at).toBeLessThanOrEqual(1000);
    },
  );
});
