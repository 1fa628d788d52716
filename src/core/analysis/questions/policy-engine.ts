import {
  type AuthorizationAnswer,
  type EngineAnswer,
  type PreparedPolicies,
  preparePolicies,
  type SchemaJson,
} from '../../cedar/cedar.ts';
import type { Entity } from '../../cedar/entity.ts';
import { permitText } from '../../policies/permit-text.ts';
import type { Counterexample } from '../models/counterexample.ts';
import { sentEntities } from '../models/sent-entities.ts';
import type { AnalysisSchema } from '../schema/analysis-schema.ts';
import { entitiesKnownTo, requestKnownTo } from '../schema/known-to.ts';
import type { PolicyReading } from './by-reading.ts';
import type { AnalysedPolicy } from './claim.ts';
import type { PartFor } from './schema-parts.ts';
import { nextSlot } from './slots.ts';

/** What the engine makes of policies, each on its own. */
export interface EngineOutcomes {
  readonly applies: (policy: AnalysedPolicy) => boolean;
  readonly errs: (policy: AnalysedPolicy) => boolean;
}

/** The engine with the policies that are read in one way: all are given to it as permits, so that no policy hides another. */
export class PolicyEngine {
  readonly #json: SchemaJson<string>;
  readonly #partFor: PartFor;
  readonly #own: AnalysisSchema | undefined;
  readonly #entitiesOf: (request: Counterexample) => readonly Entity[];
  readonly #known = new Map<string, { readonly id: string; readonly policy: AnalysedPolicy }>();
  #prepared: EngineAnswer<PreparedPolicies> | undefined;
  #answers = new WeakMap<Counterexample, EngineAnswer<AuthorizationAnswer>>();

  /** With a schema of their own, policies are asked about what that knows of a request. */
  constructor(json: SchemaJson<string>, { schema, isStatement }: PolicyReading, partFor: PartFor) {
    this.#json = schema?.json ?? json;
    this.#partFor = partFor;
    this.#own = schema;
    this.#entitiesOf = isStatement ? ({ entities }) => entities : sentEntities;
  }

  /** The policies of the questions that come next. What was needed before is kept as long as it is not much more. */
  see(policies: readonly AnalysedPolicy[]): void {
    if (policies.every(({ text }) => this.#known.has(text))) return;
    if (this.#known.size > 3 * policies.length) this.#known.clear();
    for (const policy of policies)
      if (!this.#known.has(policy.text)) this.#known.set(policy.text, { id: `p${this.#known.size}`, policy });
    this.#prepared = undefined;
    this.#answers = new WeakMap();
  }

  on(request: Counterexample): EngineAnswer<EngineOutcomes> {
    const answer = this.#answers.get(request) ?? this.#ask(request);
    this.#answers.set(request, answer);
    if (!answer.ok) return answer;
    const { reason, errors } = answer.value;
    const [applying, erring] = [new Set(reason), new Set(errors.map(({ policyId }) => policyId))];
    const idOf = ({ text }: AnalysedPolicy) => this.#known.get(text)?.id ?? '';
    return {
      ok: true,
      value: {
        applies: (policy) => applying.has(idOf(policy)),
        errs: (policy) => erring.has(idOf(policy)),
      },
    };
  }

  #ask(request: Counterexample): EngineAnswer<AuthorizationAnswer> {
    this.#prepared ??= preparePolicies(nextSlot('policies'), this.#json, this.#permits());
    if (!this.#prepared.ok) return this.#prepared;
    const own = this.#own;
    const seen = own
      ? { ...requestKnownTo(own, request), entities: entitiesKnownTo(own, request.entities) }
      : request;
    const { principal, action, resource, context } = seen;
    const query = { principal, action, resource, context, entities: this.#entitiesOf(seen) };
    return this.#prepared.value.authorize(query, this.#partFor(this.#json, query));
  }

  #permits(): Record<string, string> {
    return Object.fromEntries([...this.#known.values()].map(({ id, policy }) => [id, permitText(policy)]));
  }
}
