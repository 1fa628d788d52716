import type { FixtureFile } from '../fixtures/fixture.ts';
import { ANONYMOUS, type Claims } from '../requests/principal.ts';
import { takeName } from './written-fixtures.ts';

/** The people that the cases of a file may name. */
export interface People {
  /** Makes somebody up, and answers with the name. */
  readonly add: (wanted: string, claims: Claims) => string;
  readonly use: (name: string) => void;
  /** Those that cases name, in the order in which they did first. */
  readonly used: () => Readonly<Record<string, Claims>>;
}

/** The people of the file, and those who are made up beside them; the same claims have one name. */
export function createPeople(file: FixtureFile): People {
  const known = new Map(file.principals);
  const names = new Map([...known].map(([name, claims]) => [JSON.stringify(claims), name]));
  const taken = new Set([...known.keys(), ...file.groups, ANONYMOUS]);
  const used = new Set<string>();
  return {
    add: (wanted, claims) => {
      const key = JSON.stringify(claims);
      const name = names.get(key) ?? takeName(wanted, taken);
      names.set(key, name);
      known.set(name, claims);
      return name;
    },
    use: (name) => void used.add(name),
    used: () => Object.fromEntries([...used].map((name) => [name, known.get(name) ?? {}])),
  };
}
