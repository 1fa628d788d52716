import type { Terminal } from './terminal.ts';

/**
 * What V8 is told about how long a command will run: left alone, it compiles and makes room as for a server, and most commands end before
 * that has paid. `npm run bench` measures what comes of it.
 */

/** Where a command runs: V8 has its flags for a whole process. */
export type TunedPlace = Pick<Terminal, 'ownsProcess'>;

/**
 * For every command. The policy engine would be checked as a whole when it is loaded, and optimized at once, and so would be our own
 * functions: what is not called need not be checked, and only what runs for seconds is worth optimizing. A regular expression would be compiled
 * for its first use, and once more and better for its second: nearly all that are used at all are used again. (`--no-regexp-tier-up` says the
 * same, but V8 takes by it what it has compiled before for something else, and now and then ended with a segmentation fault.)
 */
export function tuneForStartup(): void {
  setFlags(
    '--wasm-lazy-validation',
    '--wasm-tiering-budget=1000000000',
    '--invocation-count-for-maglev=1500',
    '--regexp-tier-up-ticks=0',
  );
}

/**
 * For a command that stays: what is decided over and over again, at each save, is worth optimizing after all. To be called before the engine
 * is loaded.
 */
export function tuneForStaying({ ownsProcess }: TunedPlace): void {
  if (ownsProcess) setFlags('--wasm-tiering-budget=13000000', '--invocation-count-for-maglev=400');
}

/**
 * Keeps V8 from its last and dearest way of optimizing, TurboFan. A command that goes through one API description once, or through some
 * thousands of fixtures, is over before that has paid: it took up to a fifth of the CPU time, in a thread of its own. For a million
 * fixtures it does pay. Before Node 24 there is no cheaper way, Maglev, in between: there, what is called most of all is optimized still.
 */
export function limitTurbofan({ ownsProcess }: TunedPlace): void {
  if (ownsProcess) setFlags(WITHOUT_MAGLEV[major()] ?? '--no-turbofan');
}

/** By Node's major version: the work of a function, or its number of calls, before TurboFan takes it. */
const WITHOUT_MAGLEV: Readonly<Partial<Record<number, string>>> = {
  20: '--interrupt-budget=6000000',
  22: '--invocation-count-for-turbofan=60000',
};

/**
 * Has V8 wait with collecting what is no longer used among what has been kept for a while. A large description is kept until the command
 * ends: to go through all of it again only shows that.
 */
export function collectRarely({ ownsProcess }: TunedPlace): void {
  if (ownsProcess) setFlags('--heap-growing-percent=900');
}

/**
 * Keeps V8 from making ever more room for new values. Where ten thousands of fixtures are made and kept, that room would be larger than all
 * that is kept, and collecting more often costs nothing that can be measured. With fewer fixtures it would cost time, and gain little.
 */
export function limitYoungGeneration({ ownsProcess }: TunedPlace): void {
  if (ownsProcess) setFlags('--semi-space-growth-factor=1');
}

/** V8 writes to stderr of a flag that it does not know, and may lose any of them with a new version; these, and that of `bin/authz.js`, were tried up to Node 26. */
const NEWEST_TRIED = 26;

function setFlags(...flags: readonly string[]): void {
  if (major() > NEWEST_TRIED) return;
  const { setFlagsFromString } = process.getBuiltinModule('node:v8');
  for (const flag of flags) setFlagsFromString(flag);
}

function major(): number {
  return Number.parseInt(process.versions.node, 10);
}
