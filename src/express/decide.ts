import {
  type AuthorizationEngine,
  type AuthorizationInput,
  failedResult,
  type PlainAuthorizationResult,
  type ReadResult,
  readResult,
} from '../core/authorization-engine.ts';
import type { Request } from '../core/request.ts';
import type { Caller } from './caller.ts';
import type { HttpRequest } from './http.ts';
import { inTime } from './in-time.ts';
import type { Setup } from './setup.ts';
import type { Lookups } from './slice-builder.ts';

/** A request and what was decided about it. */
export interface Checked {
  readonly request: Request;
  readonly result: ReadResult;
}

const NOT_FOUND: ReadResult = { decision: 'deny', kind: 'not-found', policies: [], errors: [] };

/** Makes the slices, and asks the engine about all requests whose resource exists in one go. */
export async function decideAll<Req extends HttpRequest>(
  requests: readonly Request[],
  caller: Caller,
  looked: Lookups,
  { options, timeout }: Setup<Req>,
): Promise<Checked[]> {
  const principalSlice = caller.slice
    ? Promise.resolve(caller.slice)
    : looked.principalSlice(caller.principal);
  const slices = await Promise.all(requests.map((request) => looked.slice(principalSlice, request.resource)));
  const inputs = requests.map((request, index) => inputOf(request, slices[index]));
  const asked = inputs.filter((input) => input !== undefined);
  const answers = await ask(options.authorizationEngine, asked, timeout);
  const byInput = new Map(asked.map((input, index) => [input, answers[index]]));
  return requests.map((request, index) => {
    const input = inputs[index];
    if (!input) return { request, result: NOT_FOUND };
    const answer = byInput.get(input);
    return { request, result: answer ? readResult(answer) : failedResult('the engine gave no answer') };
  });
}

function inputOf(
  { principal, action, resource, context }: Request,
  slice: Awaited<ReturnType<Lookups['slice']>> | undefined,
): AuthorizationInput | undefined {
  if (slice?.type !== 'entities') return undefined;
  return { request: { principal, action, resource, context }, entities: slice.entities };
}

async function ask(
  engine: AuthorizationEngine,
  inputs: readonly AuthorizationInput[],
  timeout: number,
): Promise<readonly (PlainAuthorizationResult | undefined)[]> {
  const one = ({ request, entities }: AuthorizationInput) =>
    inTime('the engine', timeout, () => engine.isAuthorized(request, entities));
  if (inputs.length < 2 || !engine.batchIsAuthorized) return Promise.all(inputs.map(one));
  const answers = await inTime('the engine', timeout, async () => engine.batchIsAuthorized?.(inputs) ?? []);
  if (answers.length !== inputs.length)
    throw new Error(`the engine gave ${answers.length} answers to ${inputs.length} questions`);
  return answers;
}
