/**
 * All benchmarks, one table: `npm run bench [-- --quick]`.
 *
 * Writes `bench/results/latest.json`, and the table with machine and date into `docs/performance.md`; with `--quick`, fewer rounds, and
 * neither of them. The machine should have nothing else to do.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform, release, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { readFlags } from '../scripts/read-flags.ts';
import { type Row, table } from './rows.ts';

const { values } = readFlags({
  options: {
    quick: { type: 'boolean', default: false },
    /** Only scripts of these names. */
    only: { type: 'string' },
  },
});

interface Script {
  readonly name: string;
  readonly full: readonly string[];
  /** Left out where it is not run then. */
  readonly quick?: readonly string[];
}

const SCRIPTS: readonly Script[] = [
  {
    name: 'peer',
    full: ['--rounds', '7'],
    quick: ['--rounds', '3', '--sizes', '50,1000,10000'],
  },
  { name: 'peer', full: ['--rounds', '2', '--sizes', '1000000'] },
  { name: 'startup', full: ['--rounds', '21'], quick: ['--rounds', '5'] },
  { name: 'decisions', full: [], quick: ['--rounds', '1', '--milliseconds', '200'] },
  { name: 'loading', full: [], quick: ['--size', '10000', '--rounds', '1'] },
  { name: 'workers', full: ['--rounds', '5'], quick: ['--rounds', '1', '--sizes', '10000'] },
  { name: 'explanations', full: [], quick: ['--rounds', '1'] },
  {
    name: 'watch',
    full: ['--saves', '1000'],
    quick: ['--fixtures', '1000', '--rounds', '10', '--saves', '0'],
  },
  { name: 'wizard', full: [], quick: [] },
  { name: 'middleware', full: ['4', '2'], quick: ['2', '1'] },
  { name: 'analysis', full: ['--rounds', '5'], quick: ['--rounds', '1', '--policies', '100'] },
  { name: 'filter', full: [], quick: ['10000', '7'] },
  { name: 'hostile-texts', full: [], quick: ['--rounds', '3'] },
  { name: 'large-apis', full: ['--rounds', '2'], quick: ['--rounds', '1'] },
];

const ROOT = join(import.meta.dirname, '..');
const RESULTS = join(import.meta.dirname, 'results/latest.json');
const PAGE = join(ROOT, 'docs/performance.md');

if (!existsSync(join(import.meta.dirname, 'node_modules')))
  throw new Error('what the benchmarks need is not installed: npm --prefix bench install');
const file = join(mkdtempSync(join(tmpdir(), 'authz-bench-')), 'rows.jsonl');
const only = values.only?.split(',');
for (const script of SCRIPTS) {
  if (!only || only.includes(script.name)) measure(script);
}

const rows: Row[] = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const printed = `${machine()}\n\n${tableOf(rows)}\n`;
process.stdout.write(`\n${printed}`);
if (!values.quick && !only) keep();

function measure({ name, full, quick }: Script): void {
  const options = values.quick ? quick : full;
  if (!options) return;
  process.stdout.write(`\n# ${name}\n`);
  const args = [join(import.meta.dirname, `${name}.ts`), ...options];
  const { status } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, AUTHZ_BENCH_ROWS: file },
  });
  if (status === 0) return;
  // What the others measure is worth keeping all the same.
  process.stderr.write(`bench/${name}.ts ended with ${status}\n`);
  process.exitCode = 1;
}

function tableOf(all: readonly Row[]): string {
  return table(
    ['part', 'what', 'figure', 'beside', 'ratio', 'bar'],
    all.map(({ part, what, figure, beside = '', ratio, bar = '' }, index) => [
      all[index - 1]?.part === part ? '' : part,
      what,
      figure,
      beside,
      ratio === undefined ? '' : ratio.toFixed(2),
      bar,
    ]),
  );
}

function machine(): string {
  const [{ model } = { model: 'unknown' }, ...others] = cpus();
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: ROOT,
    encoding: 'utf8',
  }).trim();
  const memory = Math.round(totalmem() / 2 ** 30);
  return [
    `Measured ${new Date().toISOString().slice(0, 10)} at ${commit}: Node ${process.versions.node},`,
    `${others.length + 1} x ${model.trim()}, ${memory} GB, ${platform()} ${release()} ${arch()}.`,
  ].join(' ');
}

/** The page keeps what people have written around the table. */
function keep(): void {
  mkdirSync(join(import.meta.dirname, 'results'), { recursive: true });
  writeFileSync(RESULTS, `${JSON.stringify({ machine: machine(), rows }, null, 2)}\n`);
  const marked = /(<!-- results -->\n)[\s\S]*?(<!-- end of results -->)/;
  const page = readFileSync(PAGE, 'utf8');
  writeFileSync(
    PAGE,
    page.replace(marked, (_, start, end) => `${start}${printed}${end}`),
  );
}
