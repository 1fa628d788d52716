import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';

/** What one run of a command cost: milliseconds, and megabytes at its peak. */
export interface Cost {
  readonly wall: number;
  /** User and system time, of all its threads. */
  readonly cpu: number;
  readonly memory: number;
}

/**
 * Runs the commands in turn, A B C A B C, so that a slow moment of the machine meets them all; the medians. The first round warms the
 * file cache and is not counted. Linux only: memory is read from /proc.
 */
export async function inTurn(
  commands: Readonly<Record<string, readonly string[]>>,
  rounds: number,
): Promise<Map<string, Cost>> {
  const costs = new Map<string, Cost[]>(Object.keys(commands).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, command] of Object.entries(commands)) {
      const cost = await run(name, command);
      if (round > 0) costs.get(name)?.push(cost);
    }
  }
  return new Map([...costs].map(([name, all]) => [name, medians(all)]));
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function medians(costs: readonly Cost[]): Cost {
  const of = (key: keyof Cost) => median(costs.map((cost) => cost[key]));
  return { wall: of('wall'), cpu: of('cpu'), memory: of('memory') };
}

/** The shell's `times` knows the processor time of a child that has ended. */
const SCRIPT = '"$0" "$@" >/dev/null 2>&1; code=$?; times; exit $code';

/** Done, or done with failures: to find them is work, too. */
const ENDINGS: readonly (number | null)[] = [0, 1];

async function run(name: string, command: readonly string[]): Promise<Cost> {
  const start = performance.now();
  const shell = spawn('bash', ['-c', SCRIPT, ...command], { stdio: ['ignore', 'pipe', 'inherit'] });
  let memory = 0;
  const watch = setInterval(() => {
    memory = Math.max(memory, peakBelow(shell.pid ?? 0));
  }, 4);
  const code = new Promise<number | null>((done) => shell.once('close', done));
  const times = await text(shell.stdout);
  const wall = performance.now() - start;
  clearInterval(watch);
  if (!ENDINGS.includes(await code))
    throw new Error(`${name}: ${command.join(' ')} ended with ${await code}`);
  return { wall, cpu: childTime(times), memory };
}

/** In megabytes; 0 when the child is not there yet, or any more. */
function peakBelow(shell: number): number {
  try {
    const [child = ''] = readFileSync(`/proc/${shell}/task/${shell}/children`, 'utf8').trim().split(' ');
    const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child}/status`, 'utf8'))?.[1];
    return Number(peak ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** The second line of `times` is about the children: `0m0.101s 0m0.020s`. */
function childTime(times: string): number {
  const [, children = ''] = times.trim().split('\n');
  const seconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)].map(([, m, s]) => Number(m) * 60 + Number(s));
  return seconds.reduce((sum, one) => sum + one, 0) * 1000;
}
