/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { buildReport, type Report } from '../../src/core/replay/report.ts';
import { htmlComparison } from '../../src/reporters/comparison/html.ts';
import type { FoundAccess } from '../../src/reporters/html/access-section.ts';
import { htmlReport } from '../../src/reporters/html/html.ts';
import { startBrowser } from '../helpers/browser.ts';
import { faintTexts } from '../helpers/contrast.ts';
import { verifyEmail } from '../helpers/email-project.ts';
import { describeWith } from '../helpers/needs.ts';
import { HOSTILE, hostileReport, namedAfterCalls, someReport, unusableReport } from '../helpers/reports.ts';

const POLICY = `\
@id("drafts")
permit (principal in EmailApp::Role::"editor", action == EmailApp::Action::"getEmailCampaign", resource)
when { resource.status == "draft" };
@id("sign-in")
permit (principal, action == EmailApp::Action::"login", resource);
`;

const CASES = `\
tables:
  - name: campaigns
    columns: [ana, eve, anonymous]
    rows:
      GET /campaigns/c1: [allow, deny, deny]
      GET /campaigns/c9: [deny, deny, deny]
      POST /login: [allow, allow, allow]
cases:
  - { name: nobody reads, as: ana, call: GET /messages/m1, expect: deny }
`;

const report = buildReport([verifyEmail(POLICY, CASES, { explain: 'all', coverage: {} })]);

/** As many decisions as a large project has. */
function largeReport(): Report {
  const [project] = report.projects;
  if (!project) throw new Error('the report has no project');
  const results = Array.from({ length: 1000 }, () => project.results).flat();
  return buildReport([{ ...project, results }]);
}

