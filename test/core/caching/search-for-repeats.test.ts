import { describe, expect, it } from 'vitest';
import { searchForRepeats } from '../../../src/core/caching/search-for-repeats.ts';

/** How many of so many are looked at, when none of them is known. */
function lookedAt(search: ReturnType<typeof searchForRepeats>, count: number): number {
  let looked = 0;
  for (let index = 0; index < count; index += 1) {
    if (search.isResting()) continue;
    looked += 1;
    search.note(false);
  }
  return looked;
}

describe('a search for what repeats', () => {
  it('looks at everything at first, and at one of 16 after 500 in vain', () => {
    const search = searchForRepeats();
    expect([lookedAt(search, 500), lookedAt(search, 1_600)]).toEqual([500, 100]);
  });

  it('looks at everything again as soon as something repeats', () => {
    const search = searchForRepeats();
    lookedAt(search, 1_000);
    search.note(true);
    expect(lookedAt(search, 100)).toBe(100);
  });
});
