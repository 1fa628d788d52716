/**
 * How long the review of `authz init` takes from a key press to the frame that shows it, with 1,000 endpoints, in a real
 * pseudo-terminal of 200 x 60. Build first.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAuthz, type TerminalProgram } from '../test/helpers/pty.ts';
import { addRow, milliseconds } from './rows.ts';

const TYPES = 250;
const PRESSES = 100;

const folder = mkdtempSync(join(tmpdir(), 'authz-bench-'));
writeFileSync(join(folder, 'openapi.json'), JSON.stringify(largeApi()));
const wizard = openAuthz(['init'], { cwd: folder, columns: 200, rows: 60, env: { XDG_STATE_HOME: folder } });
await wizard.until('No problems were found in it');
wizard.press('enter');
await wizard.until('It can be used');
wizard.press('enter');
await wizard.until('1000 endpoints');
const rows = [
  ['down', await timed('down')],
  ['page down', await timed('pagedown', 90)],
  ['another pattern', await timed('p', 30)],
  ['undo', await timed('u', 30)],
] as const;
print(['key', 'presses', 'median ms', 'p95 ms']);
for (const [name, times] of rows) {
  const [median, slow] = [atPart(times, 0.5), atPart(times, 0.95)];
  print([name, String(times.length), median.toFixed(0), slow.toFixed(0)]);
  addRow({
    part: 'wizard, 1,000 endpoints',
    what: name,
    figure: `${milliseconds(median)}, p95 ${milliseconds(slow)}`,
  });
}
wizard.signal('SIGKILL');
await wizard.ended;
rmSync(folder, { recursive: true });

async function timed(key: string, presses = PRESSES): Promise<number[]> {
  const times: number[] = [];
  for (let press = 0; press < presses; press += 1) times.push(await toFrame(wizard, key));
  return times.sort((a, b) => a - b);
}

async function toFrame(program: TerminalProgram, key: string): Promise<number> {
  const before = program.screen();
  const begun = performance.now();
  program.press(key);
  await program.untilOther(before);
  return performance.now() - begun;
}

function atPart(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

function print(cells: readonly string[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}

function largeApi() {
  const response = { responses: { 200: { description: 'ok' } } };
  const paths = Array.from({ length: TYPES }, (_, index) => {
    const type = `kind${index}s`;
    const one = [`/tenants/{tenant_id}/${type}`, { get: response, post: response }] as const;
    return [one, [`/${type}/{kind${index}_id}`, { get: response, delete: response }] as const];
  });
  return {
    openapi: '3.1.0',
    info: { title: 'Large', version: '1' },
    paths: Object.fromEntries(paths.flat()),
  };
}
