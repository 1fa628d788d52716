import type { AuthorizationAnswer, EngineAnswer, PreparedPolicies, SchemaJson } from '../../cedar/cedar.ts';
import { preparePolicies } from '../../cedar/cedar.ts';
import { policyTexts } from '../../policies/policy.ts';
import type { Counterexample } from '../models/counterexample.ts';
import type { AnalysedPolicy, Claim, ClaimKind } from './claim.ts';

/** What the engine makes of policies, by authz's rule. */
interface Engine {
  readonly allows: (policies: readonly AnalysedPolicy[]) => boolean;
  readonly applies: (policy: AnalysedPolicy) => boolean;
  readonly errs: (policy: AnalysedPolicy) => boolean;
}

type Violated<Kind extends ClaimKind> = (claim: Extract<Claim, { kind: Kind }>, engine: Engine) => boolean;

const VIOLATED: { readonly [Kind in ClaimKind]: Violated<Kind> } = {
  'never-allowed': ({ policies }, { allows }) => allows(policies),
  'always-allowed': ({ policies }, { allows }) => !allows(policies),
  'nothing-opened': ({ before, after }, { allows }) => !allows(before) && allows(after),
  'nothing-closed': ({ before, after }, { allows }) => allows(before) && !allows(after),
  invariant: ({ invariant, policies }, { applies, allows }) =>
    applies(invariant) && allows(policies) === (invariant.json.effect === 'forbid'),
  'never-errs': ({ policy }, { errs }) => errs(policy),
  'never-applies': ({ policy }, { applies }) => applies(policy),
  implies: ({ policy, other }, { applies }) => applies(policy) && !applies(other),
};

/** Why the engine does not see a counterexample as one; `undefined` when it does. */
export function refusalOf(
  schema: SchemaJson<string>,
  claim: Claim,
  counterexample: Counterexample,
): string | undefined {
  const problems: string[] = [];
  const answer = (policies: readonly AnalysedPolicy[]): AuthorizationAnswer | undefined => {
    const answered = ask(schema, policies, counterexample);
    if (answered.ok) return answered.value;
    problems.push(...answered.errors.map((error) => error.message));
    return undefined;
  };
  const engine: Engine = {
    allows: (policies) => {
      const given = answer(policies);
      return given?.decision === 'allow' && given.errors.length === 0;
    },
    applies: (policy) => answer([policy])?.reason.includes(policy.id) ?? false,
    errs: (policy) => (answer([policy])?.errors.length ?? 0) > 0,
  };
  const violated = VIOLATED[claim.kind] as Violated<ClaimKind>;
  const isViolated = violated(claim, engine);
  if (problems.length > 0) return problems.join('; ');
  return isViolated ? undefined : 'the engine decides otherwise';
}

/** Asks about policies, prepared anew where they are not those of the last question. */
function ask(
  schema: SchemaJson<string>,
  policies: readonly AnalysedPolicy[],
  { principal, action, resource, context, entities }: Counterexample,
): EngineAnswer<AuthorizationAnswer> {
  const prepared = preparedFor(schema, policies);
  return prepared.ok
    ? prepared.value.authorize({ principal, action, resource, context, entities })
    : prepared;
}

type Prepared = EngineAnswer<PreparedPolicies>;
const known = new WeakMap<SchemaJson<string>, WeakMap<readonly AnalysedPolicy[], Prepared>>();
/** Slots of the engine, taken in turn: the engine never frees one. */
const SLOTS = 4;
let taken = 0;

function preparedFor(schema: SchemaJson<string>, policies: readonly AnalysedPolicy[]): Prepared {
  const bySchema = known.get(schema) ?? new WeakMap<readonly AnalysedPolicy[], Prepared>();
  known.set(schema, bySchema);
  const before = bySchema.get(policies);
  if (before) return before;
  taken = (taken + 1) % SLOTS;
  const prepared = preparePolicies(`analysis ${taken}`, schema, policyTexts(policies));
  bySchema.set(policies, prepared);
  return prepared;
}
