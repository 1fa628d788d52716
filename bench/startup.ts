/**
 * Whole processes: how long each command takes on the worked example, beside a Node that does nothing.
 *
 *   npm run build && npx node bench/startup.ts [--rounds 15]
 */
import { resolve } from 'node:path';
import { readFlags } from '../scripts/read-flags.ts';
import { inTurn } from './measure.ts';
import { addRow, milliseconds, table } from './rows.ts';

const { values } = readFlags({ options: { rounds: { type: 'string', default: '15' } } });

const AUTHZ = [process.execPath, resolve(import.meta.dirname, '../bin/authz.js')];
const EXAMPLE = resolve(import.meta.dirname, '../fixtures/email-app');
const SPEC = resolve(EXAMPLE, 'openapi.yaml');
const NOTHING = "node -e ''";
const BARS: Readonly<Record<string, string>> = { 'authz --help': 'under 1.6' };

const commands = {
  [NOTHING]: [process.execPath, '-e', ''],
  'cedar-wasm alone, one decision': [process.execPath, resolve(import.meta.dirname, 'engine-alone.cjs')],
  'authz --help': [...AUTHZ, '--help'],
  'authz --version': [...AUTHZ, '--version'],
  'authz classify': [...AUTHZ, 'classify', '--api-spec', SPEC],
  'authz generate-schema': [
    ...AUTHZ,
    'generate-schema',
    '--api-spec',
    SPEC,
    '--namespace',
    'EmailApp',
    '--out',
    '-',
  ],
  'authz validate': [...AUTHZ, 'validate', EXAMPLE],
  'authz test, 272 fixtures and two proofs': [...AUTHZ, 'test', EXAMPLE],
};

const costs = await inTurn(commands, Number(values.rounds));
const nothing = costs.get(NOTHING)?.wall ?? Number.NaN;
const rows = [...costs].map(([what, { wall, cpu, memory }]) => {
  const ratio = wall / nothing;
  const bar = BARS[what];
  if (what !== NOTHING)
    addRow({
      part: 'start-up, on the worked example',
      what,
      figure: milliseconds(wall),
      beside: NOTHING,
      ratio,
      ...(bar ? { bar } : {}),
    });
  return [what, wall.toFixed(0), cpu.toFixed(0), memory.toFixed(0), ratio.toFixed(2)];
});
process.stdout.write(`${table(['command', 'wall ms', 'CPU ms', 'peak MB', `wall, of ${NOTHING}`], rows)}\n`);
