// Writes the documents that are made from the source: `node scripts/write-docs.ts`. With `--check` it writes nothing, names the documents
// that are not up to date, and exits with 1.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTwoFilesPatch } from 'diff';
import { architecturePage } from './architecture-page.ts';
import { authzYamlPage } from './authz-yaml-page.ts';
import { commandsPage } from './commands-page.ts';
import { diagnosticsPage } from './diagnostics-page.ts';
import { initPage, watchPage } from './keys-page.ts';
import { libraryPage } from './library-page.ts';
import { readFlags } from './read-flags.ts';
import { howToPage, tutorialPage } from './runnable-page.ts';

const { values } = readFlags({ options: { check: { type: 'boolean', default: false } } });
const DOCS = join(import.meta.dirname, '../docs');

/** The pages of a folder that are carried out, each from where the tutorial begins. */
const HOW_TO = readdirSync(join(DOCS, 'how-to')).map((name) => [`how-to/${name}`, howToPage] as const);

/** Each document with the text that it should have, made from the text that it has. */
const DOCUMENTS: Readonly<Record<string, (text: string) => string | Promise<string>>> = {
  'architecture.md': architecturePage,
  'authz-yaml.md': authzYamlPage,
  'commands.md': commandsPage,
  'diagnostics.md': diagnosticsPage,
  'init.md': initPage,
  'library.md': libraryPage,
  'tutorial.md': tutorialPage,
  'watch.md': watchPage,
  ...Object.fromEntries(HOW_TO),
};

const made = Object.entries(DOCUMENTS).map(async ([name, make]) => {
  const text = textOf(name);
  return { name, text, wanted: await make(text) };
});
const outdated = (await Promise.all(made)).filter(({ text, wanted }) => wanted !== text);
if (values.check) {
  for (const { name, text, wanted } of outdated) {
    process.stderr.write(`docs/${name} is not up to date: run \`npm run docs\`\n`);
    process.stderr.write(createTwoFilesPatch('as it is', 'as it should be', text, wanted));
  }
  process.exitCode = outdated.length > 0 ? 1 : 0;
} else {
  for (const { name, wanted } of outdated) writeFileSync(join(DOCS, name), wanted);
}

/** Empty for a document that is not there yet. */
function textOf(name: string): string {
  const path = join(DOCS, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
