import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findSpecs } from '../../../src/project/files/find-specs.ts';
import { loadSpec } from '../../../src/project/loading/load-spec.ts';

function folderWith(...files: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'specs-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of files) {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), '');
  }
  return folder;
}

test.each(['docs', 'api', 'schemas', 'spec', 'specs', 'openapi'])(
  'an API description is found in %s',
  (name) => {
    expect(findSpecs(folderWith(`${name}/openapi.json`, `${name}/readme.md`))).toEqual([
      `${name}/openapi.json`,
    ]);
  },
);

test('one at the top comes first, and a folder is none', () => {
  expect(findSpecs(folderWith('swagger.yml', 'docs/openapi.json'))).toEqual(['swagger.yml']);
  expect(findSpecs(folderWith('openapi.json/x'))).toEqual([]);
  expect(findSpecs('/no/such/folder')).toEqual([]);
});

test('a URL is not read, and the message says how to save it', async () => {
  const read = await loadSpec('https://example.com/v1/openapi.yaml', '/tmp');
  expect(read).toMatchObject({
    ok: false,
    diagnostics: [
      { help: "save it first: `curl -fsSL -o openapi.yaml 'https://example.com/v1/openapi.yaml'`" },
    ],
  });
  const resolved = await loadSpec('/tmp/https:/example.com/api', '/tmp');
  expect(resolved.diagnostics[0]?.message).toContain('`https://example.com/api` is not a file');
});
