import { memoizeByIdentity } from '../core/caching/memoize.ts';
import { type Entity, type EntityUid, isSameUid, isUid, plainUid } from '../core/cedar/entity.ts';
import {
  type AuthorizationEngine,
  type AuthorizationInput,
  failedResult,
  type PlainAuthorizationResult,
  type ReadResult,
  readResult,
  resultOf,
} from '../core/engine/authorization-engine.ts';
import type { Decision } from '../core/engine/engine.ts';
import { PolicyInlineAuthorizationEngine } from '../core/engine/inline-engine.ts';
import type { Request } from '../core/requests/map-call.ts';
import type { Slice } from '../core/requests/slice.ts';
import type { KnownQuestions, LookedUpQuestion } from './known-questions.ts';
import type { Caller } from './principals/caller.ts';
import type { Setup } from './setup.ts';
import { lookups } from './slices/lookups.ts';
import { withoutMemory } from './slices/slice-builder.ts';
import type { InTime } from './waiting/in-time.ts';
import { othersTurn } from './waiting/others-turn.ts';
import { after, all, attempt, type Ready } from './waiting/ready.ts';

/** A request and what was decided about it. */
export interface CheckedRequest {
  readonly request: Request;
  readonly result: ReadResult;
}

/** The requests of one call. */
export interface AskedTogether<Req> {
  readonly requests: readonly Request[];
  readonly caller: Caller;
  readonly req: Req;
}

const NOT_FOUND: ReadResult = { decision: 'deny', kind: 'not-found', policies: [], errors: [] };

function notFound(slice: Slice | undefined): ReadResult {
  const why = slice?.type === 'not-found' ? slice.why : undefined;
  return why === undefined ? NOT_FOUND : { ...NOT_FOUND, errors: [{ message: why }] };
}

/** Makes the slices, asks the engine about all requests whose resource exists in one go, and goes on with what it says. */
export function decideAll<Req extends object, T>(
  { requests, caller, req }: AskedTogether<Req>,
  { builders, model, options: { authorizationEngine }, inTime, knownQuestions }: Setup<Req>,
  next: (results: readonly CheckedRequest[]) => Ready<T>,
): Ready<T> {
  if (requests.length === 0) return next([]);
  const { principal, slice: remembered } = caller;
  // The questions of a list are not asked again one by one, so nothing is gained by comparing their entities with those of before.
  const looked = lookups(requests.length === 1 ? builders : withoutMemory(builders), model, req, inTime);
  const resources = requests.map(({ resource }) => resource);
  const uids = remembered ? resources : principal.parents.map(plainUid).concat(resources);
  const decideSome = (some: readonly Request[], by = principal): Ready<readonly CheckedRequest[]> => {
    const slices = some.map(({ resource }) => looked.slice(by, resource, remembered));
    const inputs = some.map((request, index) => inputOf(request, slices[index]));
    const asked = inputs.every(isAsked) ? inputs : inputs.filter(isAsked);
    return after(ask(authorizationEngine, asked, inTime), (answers) => {
      let answered = 0;
      return some.map((request, index) => {
        if (!inputs[index]) return { request, result: notFound(slices[index]) };
        return { request, result: answers[answered++] ?? NO_ANSWER };
      });
    });
  };
  return after(looked.gather(uids), () => {
    const [request] = requests;
    const mayRepeat = request && requests.length === 1 && !remembered && decidesByItself(authorizationEngine);
    if (mayRepeat && knownQuestions?.engine === authorizationEngine)
      return after(decideAgain({ principal, request, lookedUp: looked }, knownQuestions, decideSome), next);
    if (requests.length <= MOST_TOGETHER || !decidesByItself(authorizationEngine))
      return after(decideSome(requests), next);
    return after(inParts(requests, decideSome), next);
  });
}

/**
 * A long list is decided in parts: slices that are kept until the end of it cost the collector of garbage more than making them does.
 * Between two parts, other calls have their turn: all of them wait for the thread that decides.
 */
async function inParts(
  requests: readonly Request[],
  decide: (some: readonly Request[]) => Ready<readonly CheckedRequest[]>,
): Promise<readonly CheckedRequest[]> {
  const results: CheckedRequest[] = [];
  for (let from = 0; from < requests.length; from += MOST_TOGETHER) {
    if (from > 0) await othersTurn();
    results.push(...(await decide(requests.slice(from, from + MOST_TOGETHER))));
  }
  return results;
}

const MOST_TOGETHER = 128;

