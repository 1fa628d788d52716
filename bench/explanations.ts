/**
 * What explanations cost: `authz test` on a project in which every expectation fails, beside the same project in which all are met.
 *
 *   npm run build && npx node bench/explanations.ts [--fixtures 1000] [--rounds 5]
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readFlags } from '../scripts/read-flags.ts';
import { largeExample } from './large-example.ts';
import { inTurn } from './measure.ts';
import { addRow, milliseconds, table } from './rows.ts';

const { values } = readFlags({
  options: { fixtures: { type: 'string', default: '1000' }, rounds: { type: 'string', default: '5' } },
});

const AUTHZ = [process.execPath, resolve(import.meta.dirname, '../bin/authz.js')];
const fixtures = Number(values.fixtures);
const passing = await largeExample(fixtures);
const failing = await largeExample(fixtures);
turnExpectations(join(failing, 'fixtures'));

const costs = await inTurn(
  { 'all pass': [...AUTHZ, 'test', passing], 'all fail': [...AUTHZ, 'test', failing] },
  Number(values.rounds),
);
const [pass, fail] = [...costs.values()];
const added = (fail?.wall ?? Number.NaN) - (pass?.wall ?? Number.NaN);
addRow({
  part: 'explanations',
  what: `${fixtures.toLocaleString('en')} failures explained and printed`,
  figure: `${milliseconds(added)} more`,
  beside: 'all pass',
  bar: 'under 2 s more',
});
const rows = [...costs].map(([what, { wall, cpu, memory }]) => [
  what,
  wall.toFixed(0),
  cpu.toFixed(0),
  memory.toFixed(0),
]);
process.stdout.write(`${table([`${fixtures} fixtures`, 'wall ms', 'CPU ms', 'peak MB'], rows)}\n`);
for (const folder of [passing, failing]) rmSync(folder, { recursive: true });

function turnExpectations(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const text = readFileSync(path, 'utf8').replaceAll(/(?<=[[ ])(allow|deny)(?=[,\]])/g, (one) =>
      one === 'allow' ? 'deny' : 'allow',
    );
    writeFileSync(path, text);
  }
}
