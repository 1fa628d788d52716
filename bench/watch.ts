/**
 * Measures the watch screen in a real pseudo-terminal with a real emulator behind it: from the keyboard or the save to the frame.
 *
 *   node bench/watch.ts [--fixtures 1000,10000] [--rounds 40] [--saves 2000]
 *
 * Linux only: memory is read from /proc. Build first.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFlags } from '../scripts/read-flags.ts';
import { openAuthz, type TerminalProgram } from '../test/helpers/pty.ts';
import { largeExample } from './large-example.ts';
import { addRow, milliseconds } from './rows.ts';

const { values } = readFlags({
  options: {
    fixtures: { type: 'string', default: '1000,10000' },
    rounds: { type: 'string', default: '40' },
    saves: { type: 'string', default: '2000' },
  },
});
const rounds = Number(values.rounds);
/** The screen is there before the project has been read, and answers to keys. */
const STARTS = [
  { what: 'start to first frame', shown: /\S/, bar: 'under 500 ms' },
  { what: 'start to first results', shown: /run 1, /, bar: undefined },
];
const KEYS = ['pagedown', 'down', 'pageup', 'down'];

say('| fixtures | what | median ms | p95 ms | CPU ms |');
say('|---|---|---|---|---|');
for (const fixtures of values.fixtures.split(',').map(Number)) await measureProject(fixtures);
await measureMemory(Number(values.saves));

// ---- measurements ----

async function measureProject(fixtures: number): Promise<void> {
  const folder = await largeExample(fixtures);
  for (const { what, shown, bar } of STARTS) {
    const start = await several(Math.min(rounds, 10), async () => {
      const from = performance.now();
      const terminal = openWatch(folder);
      await terminal.until(shown);
      const took = performance.now() - from;
      await quit(terminal);
      return took;
    });
    row(fixtures, what, start, bar);
  }
  const terminal = openWatch(folder);
  await terminal.until(/run 1, /);
  // The list: the longest view there is.
  terminal.press('2');
  await terminal.until(/^> .*$/m);
  const keys = await several(rounds * 2, (round) => pressKey(terminal, round), terminal);
  row(fixtures, 'key to frame', keys, 'under 50 ms');
  const editors = join(folder, 'policies/editors.cedar');
  row(
    fixtures,
    'save of a policy for two actions of a role',
    await several(rounds, (round) => save(terminal, editors, round), terminal),
    `p95 under ${fixtures > 1000 ? 250 : 100} ms`,
  );
  const everything = join(folder, 'policies/tenant-isolation.cedar');
  row(
    fixtures,
    'save of a policy for everything',
    await several(Math.min(rounds, 10), (round) => save(terminal, everything, round), terminal),
    `p95 under ${fixtures > 1000 ? 250 : 100} ms`,
  );
  await quit(terminal);
  rmSync(folder, { recursive: true });
}

function openWatch(folder: string): TerminalProgram {
  return openAuthz(['watch'], { cwd: folder, columns: 120, rows: 40 });
}

async function quit(terminal: TerminalProgram): Promise<void> {
  terminal.press('q');
  await terminal.ended;
}

/** Pages and rows, down and up again: until the row that is marked is another one. */
async function pressKey(terminal: TerminalProgram, round: number): Promise<number> {
  const marked = /^> .*$/m.exec(terminal.screen())?.[0] ?? '';
  const from = performance.now();
  terminal.press(KEYS[round % KEYS.length] ?? 'down');
  await terminal.untilGone(marked);
  return performance.now() - from;
}

/** Until the frame with the results of the run that the save began. */
async function save(terminal: TerminalProgram, file: string, round: number): Promise<number> {
  const text = readFileSync(file, 'utf8');
  const changed = round % 2 === 0 ? widened(text) : restored(text);
  const [, number = '0'] = /run (\d+), /.exec(terminal.screen()) ?? [];
  const from = performance.now();
  writeFileSync(file, changed);
  await terminal.until(`run ${Number(number) + 1}, `);
  return performance.now() - from;
}

function widened(text: string): string {
  return text
    .replace('== "draft"', '!= "sent"')
    .replace(
      'resource in context.tenants }',
      'resource in context.tenants || principal in EmailApp::Role::"intern" }',
    );
}

function restored(text: string): string {
  return text.replace('!= "sent"', '== "draft"').replace(' || principal in EmailApp::Role::"intern" }', ' }');
}

async function measureMemory(saves: number): Promise<void> {
  if (saves < 100) return;
  const folder = await largeExample(1000);
  const terminal = openWatch(folder);
  await terminal.until(/run 1, /);
  const file = join(folder, 'policies/editors.cedar');
  const seen: string[] = [];
  for (let round = 0; round < saves; round += 1) {
    await save(terminal, file, round);
    if (round === 49 || (round + 1) % (saves / 4) === 0)
      seen.push(`after ${round + 1} saves ${residentMegabytes(terminal.pid)} MB`);
  }
  say('');
  say(`memory: ${seen.join(', ')}`);
  addRow({ part: 'watch, 1,000 fixtures', what: 'memory', figure: seen.join(', '), bar: 'flat' });
  await quit(terminal);
  rmSync(folder, { recursive: true });
}

function residentMegabytes(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

interface Times {
  readonly sorted: readonly number[];
  /** Processor time of the program for each, in milliseconds; what others do on the machine does not count. */
  readonly cpu: number | undefined;
}

async function several(
  count: number,
  measure: (round: number) => Promise<number>,
  terminal?: TerminalProgram,
): Promise<Times> {
  const times: number[] = [];
  const before = terminal && processorTime(terminal.pid);
  for (let round = 0; round < count; round += 1) times.push(await measure(round));
  const cpu = before === undefined || !terminal ? undefined : (processorTime(terminal.pid) - before) / count;
  return { sorted: times.sort((a, b) => a - b), cpu };
}

/** User and system time in milliseconds; the kernel counts in hundredths of a second. */
function processorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function row(fixtures: number, what: string, { sorted, cpu }: Times, bar?: string): void {
  const at = (part: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
  say(`| ${fixtures} | ${what} | ${at(0.5)} | ${at(0.95)} | ${cpu === undefined ? '' : Math.round(cpu)} |`);
  addRow({
    part: `watch, ${fixtures.toLocaleString('en')} fixtures`,
    what,
    figure: `${milliseconds(at(0.5))}, p95 ${milliseconds(at(0.95))}`,
    ...(bar ? { bar } : {}),
  });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
