import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/decision-classes.md'), 'utf8');

describe('the page about decision classes', () => {
  it('names tests that there are', () => {
    const files = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.test.ts'),
    );
    const tests = files.map((file) => readFileSync(join(ROOT, 'test', file), 'utf8')).join('\n');
    const rows = PAGE.split('\n').filter((line) => /^\| \d/.test(line));
    const named = rows.flatMap((row) =>
      [...row.matchAll(/(?<!\*)\*([^*]+)\*(?!\*)/g)].map(([, name = '']) => name),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !tests.includes(name))).toEqual([]);
    const known = rows.flatMap((row) =>
      [...row.matchAll(/`([\w-]+\.test\.ts)`/g)].map(([, file = '']) => file),
    );
    expect(known.filter((file) => !files.some((one) => one.endsWith(`/${file}`)))).toEqual([]);
  });

  it('links to files and names functions that there are', () => {
    const links = [...PAGE.matchAll(/\]\((\.\.\/[^)]+)\)/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((link) => !existsSync(resolve(ROOT, 'docs', link)))).toEqual([]);
  });
});
