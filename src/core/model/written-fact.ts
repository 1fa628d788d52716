/** The facts about an application that have a name, with what they say. */
export const FACT_NAMES = {
  'one-tenant-per-resource': 'every resource is in one tenant at most',
} as const satisfies Readonly<Record<string, string>>;
export type FactName = keyof typeof FACT_NAMES;

/** A fact as `authz.yaml` has it: a name, or a condition in Cedar that holds for every request, with a name of its own. */
export type WrittenFact = FactName | { readonly id: string; readonly when: string };
