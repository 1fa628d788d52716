import { expect, it } from 'vitest';
import { serverComparisonText } from '../../src/reporters/server-comparison.ts';
import { painter } from '../../src/reporters/words/wording.ts';

it('counts a single call that was compared with a server', () => {
  const compared = { server: 'http://localhost:3000/', same: 1, unsure: 0, different: [], unsent: {} };
  expect(serverComparisonText(compared, painter(false))).toBe(
    '1 call to http://localhost:3000/: 1 answered as expected, 0 otherwise\n',
  );
});
