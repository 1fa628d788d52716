/**
 * Measures the watch screen in a real pseudo-terminal with a real emulator behind it: from the keyboard or the save to the frame.
 *
 *   node bench/watch.ts [--fixtures 1000,10000] [--rounds 40] [--saves 2000]
 *
 * Linux only: memory is read from /proc. Build first.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { authz, EXAMPLE_FOLDER } from '../test/helpers/cli.ts';
import { openAuthz, type TerminalProgram } from '../test/helpers/pty.ts';

const { values } = parseArgs({
  options: {
    fixtures: { type: 'string', default: '1000,10000' },
    rounds: { type: 'string', default: '40' },
    saves: { type: 'string', default: '2000' },
  },
});
const rounds = Number(values.rounds);
const COLUMNS = ['ada', 'ana', 'vic', 'liz', 'ned', 'ivy', 'eve', 'uma', 'tom', 'anonymous'];
const CALLS = ['GET #', 'PUT #', 'DELETE #', 'POST #/messages', 'GET #/messages'];
const PER_CAMPAIGN = COLUMNS.length * CALLS.length;
const CAMPAIGNS_PER_FILE = 5;
const KEYS = ['pagedown', 'down', 'pageup', 'down'];

say('| fixtures | what | median ms | p95 ms | CPU ms |');
say('|---|---|---|---|---|');
for (const fixtures of values.fixtures.split(',').map(Number)) await measureProject(fixtures);
await measureMemory(Number(values.saves));

// ---- projects ----

/** The example with campaigns of its own for so many fixtures, all different, expecting what is decided. */
async function makeProject(fixtures: number): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'authz-bench-'));
  cpSync(EXAMPLE_FOLDER, folder, { recursive: true });
  rmSync(join(folder, 'fixtures'), { recursive: true });
  mkdirSync(join(folder, 'fixtures'));
  const names = Array.from({ length: Math.ceil(fixtures / PER_CAMPAIGN) }, (_, index) => `k${index}`);
  const path = join(folder, 'entities.json');
  const entities = [...JSON.parse(readFileSync(path, 'utf8')), ...names.map(campaign)];
  writeFileSync(path, JSON.stringify(entities, null, 1));
  for (let first = 0; first < names.length; first += CAMPAIGNS_PER_FILE)
    writeFixtures(folder, first, names.slice(first, first + CAMPAIGNS_PER_FILE));
  await authz(folder, ['test', '--update']);
  return folder;
}

function campaign(id: string, index: number) {
  return {
    uid: { type: 'EmailApp::EmailCampaign', id },
    attrs: { name: `Campaign ${id}`, status: ['draft', 'scheduled', 'sent'][index % 3] },
    parents: [{ type: 'EmailApp::Tenant', id: index % 4 === 0 ? 'umbrella' : 'acme' }],
  };
}

function writeFixtures(folder: string, first: number, names: readonly string[]): void {
  const cells = `[${COLUMNS.map(() => 'deny').join(', ')}]`;
  const tables = names.map((name) => {
    const rows = CALLS.map((call) => `      ${call.replace('#', `/campaigns/${name}`)}: ${cells}`);
    return `  - name: ${name}\n    columns: [${COLUMNS.join(', ')}]\n    rows:\n${rows.join('\n')}\n`;
  });
  const text = `principals: ../principals.yaml\nentities: ../entities.json\ntables:\n${tables.join('')}`;
  writeFileSync(join(folder, 'fixtures', `campaigns-${String(first).padStart(4, '0')}.fixtures.yaml`), text);
}

// ---- measurements ----

async function measureProject(fixtures: number): Promise<void> {
  const folder = await makeProject(fixtures);
  const start = await several(Math.min(rounds, 10), async () => {
    const from = performance.now();
    const terminal = openAuthz(['watch'], { cwd: folder, columns: 120, rows: 40 });
    await terminal.until('quit');
    const took = performance.now() - from;
    terminal.press('q');
    await terminal.ended;
    return took;
  });
  row(fixtures, 'start to first frame', start);
  const terminal = openAuthz(['watch'], { cwd: folder, columns: 120, rows: 40 });
  await terminal.until(/run 1, /);
  row(fixtures, 'key to frame', await several(rounds * 2, (round) => pressKey(terminal, round), terminal));
  const editors = join(folder, 'policies/editors.cedar');
  row(
    fixtures,
    'save of a policy for two actions of a role',
    await several(rounds, (round) => save(terminal, editors, round), terminal),
  );
  const everything = join(folder, 'policies/tenant-isolation.cedar');
  row(
    fixtures,
    'save of a policy for everything',
    await several(Math.min(rounds, 10), (round) => save(terminal, everything, round), terminal),
  );
  terminal.press('q');
  await terminal.ended;
  rmSync(folder, { recursive: true });
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
  const folder = await makeProject(1000);
  const terminal = openAuthz(['watch'], { cwd: folder, columns: 120, rows: 40 });
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
  terminal.press('q');
  await terminal.ended;
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

function row(fixtures: number, what: string, { sorted, cpu }: Times): void {
  const at = (part: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
  say(`| ${fixtures} | ${what} | ${at(0.5)} | ${at(0.95)} | ${cpu === undefined ? '' : Math.round(cpu)} |`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
