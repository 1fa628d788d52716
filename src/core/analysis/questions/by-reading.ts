import type { AnalysisSchema } from '../schema/analysis-schema.ts';
import type { AnalysedPolicy } from './claim.ts';

/** How a policy is read, beside its text: with which schema, and of all entities or of those that are sent. */
export type PolicyReading = Pick<AnalysedPolicy, 'schema' | 'isStatement'>;

/** A value for each reading. */
export class ReadingMap<Value> {
  readonly #ofPolicies = new Map<AnalysisSchema | undefined, Value>();
  readonly #ofStatements = new Map<AnalysisSchema | undefined, Value>();

  get({ schema, isStatement }: PolicyReading): Value | undefined {
    return (isStatement ? this.#ofStatements : this.#ofPolicies).get(schema);
  }

  set({ schema, isStatement }: PolicyReading, value: Value): void {
    (isStatement ? this.#ofStatements : this.#ofPolicies).set(schema, value);
  }

  values(): readonly Value[] {
    return [...this.#ofPolicies.values(), ...this.#ofStatements.values()];
  }
}

/** A value for each policy as it is read: policies of the same text that are read in the same way share it. */
export class ByReading<Value> {
  readonly #byReading = new ReadingMap<Map<string, Value>>();

  get(policy: AnalysedPolicy): Value | undefined {
    return this.#byReading.get(policy)?.get(policy.text);
  }

  set(policy: AnalysedPolicy, value: Value): void {
    const known = this.#byReading.get(policy);
    if (known) known.set(policy.text, value);
    else this.#byReading.set(policy, new Map([[policy.text, value]]));
  }
}
