/**
 * The home of fast-check for every test.
 *
 * Properties look at the same inputs in each run, so that a change alone decides whether the suite is green.
 * `PROPERTY_SEED=N` looks at others; `npm run test:repeat` takes a new seed for each round and prints it.
 */
import fc from 'fast-check';
import { runs } from './runs.ts';

/** So many inputs a property tries that does not say how many. */
const USUAL = 100;

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1), ...runs(USUAL) });

export default fc;
