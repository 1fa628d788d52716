import type { ModelEndpoint } from '../requests/map-call.ts';
import type { Claims, PrincipalClaims } from '../requests/principal.ts';
import { compareText } from '../values/compare-text.ts';
import type { NeighbourSource } from './neighbour-source.ts';

/** Which groups may do less than others, as far as the fixtures tell. */
export interface GroupRanking {
  /** The groups that may do less than somebody with these claims, and not this; `undefined` among them is to be in no group. */
  readonly lesser: (claims: Claims, endpoint: ModelEndpoint) => (string | undefined)[];
}

/** A group is less than another when the fixtures allow its members strictly less, endpoint by endpoint. */
export function rankGroups(sources: readonly NeighbourSource[], names: PrincipalClaims): GroupRanking {
  const allowed = allowedByGroup(sources, names);
  const groups = [...allowed.keys()].sort((a, b) => compareText(a ?? '', b ?? ''));
  return {
    lesser: (claims, endpoint) => {
      const own = groupsOf(claims, names);
      const may = new Set(own.flatMap((group) => [...(allowed.get(group) ?? [])]));
      return [...new Set([...groups, undefined])].filter((group) => {
        if (own.length === 0 || (group !== undefined && own.includes(group))) return false;
        const less = allowed.get(group) ?? new Set();
        return !less.has(endpoint) && less.size < may.size && [...less].every((one) => may.has(one));
      });
    },
  };
}

/** What people in one group alone, or in none, are allowed. */
function allowedByGroup(
  sources: readonly NeighbourSource[],
  names: PrincipalClaims,
): ReadonlyMap<string | undefined, ReadonlySet<ModelEndpoint>> {
  const allowed = new Map<string | undefined, Set<ModelEndpoint>>();
  for (const { file, fixtures } of sources) {
    for (const { fixture, endpoint, checks } of fixtures) {
      const claims = file.principals.get(fixture.as);
      const groups = claims && groupsOf(claims, names);
      if (!groups || groups.length > 1) continue;
      const ofGroup = allowed.get(groups[0]) ?? new Set();
      allowed.set(groups[0], ofGroup);
      if (endpoint && checks.some(({ expected }) => expected.decision === 'allow')) ofGroup.add(endpoint);
    }
  }
  return allowed;
}

function groupsOf(claims: Claims, names: PrincipalClaims): string[] {
  const value = claims[names.groups];
  return (Array.isArray(value) ? value : [value]).filter((group) => typeof group === 'string');
}