/** What was decided before about just the same question stands, and is not looked for where questions may depend on anything else. */
function decideAgain(
  question: LookedUpQuestion,
  known: KnownQuestions,
  decide: (some: readonly Request[], by: Entity) => Ready<readonly CheckedRequest[]>,
): Ready<readonly CheckedRequest[]> {
  const { request, principal } = question;
  const before = known.answer(question);
  if (before) return [{ request, result: before }];
  const copy = known.copy(question);
  if (!copy) return decide([request], principal);
  return after(decide([copy.request], copy.principal), (results) =>
    results.map(({ result }) => {
      known.keep(copy, result);
      return { request, result };
    }),
  );
}

function isAsked(input: AuthorizationInput | undefined): input is AuthorizationInput {
  return input !== undefined;
}

function inputOf(
  { principal, action, resource, context }: Request,
  slice: Slice | undefined,
): AuthorizationInput | undefined {
  if (slice?.type !== 'entities') return undefined;
  return { request: { principal, action, resource, context }, entities: slice.entities };
}

/** How the engine of this project decides. Kept from the beginning: who changes a method later, of one engine or of all, is asked. */
const OWN = ownMethods(PolicyInlineAuthorizationEngine.prototype);

function ownMethods({
  isAuthorized,
  batchIsAuthorized,
  decide,
  decideAll,
  decisions,
}: PolicyInlineAuthorizationEngine) {
  return { isAuthorized, batchIsAuthorized, decide, decideAll, decisions };
}

/** Whether it is the engine of this project, and nobody has changed how it decides. */
function answersAtOnce(engine: AuthorizationEngine): engine is PolicyInlineAuthorizationEngine {
  return (
    engine instanceof PolicyInlineAuthorizationEngine &&
    engine.isAuthorized === OWN.isAuthorized &&
    engine.batchIsAuthorized === OWN.batchIsAuthorized
  );
}

/** Whether nobody has changed either how it decides about one or several at once: then it is all the same which questions are asked together. */
function decidesByItself(engine: AuthorizationEngine): boolean {
  return (
    answersAtOnce(engine) &&
    engine.decide === OWN.decide &&
    engine.decideAll === OWN.decideAll &&
    engine.decisions === OWN.decisions
  );
}

/** Together, unless somebody has changed how it decides about one, or about several. */
function answersOf(engine: PolicyInlineAuthorizationEngine, inputs: readonly AuthorizationInput[]): Answers {
  if (engine.decide !== OWN.decide)
    return inputs.map((input) => readAnswer(engine.decide(input.request, input.entities), input));
  if (engine.decideAll !== OWN.decideAll) return readAnswers(engine.decideAll(inputs), inputs);
  return engine.decisions(inputs).map(readDecision);
}

/** A class of questions has one decision, which is read once. */
const readDecision = memoizeByIdentity((decision: Decision) => readResult(resultOf(decision, NOBODY)));

/** Nothing that is read of a decision is about who asks. */
const NOBODY = { type: '', id: '' };

function readAnswers(
  answers: readonly (PlainAuthorizationResult | undefined)[],
  inputs: readonly AuthorizationInput[],
): Answers {
  return inputs.map((input, index) => readAnswer(answers[index], input));
}

function readAnswer(
  answer: PlainAuthorizationResult | undefined,
  { request }: AuthorizationInput,
): ReadResult {
  if (!answer) return NO_ANSWER;
  return isOfAnother(answer, request.principal) ? OF_ANOTHER : readResult(answer);
}

/** An engine that reads a token for itself may know the caller as somebody else than whose entities it got. */
function isOfAnother(answer: PlainAuthorizationResult, asked: EntityUid): boolean {
  const decided: unknown = answer.type === 'allow' ? answer.authorizerInfo?.principalUid : undefined;
  return isUid(decided) && !isSameUid(decided, asked);
}

const NO_ANSWER = failedResult('the engine gave no answer');
const OF_ANOTHER = failedResult('the engine decided about another principal than it was asked about');

type Answers = readonly ReadResult[];

function ask(
  engine: AuthorizationEngine,
  inputs: readonly AuthorizationInput[],
  inTime: InTime,
): Ready<Answers> {
  if (answersAtOnce(engine)) return answersOf(engine, inputs);
  if (inputs.length < 2 || !engine.batchIsAuthorized) {
    const each = inputs.map(({ request, entities }) =>
      attempt(() => inTime('the engine', () => engine.isAuthorized(request, entities))),
    );
    return after(all(each), (answers) => readAnswers(answers, inputs));
  }
  const batch = inTime('the engine', async () => engine.batchIsAuthorized?.(inputs) ?? []);
  return after(batch, (answers) => {
    if (answers.length !== inputs.length)
      throw new Error(`the engine gave ${answers.length} answers to ${inputs.length} questions`);
    return readAnswers(answers, inputs);
  });
}
