import { parseArgs } from 'node:util';
import { emptyTally, fuzzOnce } from '../helpers/analysis-fuzzer.ts';
import { fuzzChosen } from '../helpers/chosen-fuzzer.ts';
import { fuzzComparison } from '../helpers/comparison-fuzzer.ts';

// Holds proofs and counterexamples about random policies over random schemas, with links of templates, and over chosen ones, and comparisons
// of two states with schemas of their own against the engine:
//   npx node test/fuzz/analysis.ts --minutes 10 --seed 1
const { values } = parseArgs({ options: { minutes: { type: 'string' }, seed: { type: 'string' } } });
const end = performance.now() + Number(values.minutes ?? 1) * 60_000;
const first = Number(values.seed ?? 1);
const tally = emptyTally();
let rounds = 0;
const [chosen, compared] = [emptyTally(), emptyTally()];
const wrongs = () => [...tally.wrong, ...chosen.wrong, ...compared.wrong];
for (; performance.now() < end && wrongs().length < 5; rounds += 1) {
  fuzzOnce(first + rounds, tally, { withLinks: rounds % 2 === 1, isOdd: rounds % 4 > 1 });
  fuzzChosen(first + rounds, chosen);
  for (let at = 0; at < 4; at += 1)
    fuzzComparison(first + rounds * 4 + at, compared, { isServed: (rounds + at) % 3 === 0 });
}
const told = ({ wrong: _, notDecided, ...counts }: typeof tally) => ({
  ...counts,
  notDecided: Object.fromEntries(notDecided),
});
const counted = {
  seeds: [first, first + rounds - 1],
  claims: told(tally),
  chosen: told(chosen),
  comparisons: told(compared),
};
process.stdout.write(`${[JSON.stringify(counted), ...wrongs().slice(0, 3)].join('\n').slice(0, 6000)}\n`);
process.exitCode = wrongs().length > 0 ? 1 : 0;
