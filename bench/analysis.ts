/**
 * What statements about all requests cost, beside loading the policies: comparing two states of a project, an invariant, looking for
 * policies that do nothing, what coverage leaves out, and mutations; of the worked example, alone and with 100 and 1,000 policies.
 *
 *   npm run build && npx node bench/analysis.ts [--rounds 5] [--policies 100,1000]
 */

import { readFlags } from '../scripts/read-flags.ts';
import { findPolicyFindings } from '../src/core/analysis/findings/policy-findings.ts';
import { unreachableIn } from '../src/core/coverage/find-unreachable.ts';
import { coverageRecorder } from '../src/core/coverage/recorder.ts';
import { createEngine } from '../src/core/engine/engine.ts';
import { frameworkFacts } from '../src/core/facts/framework-facts.ts';
import { readFacts } from '../src/core/facts/read-facts.ts';
import { compareSides } from '../src/core/guarantees/comparison/compare.ts';
import { builtInInvariants } from '../src/core/guarantees/invariants/built-in.ts';
import type { Invariant } from '../src/core/guarantees/invariants/invariant.ts';
import { proveInvariants } from '../src/core/guarantees/invariants/prove-invariants.ts';
import { mutate } from '../src/core/mutation/mutate.ts';
import { validMutations } from '../src/core/mutation/valid-mutations.ts';
import type { Policy } from '../src/core/policies/policy.ts';
import { readPolicies } from '../src/core/policies/read-policies.ts';
import { checkProject } from '../src/core/verification/check-project.ts';
import { loadExample } from '../test/helpers/example.ts';
import { valueIn } from '../test/helpers/outcome.ts';
import { PLAIN_SERVER } from '../test/helpers/plain-server.ts';
import { median } from './measure.ts';
import { addRow, milliseconds, table } from './rows.ts';

const { values } = readFlags({
  options: { rounds: { type: 'string', default: '5' }, policies: { type: 'string', default: '100,1000' } },
});
const rounds = Number(values.rounds);
const input = await loadExample();
const project = valueIn(checkProject(input));
const { schema, model, policySet } = project;
const own = valueIn(readFacts(input.facts ?? [], model));
const facts = [...frameworkFacts(model), ...own];
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
function synthetic(count: number, edit = -1): readonly Policy[] {
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

/** What `authz diff` and `authz prove` do once the projects are loaded and checked. */
function measureSize(policies: readonly Policy[], edited: readonly Policy[], bars: Bars): void {
  const size = `${policies.length.toLocaleString('en')} policies`;
  const side = (name: string, all: readonly Policy[]) => ({
    ...PLAIN_SERVER,
    name,
    schema: { json: schema, model },
    policySet: { ...policySet, policies: all },
  });
  measure(`${size}: what one edit opens and closes`, bars.diff, () =>
    compareSides(side('before', policies), side('after', edited)),
  );
  const engine = valueIn(createEngine('bench', schema, { ...policySet, policies }));
  const proving = { ...PLAIN_SERVER, schema, model, policies, engine, facts: own };
  for (const [what, invariants] of Object.entries(invariantsOf(policies)))
    measure(`${size}: ${what}`, bars.invariants, () => proveInvariants(proving, invariants));
  measure(`${size}: those that do nothing or may err`, bars.findings, () =>
    findPolicyFindings(schema, policies, { facts }),
  );
  measure(`${size}: what coverage leaves out`, '-', () => unreachable(policies));
}

/**
 * What `authz test --coverage` proves where fixtures have seen nothing: of every outcome of every part, whether a request comes to it.
 * With 1,000 policies there would be more questions than are asked: the figure is that of finding this out.
 */
function unreachable(policies: readonly Policy[]) {
  const proofs = unreachableIn({ schema, model, mapper: project.mapper, policies, facts: own, fixtures: [] });
  const setting = { schema, policies, endpoints: project.endpoints, unreachable: proofs };
  return valueIn(coverageRecorder('bench coverage', setting)).unreachable();
}

function invariantsOf(policies: readonly Policy[]): Readonly<Record<string, readonly Invariant[]>> {
  const builtIn = builtInInvariants(model, policies);
  return { 'an invariant': builtIn.slice(0, 1), 'all that is built in': builtIn };
}

interface Bars {
  readonly diff: string;
  readonly invariants: string;
  readonly findings: string;
}

const example = policySet.policies;
const changed = example.map((policy) =>
  policy.text.includes('"draft"')
    ? (readPolicies([{ ...policy.file, text: policy.text.replace('== "draft"', '!= "sent"') }]).policySet
        .policies[0] ?? policy)
    : policy,
);
measureSize(example, changed, {
  diff: 'under 150 ms',
  invariants: 'under 100 ms',
  findings: 'under 100 ms',
});
const mutations = validMutations(schema, example);
measure(`${mutations.length} mutations of the worked example`, 'under 2 s', () => [
  ...mutate({ project, mutations, facts }),
]);
for (const count of values.policies.split(',').map(Number))
  measureSize(
    [...example, ...synthetic(count - example.length)],
    [...example, ...synthetic(count - example.length, 7)],
    count > 100
      ? { diff: 'under 1.5 s', invariants: 'under 1 s', findings: 'under 5 s' }
      : { diff: 'under 300 ms', invariants: '-', findings: '-' },
  );
// Nearly as many questions as are ever asked.
const many = [...example, ...synthetic(400 - example.length)];
measure('400 policies: what coverage leaves out', '-', () => unreachable(many));
process.stdout.write(`${table(['', 'first, CPU', 'median, CPU', 'memory', 'bar'], rows)}\n`);
