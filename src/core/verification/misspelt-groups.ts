import { entitiesNamed } from '../cedar/entity.ts';
import { qualified } from '../cedar/namespace.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { nearestName } from '../diagnostics/nearest-operation.ts';
import { problemAt } from '../diagnostics/problem-at.ts';
import type { FixtureFile } from '../fixtures/fixture.ts';
import { placeOfPrincipal } from '../fixtures/match-principals.ts';
import type { Model } from '../model/model.ts';
import type { PolicySet } from '../policies/policy.ts';
import { type Claims, groupPrefix, groupsClaimed, type PrincipalClaims } from '../requests/principal.ts';
import type { CheckedFixtures } from './check-fixtures.ts';

/** What names groups beside claims. */
export interface GroupWorld extends Pick<CheckedFixtures, 'files' | 'entities'> {
  readonly model: Model;
  readonly policySet: PolicySet;
  readonly claims: PrincipalClaims;
}

/**
 * Warns of groups of principals that nothing else names and that are a slip of one group that policies name: such a principal is denied what the
 * group may do, and a fixture that expects just that would pass for the wrong reason.
 */
export function misspeltGroups({ files, claims: names, ...world }: GroupWorld): Diagnostic[] {
  const meant = meantBy(files, names, world);
  if (meant.size === 0) return [];
  return files.flatMap((file) =>
    [...file.principals].flatMap(([principal, claims]) =>
      groupsClaimed(claims, names).flatMap((group) => {
        const other = meant.get(group);
        return other === undefined
          ? []
          : [misspelt(file, { principal, claim: names.groups, claims, group }, other)];
      }),
    ),
  );
}

/** The group that is meant by each that is a slip. */
function meantBy(
  files: readonly FixtureFile[],
  names: PrincipalClaims,
  { model, policySet, entities }: Pick<GroupWorld, 'model' | 'policySet' | 'entities'>,
): ReadonlyMap<string, string> {
  const claimed = new Set(
    files.flatMap(({ principals }) => [...principals.values()].flatMap((one) => groupsClaimed(one, names))),
  );
  if (claimed.size === 0) return new Map();
  const prefix = groupPrefix(names);
  const namedIn = (value: unknown) =>
    entitiesNamed(value, qualified(model.namespace, model.groupType))
      .filter(({ id }) => id.startsWith(prefix))
      .map(({ id }) => id.slice(prefix.length));
  const inPolicies = namedIn([...policySet.policies, ...policySet.templates].map(({ json }) => json));
  const found = [...claimed].flatMap((group): [string, string][] => {
    if (inPolicies.includes(group)) return [];
    const [near, ...others] = inPolicies.filter((other) => nearestName(group, [other]) !== undefined);
    return near === undefined || others.length > 0 ? [] : [[group, near]];
  });
  if (found.length === 0) return new Map();
  const lists = [...files.map((file) => file.entities), entities].map((list) => list?.entities ?? []);
  const elsewhere = new Set([...namedIn(lists), ...namedInModel(model)]);
  return new Map(found.filter(([group]) => !elsewhere.has(group)));
}

function namedInModel({ actions, entityTypes, groupType }: Model): readonly string[] {
  const declared = entityTypes.find(({ name }) => name === groupType)?.ids ?? [];
  return [...declared, ...actions.flatMap(({ groups }) => groups.flat())];
}

interface ClaimedGroup {
  readonly principal: string;
  readonly claim: string;
  readonly claims: Claims;
  readonly group: string;
}

function misspelt(
  file: FixtureFile,
  { principal, claim, claims, group }: ClaimedGroup,
  meant: string,
): Diagnostic {
  const value = claims[claim];
  const index = Array.isArray(value) ? [value.indexOf(group)] : [];
  const problem = problemAt(file.principalSource, [...placeOfPrincipal(file, principal), claim, ...index], {
    code: 'group-unknown',
    message: `principal \`${principal}\`: nothing names group \`${group}\`: did you mean \`${meant}\`?`,
    help: 'a group that is meant as it is can be listed among the entities',
  });
  return { ...problem, severity: 'warning' };
}
