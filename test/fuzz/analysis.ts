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
const counted = { seeds: [first, first + rounds - 1], ...counts, notDecided: Object.fromEntries(notDecided) };
process.stdout.write(`${[JSON.stringify(counted), ...wrong.slice(0, 3)].join('\n').slice(0, 4000)}\n`);
process.exitCode = wrong.length > 0 ? 1 : 0;
