/**
 * What statements about all requests cost, beside loading the policies: comparing two states of a project, an invariant, looking for
 * policies that do nothing, and mutations; of the worked example, alone and with 100 and 1,000 policies.
 *
 *   npm run build && npx node bench/analysis.ts [--rounds 5] [--policies 100,1000]
 */
import { parseArgs } from 'node:util';
import { type Analysis, createAnalysis } from '../src/core/analysis/analysis.ts';
import { findPolicyFindings } from '../src/core/analysis/findings/policy-findings.ts';
import type { AnalysedPolicy, Claim } from '../src/core/analysis/questions/claim.ts';
import { frameworkFacts } from '../src/core/facts/framework-facts.ts';
import { mutate } from '../src/core/mutation/mutate.ts';
import { validMutations } from '../src/core/mutation/valid-mutations.ts';
import { readPolicies } from '../src/core/policies/read-policies.ts';
import { checkProject } from '../src/core/verification/check-project.ts';
import { loadExample } from '../test/helpers/example.ts';
import { valueIn } from '../test/helpers/outcome.ts';
import { median } from './measure.ts';
import { addRow, milliseconds, table } from './rows.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, policies: { type: 'string', default: '100,1000' } },
});
const rounds = Number(values.rounds);
const project = valueIn(checkProject(await loadExample()));
const { schema, model, policySet } = project;
const facts = frameworkFacts(model);
const actions = model.actions.map(({ name, resourceType }) => ({ name, resourceType }));
const rows: string[][] = [];

/** CPU time: the machine may have other things to do. */
function measure(what: string, bar: string, work: () => unknown): void {
  const times = Array.from({ length: rounds }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  const [first = Number.NaN] = times;
  const memory = Math.round(process.memoryUsage().rss / 2 ** 20);
  rows.push([what, milliseconds(first), milliseconds(median(times)), `${memory} MB`, bar]);
  addRow({
    part: 'all requests',
    what,
    figure: `${milliseconds(first)}, then ${milliseconds(median(times))}`,
    bar,
  });
}

/** Policies like those that people write: a role, an action, a comparison, some of them forbidding. */
function synthetic(count: number, edit = -1): readonly AnalysedPolicy[] {
  const texts = Array.from({ length: count }, (_, index) => {
    const { name, resourceType } = actions[index % actions.length] ?? { name: '', resourceType: '' };
    const value = index === edit ? 'edited' : `value${index}`;
    const conditions: Readonly<Record<string, string>> = {
      EmailCampaign: `resource.status == "${value}"`,
      EmailMessage: `resource.recipientCount > ${index} && resource.subject like "${value}*"`,
      Tenant: `resource.planTier == "${value}" && resource.maxUsers < ${index}`,
    };
    const condition = conditions[resourceType] ?? `principal has email && principal.email like "*@${value}"`;
    const effect = index % 10 === 9 ? 'forbid' : 'permit';
    return `@id("s${index}") ${effect} (principal in EmailApp::Role::"role${index % 40}", action == EmailApp::Action::"${name}", resource) when { ${condition} };`;
  });
  const file = { file: 'synthetic.cedar', name: 'synthetic.cedar', text: texts.join('\n') };
  return readPolicies([file]).policySet.policies;
}

function everywhere(analysis: Analysis, claims: readonly Claim[]): void {
  for (const environment of analysis.environments) analysis.prove(environment, claims);
}

function measureSize(
  policies: readonly AnalysedPolicy[],
  edited: readonly AnalysedPolicy[],
  bars: Bars,
): void {
  const size = `${policies.length.toLocaleString('en')} policies`;
  const differences: readonly Claim[] = [
    { kind: 'nothing-opened', before: policies, after: edited },
    { kind: 'nothing-closed', before: policies, after: edited },
  ];
  measure(`${size}: what one edit opens and closes`, bars.diff, () =>
    everywhere(createAnalysis(schema, { facts }), differences),
  );
  const invariant = readPolicies([{ file: 'i', name: 'i', text: INVARIANT }]).policySet.policies[0];
  if (invariant)
    measure(`${size}: an invariant`, bars.invariant, () =>
      everywhere(createAnalysis(schema, { facts }), [{ kind: 'invariant', invariant, policies }]),
    );
  measure(`${size}: those that do nothing or may err`, bars.findings, () =>
    findPolicyFindings(schema, policies, { facts }),
  );
}

interface Bars {
  readonly diff: string;
  readonly invariant: string;
  readonly findings: string;
}

const INVARIANT = `
  forbid (principal, action, resource)
  unless { resource is EmailApp::Application || resource in context.tenants };`;

const example = policySet.policies;
const changed = example.map((policy) =>
  policy.text.includes('"draft"')
    ? (readPolicies([{ ...policy.file, text: policy.text.replace('== "draft"', '!= "sent"') }]).policySet
        .policies[0] ?? policy)
    : policy,
);
measureSize(example, changed, { diff: 'under 150 ms', invariant: 'under 100 ms', findings: 'under 100 ms' });
const mutations = validMutations(schema, example);
measure(`${mutations.length} mutations of the worked example`, 'under 2 s', () => [
  ...mutate({ project, mutations, facts }),
]);
for (const count of values.policies.split(',').map(Number))
  measureSize(
    [...example, ...synthetic(count - example.length)],
    [...example, ...synthetic(count - example.length, 7)],
    count > 100
      ? { diff: 'under 1.5 s', invariant: 'under 1 s', findings: 'under 5 s' }
      : { diff: 'under 300 ms', invariant: '-', findings: '-' },
  );
process.stdout.write(`${table(['', 'first, CPU', 'median, CPU', 'memory', 'bar'], rows)}\n`);
