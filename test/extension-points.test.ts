import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

/** The first half of an extension, as a text put before another, and the files in which the compiler asks for the other half. */
interface Extension {
  readonly file: string;
  readonly before: string;
  readonly added: string;
  readonly asksIn: readonly string[];
}

const EXTENSIONS: Readonly<Record<string, Extension>> = {
  'an authorization pattern': {
    file: 'core/endpoints/pattern.ts',
    before: '  creation: {',
    added: '  extra: IDENTIFIED,\n',
    asksIn: [
      'core/classification/patterns/index.ts',
      'core/classification/weights.ts',
      'tui/wizard/views/endpoint-lines.ts',
    ],
  },
  'a kind of policy part': {
    file: 'core/policies/part-traits.ts',
    before: '  condition: {',
    added: "  extra: { ...PLAIN, role: 'operator' },\n",
    asksIn: ['core/engine/part-evaluation.ts'],
  },
  'a reporter': {
    file: 'reporters/report/index.ts',
    before: '  dot: dotReport',
    added: '  extra: dotReport,\n',
    asksIn: ['cli/choices.ts'],
  },
  'a view of the watch screen': {
    file: 'tui/watch/keys/keys.ts',
    before: "'why', 'diff', 'help'] as const",
    added: "'extra', ",
    asksIn: ['tui/watch/views/views.ts', 'tui/watch/views/status.ts', 'tui/watch/keys/moving.ts'],
  },
  'a kind of decision': {
    file: 'core/engine/engine.ts',
    before: "'allowed', 'forbidden', 'not-permitted'",
    added: "'extra', ",
    asksIn: ['reporters/words/wording.ts'],
  },
  'an option of a command': {
    file: 'cli/commands/format/run.ts',
    before: '  readonly check?: boolean;',
    added: '  readonly extra?: boolean;\n',
    asksIn: ['cli/commands/format/command.ts'],
  },
  'a part of a call with identifiers': {
    file: 'core/endpoints/resource-from.ts',
    before: "'query'] as const",
    added: "'extra', ",
    asksIn: [
      'core/endpoints/resource-from.ts',
      'core/requests/identifiers.ts',
      'core/requests/build-call.ts',
      'core/config/project-json-schema.ts',
    ],
  },
  'a claim about all requests': {
    file: 'core/analysis/questions/claim.ts',
    before: "  | { readonly kind: 'never-errs'",
    added: "  | { readonly kind: 'extra'; readonly policy: AnalysedPolicy }\n",
    asksIn: ['core/analysis/questions/claim.ts', 'core/analysis/questions/confirm.ts'],
  },
  'a relation of callers to resources': {
    file: 'core/endpoints/caller-relation.ts',
    before: "  | 'identified'",
    added: "  | 'extra'\n",
    asksIn: ['reporters/untried-callers.ts'],
  },
};

/** A row of a table, or a case of a function that ends without one: such a function is named by its place alone. */
const ASKED_FOR = 'extra|lacks ending return statement';

let folder: string;
let errors: string;

// All extensions are begun in one copy of the source, which is compiled once.
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'authz-extensions-'));
  cpSync(join(ROOT, 'src'), join(folder, 'src'), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const { compilerOptions } = JSON.parse(readFileSync(join(ROOT, 'tsconfig.json'), 'utf8'));
  const config = { compilerOptions, include: ['src'], exclude: ['src/reporters/html/client'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  for (const extension of Object.values(EXTENSIONS)) begin(extension);
  const compiled = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), ['--noEmit', '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  });
  errors = compiled.stdout;
});

afterAll(() => rmSync(folder, { recursive: true }));

function begin({ file, before, added }: Extension): void {
  const path = join(folder, 'src', file);
  const text = readFileSync(path, 'utf8');
  expect(text.split(before), `${file} has \`${before}\` once`).toHaveLength(2);
  writeFileSync(
    path,
    text.replace(before, () => `${added}${before}`),
  );
}

describe('the compiler asks for the rest of', () => {
  it.each(Object.entries(EXTENSIONS))('%s', (_, { asksIn }) => {
    for (const file of asksIn) expect(errors).toMatch(new RegExp(`^src/${file}\\(.*(${ASKED_FOR})`, 'm'));
  });
});
