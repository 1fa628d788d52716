import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import fc from './helpers/fast-check.ts';

const TESTS = import.meta.dirname;
/** Where the seed of properties is fixed, and where it is said how many inputs they try. */
const HELPERS = ['helpers/fast-check.ts', 'helpers/runs.ts'];

it('every property tries the inputs of `PROPERTY_SEED`, and as many as `PROPERTY_RUNS` says', () => {
  const files = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const own = files.filter((file) =>
    /from '(?=fast-check')|\bnumRuns\b *:/.test(readFileSync(join(TESTS, file), 'utf8')),
  );
  expect(own.sort()).toEqual(HELPERS);
  const { seed, numRuns } = fc.readConfigureGlobal();
  expect(seed).toBe(Number(process.env.PROPERTY_SEED ?? 1));
  expect(numRuns).toBe(Math.max(1, Math.round(100 * Number(process.env.PROPERTY_RUNS ?? 1))));
});
