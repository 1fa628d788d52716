// Writes the documents that are made from the source: `node scripts/write-docs.ts`. With `--check` it writes nothing, names the documents
// that are not up to date, and exits with 1.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { architecturePage } from './architecture-page.ts';
import { authzYamlPage } from './authz-yaml-page.ts';
import { commandsPage } from './commands-page.ts';
import { diagnosticsPage } from './diagnostics-page.ts';

const DOCS = join(import.meta.dirname, '../docs');

/** Each document with the text that it should have, made from the text that it has. */
const DOCUMENTS: Readonly<Record<string, (text: string) => string>> = {
  'architecture.md': architecturePage,
  'authz-yaml.md': authzYamlPage,
  'commands.md': commandsPage,
  'diagnostics.md': diagnosticsPage,
};

const outdated = Object.entries(DOCUMENTS).flatMap(([name, make]) => {
  const text = textOf(name);
  const wanted = make(text);
  return wanted === text ? [] : [{ name, wanted }];
});
if (process.argv.includes('--check')) {
  for (const { name } of outdated)
    process.stderr.write(`docs/${name} is not up to date: run \`npm run docs\`\n`);
  process.exitCode = outdated.length > 0 ? 1 : 0;
} else {
  for (const { name, wanted } of outdated) writeFileSync(join(DOCS, name), wanted);
}

/** Empty for a document that is not there yet. */
function textOf(name: string): string {
  const path = join(DOCS, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
