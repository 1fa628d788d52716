import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { describe, expect, it } from 'vitest';
import { groupBy } from '../src/core/values/group.ts';

const SRC = resolve(import.meta.dirname, '../src');

/** What a reader can take in at once. */
const LONGEST_FILE = 300;
const LONGEST_FUNCTION = 60;
const MOST_PARAMETERS = 4;

const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));

describe('the source', () => {
  it('keeps files, functions and lists of parameters short', () => {
    expect(files.flatMap(excesses)).toEqual([]);
  });

  it('gives each type a name of its own', () => {
    const names = groupBy(files.flatMap(typesIn), ({ name }) => name);
    const twice = [...names].filter(([, declared]) => declared.length > 1);
    expect(
      twice.map(([name, declared]) => `${name}: ${declared.map(({ file }) => file).join(', ')}`),
    ).toEqual([]);
  });

  it('is measured as it is', () => {
    const text = 'const f = (a: string, b = 1) => {\n  return a;\n};\nclass C { m(a, b, c, d, e) {} }';
    expect(functionsIn(text, 'ts')).toEqual([
      { name: 'f', lines: 3, parameters: 2 },
      { name: 'm', lines: 1, parameters: 5 },
    ]);
  });
});

function excesses(file: string): string[] {
  const text = readFileSync(join(SRC, file), 'utf8');
  const lines = text.split('\n').length - 1;
  const ofFunctions = functionsIn(text, file.endsWith('x') ? 'tsx' : 'ts').flatMap((measured) => [
    ...(measured.lines > LONGEST_FUNCTION ? [`${file}: ${measured.name} is too long`] : []),
    ...(measured.parameters > MOST_PARAMETERS ? [`${file}: ${measured.name} has too many parameters`] : []),
  ]);
  return [...(lines > LONGEST_FILE ? [`${file} is too long`] : []), ...ofFunctions];
}

/** Types at the top level of a file, exported or not. */
function typesIn(file: string): { readonly name: string; readonly file: string }[] {
  const declared = readFileSync(join(SRC, file), 'utf8').matchAll(
    /^(?:export )?(?:abstract )?(?:interface|type|class) (\w+)/gm,
  );
  return [...declared].map(([, name = '']) => ({ name, file }));
}

interface Measured {
  readonly name: string;
  readonly lines: number;
  readonly parameters: number;
}

/** A node of the syntax tree, as far as it is looked at. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly params?: readonly unknown[];
  readonly body?: unknown;
}

function functionsIn(text: string, lang: 'ts' | 'tsx'): Measured[] {
  const found: Measured[] = [];
  const visit = (value: unknown, name: string) => {
    if (Array.isArray(value)) for (const item of value) visit(item, name);
    else if (isNode(value)) {
      const own = nameOf(value) ?? name;
      if (/Function/.test(value.type) && value.body) {
        const lines = text.slice(value.start, value.end).split('\n').length;
        found.push({ name: own, lines, parameters: value.params?.length ?? 0 });
      }
      for (const child of Object.values(value)) visit(child, own);
    }
  };
  visit(parseAst(text, { lang }), '');
  return found;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function nameOf(node: Node): string | undefined {
  const { id, key } = node as { readonly id?: unknown; readonly key?: unknown };
  const named = id ?? key;
  return isNode(named) && 'name' in named && typeof named.name === 'string' ? named.name : undefined;
}
