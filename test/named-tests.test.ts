import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

/** The text of all files of a name, in a folder of the checkout. */
const textsIn = (folder: string) => {
  const texts = new Map<string, string>();
  for (const path of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts')) continue;
    const name = basename(path);
    texts.set(name, (texts.get(name) ?? '') + readFileSync(join(ROOT, folder, path), 'utf8'));
  }
  return texts;
};

const SOURCES = textsIn('src');
const TESTS = textsIn('test');

/** The rows of all tables of docs/decision-classes.md: what checks a condition, and the tests that fail without it. */
const ROWS = readFileSync(join(ROOT, 'docs/decision-classes.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, number, checked, tests] = /^\| (\d+\.\w+) \| .* \| (.*) \| (.*) \|$/.exec(line) ?? [];
    return number === undefined ? [] : [{ number, checked: checked ?? '', tests: tests ?? '' }];
  });

/** What a cell names that is not in the file that it names before. */
function notFound(cell: string, names: RegExp, texts: ReadonlyMap<string, string>): string[] {
  const lost: string[] = [];
  let text = '';
  for (const [, file, name] of cell.matchAll(names)) {
    if (file !== undefined) text = texts.get(file) ?? '';
    if (text === '' || !text.includes(name ?? '')) lost.push(file ?? name ?? '');
  }
  return lost;
}

describe('docs/decision-classes.md', () => {
  it('has conditions', () => expect(ROWS.length).toBeGreaterThan(30));

  it.each(ROWS)('names code that there is, for condition $number', ({ checked }) => {
    expect(notFound(checked, /`([\w-]+\.ts)`|`([A-Za-z]\w+)`/g, SOURCES)).toEqual([]);
  });

  it.each(ROWS)('names tests that there are, for condition $number', ({ tests }) => {
    expect(notFound(tests, /`([\w-]+\.test\.ts)`|\*([^*]+)\*/g, TESTS)).toEqual([]);
  });
});
