import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const PAGES = [
  ...[
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'bench/README.md',
    'fixtures/email-app/README.md',
  ],
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

describe('the links of the pages', () => {
  it.each(PAGES)('of %s lead to files and headings that there are', (page) => {
    const links = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
    const broken = links.filter((link) => !/^[a-z]+:/.test(link) && !isFound(link, page));
    expect(broken).toEqual([]);
  });
});

describe('a link whose text is the name of a file', () => {
  it.each(PAGES)('leads to that file: %s', (page) => {
    const links = [...read(page).matchAll(/\[`([\w./-]+\.(?:ts|tsx|md|json|mjs))`\]\(([^)\s#]+)\)/g)];
    const wrong = links.filter(([, name = '', target = '']) => !target.endsWith(name.replace(/^.*\//, '/')));
    expect(wrong.map(([link]) => link)).toEqual([]);
  });
});

describe('bench/README.md', () => {
  it('names the benchmarks that `npm run bench` leaves out', () => {
    const page = read('bench/README.md');
    const all = [...page.matchAll(/^\| `node bench\/([\w-]+)\.ts` \|/gm)].map(([, name]) => name);
    const [, leftOut = ''] = /`npm run bench` leaves out (.*?):/.exec(page) ?? [];
    const run = new Set([...read('bench/run.ts').matchAll(/\bname: '([\w-]+)'/g)].map(([, name]) => name));
    expect([...leftOut.matchAll(/`([\w-]+)`/g)].map(([, name]) => name)).toEqual(
      all.filter((name) => !run.has(name)),
    );
  });
});

function isFound(link: string, page: string): boolean {
  const [path = '', heading] = link.split('#');
  const file = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(ROOT, file))) return false;
  return heading === undefined || !file.endsWith('.md') || headingsOf(file).includes(heading);
}

/** As code hosts make names of headings. */
function headingsOf(file: string): string[] {
  return [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
    text
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function read(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}
