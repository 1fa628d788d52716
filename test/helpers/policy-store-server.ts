import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { policyToJson, type SchemaJson, validatePolicies } from '../../src/core/cedar/cedar.ts';

export interface PolicyStoreServer {
  readonly url: string;
  /** The schema as it was put last. */
  schema: string | undefined;
  /** The statements by the ids that the service gives. */
  readonly policies: Map<string, string>;
  /** The names of the operations that changed something, in their order. */
  readonly writes: string[];
  /** The write of this number, from 0, is refused, once. */
  failAt: number | undefined;
  /** Called before each operation, with how many have changed something. */
  beforeOperation: ((writes: number) => Promise<void>) | undefined;
}

interface Body {
  readonly policyStoreId?: string;
  readonly policyId?: string;
  readonly nextToken?: string;
  readonly definition?: { readonly cedarJson?: string; readonly static?: { readonly statement?: string } };
  readonly requests?: readonly { readonly policyId: string }[];
}

/**
 * A stand-in for the operations on a policy store of Amazon Verified Permissions, on 127.0.0.1: it gives policies ids of its own, lists
 * them without their statements and two at a time, validates strictly against the schema it has, and keeps the quotas.
 */
export async function startPolicyStore(): Promise<PolicyStoreServer> {
  const policies = new Map<string, string>();
  const server = createServer(async (req, res) => {
    const name = String(req.headers['x-amz-target']).replace('VerifiedPermissions.', '');
    const body = JSON.parse(await textOf(req));
    await store.beforeOperation?.(store.writes.length);
    const answer = operate(name, body, store);
    res.writeHead('__type' in answer ? 400 : 200, { 'Content-Type': 'application/x-amz-json-1.0' });
    res.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const store: PolicyStoreServer = {
    url: `http://127.0.0.1:${port}`,
    schema: undefined,
    policies,
    writes: [],
    failAt: undefined,
    beforeOperation: undefined,
  };
  return store;
}

async function textOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function operate(name: string, body: Body, store: PolicyStoreServer): object {
  const ids = body.requests?.map((request) => request) ?? [];
  if (body.requests === undefined && body.policyStoreId !== 'PSEXAMPLE')
    return refusal('ResourceNotFoundException', 'no such policy store');
  switch (name) {
    case 'ListPolicies':
      return listed(store, Number(body.nextToken ?? 0));
    case 'BatchGetPolicy':
      return { results: ids.map(({ policyId }) => item(policyId, store)), errors: [] };
    case 'GetSchema':
      return store.schema === undefined
        ? refusal('ResourceNotFoundException', 'no schema')
        : { policyStoreId: 'PSEXAMPLE', schema: store.schema, createdDate: DATE, lastUpdatedDate: DATE };
    default:
      return written(name, body, store);
  }
}

const DATE = '2026-01-01T00:00:00Z';
const PAGE = 2;

function listed({ policies }: PolicyStoreServer, start: number): object {
  const page = [...policies.keys()].slice(start, start + PAGE);
  const next = start + PAGE < policies.size ? { nextToken: String(start + PAGE) } : {};
  return {
    policies: page.map((policyId) => ({
      policyStoreId: 'PSEXAMPLE',
      policyId,
      policyType: 'STATIC',
      definition: { static: {} },
    })),
    ...next,
  };
}

function item(policyId: string, { policies }: PolicyStoreServer): object {
  const statement = policies.get(policyId);
  return {
    policyStoreId: 'PSEXAMPLE',
    policyId,
    policyType: 'STATIC',
    definition: { static: { statement } },
  };
}

function written(name: string, body: Body, store: PolicyStoreServer): object {
  if (store.failAt === store.writes.length) {
    store.failAt = undefined;
    return refusal('ConflictException', 'somebody else changes the store');
  }
  const refused = write(name, body, store);
  if (refused !== undefined) return refusal('ValidationException', refused);
  store.writes.push(name);
  return { policyStoreId: 'PSEXAMPLE', policyId: body.policyId ?? '', namespaces: [] };
}

/** Changes the store, or says why not. */
function write(
  name: string,
  { definition, policyId = '' }: Body,
  store: PolicyStoreServer,
): string | undefined {
  if (name === 'PutSchema') {
    const schema = definition?.cedarJson ?? '';
    if (Buffer.byteLength(schema) > 200_000) return 'the schema is too large';
    if (Object.keys(JSON.parse(schema)).length > 1) return 'the schema has several namespaces';
    store.schema = schema;
    return undefined;
  }
  if (name === 'DeletePolicy') return store.policies.delete(policyId) ? undefined : 'no such policy';
  if (name !== 'CreatePolicy') return `unknown operation ${name}`;
  const statement = definition?.static?.statement ?? '';
  const problem = problemOf(statement, store.schema);
  if (problem === undefined)
    store.policies.set(`SP${store.policies.size + 1}-${store.writes.length}`, statement);
  return problem;
}

function problemOf(statement: string, schema: string | undefined): string | undefined {
  if (Buffer.byteLength(statement) > 10_000) return 'the policy is too large';
  if (!policyToJson(statement).ok) return 'the policy cannot be parsed';
  const answer = validatePolicies(JSON.parse(schema ?? '{}') as SchemaJson<string>, { policy: statement });
  const errors = answer.ok
    ? answer.value.errors.map(({ error }) => error.message)
    : ['the schema is unusable'];
  return errors.length > 0 ? errors.join('; ') : undefined;
}

function refusal(type: string, message: string): object {
  return { __type: `com.amazonaws.verifiedpermissions#${type}`, message };
}
