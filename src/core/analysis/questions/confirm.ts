import type { EngineAnswer, SchemaJson } from '../../cedar/cedar.ts';
import { groupBy } from '../../values/group.ts';
import type { Counterexample } from '../models/counterexample.ts';
import { readAnalysisSchema } from '../schema/analysis-schema.ts';
import { type PolicyReading, ReadingMap } from './by-reading.ts';
import { type AnalysedPolicy, type Claim, type ClaimKind, policiesIn, policiesInAll } from './claim.ts';
import { type EngineOutcomes, PolicyEngine } from './policy-engine.ts';
import { createSchemaParts } from './schema-parts.ts';

/** Asks the engine whether a counterexample is one. */
export interface Confirmer {
  /** Tells of the claims before the first counterexample to one of them, so that all policies are prepared at once. */
  readonly see: (claims: readonly Claim[]) => void;
  /** Why the engine does not see it as one; `undefined` when it does. */
  readonly refusalOf: (claim: Claim, counterexample: Counterexample) => string | undefined;
  /** What the engine makes of a request and the policies that it was told of last. */
  readonly engineOn: (request: Counterexample) => EngineAnswer<ConfirmingEngine>;
  /** Whether it refuses entities of a type that have no such attribute, as the schema says. */
  readonly requires: (type: string, attribute: string) => boolean;
}

/**
 * The engine tells of one request which of many policies apply and which err; the policies of all claims are parsed once. What is decided by
 * them follows by the rule that a claim goes by.
 */
export function createConfirmer(schema: SchemaJson<string>): Confirmer {
  const engines = new ReadingMap<PolicyEngine>();
  const partFor = createSchemaParts();
  const engineOf = (reading: PolicyReading): PolicyEngine => {
    const engine = engines.get(reading) ?? new PolicyEngine(schema, reading, partFor);
    engines.set(reading, engine);
    return engine;
  };
  const see = (policies: readonly AnalysedPolicy[]) => {
    for (const [engine, read] of groupBy(policies, engineOf)) engine.see(read);
  };
  const engineOn: Confirmer['engineOn'] = (request) => {
    // Without policies, the engine still says whether the request fits the schema.
    if (engines.values().length === 0) engineOf({});
    const outcomes = new Map<PolicyEngine | undefined, EngineOutcomes>();
    for (const engine of engines.values()) {
      const answer = engine.on(request);
      if (!answer.ok) return answer;
      outcomes.set(engine, answer.value);
    }
    return { ok: true, value: decidingBy((policy) => outcomes.get(engines.get(policy))) };
  };
  const refusalOf: Confirmer['refusalOf'] = (claim, counterexample) => {
    see(policiesIn(claim));
    const answer = engineOn(counterexample);
    if (!answer.ok) return answer.errors.map((error) => error.message).join('; ');
    return isViolated(claim, answer.value) ? undefined : 'the engine decides otherwise';
  };
  const requires: Confirmer['requires'] = (type, attribute) =>
    readAnalysisSchema(schema).entityTypes.get(type)?.attributes.get(attribute)?.required ?? false;
  return { see: (claims) => see(policiesInAll(claims)), refusalOf, engineOn, requires };
}

// ---- what the engine's answer means ----

/** What the engine makes of policies: by authz's rule, unless errors are skipped as Cedar does. */
export interface ConfirmingEngine extends EngineOutcomes {
  readonly allows: (policies: readonly AnalysedPolicy[], skipsErrors?: boolean) => boolean;
}

function decidingBy(outcomesOf: (policy: AnalysedPolicy) => EngineOutcomes | undefined): ConfirmingEngine {
  const applies = (policy: AnalysedPolicy) => outcomesOf(policy)?.applies(policy) ?? false;
  const errs = (policy: AnalysedPolicy) => outcomesOf(policy)?.errs(policy) ?? false;
  const allows: ConfirmingEngine['allows'] = (policies, skipsErrors = false) => {
    const some = (effect: 'permit' | 'forbid') =>
      policies.some((policy) => policy.json.effect === effect && applies(policy));
    return (skipsErrors || !policies.some(errs)) && some('permit') && !some('forbid');
  };
  return { allows, applies, errs };
}

type Violated<Kind extends ClaimKind> = (
  claim: Extract<Claim, { kind: Kind }>,
  engine: ConfirmingEngine,
) => boolean;

const VIOLATED: { readonly [Kind in ClaimKind]: Violated<Kind> } = {
  'never-allowed': ({ policies, skipsErrors }, { allows }) => allows(policies, skipsErrors),
  'always-allowed': ({ policies }, { allows }) => !allows(policies),
  'nothing-opened': ({ before, after, skipsErrors }, { allows }) =>
    !allows(before, skipsErrors) && allows(after, skipsErrors),
  'nothing-closed': ({ before, after, skipsErrors }, { allows }) =>
    allows(before, skipsErrors) && !allows(after, skipsErrors),
  invariant: ({ invariant, policies }, { applies, errs, allows }) =>
    (applies(invariant) || errs(invariant)) && allows(policies) === (invariant.json.effect === 'forbid'),
  'never-errs': ({ policy }, { errs }) => errs(policy),
  'never-applies': ({ policy }, { applies }) => applies(policy),
  'changes-nothing': ({ policy, policies }, { allows }) =>
    allows(policies) !== allows(policies.filter((other) => other !== policy)),
  'never-so': ({ outcomes }, { applies, errs }) =>
    outcomes.every(({ policy, outcome }) => {
      if (errs(policy)) return outcome === 'errs';
      return outcome === (applies(policy) ? 'applies' : 'does-not-apply');
    }),
  implies: ({ policy, other }, { applies }) => applies(policy) && !applies(other),
};

/** Whether the engine sees a request as a counterexample to a claim. */
export function isViolated(claim: Claim, engine: ConfirmingEngine): boolean {
  // The row of a kind takes the claims of that kind.
  const violated = VIOLATED[claim.kind] as Violated<ClaimKind>;
  return violated(claim, engine);
}
