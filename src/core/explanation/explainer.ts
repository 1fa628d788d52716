import { lazy, memoize } from '../caching/memoize.ts';
import type { SchemaJson } from '../cedar/cedar.ts';
import { conformanceTo } from '../cedar/conformance.ts';
import { printUid } from '../cedar/print-value.ts';
import type { Location } from '../diagnostics/diagnostic.ts';
import { type Decision, decideAsAsked, type Engine, type PolicyReference } from '../engine/engine.ts';
import { type PartTruths, preparePartEvaluator, wholeTruth } from '../engine/part-evaluation.ts';
import type { Model } from '../model/model.ts';
import { locatePolicy, type Policy, type PolicySet } from '../policies/policy.ts';
import { locatePart, type PolicyPart } from '../policies/policy-parts.ts';
import { contextForPrincipal } from '../requests/context.ts';
import type { SliceMaker } from '../requests/slice.ts';
import { type ChoiceTools, choosePolicies, type Nearest, nearestPolicies } from './choose-policies.ts';
import { isAboutAction } from './distance.ts';
import type { EditWorld } from './edit.ts';
import { explainParts } from './explain-parts.ts';
import type { Explanation, PolicyExplanation } from './explanation.ts';
import { readExpression, type Situation } from './expression.ts';
import { type MappedRequest, mappingSteps } from './mapping-steps.ts';
import { whyNotSent } from './not-sent.ts';
import { effectOfSkipping } from './skipped-policy.ts';
import { findSmallestChanges } from './smallest-change.ts';

/** A decision that was made, and what it was made from. */
export interface DecidedRequest extends MappedRequest {
  readonly slices: SliceMaker;
  readonly decision: Decision;
}

export interface Explainer {
  readonly explain: (decided: DecidedRequest) => Explanation;
}

/** What an explainer explains the decisions of. */
export interface ExplainerInput {
  readonly schema: SchemaJson<string>;
  readonly model: Model;
  readonly policySet: PolicySet;
  readonly engine: Engine;
  /** How many equally small changes are looked for: each takes a decision or two. One, unless said otherwise. */
  readonly mostChanges?: number;
  /** Has the engine evaluate the parts of policies for every decision, also where others say what they must be. */
  readonly evaluateAll?: boolean | undefined;
}

/**
 * Explains decisions of an engine. `name` is a slot as in {@link createEngine}, and another one than the engine's. Nothing is prepared
 * before the first question, since most runs have none.
 */
export function createExplainer(name: string, input: ExplainerInput): Explainer {
  const prepared = lazy(() =>
    preparePartEvaluator(name, input.schema, input.policySet.policies, input.evaluateAll),
  );
  // The engine parses each distinct condition once.
  const expressionOf = memoize(readExpression);
  const read = ({ text }: PolicyPart) => expressionOf(text);
  const locate = memoizedLocator();
  return {
    explain: (decided) => {
      const evaluator = prepared();
      return explainDecided(decided, {
        ...input,
        read,
        locate,
        evaluator: evaluator.ok ? evaluator.value : undefined,
      });
    },
  };
}

interface Tools extends ExplainerInput, ChoiceTools {
  readonly locate: (policy: Policy, part: PolicyPart) => Location;
}

/** To find a line, a file is read from its beginning. */
function memoizedLocator(): (policy: Policy, part: PolicyPart) => Location {
  const known = new Map<PolicyPart, Location>();
  return (policy, part) => {
    const location = known.get(part) ?? locatePart(policy, part);
    known.set(part, location);
    return location;
  };
}

function explainDecided(decided: DecidedRequest, tools: Tools): Explanation {
  const { decision, request, slice } = decided;
  const situation = { request, entities: slice.type === 'entities' ? slice.entities : [] };
  const truths =
    slice.type === 'entities' ? tools.evaluator?.evaluate(request, situation.entities) : undefined;
  const truthOf = truths?.ok ? truths.value : undefined;
  const world = worldOf(decided, tools);
  const choice = truthOf && choosePolicies(decision, truthOf, tools);
  const policies = truthOf
    ? (choice?.chosen ?? []).map((policy) =>
        explainPolicy(policy, { situation, truths: truthOf, world, decided }, tools),
      )
    : [];
  return {
    kind: decision.kind,
    decision: decision.decision,
    summary: summaryOf(decided, choice?.nearest),
    mapping: mappingSteps(decided),
    policies,
    omitted: choice?.omitted ?? 0,
    changes: truthOf ? findSmallestChanges(situation, decision, truthOf, searchWith(world, tools)) : [],
  };
}

