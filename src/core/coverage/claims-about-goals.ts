import type { AnalysedPolicy, Claim } from '../analysis/questions/claim.ts';
import { ANYTHING } from '../analysis/questions/made-policy.ts';
import type { RequestEnvironment } from '../analysis/schema/analysis-schema.ts';
import { policyToJson, type SchemaJson } from '../cedar/cedar.ts';
import { entityKey } from '../cedar/entity.ts';
import { qualified } from '../cedar/namespace.ts';
import type { PartEvaluator } from '../engine/part-evaluation.ts';
import type { Model } from '../model/model.ts';
import { traitsOf } from '../policies/part-traits.ts';
import type { Policy } from '../policies/policy.ts';
import type { PolicyPart } from '../policies/policy-parts.ts';
import { actionGroups, policiesFor } from '../policies/relevant-policies.ts';
import { mayAskBesides, type ServerSide } from '../requests/server/asked-besides.ts';
import type { Goal } from './goal.ts';
import { type ReachedTexts, reachedTexts } from './reached-parts.ts';

/** Says what it would mean that no request of an environment comes to a goal; `undefined` where the environment has nothing to do with it. */
export type ClaimAbout = (goal: Goal, environment: RequestEnvironment) => Claim | undefined;

/** What goals are about. */
export interface GoalSetting {
  readonly schema: SchemaJson<string>;
  readonly model: Model;
  readonly mapper: ServerSide;
  readonly policies: readonly Policy[];
  readonly partsOf: PartEvaluator['partsOf'];
  /** Whether policies decide by Cedar's rule as well, as in the tests of its tools: an error beside a policy hinders it from nothing. */
  readonly skipsErrors?: boolean;
}

/** A counterexample to a claim is a request that comes to the goal. Policies are valid for the schema. */
export function claimsAboutGoals({
  schema,
  model,
  mapper,
  policies,
  partsOf,
  skipsErrors = false,
}: GoalSetting): ClaimAbout {
  const groups = actionGroups(schema);
  const actionType = qualified(model.namespace, 'Action');
  const made = madePolicies();
  const texts = new Map<Policy, ReachedTexts>();
  const relevant = new Map<string, readonly Policy[]>();
  const policiesAbout = ({ action }: RequestEnvironment) => {
    const key = entityKey(action);
    const known = relevant.get(key) ?? policiesFor(policies, action, groups);
    relevant.set(key, known);
    return known;
  };
  const partTexts = (policy: Policy) => {
    const parts = partsOf(policy.id);
    const known = texts.get(policy) ?? (parts ? reachedTexts(parts) : NO_TEXTS);
    texts.set(policy, known);
    return known;
  };
  return (goal, environment) => {
    const about = policiesAbout(environment);
    if (goal.type === 'endpoint') {
      const { action } = goal.endpoint;
      const isIts = entityKey(environment.action) === entityKey({ type: actionType, id: action.name });
      if (!isIts) return undefined;
      // Another question may deny what the endpoint's own always allows.
      if (goal.outcome === 'denied' && mayAskBesides(goal.endpoint, model, mapper))
        return { kind: 'never-applies', policy: ANYTHING };
      return { kind: goal.outcome === 'allowed' ? 'never-allowed' : 'always-allowed', policies: about };
    }
    if (!isAskedEverywhere(goal) && !about.includes(goal.policy)) return undefined;
    if (goal.type === 'policy') return neverDetermines(goal.policy, about, skipsErrors);
    const policy = made(partTexts(goal.policy).get(goal.part)?.[goal.outcome]);
    return policy && { kind: 'never-applies', policy };
  };
}

const NO_TEXTS: ReachedTexts = new Map();

/** The first two parts of a scope are looked at for every action. */
function isAskedEverywhere(goal: Goal): boolean {
  return goal.type === 'part' && isBeforeResource(goal.part);
}

function isBeforeResource(part: PolicyPart): boolean {
  return traitsOf(part).role === 'scope' && part.kind !== 'resource';
}

/** A permit determines what is allowed where it applies, a forbid what is denied. What errs beside it is left out: it makes nothing possible. */
function neverDetermines(policy: Policy, about: readonly Policy[], skipsErrors: boolean): Claim {
  if (policy.json.effect === 'forbid') return { kind: 'never-applies', policy };
  const forbids = about.filter(({ json }) => json.effect === 'forbid');
  return { kind: 'never-allowed', policies: [policy, ...forbids], skipsErrors };
}

/** The same value for the same text. What Cedar does not read, as the scope of a template, is none. */
function madePolicies(): (text: string | undefined) => AnalysedPolicy | undefined {
  const known = new Map<string, AnalysedPolicy | undefined>();
  return (text) => {
    if (text === undefined || known.has(text)) return known.get(text ?? '');
    const json = policyToJson(text);
    const policy = json.ok ? { id: text, text, json: json.value } : undefined;
    known.set(text, policy);
    return policy;
  };
}
