/**
 * Runs the tests again and again, and counts: a test that passes only on a fast machine, or only on a quiet one, shows.
 * Each run gives the properties another seed.
 *
 *     npm run test:repeat -- --times 20               # on a quiet machine
 *     npm run test:repeat -- --times 5 --busy 3       # every core kept busy by three other processes
 *     npm run test:repeat -- --times 50 test/tui      # only some tests
 *
 * Ends with exit code 1 when any test of any run failed.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFlags } from './read-flags.ts';

const { values, positionals } = readFlags({
  options: { times: { type: 'string', default: '20' }, busy: { type: 'string', default: '0' } },
  allowPositionals: true,
});
const [times, busy] = [Number(values.times), Number(values.busy)];
if (!Number.isSafeInteger(times) || times < 1 || !Number.isSafeInteger(busy) || busy < 0) {
  say('usage: npm run test:repeat -- [--times N] [--busy processes for each core] [tests...]');
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'authz-repeat-'));
const others = Array.from({ length: busy * availableParallelism() }, keepBusy);
const failuresByTest = new Map<string, number>();
let failedRuns = 0;
try {
  for (let run = 1; run <= times; run += 1) {
    const propertySeed = randomInt(2 ** 31);
    const { passed, failed, seconds } = runOnce(propertySeed);
    if (failed.length > 0) failedRuns += 1;
    say(`run ${run}: ${passed} passed, ${failed.length} failed, ${seconds} s, PROPERTY_SEED=${propertySeed}`);
    // Said at once: a run of hours may be stopped before its end.
    for (const { name, message } of failed) {
      failuresByTest.set(name, (failuresByTest.get(name) ?? 0) + 1);
      say(`  failed: ${name}\n${indented(message)}`);
    }
  }
} finally {
  for (const other of others) other.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
say(`${times} runs with ${others.length} other processes: ${times - failedRuns} green, ${failedRuns} red`);
for (const [name, count] of [...failuresByTest].sort()) say(`  failed ${count} times: ${name}`);
process.exitCode = failedRuns > 0 ? 1 : 0;

interface TestRun {
  readonly passed: number;
  readonly failed: readonly FailedTest[];
  readonly seconds: number;
}

interface FailedTest {
  readonly name: string;
  readonly message: string;
}

interface JsonReport {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

function runOnce(propertySeed: number): TestRun {
  const file = join(folder, 'results.json');
  const began = performance.now();
  const args = ['vitest', 'run', '--reporter=json', `--outputFile=${file}`, ...positionals];
  const env = { ...process.env, PROPERTY_SEED: String(propertySeed) };
  spawnSync('npx', args, { stdio: ['ignore', 'ignore', 'inherit'], env });
  const seconds = Math.round((performance.now() - began) / 1000);
  const report = JSON.parse(readFileSync(file, 'utf8')) as JsonReport;
  rmSync(file);
  return { passed: report.numPassedTests, failed: report.testResults.flatMap(failedIn), seconds };
}

/** A file that cannot even be loaded has no tests that could fail. */
function failedIn({
  name,
  status,
  message,
  assertionResults,
}: JsonReport['testResults'][number]): FailedTest[] {
  const failed = assertionResults.filter((one) => one.status === 'failed');
  if (failed.length > 0) {
    return failed.map(({ fullName, failureMessages }) => ({
      name: `${name}: ${fullName}`,
      message: failureMessages.join('\n'),
    }));
  }
  return status === 'failed' ? [{ name, message }] : [];
}

/** The first lines of a message: what was expected and where, without all of the stack. */
function indented(message: string): string {
  return message
    .split('\n')
    .slice(0, 25)
    .map((line) => `    ${line}`)
    .join('\n');
}

function keepBusy(): ChildProcess {
  return spawn(process.execPath, ['--eval', 'for (;;) {}'], { stdio: 'ignore' });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
