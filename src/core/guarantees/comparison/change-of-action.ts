import type { Analysis } from '../../analysis/analysis.ts';
import type { Counterexample } from '../../analysis/models/counterexample.ts';
import { about, type Reason } from '../../analysis/questions/attempt.ts';
import type { AnalysedPolicy, Claim } from '../../analysis/questions/claim.ts';
import type { Confirmer } from '../../analysis/questions/confirm.ts';
import type { Fact } from '../../analysis/questions/fact.ts';
import { presenceIn } from '../../analysis/questions/translated-environment.ts';
import { type RequestEnvironment, readAnalysisSchema } from '../../analysis/schema/analysis-schema.ts';
import { type EntityUid, entityKey } from '../../cedar/entity.ts';
import type { Action } from '../../model/model.ts';
import type { Policy } from '../../policies/policy.ts';
import { distinct } from '../../values/distinct.ts';
import type { InSteps } from '../../values/last-of.ts';
import { causesOf } from '../../watching/cause.ts';
import { makeExample } from '../examples/make-example.ts';
import { shrinkInSteps } from '../examples/shrink.ts';
import type { AskedEndpoint, ChangeKind, EndpointChange, Side, Sides, Turn } from './comparison.ts';
import type { Decider } from './decide-side.ts';
import { concerns } from './schemas/conflict-concerns.ts';
import type { MergedSchema } from './schemas/merge-schemas.ts';
import type { AskedOfAction } from './schemas/sees-entities.ts';

/** A policy with the schema of its side, where the other side's is another. */
export type SidedPolicy = Policy & Pick<AnalysedPolicy, 'schema'>;

/** An action on one side, with the policies that have a say about it. */
export interface SidedAction {
  /** Missing where no endpoint can ask about it. */
  readonly action?: Action;
  readonly policies: readonly SidedPolicy[];
  /** One that asks about groups of actions, which differ, so that it is not known what it asks. */
  readonly stuck?: Policy;
}

/** An action that at least one side has. */
export interface AskedAction {
  readonly uid: EntityUid;
  /** What it was before, where it has another name now. */
  readonly former?: EntityUid;
  /** Where it is another one than that of the model. */
  readonly namespace?: string;
  readonly before: SidedAction | undefined;
  readonly after: SidedAction | undefined;
}

/** What both sides are compared with. */
export interface Comparing {
  readonly before: Side;
  readonly after: Side;
  readonly analysis: Analysis;
  readonly merged: MergedSchema;
  /** Asks the engine with the merged schema. */
  readonly confirmer: Confirmer;
  readonly facts: readonly Fact[];
  readonly decide: { readonly before: Decider; readonly after: Decider };
}

type FoundChange = { readonly claim: Claim; readonly counterexample: Counterexample } | undefined;

/** The answer to one question about an action, over all kinds of requests for it. */
interface ActionAnswer {
  readonly found: FoundChange;
  readonly reasons: readonly Reason[];
}

const NOTHING: ActionAnswer = { found: undefined, reasons: [] };

