import { describe, expect, it } from 'vitest';
import { htmlReport } from '../../src/reporters/html/html.ts';
import { pageData } from '../../src/reporters/html/page-data.ts';
import { titleOf } from '../../src/reporters/words/result-text.ts';
import { emptyReport, hostileReport, someReport, unusableReport } from '../helpers/reports.ts';

/** The page without what is the same in every page. */
function ownPart(page: string): string {
  return page
    .replace(/<style>[\s\S]*?<\/style>/, '<style></style>')
    .replace(/<script type="module">[\s\S]*?<\/script>/, '<script></script>')
    .replaceAll(/sha256-[A-Za-z0-9+/=]+/g, 'sha256-');
}

describe('the HTML report', () => {
  it('is the same for the same report', async () => {
    await expect(ownPart(htmlReport(someReport))).toMatchFileSnapshot('../golden/reports/some.html');
    await expect(JSON.stringify(pageData(someReport), null, 2)).toMatchFileSnapshot(
      '../golden/reports/some.page.json',
    );
  });

  it('lists first what is not as it has to be, and the rest as the files have it', () => {
    const { fixtures } = pageData(someReport);
    const statuses = fixtures.map(({ status }) => status);
    const isBad = (status: string) => status === 'failed' || status === 'errored';
    expect(statuses.findLastIndex(isBad)).toBe(statuses.filter(isBad).length - 1);
    const names = someReport.projects.flatMap(({ results }) =>
      results.map((result) => titleOf(result.fixture)[0]),
    );
    const inOrder = fixtures.map(({ name }) => names.indexOf(name));
    const [bad, good] = [
      inOrder.slice(0, statuses.filter(isBad).length),
      inOrder.slice(statuses.filter(isBad).length),
    ];
    expect([bad, good]).toEqual([bad, good].map((part) => part.toSorted((a, b) => a - b)));
    expect(bad.length * good.length).toBeGreaterThan(0);
  });

  it('shows what could not be loaded, with its line', () => {
    const page = ownPart(htmlReport(unusableReport));
    expect(page).toContain(
      '<strong class="error">error</strong> a &#60;b&#62; &#38; &#34;c&#34;\\u001b[2J<pre>',
    );
    expect(page).toContain(' 2 | two');
    expect(page).not.toContain('<main>');
    expect(htmlReport(emptyReport)).toContain('✓ passed: 0 passed, 0 failed');
  });

  it('has nothing in it that a file could have put there', () => {
    const page = ownPart(htmlReport(hostileReport()));
    expect(page.match(/<script/g)).toHaveLength(2);
    expect(page).not.toMatch(/<img|<!--|onerror=(?!alert)/);
    expect(page).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
  });

  it('names nothing outside of itself', () => {
    expect(htmlReport(someReport)).not.toMatch(/\b(?:src|href|url|import)\b *[=(]|https?:/);
  });
});
