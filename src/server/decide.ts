import {
  type AuthorizationEngine,
  type AuthorizationInput,
  failedResult,
  type PlainAuthorizationResult,
  type ReadResult,
  readResult,
} from '../core/engine/authorization-engine.ts';
import { PolicyInlineAuthorizationEngine } from '../core/engine/inline-engine.ts';
import type { Request } from '../core/requests/map-call.ts';
import type { Slice } from '../core/requests/slice.ts';
import type { Caller } from './principals/caller.ts';
import type { Setup } from './setup.ts';
import type { Lookups, PrincipalSlice } from './slices/slice-builder.ts';
import type { InTime } from './waiting/in-time.ts';
import { after, all, attempt, both, type Ready } from './waiting/ready.ts';

/** A request and what was decided about it. */
export interface CheckedRequest {
  readonly request: Request;
  readonly result: ReadResult;
}

const NOT_FOUND: ReadResult = { decision: 'deny', kind: 'not-found', policies: [], errors: [] };

function notFound(slice: Slice | undefined): ReadResult {
  const why = slice?.type === 'not-found' ? slice.why : undefined;
  return why === undefined ? NOT_FOUND : { ...NOT_FOUND, errors: [{ message: why }] };
}

/** Makes the slices, and asks the engine about all requests whose resource exists in one go. */
export function decideAll<Req extends object>(
  requests: readonly Request[],
  caller: Caller,
  looked: Lookups,
  { options, inTime }: Setup<Req>,
): Ready<readonly CheckedRequest[]> {
  if (requests.length === 0) return [];
  const principalSlice = caller.slice ?? looked.principalSlice(caller.principal);
  return after(slicesOf(requests, principalSlice, looked), (found) => {
    const inputs = requests.map((request, index) => inputOf(request, found[index]));
    const asked = inputs.filter((input) => input !== undefined);
    return after(ask(options.authorizationEngine, asked, inTime), (answers) => {
      let answered = 0;
      return requests.map((request, index) => {
        if (!inputs[index]) return { request, result: notFound(found[index]) };
        const answer = answers[answered++];
        return { request, result: answer ? readResult(answer) : failedResult('the engine gave no answer') };
      });
    });
  });
}

/** Those of many resources wait once for all, not each for itself. */
function slicesOf(
  requests: readonly Request[],
  principalSlice: Ready<PrincipalSlice>,
  looked: Lookups,
): Ready<readonly Slice[]> {
  const resources = requests.map(({ resource }) => resource);
  if (resources.length === 1) return all(resources.map((resource) => looked.slice(principalSlice, resource)));
  return after(both(principalSlice, looked.prepare(resources)), ([principal]) =>
    all(resources.map((resource) => looked.slice(principal, resource))),
  );
}

function inputOf(
  { principal, action, resource, context }: Request,
  slice: Slice | undefined,
): AuthorizationInput | undefined {
  if (slice?.type !== 'entities') return undefined;
  return { request: { principal, action, resource, context }, entities: slice.entities };
}

/** Whether it is the engine of this project, and nobody has changed how it decides. */
function answersAtOnce(engine: AuthorizationEngine): engine is PolicyInlineAuthorizationEngine {
  const { isAuthorized, batchIsAuthorized } = PolicyInlineAuthorizationEngine.prototype;
  return (
    engine instanceof PolicyInlineAuthorizationEngine &&
    engine.isAuthorized === isAuthorized &&
    engine.batchIsAuthorized === batchIsAuthorized
  );
}

type Answers = readonly (PlainAuthorizationResult | undefined)[];

function ask(
  engine: AuthorizationEngine,
  inputs: readonly AuthorizationInput[],
  inTime: InTime,
): Ready<Answers> {
  if (answersAtOnce(engine)) return inputs.map(({ request, entities }) => engine.decide(request, entities));
  if (inputs.length < 2 || !engine.batchIsAuthorized)
    return all(
      inputs.map(({ request, entities }) =>
        attempt(() => inTime('the engine', () => engine.isAuthorized(request, entities))),
      ),
    );
  const batch = inTime('the engine', async () => engine.batchIsAuthorized?.(inputs) ?? []);
  return after(batch, (answers) => {
    if (answers.length !== inputs.length)
      throw new Error(`the engine gave ${answers.length} answers to ${inputs.length} questions`);
    return answers;
  });
}
