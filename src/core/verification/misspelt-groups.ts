import { type EntityUid, entitiesNamed } from '../cedar/entity.ts';
import { qualified } from '../cedar/namespace.ts';
import { printUid } from '../cedar/print-value.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { nearestName } from '../diagnostics/nearest-operation.ts';
import { problemAt } from '../diagnostics/problem-at.ts';
import type { FixtureFile } from '../fixtures/fixture.ts';
import { placeOfPrincipal } from '../fixtures/match-principals.ts';
import type { Model } from '../model/model.ts';
import { locatePolicy, locateRange, type Policy, type PolicySet } from '../policies/policy.ts';
import { type Claims, groupPrefix, groupsClaimed, type PrincipalClaims } from '../requests/principal.ts';
import type { CheckedFixtures } from './check-fixtures.ts';

/** What names groups. */
export interface GroupWorld extends Pick<CheckedFixtures, 'files' | 'entities'> {
  readonly model: Model;
  readonly policySet: PolicySet;
  readonly claims: PrincipalClaims;
}

/**
 * Warns of names of groups that are slips. A fixture that expects a deny may pass because of one in a principal of fixtures, which nothing else
 * names; and nobody may miss what a policy forbids to a group that no principal is in. Where neither name is found elsewhere, either may be wrong.
 */
export function misspeltGroups(world: GroupWorld): Diagnostic[] {
  const { claimed, inPolicies, elsewhere } = namesOfGroups(world);
  const unnamed = [...claimed].filter((group) => !inPolicies.has(group) && !elsewhere.has(group));
  const known = [...claimed].filter((group) => !unnamed.includes(group));
  const unclaimed = [...inPolicies].filter((group) => !claimed.has(group) && !elsewhere.has(group));
  return [
    ...slipsInFixtures(world, meantBy(unnamed, [...inPolicies]), claimed),
    ...slipsInPolicies(world, meantBy(unclaimed, known)),
  ];
}

interface NamesOfGroups {
  /** By claims of principals; all without what a user pool puts before them. */
  readonly claimed: ReadonlySet<string>;
  readonly inPolicies: ReadonlySet<string>;
  /** In entities, and in what the API description says. */
  readonly elsewhere: ReadonlySet<string>;
}

function namesOfGroups({ files, claims, entities, model, policySet }: GroupWorld): NamesOfGroups {
  const principals = files.flatMap((file) => [...file.principals.values()]);
  const prefix = groupPrefix(claims);
  const namedIn = (value: unknown) =>
    entitiesNamed(value, groupType(model))
      .filter(({ id }) => id.startsWith(prefix))
      .map(({ id }) => id.slice(prefix.length));
  const lists = [...files.map((file) => file.entities), entities].map((list) => list?.entities ?? []);
  const declared = model.entityTypes.find(({ name }) => name === model.groupType)?.ids ?? [];
  return {
    claimed: new Set(principals.flatMap((one) => groupsClaimed(one, claims))),
    inPolicies: new Set(namedIn([...policySet.policies, ...policySet.templates].map(({ json }) => json))),
    elsewhere: new Set([
      ...namedIn(lists),
      ...declared,
      ...model.actions.flatMap(({ groups }) => groups.flat()),
    ]),
  };
}

function groupType({ namespace, groupType: name }: Model): string {
  return qualified(namespace, name);
}

/** The one group that is meant by each name that is a slip. */
function meantBy(names: readonly string[], groups: readonly string[]): ReadonlyMap<string, string> {
  const found = names.flatMap((name): [string, string][] => {
    const [near, ...others] = groups.filter((group) => nearestName(name, [group]) !== undefined);
    return near === undefined || others.length > 0 ? [] : [[name, near]];
  });
  return new Map(found);
}

// ---- in fixtures ----

interface ClaimedGroup {
  readonly principal: string;
  readonly claim: string;
  readonly claims: Claims;
  readonly group: string;
}

function slipsInFixtures(
  { files, claims: names }: GroupWorld,
  meant: ReadonlyMap<string, string>,
  claimed: ReadonlySet<string>,
): Diagnostic[] {
  return files.flatMap((file) =>
    [...file.principals].flatMap(([principal, claims]) =>
      groupsClaimed(claims, names).flatMap((group) => {
        const other = meant.get(group);
        if (other === undefined) return [];
        const question = claimed.has(other)
          ? `did you mean \`${other}\`?`
          : `did you mean \`${other}\`, which policies name and nobody is in?`;
        return [inFixture(file, { principal, claim: names.groups, claims, group }, question)];
      }),
    ),
  );
}

function inFixture(
  file: FixtureFile,
  { principal, claim, claims, group }: ClaimedGroup,
  question: string,
): Diagnostic {
  const value = claims[claim];
  const index = Array.isArray(value) ? [value.indexOf(group)] : [];
  const problem = problemAt(file.principalSource, [...placeOfPrincipal(file, principal), claim, ...index], {
    code: 'group-misspelt',
    message: `principal \`${principal}\`: nothing names group \`${group}\`: ${question}`,
    help: 'correct the name; a group that is meant as it is can be listed among the entities',
  });
  return { ...problem, severity: 'warning' };
}

// ---- in policies ----

function slipsInPolicies(
  { model, policySet, claims }: GroupWorld,
  meant: ReadonlyMap<string, string>,
): Diagnostic[] {
  const type = groupType(model);
  const prefix = groupPrefix(claims);
  return [...meant].flatMap(([group, other]) => {
    const uid = { type, id: `${prefix}${group}` };
    return [...policySet.policies, ...policySet.templates]
      .filter(({ json }) => entitiesNamed(json, type).some(({ id }) => id === uid.id))
      .map((policy) => inPolicy(policy, uid, { type, id: `${prefix}${other}` }));
  });
}

function inPolicy(policy: Policy, group: EntityUid, meant: EntityUid): Diagnostic {
  const written = printUid(group);
  const start = policy.text.indexOf(written);
  return {
    severity: 'warning',
    code: 'group-misspelt',
    message: `no principal of the fixtures is in \`${written}\`: did you mean \`${printUid(meant)}\`?`,
    help: 'correct the name; a group that is meant as it is can have a principal in the fixtures, or be listed among the entities',
    file: policy.file.file,
    location: start < 0 ? locatePolicy(policy) : locateRange(policy, start, start + written.length),
  };
}
