/**
 * The picture of the comment that `authz diff` makes for a pull request: `npx node bench/comment-picture.ts` writes it to docs/pictures/, with
 * the Chromium that the tests of the page use. Build first.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startBrowser } from '../test/helpers/browser.ts';

const ROOT = resolve(import.meta.dirname, '..');

const STYLE = `
body { margin: 0; background: #fff; color: #1f2328; font: 14px/1.5 system-ui, "DejaVu Sans", sans-serif; }
article { border: 1px solid #d1d9e0; border-radius: 6px; margin: 8px; }
header { padding: 8px 16px; background: #f6f8fa; border-bottom: 1px solid #d1d9e0; border-radius: 6px 6px 0 0; color: #59636e; }
header b { color: #1f2328; }
header i { float: right; padding: 0 7px; border: 1px solid #d1d9e0; border-radius: 1em; font-style: normal; font-size: 12px; }
div { padding: 4px 16px 12px; }
h3 { font-size: 18px; margin: 12px 0 8px; }
h4 { font-size: 15px; margin: 18px 0 6px; }
p { margin: 8px 0; }
ul { margin: 4px 0; padding-left: 26px; }
li { margin: 3px 0; }
code { padding: 2px 5px; border-radius: 6px; background: #eff1f3; font: 12px ui-monospace, "DejaVu Sans Mono", monospace; }
details { margin: 14px 0 2px; }
`;

const folder = mkdtempSync(join(tmpdir(), 'authz-comment-'));
try {
  await photograph(commentOn(folder), join(ROOT, 'docs/pictures/diff-comment.png'));
} finally {
  rmSync(folder, { recursive: true });
}

/** What `authz diff` says of an edit of the worked example. */
function commentOn(folder: string): string {
  cpSync(join(ROOT, 'fixtures/email-app'), folder, { recursive: true });
  const date = '2026-01-01T00:00:00Z';
  const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: folder, env });
  git('init', '--quiet', '--initial-branch', 'main');
  git('add', '--all');
  git('-c', 'user.name=ana', '-c', 'user.email=ana@example.com', 'commit', '--quiet', '--message', 'All');
  const file = join(folder, 'policies/editors.cedar');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('resource.status == "draft"', 'resource.status != "sent"'));
  const args = [join(ROOT, 'bin/authz.js'), 'diff', '--reporter', 'markdown', '--fail-on', 'none'];
  return execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
}

async function photograph(markdown: string, file: string): Promise<void> {
  const browser = await startBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 860, height: 400 }, deviceScaleFactor: 1.5 });
    await page.setContent(`<!doctype html><style>${STYLE}</style>
<article><header><b>authz-bot</b> commented on the pull request <i>Bot</i></header><div>${htmlOf(markdown)}</div></article>`);
    await page.locator('article').screenshot({ path: file });
  } finally {
    await browser.close();
  }
}

/** The few forms of Markdown that the comment has. */
function htmlOf(markdown: string): string {
  return markdown
    .split('\n\n')
    .map((block) => block.split('\n').map(lineOf).join('\n'))
    .map((block) => block.replaceAll(/(?:<li>.*<\/li>\n?)+/g, (items) => `<ul>${items}</ul>`))
    .join('\n');
}

function lineOf(line: string): string {
  if (/^<\/?details>/.test(line)) return line;
  const [, hashes, heading] = /^(#+) (.*)$/.exec(line) ?? [];
  if (hashes && heading !== undefined) return `<h${hashes.length}>${spanOf(heading)}</h${hashes.length}>`;
  const [, item] = /^- (.*)$/.exec(line) ?? [];
  if (item !== undefined) return `<li>${spanOf(item)}</li>`;
  return line === '' ? '' : `<p>${spanOf(line)}</p>`;
}

function spanOf(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/`([^`]*)`/g, '<code>$1</code>')
    .replaceAll(/\*\*([^*]*)\*\*/g, '<strong>$1</strong>')
    .replaceAll(/\\(?=[^\w\s])/g, '');
}
