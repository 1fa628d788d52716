import type { AuthorizationAnswer, EngineAnswer, PreparedPolicies, SchemaJson } from '../../cedar/cedar.ts';
import { preparePolicies } from '../../cedar/cedar.ts';
import { permitText } from '../../policies/permit-text.ts';
import type { Counterexample } from '../models/counterexample.ts';
import { type AnalysedPolicy, type Claim, type ClaimKind, policiesInAll } from './claim.ts';

/** Asks the engine whether a counterexample is one. */
export interface Confirmer {
  /** Tells of the claims before the first counterexample to one of them, so that all policies are prepared at once. */
  readonly see: (claims: readonly Claim[]) => void;
  /** Why the engine does not see it as one; `undefined` when it does. */
  readonly refusalOf: (claim: Claim, counterexample: Counterexample) => string | undefined;
  /** What the engine makes of a request and all policies that it was told of. */
  readonly engineOn: (request: Counterexample) => EngineAnswer<ConfirmingEngine>;
}

/**
 * The engine tells of one request which of many policies apply and which err: all policies of all claims are given to it as permits, so
 * that no policy hides another, and are parsed once. What is decided by them follows by authz's rule.
 */
export function createConfirmer(schema: SchemaJson<string>): Confirmer {
  const known = new Map<string, KnownPolicy>();
  let prepared: EngineAnswer<PreparedPolicies> | undefined;
  let answers = new WeakMap<Counterexample, EngineAnswer<AuthorizationAnswer>>();
  const see = (policies: readonly AnalysedPolicy[]) => {
    const before = known.size;
    for (const policy of policies)
      if (!known.has(policy.text)) known.set(policy.text, { id: `p${known.size}`, policy });
    if (known.size === before) return;
    prepared = undefined;
    answers = new WeakMap();
  };
  const ask = (counterexample: Counterexample) => {
    prepared ??= preparePolicies(nextSlot(), schema, permits([...known.values()]));
    const answer = answers.get(counterexample) ?? authorize(prepared, counterexample);
    answers.set(counterexample, answer);
    return answer;
  };
  const idOf = (policy: AnalysedPolicy) => known.get(policy.text)?.id ?? '';
  const engineOn: Confirmer['engineOn'] = (request) => {
    const answer = ask(request);
    return answer.ok ? { ok: true, value: engineOf(answer.value, idOf) } : answer;
  };
  const refusalOf: Confirmer['refusalOf'] = (claim, counterexample) => {
    const answer = engineOn(counterexample);
    if (!answer.ok) return answer.errors.map((error) => error.message).join('; ');
    return isViolated(claim, answer.value) ? undefined : 'the engine decides otherwise';
  };
  return { see: (claims) => see(policiesInAll(claims)), refusalOf, engineOn };
}

interface KnownPolicy {
  readonly id: string;
  readonly policy: AnalysedPolicy;
}

/** The engine never frees a slot, so they are taken in turn. */
const SLOTS = 3;
let taken = 0;

function nextSlot(): string {
  taken = (taken + 1) % SLOTS;
  return `analysis ${taken}`;
}

function permits(policies: readonly KnownPolicy[]): Record<string, string> {
  return Object.fromEntries(policies.map(({ id, policy }) => [id, permitText(policy)]));
}

function authorize(
  prepared: EngineAnswer<PreparedPolicies>,
  { principal, action, resource, context, entities }: Counterexample,
): EngineAnswer<AuthorizationAnswer> {
  return prepared.ok
    ? prepared.value.authorize({ principal, action, resource, context, entities })
    : prepared;
}

// ---- what the engine's answer means ----

/** What the engine makes of policies, by authz's rule. */
export interface ConfirmingEngine {
  readonly allows: (policies: readonly AnalysedPolicy[]) => boolean;
  readonly applies: (policy: AnalysedPolicy) => boolean;
  readonly errs: (policy: AnalysedPolicy) => boolean;
}

function engineOf(
  { reason, errors }: AuthorizationAnswer,
  idOf: (policy: AnalysedPolicy) => string,
): ConfirmingEngine {
  const [applying, erring] = [new Set(reason), new Set(errors.map(({ policyId }) => policyId))];
  const applies = (policy: AnalysedPolicy) => applying.has(idOf(policy));
  const errs = (policy: AnalysedPolicy) => erring.has(idOf(policy));
  const allows = (policies: readonly AnalysedPolicy[]) => {
    const some = (effect: 'permit' | 'forbid') =>
      policies.some((policy) => policy.json.effect === effect && applies(policy));
    return !policies.some(errs) && some('permit') && !some('forbid');
  };
  return { allows, applies, errs };
}

type Violated<Kind extends ClaimKind> = (
  claim: Extract<Claim, { kind: Kind }>,
  engine: ConfirmingEngine,
) => boolean;

const VIOLATED: { readonly [Kind in ClaimKind]: Violated<Kind> } = {
  'never-allowed': ({ policies }, { allows }) => allows(policies),
  'always-allowed': ({ policies }, { allows }) => !allows(policies),
  'nothing-opened': ({ before, after }, { allows }) => !allows(before) && allows(after),
  'nothing-closed': ({ before, after }, { allows }) => allows(before) && !allows(after),
  invariant: ({ invariant, policies }, { applies, allows }) =>
    applies(invariant) && allows(policies) === (invariant.json.effect === 'forbid'),
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
