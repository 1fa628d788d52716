import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { authz, EXAMPLE_FOLDER, folderWith } from '../helpers/cli.ts';

/** The worked example with other facts. */
function withFacts(facts: string): string {
  const folder = folderWith();
  cpSync(EXAMPLE_FOLDER, folder, { recursive: true });
  const path = join(folder, 'authz.yaml');
  const text = readFileSync(path, 'utf8');
  expect(text).toContain('[one-tenant-per-resource]');
  writeFileSync(path, text.replace('[one-tenant-per-resource]', `\n${facts}`));
  return folder;
}

const CONTRADICTION = `
  - { id: named, when: principal has email }
  - { id: nameless, when: "!(principal has email)" }`;
const UNKNOWN = `
  - { id: size, when: "resource.size > 3" }`;
const UNREADABLE = `
  - { id: half, when: resource has }`;

describe('facts that cannot be used', () => {
  it.each([
    ['diff', ['diff', EXAMPLE_FOLDER, '.']],
    ['validate', ['validate']],
    ['prove', ['prove']],
    ['matrix', ['matrix']],
    ['mutate', ['mutate']],
    ['generate-fixtures --cover', ['generate-fixtures', '--cover']],
    ['test --coverage', ['test', '--coverage']],
  ])(
    'are refused by `%s`, with their place: from a contradiction everything could be proven',
    async (_, args) => {
      const run = await authz(withFacts(CONTRADICTION), args);
      expect(run.code).toBe(2);
      expect(run.stdout + run.stderr).toContain('the facts contradict each other: no request for ');
      expect(run.stdout + run.stderr).toMatch(/authz\.yaml:\d+:\d+/);
      for (const [facts, message] of [
        [UNKNOWN, /fact `size`/],
        [UNREADABLE, /condition of a fact cannot be read/],
      ] as const) {
        const other = await authz(withFacts(facts), args);
        expect(other.code).toBe(2);
        expect(other.stdout + other.stderr).toMatch(message);
        expect(other.stdout + other.stderr).toMatch(/authz\.yaml:\d+:\d+/);
      }
    },
  );
});
