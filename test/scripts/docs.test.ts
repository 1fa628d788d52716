import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CODES } from '../../src/core/diagnostics/codes.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const SRC = join(ROOT, 'src');

describe('documents made from the source', () => {
  it('are up to date', () => {
    const check = () => execFileSync(process.execPath, ['scripts/write-docs.ts', '--check'], { cwd: ROOT });
    expect(check).not.toThrow();
  });
});

describe('the pages that say how to do something', () => {
  const folder = join(ROOT, 'docs/how-to');

  it.each(readdirSync(folder))('show that it is done: %s', (name) => {
    const page = readFileSync(join(folder, name), 'utf8');
    const printed = [...page.matchAll(/^```console\n([\s\S]*?)^```$/gm)]
      .map(([, text = '']) => text)
      .join('');
    expect(printed).toMatch(/^\d+ passed, 0 failed/m);
    expect(printed).not.toMatch(/error:|REFUTED|UNDECIDED/);
  });
});

describe('the table of diagnostic codes', () => {
  const codes = Object.values(CODES).flatMap((subject) => Object.keys(subject));

  it('has each code once', () => {
    expect(codes.filter((code, index) => codes.indexOf(code) < index)).toEqual([]);
  });

  it('has no code that nothing reports', () => {
    const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('core/diagnostics/codes'))
      .map((file) => readFileSync(join(SRC, file), 'utf8'));
    const unused = codes.filter((code) => !sources.some((source) => source.includes(`'${code}'`)));
    expect(unused).toEqual([]);
  });
});
