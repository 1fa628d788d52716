// Writes the documents that are made from the source: `node scripts/write-docs.ts`. With `--check` it writes nothing, names the documents
// that are not up to date, and exits with 1.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diagnosticsPage } from './diagnostics-page.ts';

const DOCS = join(import.meta.dirname, '../docs');

/** Each document with the text that it should have. */
const DOCUMENTS: Readonly<Record<string, () => string>> = {
  'diagnostics.md': diagnosticsPage,
};

const outdated = Object.entries(DOCUMENTS).filter(([name, text]) => textOf(name) !== text());
if (process.argv.includes('--check')) {
  for (const [name] of outdated)
    process.stderr.write(`docs/${name} is not up to date: run \`npm run docs\`\n`);
  process.exitCode = outdated.length > 0 ? 1 : 0;
} else {
  for (const [name, text] of outdated) writeFileSync(join(DOCS, name), text());
}

function textOf(name: string): string | undefined {
  try {
    return readFileSync(join(DOCS, name), 'utf8');
  } catch {
    return undefined;
  }
}
