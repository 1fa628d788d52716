/**
 * Compares every way in which authz decides with the plain engine, over random schemas, policies, entities and requests:
 *
 *     npm run fuzz -- --minutes 1 --seed 42
 *
 * The seeds from the given one on are tried, one world each; without one the first is random, and is said. Ends with exit code 1 at the
 * first difference, and prints the smallest world that has it.
 */
import { parseArgs } from 'node:util';
import { compareWays, type Difference, noCounts } from '../test/fuzz/fuzz.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
});
const [minutes, first] = [Number(values.minutes), Number(values.seed)];
if (!(minutes > 0) || !Number.isSafeInteger(first)) {
  say('usage: npm run fuzz -- [--minutes N] [--seed S]');
  process.exit(2);
}

say(`seed ${first}, ${minutes} min`);
const counts = noCounts();
const end = performance.now() + minutes * 60_000;
let found: Difference | undefined;
for (let seed = first; !found && performance.now() < end; seed += 1) found = await compareWays(seed, counts);

const total = Object.values(counts.answers).reduce((sum, count) => sum + count, 0);
say(`${counts.worlds} worlds, ${total} answers compared with the plain engine's`);
for (const [way, count] of Object.entries(counts.answers)) say(`  ${String(count).padStart(9)}  ${way}`);
const kinds = Object.entries(counts.kinds).sort(([a], [b]) => (a < b ? -1 : 1));
say(`  ${kinds.map(([kind, count]) => `${kind} ${count}`).join(', ')}`);
if (found) {
  const { seed, way, world, answer } = found;
  say(`\nDIFFERENCE in \`${way}\`: npm run fuzz -- --seed ${seed}`);
  say(JSON.stringify({ ...answer, world }, null, 2));
  process.exitCode = 1;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
