import { describe, expect, it } from 'vitest';
import { missingThings } from '../helpers/missing-things.ts';

describe('the last lines of a run', () => {
  it('say what is missing, how many tests were skipped for it, and what brings it', () => {
    const skipped = [
      'a page (needs Chromium) opens',
      'a page (needs Chromium) folds',
      'left out by a filter',
    ];
    expect(missingThings(skipped)).toEqual([
      'skipped: 2 tests without Chromium. To have them run: apt-get install --no-install-recommends chromium',
    ]);
  });

  it('are none where everything is there', () => {
    expect(missingThings(['left out by a filter'])).toEqual([]);
  });
});
