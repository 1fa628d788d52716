import { type EntityUid, plainUid } from '../cedar/entity.ts';
import { qualified } from '../cedar/namespace.ts';
import { printUid } from '../cedar/print-value.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { isSlipOf } from '../diagnostics/did-you-mean.ts';
import type { ReadyFixture } from '../fixtures/ready-fixture.ts';
import { hasEndpoints, type Model } from '../model/model.ts';
import { locatePolicy, locateRange, type Policy } from '../policies/policy.ts';
import { groupBy } from '../values/group.ts';
import { entitiesNamed } from './entities-named.ts';

/**
 * Groups that policies name and no caller of the fixtures is in, where one that a caller is in is a slip away: what such a policy permits is
 * missed soon, but nobody may miss what it forbids.
 */
export function misspeltGroups(
  policies: readonly Policy[],
  fixtures: readonly ReadyFixture[],
  model: Model,
): Diagnostic[] {
  if (!hasEndpoints(model)) return [];
  const type = qualified(model.namespace, model.groupType);
  const known = groupsOfCallers(fixtures, type);
  const named = policies.flatMap((policy) =>
    entitiesNamed([policy], type).map((group) => ({ group, policy })),
  );
  const untried = named.filter(({ group }) => !known.has(group.id));
  return [...groupBy(untried, ({ group }) => group.id)].flatMap(([id, ofGroup]) => {
    const meant = [...known].find((other) => isOtherWord(id, other));
    if (meant === undefined) return [];
    return ofGroup.map(({ group, policy }) => misspelt(policy, group, { type, id: meant }));
  });
}

function groupsOfCallers(fixtures: readonly ReadyFixture[], type: string): ReadonlySet<string> {
  const callers = new Set(fixtures.map(({ principal }) => principal));
  const groups = [...callers]
    .flatMap(({ parents }) => parents.map(plainUid))
    .filter((uid) => uid.type === type);
  return new Set(groups.map(({ id }) => id));
}

/** `team-1` and `team-2` are two groups. */
function isOtherWord(id: string, other: string): boolean {
  return isSlipOf(id, other) && withoutDigits(id) !== withoutDigits(other);
}

function withoutDigits(id: string): string {
  return id.replaceAll(/\d/g, '');
}

function misspelt(policy: Policy, group: EntityUid, meant: EntityUid): Diagnostic {
  const written = printUid(group);
  const start = policy.text.indexOf(written);
  return {
    severity: 'warning',
    code: 'group-misspelt',
    message: `no caller of the fixtures is in \`${written}\`: did you mean \`${printUid(meant)}\`?`,
    help: 'correct the name, or have a fixture with a caller who is in this group',
    file: policy.file.file,
    location: start < 0 ? locatePolicy(policy) : locateRange(policy, start, start + written.length),
  };
}
