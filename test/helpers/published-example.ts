import { cpSync } from 'node:fs';
import { onTestFinished, vi } from 'vitest';
import { authz, EXAMPLE_FOLDER, folderWith, type Run } from './cli.ts';
import { type PolicyStoreServer, startPolicyStore } from './policy-store-server.ts';

/** The worked example in a folder of its own, and `authz publish` with the real client against a stand-in. */
export async function publishedExample(): Promise<{
  readonly folder: string;
  readonly store: PolicyStoreServer;
  readonly run: (args: readonly string[]) => Promise<Run>;
  readonly publish: (...args: string[]) => Promise<Run>;
}> {
  const folder = folderWith();
  cpSync(EXAMPLE_FOLDER, folder, { recursive: true });
  const store = await startPolicyStore();
  const env = {
    AWS_ENDPOINT_URL_VERIFIEDPERMISSIONS: store.url,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'secret',
  };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const run = (args: readonly string[]) => authz(folder, [...args]);
  const publish = (...args: string[]) =>
    run(['publish', 'verified-permissions', '--policy-store', 'PSEXAMPLE', ...args]);
  return { folder, store, run, publish };
}
