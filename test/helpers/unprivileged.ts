import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const NOBODY = 65_534;

/** Root may list every folder, so that tests of what may not be listed are run as somebody else. */
export async function unprivileged<T>(work: () => Promise<T>): Promise<T> {
  const isRoot = process.geteuid?.() === 0;
  try {
    if (isRoot) process.seteuid?.(NOBODY);
    return await work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

/** Takes from a folder below `folder` the right to be listed, until the test is over. */
export function close(folder: string, closed: string): void {
  chmodSync(folder, 0o755);
  chmodSync(join(folder, closed), 0);
  onTestFinished(() => chmodSync(join(folder, closed), 0o755));
}
