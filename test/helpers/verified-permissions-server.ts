import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Entity } from '../../src/core/cedar/entity.ts';
import type { AuthorizationRequest } from '../../src/core/engine/authorization-engine.ts';
import type { PolicyInlineAuthorizationEngine } from '../../src/core/engine/inline-engine.ts';

/** What arrived: the operation, and how many questions it had. */
export interface Operation {
  readonly name: string;
  readonly questions: number;
}

export interface StandIn {
  readonly url: string;
  readonly operations: Operation[];
  readonly close: () => Promise<void>;
}

interface Question {
  readonly principal: { readonly entityType: string; readonly entityId: string };
  readonly action: { readonly actionType: string; readonly actionId: string };
  readonly resource: { readonly entityType: string; readonly entityId: string };
  readonly context?: { readonly cedarJson: string };
}

interface Body extends Question {
  readonly policyStoreId: string;
  readonly entities: { readonly cedarJson: string };
  readonly requests: readonly Question[];
}

/**
 * A stand-in for Amazon Verified Permissions on 127.0.0.1. It speaks its protocol (AWS JSON 1.0 over HTTP, signed requests) as far as the
 * two operations go, refuses what the service refuses, and has an inline engine decide.
 */
export async function startVerifiedPermissions(engine: PolicyInlineAuthorizationEngine): Promise<StandIn> {
  const operations: Operation[] = [];
  const server = createServer(async (req, res) => {
    const name = String(req.headers['x-amz-target']).replace('VerifiedPermissions.', '');
    const body = JSON.parse(await textOf(req)) as Body;
    const answer = await operate(name, body, req, engine);
    operations.push({ name, questions: body.requests?.length ?? 1 });
    res.writeHead('__type' in answer ? 400 : 200, { 'Content-Type': 'application/x-amz-json-1.0' });
    res.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    operations,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function textOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

async function operate(
  name: string,
  body: Body,
  req: IncomingMessage,
  engine: PolicyInlineAuthorizationEngine,
): Promise<object> {
  if (!/^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\//.test(String(req.headers.authorization)))
    return refusal('AccessDeniedException', 'the request is not signed');
  if (body.policyStoreId !== 'store-1') return refusal('ResourceNotFoundException', 'no such policy store');
  const entities = JSON.parse(body.entities.cedarJson) as Entity[];
  if (name === 'IsAuthorized') return answer(body, entities, engine);
  if (name !== 'BatchIsAuthorized') return refusal('UnknownOperationException', name);
  if (body.requests.length > 30) return refusal('ValidationException', 'requests: at most 30');
  if (new Set(body.requests.map(({ principal }) => JSON.stringify(principal))).size > 1)
    return refusal('ValidationException', 'requests: principal or resource must be the same in all');
  const results = body.requests.map(async (question) => ({
    request: question,
    ...(await answer(question, entities, engine)),
  }));
  return { results: await Promise.all(results) };
}

function refusal(type: string, message: string): object {
  return { __type: `com.amazonaws.verifiedpermissions#${type}`, message };
}

/** Like Cedar, the service skips policies that err; it lists the errors. */
async function answer(
  question: Question,
  entities: Entity[],
  engine: PolicyInlineAuthorizationEngine,
): Promise<object> {
  const request: AuthorizationRequest = {
    principal: { type: question.principal.entityType, id: question.principal.entityId },
    action: { type: question.action.actionType, id: question.action.actionId },
    resource: { type: question.resource.entityType, id: question.resource.entityId },
    context: JSON.parse(question.context?.cedarJson ?? '{}'),
  };
  const { decision, kind, determining, errors } = await engine.isAuthorized(request, entities);
  const skipped = kind === 'errored' && determining.length > 0;
  return {
    decision: decision === 'allow' || skipped ? 'ALLOW' : 'DENY',
    determiningPolicies: determining.map(({ id }) => ({ policyId: id })),
    errors: errors.map(({ message }) => ({ errorDescription: message })),
  };
}
