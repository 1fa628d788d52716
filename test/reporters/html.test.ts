import { describe, expect, it } from 'vitest';
import { htmlReport } from '../../src/reporters/html/html.ts';
import { pageData } from '../../src/reporters/html/page-data.ts';
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
