import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, type SuiteFactory } from 'vitest';
import { NEEDS, type Need } from './needed-things.ts';

/** Whether what a test needs is there. */
export function isThere(need: Need): boolean {
  return existsSync(pathTo(need));
}

export function pathTo(need: Need): string {
  const { path } = NEEDS[need];
  return path.startsWith('/') ? path : fileURLToPath(new URL(`../../${path}`, import.meta.url));
}

/** A suite that is skipped where something is missing; the last lines of a run say what, and how to get it. */
export function describeWith(need: Need): (title: string, body: SuiteFactory) => void {
  return (title, body) => void describe.skipIf(!isThere(need))(`${title} (needs ${need})`, body);
}
