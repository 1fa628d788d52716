/**
 * Compares every way in which authz decides with the plain engine, over random schemas, policies, entities and requests:
 *
 *     npm run fuzz -- --minutes 1 --seed 42
 *     npm run fuzz -- --worlds 500 --seed commit
 *
 * The seeds from the given one on are tried, one world each; without one the first is random, and is said. With `commit` it follows from the
 * commit that is checked out: together with a number of worlds, the same commit is always tried with the same ones. Ends with exit code 1
 * at the first difference, and prints the smallest world that has it.
 */
import { execFileSync } from 'node:child_process';
import { compareWays, type Difference, noCounts } from '../test/fuzz/fuzz.ts';
import { readFlags } from './read-flags.ts';

const { values } = readFlags({
  options: {
    minutes: { type: 'string' },
    worlds: { type: 'string' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
  },
});
const first = values.seed === 'commit' ? seedOfCommit() : Number(values.seed);
const worlds = Number(values.worlds ?? Number.POSITIVE_INFINITY);
const minutes = Number(values.minutes ?? (values.worlds === undefined ? 1 : Number.POSITIVE_INFINITY));
if (!(minutes > 0) || !(worlds > 0) || !Number.isSafeInteger(first)) {
  say('usage: npm run fuzz -- [--minutes N] [--worlds N] [--seed S|commit]');
  process.exit(2);
}

say(`seed ${first}, ${[...limit(minutes, 'min'), ...limit(worlds, 'worlds')].join(', ')}`);
const counts = noCounts();
const end = performance.now() + minutes * 60_000;
let found: Difference | undefined;
for (let seed = first; !found && seed - first < worlds && performance.now() < end; seed += 1)
  found = await compareWays(seed, counts);

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

function limit(count: number, unit: string): string[] {
  return Number.isFinite(count) ? [`${count} ${unit}`] : [];
}

/** The first 31 bits of the commit's hash. */
function seedOfCommit(): number {
  const hash = execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' });
  return Number.parseInt(hash.slice(0, 8), 16) >>> 1;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