describeWith('Chromium')('the page of the HTML report', () => {
  let browser: Browser;
  const folder = mkdtempSync(join(tmpdir(), 'authz-page-'));
  beforeAll(async () => {
    browser = await startBrowser();
  });
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  /** Opens the page; anything that it complains about, or asks the network for, fails the test. */
  async function open(
    shown: Report,
    options: BrowserContextOptions = {},
    access: readonly FoundAccess[] = [],
  ): Promise<{ page: Page; complaints: string[] }> {
    const file = join(folder, 'page.html');
    writeFileSync(file, htmlReport(shown, { access }));
    const page = await (
      await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options })
    ).newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('dialog', (dialog) => complaints.push(dialog.message()));
    page.on('request', (request) => {
      if (!request.url().startsWith('file:')) complaints.push(request.url());
    });
    await page.goto(pathToFileURL(file).href);
    return { page, complaints };
  }

  const cells = (page: Page) =>
    page
      .locator('#matrix tr')
      .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));

  it('has a matrix of who may call what, in words', async () => {
    const { page, complaints } = await open(report);
    expect(await cells(page)).toMatchInlineSnapshot(`
      [
        [
          "",
          "ana",
          "eve",
          "anonymous",
        ],
        [
          "GET /campaigns/{campaign_id}",
          "◐ partly 1/2",
          "◐ partly 1/2 ! 1 failed",
          "✕ deny",
        ],
        [
          "PUT /campaigns/{campaign_id}",
          "–not tested",
          "–not tested",
          "–not tested",
        ],
        [
          "GET /campaigns/{campaign_id}/messages",
          "–not tested",
          "–not tested",
          "–not tested",
        ],
        [
          "GET /dashboard-data",
          "–not tested",
          "–not tested",
          "–not tested",
        ],
        [
          "POST /login",
          "✓ allow",
          "✓ allow",
          "✓ allow",
        ],
        [
          "DELETE /messages",
          "–not tested",
          "–not tested",
          "–not tested",
        ],
        [
          "POST /messages/move",
          "–not tested",
          "–not tested",
          "–not tested",
        ],
        [
          "GET /messages/{message_id}",
          "✕ deny",
          "–not tested",
          "–not tested",
        ],
        [
          "POST /tenants/{tenant_id}/campaigns",
          "–not tested",
          "–not tested",
          "–not tested",
        ],
      ]
    `);
    expect(complaints).toEqual([]);
  });

  it('is filtered while typing, and to what failed', async () => {
    const { page } = await open(report);
    await page.getByLabel('Filter').pressSequentially('post anonymous');
    expect(await cells(page)).toEqual([
      ['', 'anonymous'],
      ['POST /login', '✓ allow'],
    ]);
    expect(await page.locator('#shown').textContent()).toBe('1 fixture of 10');
    await page.getByLabel('Filter').fill('');
    await page.getByLabel('Failed only').check();
    expect(await page.locator('#list li').allTextContents()).toEqual([expect.stringContaining('FAIL')]);
    expect(await page.locator('#shown').textContent()).toBe('1 fixture of 10');
    await page.getByLabel('Filter').fill('no such thing');
    expect(await page.locator('#shown').textContent()).toBe('no fixture of 10');
  });

  it('is printed dark on light, with nothing behind an edge, and says what a filter leaves out', async () => {
    const { page } = await open(report);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    const colorOf = (name: string) =>
      page.evaluate((one) => getComputedStyle(document.documentElement).getPropertyValue(one), name);
    expect([await colorOf('--page'), await colorOf('--text')]).toEqual(['#ffffff', '#1b1f24']);
    const hidden = await page
      .locator('.scroll')
      .evaluateAll((all) => all.filter((one) => getComputedStyle(one).overflow !== 'visible').length);
    expect(hidden).toBe(0);
    expect(await page.locator('#shown').isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    await page.getByLabel('Filter').fill('post anonymous');
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('#shown').isVisible()).toBe(true);
  });

  it('is read with the keyboard alone', async () => {
    const { page } = await open(report);
    const focused = () =>
      page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
      );
    for (const _ of ['filter', 'failed only', 'matrix']) await page.keyboard.press('Tab');
    expect(await focused()).toBe('ana, GET /campaigns/{campaign_id}: ◐ partly 1/2, 2 decisions');
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toContain('eve, GET /campaigns/{campaign_id}');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toContain('eve, POST /login');
    await page.keyboard.press('Home');
    expect(await focused()).toContain('ana, POST /login');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    const detail = page.getByRole('dialog', { name: 'ana, GET /campaigns/{campaign_id}' });
    expect(await detail.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await detail.isVisible()).toBe(false);
    expect(await focused()).toContain('ana, GET /campaigns/{campaign_id}');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('campaigns');
    const outline = await page.evaluate(
      () => getComputedStyle(document.activeElement ?? document.body).outlineStyle,
    );
    expect(outline).toBe('solid');
  });

  it('lets the matrix over all requests be scrolled with the keyboard alone', async () => {
    const rows = Array.from({ length: 100 }, (_, index) => ({
      endpoint: { method: 'GET' as const, path: `/things${index}` },
      action: `getThing${index}`,
      cells: [{ kind: 'never' as const }],
    }));
    const matrix = { columns: ['admin'], rows, assumptions: [] };
    const { page } = await open(report, {}, [{ name: '.', matrix, problems: [] }]);
    await page.getByRole('searchbox').focus();
    for (const _ of ['failed only', 'matrix', 'matrix over all requests']) await page.keyboard.press('Tab');
    await page.keyboard.press('End');
    await page.waitForFunction(() => {
      const scrolled = document.activeElement;
      return scrolled?.querySelector('.access') != null && scrolled.scrollTop > 0;
    });
  });

  it('explains each decision', async () => {
    const { page } = await open(report);
    await page.getByRole('button', { name: 'ana, GET /campaigns/{campaign_id}' }).click();
    const detail = page.getByRole('dialog');
    expect(await detail.locator('article').count()).toBe(2);
    await page.getByText('Why:').last().click();
    const explained = detail.locator('article').last();
    expect(await explained.locator('dt').allTextContents()).toContain('resource');
    expect(await explained.locator('.part.false').allTextContents()).toContainEqual(
      expect.stringMatching(
        /✕ false.*resource\.status == "draft".*resource\.status is "sent", needed: "draft"/,
      ),
    );
    expect(await explained.textContent()).toContain('What would turn it');
  });

  it('says a call once where the fixture is named after it', async () => {
    const { page } = await open(namedAfterCalls);
    const [first] = await page.locator('#list li').all();
    expect(await first?.textContent()).toMatch(/^FAILGET \/campaigns\/c1 as anaexpected allow/);
    await page.getByRole('button', { name: 'GET /campaigns/c1 as ana' }).click();
    const detail = page.getByRole('dialog', { name: 'GET /campaigns/c1 as ana' });
    expect(await detail.locator('article').textContent()).toMatch(/^FAIL GET \/campaigns\/c1 as anasome\./);
  });

  it('shows coverage, and what was never seen', async () => {
    const { page } = await open(report);
    await page.getByText('never seen by the fixtures').click();
    expect(await page.getByText('PUT /campaigns/{campaign_id}: never denied').isVisible()).toBe(true);
    await page.getByText('left out, as no request comes to them').click();
    expect(await page.getByText('PUT /campaigns/{campaign_id}: never allowed').isVisible()).toBe(true);
  });

  it.each(['light', 'dark'] as const)(
    'stands out from a %s ground, and is no wider than a phone',
    async (colorScheme) => {
      const { page } = await open(report, { colorScheme, viewport: { width: 360, height: 700 } });
      expect(await faintTexts(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      await page.locator('#list button').last().click();
      expect(await faintTexts(page)).toEqual([]);
      const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      expect(background).toBe(colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(13, 17, 23)');
    },
  );

  it('is no wider than a phone where it compares, either, however long a path is', async () => {
    const path = '/organizations/{organizationId}/memberships/{membershipIdentifier}';
    const change = { endpoint: { method: 'GET' as const, path }, action: 'read', presence: 'both' as const };
    const kinds = ['not-decided', 'unchanged'] as const;
    const endpoints = kinds.map((kind) => ({ ...change, kind, reasons: [{ what: 'in', message: path }] }));
    const page = await (await browser.newContext({ viewport: { width: 360, height: 700 } })).newPage();
    await page.setContent(htmlComparison({ before: 'HEAD', after: 'main', endpoints, assumptions: [path] }));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  });

  it('runs nothing that a file says', async () => {
    const { page, complaints } = await open(hostileReport());
    const opened = await page.evaluate(() => {
      const buttons = document.querySelectorAll<HTMLButtonElement>('#list button.link, #matrix button');
      for (const button of buttons) {
        button.click();
        document.querySelector('dialog')?.close();
      }
      return buttons.length;
    });
    expect(opened).toBeGreaterThan(3 * HOSTILE.length);
    expect(await page.locator('img, iframe, article script').count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('refuses what did not come with it', async () => {
    const { page } = await open(someReport);
    const ran = await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.intruder = true';
      document.body.append(script);
      return 'intruder' in window;
    });
    expect(ran).toBe(false);
  });

  it('shows what could not be loaded', async () => {
    const { page, complaints } = await open(unusableReport);
    expect(await page.getByRole('heading', { name: 'Problems' }).isVisible()).toBe(true);
    expect(complaints).toEqual([]);
  });

  it('bears ten thousand decisions', async () => {
    const { page, complaints } = await open(largeReport());
    expect(await page.locator('#shown').textContent()).toBe('10000 fixtures of 10000');
    expect(await page.locator('#list li').count()).toBe(100);
    await page.getByRole('button', { name: 'Show 100 more of 9900' }).click();
    expect(await page.locator('#list li').count()).toBe(200);
    await page.getByLabel('Filter').fill('messages');
    expect(await page.locator('#shown').textContent()).toBe('1000 fixtures of 10000');
    await page.getByRole('button', { name: /^ana, GET .messages/ }).click();
    expect(await page.getByRole('dialog').locator('article').count()).toBe(20);
    expect(complaints).toEqual([]);
  });
});
