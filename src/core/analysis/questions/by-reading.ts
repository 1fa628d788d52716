import type { AnalysisSchema } from '../schema/analysis-schema.ts';
import type { AnalysedPolicy } from './claim.ts';

/** A value for each policy as it is read: policies of the same text that are read with the same schema share it. */
export class ByReading<Value> {
  readonly #bySchema = new Map<AnalysisSchema | undefined, Map<string, Value>>();

  get({ schema, text }: AnalysedPolicy): Value | undefined {
    return this.#bySchema.get(schema)?.get(text);
  }

  set({ schema, text }: AnalysedPolicy, value: Value): void {
    const known = this.#bySchema.get(schema);
    if (known) known.set(text, value);
    else this.#bySchema.set(schema, new Map([[text, value]]));
  }
}
