import { createLruMap } from '../caching/least-recently-used.ts';
import { lazy } from '../caching/memoize.ts';
import type { AuthorizationAnswer, EngineAnswer, PreparedPolicies, SchemaJson } from '../cedar/cedar.ts';
import { withoutPolicyName } from '../cedar/engine-diagnostic.ts';
import type { Entity } from '../cedar/entity.ts';
import { type ClassOf, decisionClasses } from '../decision-classes/decision-classes.ts';
import { skipSchemaWhenConformant } from '../decision-classes/without-schema.ts';
import { actionsInScope, separableActions } from '../policies/action-scope.ts';
import { type PartKind, traitsOf } from '../policies/part-traits.ts';
import type { Policy } from '../policies/policy.ts';
import { type PolicyPart, type PolicyParts, policyParts, withInnerParts } from '../policies/policy-parts.ts';
import type { Request } from '../requests/map-call.ts';
import { preparePoliciesByAction } from './partition-by-action.ts';

/**
 * What the engine makes of one part, taken by itself. A clause is true when it holds: `unless { x }` when `x` is false.
 * Of a policy whose scope rules the action out, only the scope is asked about, unless the schema has groups of actions.
 */
export type PartTruth =
  | { readonly truth: 'true' | 'false' | 'not-asked' }
  | { readonly truth: 'error'; readonly message: string };

/** The truth of a part of the policy with this id; both come from the evaluator. */
export type PartTruths = (policyId: string, part: PolicyPart) => PartTruth;

export interface PartEvaluator {
  /** `undefined` for a policy that is not known, or whose text cannot be taken apart. */
  readonly partsOf: (policyId: string) => PolicyParts | undefined;
  /** All parts of all policies in one question to the engine, about entities that have been checked. Fails where the engine refuses the request. */
  readonly evaluate: (request: Request, entities: readonly Entity[]) => EngineAnswer<PartTruths>;
  /** The same about entities that were changed since they were checked, or that nobody has checked: it may refuse those, too. */
  readonly evaluateUnchecked: PartEvaluator['evaluate'];
}

/**
 * Tells for each part of the policies whether it is true for a request. Each distinct part becomes a policy of its own that permits
 * when the part is true, so that the engine itself answers, with its own messages, about exactly the text that people wrote.
 * `name` is a slot of the engine, see {@link preparePolicies}: it must not be the slot of the policies themselves.
 * Requests that must have the same answer are evaluated once, unless all are to be.
 */
export function preparePartEvaluator(
  name: string,
  schema: SchemaJson<string>,
  policies: readonly Policy[],
  evaluateAll = false,
): EngineAnswer<PartEvaluator> {
  const known = separableActions(schema);
  const taken = new Map(policies.map((policy) => [policy.id, takeApart(policy, known)]));
  const { probes, ids } = makeProbes([...taken.values()]);
  const prepared = preparePoliciesByAction(name, schema, { policies: probes, templates: [] });
  if (!prepared.ok) return prepared;
  const classOf = evaluateAll ? () => undefined : decisionClasses(schema, probes);
  const evaluated = evaluateAll ? prepared.value : skipSchemaWhenConformant(prepared.value, schema, policies);
  const ask = memoizeByClass(evaluated, classOf);
  const evaluateWith =
    (areChecked: boolean): PartEvaluator['evaluate'] =>
    (request, entities) => {
      const answer = ask(request, entities, areChecked);
      return answer.ok ? { ok: true, value: readTruths(answer.value, request, taken, ids) } : answer;
    };
  const partsOf = (policyId: string) => taken.get(policyId)?.parts;
  return {
    ok: true,
    value: { partsOf, evaluate: evaluateWith(true), evaluateUnchecked: evaluateWith(false) },
  };
}

/** What the parts make of the whole policy, in Cedar's order: satisfied when `true`; else the first part that is not true decides. */
export function wholeTruth(policyId: string, parts: PolicyParts, truthOf: PartTruths): PartTruth {
  for (const part of [...parts.scope, ...parts.clauses]) {
    const truth = truthOf(policyId, part);
    if (truth.truth !== 'true') return truth;
  }
  return { truth: 'true' };
}

interface TakenApart {
  readonly policy: Policy;
  readonly parts: PolicyParts | undefined;
  /** The only actions that its scope allows; `undefined` when that is not known, or not needed. */
  readonly actions: ReadonlySet<string> | undefined;
}

function takeApart(policy: Policy, known: ReadonlySet<string> | undefined): TakenApart {
  const actions = known && actionsInScope(policy, known);
  return { policy, parts: policyParts(policy.text), actions: actions && new Set(actions) };
}

// ---- probes ----

/** The probe of each part. */
type ProbeIds = ReadonlyMap<PolicyPart, string>;

/**
 * What several policies have in common is asked once. A probe is relevant to the actions that its policy is relevant to; the engine reads
 * its text only.
 */
