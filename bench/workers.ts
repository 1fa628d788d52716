/**
 * When a second thread pays: `authz test` with one and with two workers, with decision classes and with every decision evaluated.
 *
 *   npm run build && npx node bench/workers.ts [--sizes 1000,10000] [--rounds 5]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readFlags } from '../scripts/read-flags.ts';
import { inTurn } from './measure.ts';
import { decisionsIn, SIZES, writeAuthzProject } from './peer-matrix.ts';
import { addRow, milliseconds, table } from './rows.ts';

const { values } = readFlags({
  options: { sizes: { type: 'string', default: '1000,10000' }, rounds: { type: 'string', default: '5' } },
});

const AUTHZ = [process.execPath, resolve(import.meta.dirname, '../bin/authz.js')];
const EVALUATED = '--no-decision-classes';
const folder = mkdtempSync(join(tmpdir(), 'authz-bench-'));
const rows: string[][] = [];
for (const size of values.sizes.split(',')) rows.push(...(await measure(size)));
process.stdout.write(`${table(['decisions', 'how', 'wall ms', 'CPU ms', 'wall, of one thread'], rows)}\n`);
rmSync(folder, { recursive: true });

async function measure(size: string): Promise<string[][]> {
  const matrix = SIZES[size];
  if (!matrix) throw new Error(`no size ${size}: there is ${Object.keys(SIZES).join(', ')}`);
  const project = join(folder, size);
  writeAuthzProject(project, matrix);
  const test = [...AUTHZ, 'test', project];
  const costs = await inTurn(
    {
      'one thread': test,
      'two workers': [...test, '--workers', '2'],
      'one thread, every decision evaluated': [...test, EVALUATED],
      'two workers, every decision evaluated': [...test, EVALUATED, '--workers', '2'],
    },
    Number(values.rounds),
  );
  const decisions = decisionsIn(matrix);
  return [...costs].map(([how, { wall, cpu }]) => {
    const alone = costs.get(how.replace('two workers', 'one thread'))?.wall ?? Number.NaN;
    if (how.startsWith('two'))
      addRow({
        part: 'workers',
        what: `${decisions.toLocaleString('en')} decisions: ${how}`,
        figure: milliseconds(wall),
        beside: 'one thread',
        ratio: wall / alone,
      });
    return [`${decisions}`, how, wall.toFixed(0), cpu.toFixed(0), (wall / alone).toFixed(2)];
  });
}