function worldOf({ principal, slices }: DecidedRequest, { model }: Tools): EditWorld {
  return {
    entitiesFor: (uid) => {
      const slice = slices.compose(principal, uid);
      return slice.type === 'entities' ? slice.entities : [];
    },
    contextFor: (context, changed) => contextForPrincipal(context, changed, model),
    derivesTenants: model.tenantType !== undefined,
  };
}

function searchWith(world: EditWorld, tools: Tools): Parameters<typeof findSmallestChanges>[3] {
  const { engine, evaluator, read, mostChanges = 1 } = tools;
  const { isMisplaced } = conformanceTo(tools.schema);
  return {
    world,
    read,
    mostChanges,
    isRefused: ({ entities }) => entities.some(isMisplaced),
    decide: ({ request, entities }) => decideAsAsked(engine, request, entities, false),
    partsOf: (id) => evaluator?.partsOf(id),
    truthsIn: ({ request, entities }) => {
      const truths = evaluator?.evaluateUnchecked(request, entities);
      return truths?.ok ? truths.value : undefined;
    },
    nearest: (effect, truthOf) => nearestPolicies(effect, truthOf, tools),
  };
}

// ---- one policy ----

interface ExplainedSituation {
  readonly situation: Situation;
  readonly truths: PartTruths;
  readonly world: EditWorld;
  readonly decided: DecidedRequest;
}

function explainPolicy(
  policy: Policy,
  { situation, truths, world, decided }: ExplainedSituation,
  { evaluator, read, locate, model }: Tools,
): PolicyExplanation {
  const parts = evaluator?.partsOf(policy.id);
  const truthOf = (part: PolicyPart) => truths(policy.id, part);
  const truth = parts ? wholeTruth(policy.id, parts, truths).truth : 'false';
  const status = truth === 'true' ? 'satisfied' : truth === 'error' ? 'errored' : 'not-satisfied';
  const facts = { locate: (part: PolicyPart) => locate(policy, part), truthOf, read, situation, world };
  const explained = parts ? explainParts([...parts.scope, ...parts.clauses], facts) : [];
  const told =
    parts && status === 'errored'
      ? [effectOfSkipping(parts, truthOf), whyNotSent(explained, decided, model)]
      : [];
  return {
    policy: { id: policy.id, file: policy.file.file, location: locatePolicy(policy) },
    effect: policy.json.effect,
    status,
    isAboutAction: parts !== undefined && isAboutAction(parts, facts),
    parts: explained,
    ...(told.length > 0 ? { consequence: told.filter((one) => one !== undefined).join('. ') } : {}),
  };
}

// ---- in one sentence ----

function summaryOf({ decision, request }: DecidedRequest, nearest: Nearest | undefined): string {
  const names = (references: readonly PolicyReference[]) =>
    references.map(({ id }) => `\`${id}\``).join(', ');
  const { determining, errors } = decision;
  const erring = names(errors.flatMap(({ policy }) => policy ?? []));
  switch (decision.kind) {
    case 'allowed':
      return `permitted by ${names(determining)}`;
    case 'forbidden':
      return `forbidden by ${names(determining)}`;
    case 'not-permitted':
      return erring === ''
        ? nearestSentence(nearest)
        : `no policy permits it, and ${erring} could not be evaluated`;
    case 'errored':
      return erredSentence(erring, errors[0]?.message ?? '');
    default:
      return decision.why
        ? `there is no \`${printUid(request.resource)}\`: ${decision.why}`
        : `there is no \`${printUid(request.resource)}\` in the entities, so there is nothing to decide`;
  }
}

function nearestSentence(nearest: Nearest | undefined): string {
  if (!nearest) return 'no policy permits it: no policy permits anything';
  const about = nearest.isAbout ? '' : ': no policy is about this action';
  return `no policy permits it${about}; the nearest is \`${nearest.policy.id}\``;
}

function erredSentence(names: string, message: string): string {
  return names === ''
    ? `it could not be decided: ${message}`
    : `it could not be decided, and so is denied: ${names} could not be evaluated`;
}