/** What a change does to an action; asked once, and told for each of its endpoints. */
export function changeOfAction(
  asked: AskedAction,
  comparing: Comparing,
): (endpoint: AskedEndpoint) => InSteps<Omit<EndpointChange, 'endpoint'>> {
  const { before, after } = asked;
  const was = before?.policies ?? [];
  const is = after?.policies ?? [];
  const undecided = obstacle(asked, comparing);
  const isSame =
    undecided === undefined && !comparing.merged.differsFor(asked.uid.id) && haveSameTexts(was, is);
  function* ask(claim: Claim): InSteps<ActionAnswer> {
    return undecided
      ? { found: undefined, reasons: [undecided] }
      : yield* answerTo(claim, asked.uid, comparing);
  }
  return function* ({ endpoint, presence }) {
    const opened =
      presence === 'removed' || (presence === 'both' && isSame)
        ? NOTHING
        : yield* ask(openedClaim(presence, was, is));
    const closed =
      presence === 'new' || (presence === 'both' && isSame)
        ? NOTHING
        : yield* ask(closedClaim(presence, was, is));
    function* told(answer: ActionAnswer, isShownBy: (turn: Turn) => boolean) {
      const turn = answer.found && (yield* turnOf(answer.found, { endpoint, presence }, asked, comparing));
      return !turn || isShownBy(turn)
        ? { answer, turn }
        : { answer: withoutExample(answer), turn: undefined };
    }
    const [open, shut] = [yield* told(opened, hasOpened), yield* told(closed, hasClosed)];
    const kind = kindOf(open.answer, shut.answer);
    const isPartlyUndecided = kind !== 'not-decided' && [open.answer, shut.answer].some(isUndecided);
    return {
      ...actionOf(asked),
      presence,
      kind,
      ...(isPartlyUndecided ? { isPartlyUndecided } : {}),
      ...(open.turn ? { opened: open.turn } : {}),
      ...(shut.turn ? { closed: shut.turn } : {}),
      reasons: distinct([...open.answer.reasons, ...shut.answer.reasons]),
    };
  };
}

/** What a change is called by, where no endpoint names it. */
export function actionOf({
  uid,
  former,
  namespace,
}: AskedAction): Pick<EndpointChange, 'action' | 'namespace' | 'otherAction'> {
  return {
    action: uid.id,
    ...(namespace === undefined ? {} : { namespace }),
    ...(former ? { otherAction: former.id } : {}),
  };
}

function hasOpened({ before, after }: Turn): boolean {
  return before?.kind !== 'allowed' && after?.kind === 'allowed';
}

function hasClosed({ before, after }: Turn): boolean {
  return before?.kind === 'allowed' && after?.kind !== 'allowed';
}

/** The example is one for both schemas merged, and the two engines with their own schemas do not see it as one. */
function withoutExample({ reasons }: ActionAnswer): ActionAnswer {
  const message = 'the engine decides the example otherwise with the schema of one side';
  return { found: undefined, reasons: [...reasons, { what: 'schema', message }] };
}

/** Nothing is open before there is an endpoint. */
function openedClaim(
  presence: AskedEndpoint['presence'],
  before: readonly Policy[],
  after: readonly Policy[],
): Claim {
  return presence === 'new'
    ? { kind: 'never-allowed', policies: after }
    : { kind: 'nothing-opened', before, after };
}

function closedClaim(
  presence: AskedEndpoint['presence'],
  before: readonly Policy[],
  after: readonly Policy[],
): Claim {
  return presence === 'removed'
    ? { kind: 'never-allowed', policies: before }
    : { kind: 'nothing-closed', before, after };
}

/** Whatever was found is said, also where something else is not decided. */
function kindOf(opened: ActionAnswer, closed: ActionAnswer): ChangeKind {
  if (opened.found && closed.found) return 'both';
  if (opened.found) return 'opened';
  if (closed.found) return 'closed';
  return [opened, closed].some(isUndecided) ? 'not-decided' : 'unchanged';
}

function isUndecided({ found, reasons }: ActionAnswer): boolean {
  return !found && reasons.length > 0;
}

/** The answer to one question, until a kind of requests refutes it. */
export function* answerTo(
  claim: Claim,
  action: EntityUid,
  { analysis }: Pick<Comparing, 'analysis'>,
): InSteps<ActionAnswer> {
  const reasons: Reason[] = [];
  for (const environment of environmentsOfAction(action, analysis)) {
    const [verdict] = yield* analysis.proveInSteps(environment, [claim]);
    yield;
    if (verdict?.kind === 'refuted')
      return { found: { claim, counterexample: verdict.counterexample }, reasons };
    if (verdict?.kind === 'not-decided') reasons.push(verdict.reason);
  }
  return { found: undefined, reasons };
}

