import { parseArgs } from 'node:util';
import { emptyTally, fuzzOnce } from '../helpers/analysis-fuzzer.ts';

// Holds proofs and counterexamples about random policies over random schemas against the engine:
//   npx node test/fuzz/analysis.ts --minutes 10 --seed 1
const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } });
const end = performance.now() + Number(values.minutes ?? 1) * 60_000;
const first = Number(values.seed ?? 1);
const tally = emptyTally();
let rounds = 0;
for (; performance.now() < end && tally.wrong.length < 5; rounds += 1) fuzzOnce(first + rounds, tally);
const { wrong, notDecided, ...counts } = tally;
console.log(
  JSON.stringify({
    seeds: [first, first + rounds - 1],
    ...counts,
    notDecided: Object.fromEntries(notDecided),
  }),
);
for (const one of wrong.slice(0, 3)) console.log(one.slice(0, 2000));
process.exitCode = wrong.length > 0 ? 1 : 0;
