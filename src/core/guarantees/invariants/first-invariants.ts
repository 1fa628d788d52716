import { type Analysis, createAnalysis } from '../../analysis/analysis.ts';
import { asStatement, madePolicy } from '../../analysis/questions/made-policy.ts';
import type { RequestEnvironment } from '../../analysis/schema/analysis-schema.ts';
import { memoizeByIdentity } from '../../caching/memoize.ts';
import type { SchemaJson } from '../../cedar/cedar.ts';
import { entityKey } from '../../cedar/entity.ts';
import { qualified } from '../../cedar/namespace.ts';
import { printUid } from '../../cedar/print-value.ts';
import { PATTERN_TRAITS } from '../../endpoints/pattern.ts';
import { frameworkFacts } from '../../facts/framework-facts.ts';
import type { Action, Model } from '../../model/model.ts';
import { formatPolicyFile } from '../../policies/format.ts';
import type { Policy } from '../../policies/policy.ts';
import { type ActionGroups, actionGroups, policiesFor } from '../../policies/relevant-policies.ts';
import { ANONYMOUS } from '../../requests/principal.ts';
import { groupBy } from '../../values/group.ts';
import { type InSteps, lastOf } from '../../values/last-of.ts';

/** A project that has policies and no invariants yet. */
export interface UnguardedProject {
  readonly schema: SchemaJson<string>;
  readonly model: Model;
  readonly policies: readonly Policy[];
}

/** Above it nobody wants to wait for them. */
const MOST_ENVIRONMENTS = 1_000;

/**
 * Invariants that hold of the policies, by proof: what nobody reaches without an identity, and what nobody reaches in the tenant of others.
 * They do not speak of groups, which are renamed and added: whoever breaks them has opened what was meant to stay closed. As the text of
 * a policy file; `undefined` where nothing of the kind holds.
 */
export function firstInvariants(project: UnguardedProject): string | undefined {
  return lastOf(firstInvariantsInSteps(project));
}

/** The same with a step for each proof, so that others can do something in between. */
export function* firstInvariantsInSteps(project: UnguardedProject): InSteps<string | undefined> {
  const { schema, model } = project;
  const analysis = createAnalysis(schema, { facts: frameworkFacts(model) });
  if (analysis.environments.length > MOST_ENVIRONMENTS) return undefined;
  const groups = actionGroups(schema);
  const environments = environmentsWithin(analysis.environments, groups);
  const policiesAbout = memoizeByIdentity((action: RequestEnvironment['action']) =>
    policiesFor(project.policies, action, groups),
  );
  const proving = { ...project, analysis, environments, policiesAbout };
  const written = [...(yield* withoutIdentity(proving)), ...(yield* withinTenants(proving))];
  if (written.length === 0) return undefined;
  const text = `${HEAD}${written.join('\n\n')}\n`;
  const formatted = formatPolicyFile({ file: 'invariants', name: 'invariants', text });
  return formatted.ok ? formatted.value : undefined;
}

function environmentsWithin(
  environments: readonly RequestEnvironment[],
  groups: ActionGroups,
): ReadonlyMap<string, readonly RequestEnvironment[]> {
  const within = environments.flatMap((environment) => {
    const key = entityKey(environment.action);
    return [key, ...(groups.get(key) ?? [])].map((above) => ({ above, environment }));
  });
  const grouped = groupBy(within, ({ above }) => above);
  return new Map([...grouped].map(([above, entries]) => [above, entries.map((entry) => entry.environment)]));
}

const HEAD = `\
// What holds for every call, whatever the policies look like: \`authz prove\` proves it, and \`authz test\` does after the fixtures.
// A \`forbid\` says what is never allowed, a \`permit\` what is always allowed. What is below was found to hold of the first policies:
// add what else must stay as it is, such as that viewers change nothing.
`;

interface ProvingFirst extends UnguardedProject {
  readonly analysis: Analysis;
  /** The environments of each action, and of all that is in each group of actions, by its key. */
  readonly environments: ReadonlyMap<string, readonly RequestEnvironment[]>;
  readonly policiesAbout: (action: RequestEnvironment['action']) => readonly Policy[];
}

function* withoutIdentity(proving: ProvingFirst): InSteps<readonly string[]> {
  const { model } = proving;
  const type = qualified(model.namespace, 'Action');
  const anonymous = printUid({ type: qualified(model.namespace, model.principalType), id: ANONYMOUS });
  const statement = (actions: readonly string[]) =>
    `forbid (principal == ${anonymous}, action in [${actions.join(', ')}], resource);`;
  const guarded = model.actions.filter(isGuarded).map(({ name }): GuardedPart => {
    const uid = { type, id: name };
    return { name: printUid(uid), asked: proving.environments.get(entityKey(uid)) ?? [] };
  });
  const closed = yield* thoseThatHold(guarded, statement, proving);
  if (closed.length === 0) return [];
  return [`@id("an-identity-is-needed")\n@because("these calls need an identity")\n${statement(closed)}`];
}

/** What not everybody may do. */
function isGuarded({ endpoints }: Action): boolean {
  return endpoints.length > 0 && !endpoints.some(({ pattern }) => PATTERN_TRAITS[pattern].isForAnyone);
}

function* withinTenants(proving: ProvingFirst): InSteps<readonly string[]> {
  const { model, analysis } = proving;
  const { tenantType, namespace } = model;
  const haveTenants = model.actions.every(({ context }) => context.some(({ name }) => name === 'tenants'));
  if (tenantType === undefined || !haveTenants) return [];
  const resources = new Set(model.actions.map(({ resourceType }) => resourceType));
  const statement = (types: readonly string[]) =>
    `forbid (principal, action, resource)\nwhen { ${types.map((name) => `resource is ${name}`).join(' || ')} }\nunless { resource in context.tenants };`;
  const belowTenants = model.entityTypes
    .filter(({ name, parents }) => resources.has(name) && [name, ...parents].includes(tenantType))
    .map((one): GuardedPart => {
      const name = qualified(namespace, one.name);
      return { name, asked: analysis.environments.filter(({ resourceType }) => resourceType === name) };
    });
  const apart = yield* thoseThatHold(belowTenants, statement, proving);
  if (apart.length === 0) return [];
  return [
    `@id("tenants-stay-apart")\n@because("nobody reaches into a tenant without being in it")\n${statement(apart)}`,
  ];
}

/** Something that a statement may name, with the environments about whose requests it then says something. */
interface GuardedPart {
  readonly name: string;
  readonly asked: readonly RequestEnvironment[];
}

/** The names of which the statement holds for each alone; none, where it cannot be decided everywhere for all of them. */
function* thoseThatHold(
  candidates: readonly GuardedPart[],
  statement: (names: readonly string[]) => string,
  proving: ProvingFirst,
): InSteps<readonly string[]> {
  const holding: string[] = [];
  for (const { name, asked } of candidates)
    if (yield* holds(statement([name]), asked, proving)) holding.push(name);
  if (holding.length === 0) return [];
  return (yield* holds(statement(holding), proving.analysis.environments, proving)) ? holding : [];
}

function* holds(
  text: string,
  asked: readonly RequestEnvironment[],
  { analysis, policiesAbout }: ProvingFirst,
): InSteps<boolean> {
  const invariant = asStatement(madePolicy(text, text));
  for (const environment of asked) {
    const policies = policiesAbout(environment.action);
    yield;
    if (analysis.areProven(environment, [{ kind: 'invariant', invariant, policies }])[0] !== true)
      return false;
  }
  return true;
}
