import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

it('leaves no marks of a merge in what people read', () => {
  const pages = [...markdownIn('.', false), ...markdownIn('docs', true), ...markdownIn('bench', false)];
  expect(pages).toContain('README.md');
  expect(pages.filter((page) => MARK.test(readFileSync(join(ROOT, page), 'utf8')))).toEqual([]);
});

const MARK = /^(?:<{7} |>{7} |={7}$)/m;

function markdownIn(folder: string, recursive: boolean): string[] {
  return readdirSync(join(ROOT, folder), { recursive, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
}
