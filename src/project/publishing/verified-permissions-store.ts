import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Aws from '@aws-sdk/client-verifiedpermissions';
import { type Diagnostic, InputError } from '../../core/diagnostics/diagnostic.ts';
import type { PolicyStore, PolicyStoreClient, StoredPolicy } from '../../core/publishing/policy-store.ts';

const PACKAGE = '@aws-sdk/client-verifiedpermissions';

/**
 * A policy store of Amazon Verified Permissions, by the client that is installed in the project. Region and credentials are the client's own
 * business: environment, profile or role.
 */
export async function verifiedPermissionsStore(
  policyStoreId: string,
  cwd: string,
): Promise<PolicyStoreClient> {
  const aws = await loadClient(cwd);
  const client = new aws.VerifiedPermissionsClient({});
  return {
    read: () => readStore(client, aws, policyStoreId),
    putSchema: async (cedarJson) => {
      await client.send(new aws.PutSchemaCommand({ policyStoreId, definition: { cedarJson } }));
    },
    createPolicy: async (statement) => {
      await client.send(
        new aws.CreatePolicyCommand({ policyStoreId, definition: { static: { statement } } }),
      );
    },
    deletePolicy: async (policyId) => {
      await client.send(new aws.DeletePolicyCommand({ policyStoreId, policyId }));
    },
  };
}

/** From the project's own packages: the tool does not bring it along. */
async function loadClient(cwd: string): Promise<typeof Aws> {
  for (const from of [join(cwd, 'package.json'), import.meta.filename]) {
    const file = resolvedFrom(from);
    if (file !== undefined) return import(pathToFileURL(file).href);
  }
  const missing: Diagnostic = {
    severity: 'error',
    code: 'publish-client-missing',
    message: `the package \`${PACKAGE}\` is not installed here`,
    help: `run \`npm install --save-dev ${PACKAGE}\``,
  };
  throw new InputError([missing]);
}

function resolvedFrom(file: string): string | undefined {
  try {
    return createRequire(file).resolve(PACKAGE);
  } catch {
    return undefined;
  }
}

type Client = InstanceType<(typeof Aws)['VerifiedPermissionsClient']>;

async function readStore(client: Client, aws: typeof Aws, policyStoreId: string): Promise<PolicyStore> {
  const policyIds: string[] = [];
  let templateLinked = 0;
  for await (const page of aws.paginateListPolicies({ client }, { policyStoreId })) {
    for (const { policyId, policyType } of page.policies ?? []) {
      if (policyType === 'TEMPLATE_LINKED') templateLinked += 1;
      else if (policyId !== undefined) policyIds.push(policyId);
    }
  }
  const schema = await readSchema(client, aws, policyStoreId);
  const policies: StoredPolicy[] = [];
  for (const portion of portionsOf(policyIds))
    policies.push(...(await readPolicies(client, aws, policyStoreId, portion)));
  return { schema, policies, templateLinked };
}

/** A store without a schema answers as if it were not there; that it is, the list of its policies has shown. */
async function readSchema(
  client: Client,
  aws: typeof Aws,
  policyStoreId: string,
): Promise<string | undefined> {
  try {
    return (await client.send(new aws.GetSchemaCommand({ policyStoreId }))).schema;
  } catch (error) {
    if (error instanceof aws.ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** The list holds no statements. A policy that has gone since it was listed is left out. */
async function readPolicies(
  client: Client,
  aws: typeof Aws,
  policyStoreId: string,
  policyIds: readonly string[],
): Promise<readonly StoredPolicy[]> {
  const requests = policyIds.map((policyId) => ({ policyStoreId, policyId }));
  const { results = [], errors = [] } = await client.send(new aws.BatchGetPolicyCommand({ requests }));
  const failure = errors.find(({ code }) => code !== 'POLICY_NOT_FOUND');
  if (failure) throw new Error(`${failure.code}: ${failure.message}`);
  return results.flatMap(({ policyId, definition }) => {
    const statement = definition?.static?.statement;
    return policyId !== undefined && statement !== undefined ? [{ policyId, statement }] : [];
  });
}

/** The operation takes no more at once. */
const MOST_POLICIES = 100;

function portionsOf(policyIds: readonly string[]): readonly (readonly string[])[] {
  const count = Math.ceil(policyIds.length / MOST_POLICIES);
  return Array.from({ length: count }, (_, index) =>
    policyIds.slice(index * MOST_POLICIES, (index + 1) * MOST_POLICIES),
  );
}
