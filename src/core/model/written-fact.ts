/** The sentence that each fact with a name stands for, by its name. */
export const FACT_SENTENCES = {
  'one-tenant-per-resource': 'every resource is in one tenant at most',
} as const satisfies Readonly<Record<string, string>>;

/** The name of a fact that a project may write down. */
export type FactName = keyof typeof FACT_SENTENCES;

/** A fact as `authz.yaml` has it: a name, or a condition in Cedar that holds for every request, with a name of its own. */
export type WrittenFact = FactName | { readonly id: string; readonly when: string };
