import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join, resolve } from 'node:path';
import { policySetTextToParts } from '@cedar-policy/cedar-wasm/nodejs';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import { buildProgram } from '../src/cli/program.ts';
import type { Terminal } from '../src/cli/terminal/terminal.ts';
import { keysIn } from '../src/core/values/keys-in.ts';
import * as library from '../src/index.ts';
import { REPORTERS } from '../src/reporters/report/index.ts';

const ROOT = resolve(import.meta.dirname, '..');
/** The examples of this page are mistakes. */
const PAGE_OF_MISTAKES = 'diagnostics.md';

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'bench/README.md',
  'fixtures/email-app/README.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && name !== PAGE_OF_MISTAKES)
    .map((name) => join('docs', name)),
];

interface CodeBlock {
  /** `page:line` */
  readonly place: string;
  readonly language: Language;
  readonly text: string;
}

type Language = 'cedar' | 'yaml' | 'json' | 'ts' | 'js' | 'other';

/** What is wrong with a block in each language; `undefined` when nothing is. */
const CHECKS: Readonly<Record<Exclude<Language, 'other'>, (text: string) => string | undefined>> = {
  cedar: (text) => {
    const answer = policySetTextToParts(text);
    return answer.type === 'failure' ? answer.errors.map(({ message }) => message).join('; ') : undefined;
  },
  yaml: (text) => parseDocument(text).errors[0]?.message,
  json: (text) => thrownBy(() => JSON.parse(text)),
  ts: (text) => thrownBy(() => stripTypeScriptTypes(text)),
  js: (text) => thrownBy(() => stripTypeScriptTypes(text)),
};

const BLOCKS = PAGES.flatMap((page) => blocksOf(page));

describe('the code blocks of the pages', () => {
  it.each(Object.keys(CHECKS) as (keyof typeof CHECKS)[])('can be read as what they are: %s', (language) => {
    const blocks = BLOCKS.filter((block) => block.language === language);
    const wrong = blocks.flatMap(({ place, text }) => {
      const problem = CHECKS[language](text);
      return problem === undefined ? [] : [`${place}: ${problem}`];
    });
    expect(blocks.length).toBeGreaterThan(0);
    expect(wrong).toEqual([]);
  });

  it('import from the library what it has', () => {
    const wrong = BLOCKS.flatMap(({ place, text }) =>
      [...text.matchAll(/import \{([^}]*)\} from 'authz'/g)].flatMap(([, names = '']) =>
        names
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '' && !name.startsWith('type ') && !(name in library))
          .map((name) => `${place}: ${name}`),
      ),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the commands that pages name', () => {
  const program = buildProgram({} as Terminal, () => undefined); // Nothing is run.
  const flags = new Map(
    program.commands.map((command) => [
      command.name(),
      [...command.options, ...program.options].flatMap(({ long, short }) => [long, short]),
    ]),
  );

  it.each(PAGES)('install authz from a file or from git, as no registry has it: %s', (page) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    expect(text.match(/npm (?:i|install)\b[^\n`#]* authz(?= |\n|`).*/g)).toBeNull();
  });

  it.each(PAGES)('are there, with their flags: %s', (page) => {
    const text = readFileSync(join(ROOT, page), 'utf8');
    const written = [...text.matchAll(/(?:^ {4}|^\$ |`|npx --no -- )(?:npx )?authz ([a-z-]+)([^`\n|#&]*)/gm)];
    const wrong = written.flatMap(([whole, name = '', rest = '']) => {
      const known = flags.get(name);
      if (known === undefined) return [whole];
      const given = [...rest.matchAll(/(?<=\s)--?[a-z][a-z-]*/g)].map(([flag]) => flag);
      return given.filter((flag) => ![...known, '--help'].includes(flag)).map((flag) => `${whole}: ${flag}`);
    });
    expect(wrong).toEqual([]);
  });
});

describe('what pages list', () => {
  const shown = (page: string) => readFileSync(join(ROOT, page), 'utf8');

  it('is every command, in the table of README.md', () => {
    const program = buildProgram({} as Terminal, () => undefined); // Nothing is run.
    const names = program
      .createHelp()
      .visibleCommands(program)
      .map((command) => command.name())
      .filter((name) => name !== 'help');
    expect(
      names.filter((name) => !new RegExp(`^\\| \`authz ${name}\\b`, 'm').test(shown('README.md'))),
    ).toEqual([]);
    expect(names.length).toBeGreaterThan(15);
  });

  it('is every reporter of tests, in the table of docs/reporters.md', () => {
    const missing = keysIn(REPORTERS).filter(
      (name) => !shown('docs/reporters.md').includes(`\n| \`${name}\` |`),
    );
    expect(missing).toEqual([]);
  });
});

function thrownBy(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The fenced blocks of a page with the language that they name, and the indented blocks with the language that their first line shows. */
function blocksOf(page: string): CodeBlock[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const placeOf = (index: number) => `${page}:${text.slice(0, index).split('\n').length}`;
  const fenced = [...text.matchAll(/^```(\w*)[^\n]*\n([\s\S]*?)^```$/gm)].map(
    ({ 1: name = '', 2: content = '', index }) => ({
      place: placeOf(index),
      language: name in CHECKS ? (name as Language) : 'other',
      text: content,
    }),
  );
  const withoutFences = text.replaceAll(/^```[\s\S]*?^```$/gm, (block) => block.replaceAll(/[^\n]/g, ''));
  const indented = [...withoutFences.matchAll(/(?<=^\n)(?: {4}[^\n]*\n|\n(?= {4}))+/gm)].map(
    ({ 0: block, index }) => {
      const content = block.replaceAll(/^ {4}/gm, '');
      return { place: placeOf(index), language: languageOf(content), text: content };
    },
  );
  return [...fenced, ...indented];
}

/** What stands for more than is shown makes a block one that only people read. */
function languageOf(text: string): Language {
  if (/\.\.\.|…/.test(text)) return 'other';
  if (/^(?:@id|permit|forbid)\b/m.test(text) && /^(?:@|permit|forbid|\/\/)/.test(text)) return 'cedar';
  if (/^[[{]/.test(text)) return 'json';
  return /^[\w-]+:(?: |$)/.test(text) ? 'yaml' : 'other';
}
