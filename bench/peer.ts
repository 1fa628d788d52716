/**
 * Whole processes side by side: `authz test` and `cerbos compile` on one matrix of expected decisions, in turn.
 *
 *   npm run build && npm --prefix bench install && npx node bench/peer.ts [--sizes 50,1000] [--rounds 7] [--json]
 *
 * A million decisions (`--sizes 1000000`) are measured for `authz test` alone.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readFlags } from '../scripts/read-flags.ts';
import { type Cost, inTurn } from './measure.ts';
import {
  decisionsIn,
  isForCerbos,
  type Matrix,
  SIZES,
  writeAuthzProject,
  writeCerbosProject,
} from './peer-matrix.ts';
import { addRow, milliseconds } from './rows.ts';

const { values } = readFlags({
  options: {
    sizes: { type: 'string', default: Object.keys(SIZES).filter(isForCerbos).join(',') },
    rounds: { type: 'string', default: '7' },
    /** The fixtures file as JSON rather than as YAML. */
    json: { type: 'boolean', default: false },
    /** Where the projects are written, and stay. */
    folder: { type: 'string' },
  },
});

const AUTHZ = resolve(import.meta.dirname, '../bin/authz.js');
// The binary itself: the npm package's own script costs another start of Node.
const CERBOS = join(import.meta.dirname, 'node_modules/@cerbos/cerbos-linux-x64/cerbos-linux-x64');
if (!existsSync(CERBOS)) throw new Error('cerbos is missing: npm --prefix bench install');

const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'authz-bench-'));
process.stdout.write(
  '| decisions | tool | wall ms | CPU ms | peak MB | wall, of cerbos | CPU, of cerbos |\n|---|---|---|---|---|---|---|\n',
);
for (const size of values.sizes.split(',')) {
  const matrix = SIZES[size];
  if (!matrix) throw new Error(`no size ${size}: there is ${Object.keys(SIZES).join(', ')}`);
  const ours = join(folder, `authz-${size}`);
  const theirs = join(folder, `cerbos-${size}`);
  writeAuthzProject(ours, matrix, { json: values.json });
  if (isForCerbos(size)) writeCerbosProject(theirs, matrix);
  const commands = {
    ...(isForCerbos(size) ? { cerbos: [CERBOS, 'compile', theirs] } : {}),
    authz: [process.execPath, AUTHZ, 'test', ours],
  };
  const costs = await inTurn(commands, Number(values.rounds));
  const cerbos = costs.get('cerbos');
  for (const [tool, { wall, cpu, memory }] of costs) {
    const ratios = cerbos
      ? [wall / cerbos.wall, cpu / cerbos.cpu].map((ratio) => ratio.toFixed(2))
      : ['-', '-'];
    const figures = [wall, cpu, memory].map((figure) => figure.toFixed(0));
    process.stdout.write(`| ${[decisionsIn(matrix), tool, ...figures, ...ratios].join(' | ')} |\n`);
  }
  report(size, matrix, costs);
}
if (!values.folder) rmSync(folder, { recursive: true });

function report(size: string, matrix: Matrix, costs: ReadonlyMap<string, Cost>): void {
  const [cerbos, authz] = [costs.get('cerbos'), costs.get('authz')];
  if (!authz) return;
  const what = `${decisionsIn(matrix).toLocaleString('en')} decisions`;
  const memory = `${Math.round(authz.memory)} MB`;
  if (!cerbos) {
    const figure = `${milliseconds(authz.wall)}, ${memory}`;
    addRow({ part: 'authz test', what, figure, bar: 'under 1,000 MB' });
    return;
  }
  const common = { part: 'authz test', beside: 'cerbos compile' };
  const bar = Number(size) <= 1_000 ? 'at most 0.8' : 'at most 1.0';
  const ratios = { wall: authz.wall / cerbos.wall, CPU: authz.cpu / cerbos.cpu };
  addRow({ ...common, what: `${what}: wall`, figure: milliseconds(authz.wall), ratio: ratios.wall, bar });
  addRow({ ...common, what: `${what}: CPU`, figure: milliseconds(authz.cpu), ratio: ratios.CPU, bar });
  addRow({
    ...common,
    what: `${what}: peak memory`,
    figure: memory,
    ratio: authz.memory / cerbos.memory,
    ...(size === '100000' ? { bar: 'at most 200 MB' } : {}),
  });
}
