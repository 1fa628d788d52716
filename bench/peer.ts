/**
 * Whole processes side by side: `authz test` and `cerbos compile` on one matrix of expected decisions, in turn.
 *
 *   npm run build && npm --prefix bench install && npx node bench/peer.ts [--sizes 50,1000] [--rounds 7] [--json]
 *
 * A million decisions (`--sizes 1000000`) are measured for `authz test` alone.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { inTurn } from './measure.ts';
import { decisionsIn, isForCerbos, SIZES, writeAuthzProject, writeCerbosProject } from './peer-matrix.ts';

const { values } = parseArgs({
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
  '| decisions | tool | wall ms | CPU ms | peak MB | wall, of cerbos |\n|---|---|---|---|---|---|\n',
);
for (const size of values.sizes.split(',')) {
  const matrix = SIZES[size];
  if (!matrix) throw new Error(`no size ${size}: there is ${Object.keys(SIZES).join(', ')}`);
  const ours = join(folder, `authz-${size}`);
  const theirs = join(folder, `cerbos-${size}`);
  writeAuthzProject(ours, matrix, { json: values.json });
  execFileSync(process.execPath, [AUTHZ, 'generate-schema', '--out', 'v4.policyschema.json'], {
    cwd: ours,
    stdio: 'ignore',
  });
  if (isForCerbos(size)) writeCerbosProject(theirs, matrix);
  const commands = {
    ...(isForCerbos(size) ? { cerbos: [CERBOS, 'compile', theirs] } : {}),
    authz: [process.execPath, AUTHZ, 'test', ours],
  };
  const costs = await inTurn(commands, Number(values.rounds));
  for (const [tool, { wall, cpu, memory }] of costs) {
    const peer = costs.get('cerbos')?.wall;
    const ratio = peer === undefined ? '-' : (wall / peer).toFixed(2);
    process.stdout.write(
      `| ${decisionsIn(matrix)} | ${tool} | ${wall.toFixed(0)} | ${cpu.toFixed(0)} | ${memory.toFixed(0)} | ${ratio} |\n`,
    );
  }
}
if (!values.folder) rmSync(folder, { recursive: true });
