/**
 * Where the time of `authz test` goes for many expected decisions: reading the files, fitting them together, deciding; in one process, after
 * a first round that warms it up.
 *
 *   npm run build && npx node bench/loading.ts [--size 100000] [--rounds 3]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFlags } from '../scripts/read-flags.ts';
import { prepareProject } from '../src/core/verification/prepare-project.ts';
import { loadProject } from '../src/project/loading/load.ts';
import { openProject } from '../src/project/loading/project.ts';
import { projectFiles } from '../src/project/project-files.ts';
import { median } from './measure.ts';
import { decisionsIn, SIZES, writeAuthzProject } from './peer-matrix.ts';
import { addRow, milliseconds, table } from './rows.ts';

const { values } = readFlags({
  options: { size: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '3' } },
});

const matrix = SIZES[values.size];
if (!matrix) throw new Error(`no size ${values.size}: there is ${Object.keys(SIZES).join(', ')}`);
const folder = mkdtempSync(join(tmpdir(), 'authz-bench-'));
writeAuthzProject(folder, matrix);

const rounds: Phases[] = [];
for (let round = 0; round <= Number(values.rounds); round += 1) {
  const phases = await measure();
  if (round > 0) rounds.push(phases);
}
const of = (phase: keyof Phases) => median(rounds.map((one) => one[phase]));
const decisions = `${decisionsIn(matrix).toLocaleString('en')} decisions`;
addRow({
  part: `loading, ${decisions}`,
  what: 'reading the files',
  figure: milliseconds(of('reading')),
  beside: 'deciding',
  ratio: of('reading') / of('deciding'),
  bar: 'at most 1.0',
});
addRow({
  part: `loading, ${decisions}`,
  what: 'fitting them together',
  figure: milliseconds(of('fitting')),
  beside: 'deciding',
  ratio: of('fitting') / of('deciding'),
});
const rows = (['reading', 'fitting', 'deciding'] as const).map((phase) => [phase, of(phase).toFixed(0)]);
process.stdout.write(`${table([decisions, 'ms'], rows)}\n`);
rmSync(folder, { recursive: true });

interface Phases {
  readonly reading: number;
  readonly fitting: number;
  readonly deciding: number;
}

async function measure(): Promise<Phases> {
  const start = performance.now();
  const project = await openProject(folder, folder);
  if (!project.ok) throw new Error(JSON.stringify(project.diagnostics));
  const loaded = await loadProject(projectFiles(project.value, {}, folder), folder);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics));
  const read = performance.now();
  const prepared = prepareProject(loaded.value);
  const fitted = performance.now();
  const results = [...prepared.replay(prepared.fixtures)];
  if (results.some(({ status }) => status !== 'passed')) throw new Error('not every expectation is met');
  return { reading: read - start, fitting: fitted - read, deciding: performance.now() - fitted };
}