/** What all decisions about an action depend on, on both sides. */
export function allAsked(
  { uid, before, after }: AskedAction,
  { analysis, merged, facts }: Pick<Comparing, 'analysis' | 'merged' | 'facts'>,
): AskedOfAction {
  return {
    action: uid,
    environments: environmentsOfAction(uid, analysis),
    policies: [...(before?.policies ?? []), ...(after?.policies ?? [])],
    schema: readAnalysisSchema(merged.json),
    presence: presenceIn({ facts }),
  };
}

/** All kinds of requests for an action. */
export function environmentsOfAction(
  action: EntityUid,
  { environments }: Analysis,
): readonly RequestEnvironment[] {
  return environments.filter((environment) => entityKey(environment.action) === entityKey(action));
}

/** Why the two sides cannot be compared about an action. */
function obstacle(asked: AskedAction, comparing: Comparing): Reason | undefined {
  const { before, after } = asked;
  const all = allAsked(asked, comparing);
  const conflict = comparing.merged.conflicts.find((one) => concerns(one, all));
  if (conflict) return { what: 'schema', message: `the two schemas disagree: ${conflict.message}` };
  const stuck = before?.stuck ?? after?.stuck;
  if (!stuck) return undefined;
  const isOther = asked.former ? 'the action has another name' : 'an action is in other groups';
  return {
    what: 'in',
    message: `${isOther} than before, and the policy works out which action or group it asks about`,
    ...about(stuck),
  };
}

function* turnOf(
  { claim, counterexample }: NonNullable<FoundChange>,
  {
    endpoint,
    presence,
  }: {
    readonly endpoint: AskedEndpoint['endpoint'] | undefined;
    readonly presence: AskedEndpoint['presence'];
  },
  { before, after, former }: AskedAction,
  comparing: Comparing,
): InSteps<Turn> {
  const smallest = yield* shrinkInSteps(counterexample, {
    confirmer: comparing.confirmer,
    claim,
    facts: comparing.facts,
  });
  const side = after ? comparing.after : comparing.before;
  const policies = [...(before?.policies ?? []), ...(after?.policies ?? [])];
  const example = makeExample(smallest, { endpoint, model: side.schema.model, policies });
  yield;
  const asked = former ? { ...example, request: { ...example.request, action: former } } : example;
  const was = presence === 'new' ? undefined : comparing.decide.before(asked);
  yield;
  const is = presence === 'removed' ? undefined : comparing.decide.after(example);
  const causes =
    was && is
      ? causesOf(
          { before: { actual: was }, after: { actual: is } },
          comparing.before.policySet,
          comparing.after.policySet,
        )
      : [];
  return { example, before: was, after: is, causes };
}

function haveSameTexts(before: readonly Policy[], after: readonly Policy[]): boolean {
  const texts = (policies: readonly Policy[]) =>
    JSON.stringify(policies.map(({ id, text }) => [id, text]).sort());
  return texts(before) === texts(after);
}

/**
 * The change of an endpoint that is skipped on a side, whatever its policies say; `undefined` for all others. A call that is skipped needs no
 * identity and no resource, so nothing that is decided is as open.
 */
export function changeOfSkipped(
  { endpoint, presence }: AskedEndpoint,
  { before, after }: Sides,
): Pick<EndpointChange, 'kind' | 'reasons'> | undefined {
  if (!endpoint) return undefined;
  // What is skipped need not be in the schema of its side.
  const [was, is] = [before.isSkipped(endpoint), after.isSkipped(endpoint)];
  if (!was && !is) return undefined;
  if (was && is) return { kind: 'unchanged', reasons: [] };
  const message = is
    ? 'everybody reaches it now: it is skipped, without a decision'
    : presence === 'removed'
      ? 'everybody reached it: it was skipped, without a decision'
      : 'everybody reached it: it was skipped, and is decided about now';
  return { kind: is ? 'opened' : 'closed', reasons: [{ what: 'skippedEndpoints', message }] };
}
