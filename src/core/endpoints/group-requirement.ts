import { compareText } from '../values/compare-text.ts';

/** Groups that a caller must all be in; sorted. */
export type AllOfGroups = readonly string[];

/** Whom something is reserved for: those who are in all groups of one of these sets. Nobody in particular when there is none. */
export type GroupRequirement = readonly AllOfGroups[];

/** The same requirement in one form: sets that ask for more than another one does add nothing. */
export function groupRequirement(sets: readonly (readonly string[])[]): GroupRequirement {
  const plain = sets
    .map((set) => [...new Set(set)].filter((name) => name !== '').sort(compareText))
    .filter((set) => set.length > 0)
    .sort((a, b) => a.length - b.length || compareText(a.join('\n'), b.join('\n')));
  return plain.filter(
    (set, index) => !plain.slice(0, index).some((less) => less.every((group) => set.includes(group))),
  );
}

/** Whom it names, in words. */
export function describeGroups(groups: GroupRequirement): string {
  return groups.length === 0
    ? 'nobody in particular'
    : groups.map((set) => set.map((name) => `\`${name}\``).join(' and ')).join(', or ');
}

/** Combinations beyond this help no reader of a policy. */
const MOST_COMBINATIONS = 100;

/** What lets a caller meet both requirements. One that names nobody in particular adds nothing. */
export function meetsBoth(one: GroupRequirement, other: GroupRequirement): GroupRequirement {
  if (one.length === 0 || other.length === 0) return one.length === 0 ? other : one;
  const combined =
    one.length * other.length > MOST_COMBINATIONS
      ? [[...one.flat(), ...other.flat()]]
      : one.flatMap((set) => other.map((more) => [...set, ...more]));
  return groupRequirement(combined);
}