function makeProbes(taken: readonly TakenApart[]): { probes: Policy[]; ids: ProbeIds } {
  const ids = new Map<PolicyPart, string>();
  const known = new Map<string, string>();
  const probes = new Map<string, Policy>();
  for (const { policy, parts } of taken) {
    for (const part of [...(parts?.scope ?? []), ...(parts?.clauses ?? []).flatMap(withInnerParts)]) {
      const text = PROBES[part.kind](part.text);
      if (text === undefined) continue;
      const id = known.get(text) ?? `p${known.size}`;
      known.set(text, id);
      ids.set(part, id);
      const anyAction = part.kind === 'principal' || part.kind === 'resource' || probes.has(id);
      probes.set(id, { ...policy, id, text, json: probeJson(part, policy.json, anyAction) });
    }
  }
  return { probes: [...probes.values()], ids };
}

const ALL = { op: 'All' } as const;

/** Of the policy what its probe can read, or more: which of its conditions the part belongs to is left open. */
function probeJson(part: PolicyPart, json: Policy['json'], anyAction: boolean): Policy['json'] {
  const { kind } = part;
  return {
    ...json,
    principal: kind === 'principal' ? json.principal : ALL,
    action: anyAction ? ALL : json.action,
    resource: kind === 'resource' ? json.resource : ALL,
    conditions: traitsOf(part).role === 'scope' ? [] : json.conditions,
  };
}

/** The line ends keep a comment at the end of a part from swallowing what follows. A clause is asked about by its expression. */
const PROBES: Readonly<Record<PartKind, (text: string) => string | undefined>> = {
  principal: (text) => `permit (${text}\n, action, resource);`,
  action: (text) => `permit (principal, ${text}\n, resource);`,
  resource: (text) => `permit (principal, action, ${text}\n);`,
  when: () => undefined,
  unless: () => undefined,
  and: conditionProbe,
  or: conditionProbe,
  not: conditionProbe,
  condition: conditionProbe,
};

function conditionProbe(text: string): string {
  return `permit (principal, action, resource) when {\n${text}\n};`;
}

// ---- answers ----

/** A fixture's table asks the same of many; what was asked lately is not asked again. */
const MOST_MEMOIZED = 1_000;

/** The probes that are satisfied, and those that cannot be evaluated: the same for a whole class of requests. */
interface FoundPolicies {
  readonly satisfied: ReadonlySet<string>;
  readonly erring: ReadonlySet<string>;
}

interface FoundFor extends FoundPolicies {
  /** By probe. They name entities, so that each request has its own; few are ever read. */
  readonly messages: () => ReadonlyMap<string, string>;
}

type Ask = (request: Request, entities: readonly Entity[], areChecked: boolean) => EngineAnswer<FoundFor>;

function memoizeByClass(prepared: PreparedPolicies, classOf: ClassOf): Ask {
  const classes = createLruMap<FoundPolicies>(MOST_MEMOIZED);
  return ({ principal, action, resource, context, mayMisfit }, entities, areChecked) => {
    const query = { principal, action, resource, context, entities, ...(mayMisfit ? { mayMisfit } : {}) };
    const key = (mayMisfit ? undefined : classOf(query, areChecked)) ?? JSON.stringify(query);
    const known = classes.get(key);
    if (known)
      return { ok: true, value: { ...known, messages: lazy(() => messagesIn(prepared.authorize(query))) } };
    const answer = prepared.authorize(query);
    if (!answer.ok) return answer;
    const messages = messagesIn(answer);
    const found = { satisfied: new Set(answer.value.reason), erring: new Set(messages.keys()) };
    classes.set(key, found);
    return { ok: true, value: { ...found, messages: () => messages } };
  };
}

function messagesIn(answer: EngineAnswer<AuthorizationAnswer>): ReadonlyMap<string, string> {
  const errors = answer.ok ? answer.value.errors : [];
  return new Map(errors.map(({ policyId, error }) => [policyId, withoutPolicyName(error.message)]));
}

function readTruths(
  { satisfied, erring, messages }: FoundFor,
  request: Request,
  taken: ReadonlyMap<string, TakenApart>,
  ids: ProbeIds,
): PartTruths {
  const truthOf = (part: PolicyPart): PartTruth => {
    const id = ids.get(part) ?? '';
    if (erring.has(id)) return errorOf(id, messages);
    return { truth: satisfied.has(id) ? 'true' : 'false' };
  };
  return (policyId, part) => {
    const actions = taken.get(policyId)?.actions;
    const ruledOut = actions !== undefined && !actions.has(request.action.id);
    if (ruledOut && part.kind === 'action') return { truth: 'false' };
    if (ruledOut && part.kind !== 'principal' && part.kind !== 'resource') return { truth: 'not-asked' };
    return traitsOf(part).role === 'clause' ? clauseTruth(part, truthOf) : truthOf(part);
  };
}

function errorOf(id: string, messages: FoundFor['messages']): PartTruth {
  return {
    truth: 'error',
    get message() {
      return messages().get(id) ?? 'it cannot be evaluated';
    },
  };
}

function clauseTruth(clause: PolicyPart, truthOf: (part: PolicyPart) => PartTruth): PartTruth {
  const [body] = clause.parts;
  const truth: PartTruth = body ? truthOf(body) : { truth: 'true' };
  if (!traitsOf(clause).isNegated || truth.truth === 'error') return truth;
  return { truth: truth.truth === 'true' ? 'false' : 'true' };
}
