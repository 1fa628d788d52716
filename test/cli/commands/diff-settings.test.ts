import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { authz, EXAMPLE_FOLDER, folderWith, type Run } from '../../helpers/cli.ts';
import { initRepository } from '../../helpers/git.ts';

/** The worked example in a repository, with one commit in which `authz.yaml` also says `before`; now it says `after` instead. */
function repository(before: string, after: string): string {
  const folder = folderWith();
  cpSync(EXAMPLE_FOLDER, folder, { recursive: true });
  const config = join(folder, 'authz.yaml');
  const text = readFileSync(config, 'utf8');
  appendFileSync(config, before);
  initRepository(folder);
  writeFileSync(config, `${text}${after}`);
  return folder;
}

function diff(folder: string, ...args: readonly string[]): Promise<Run> {
  return authz(folder, ['diff', ...args]);
}

const NAMED = 'policies: policies\n';

describe('authz diff, of settings', () => {
  it('counts a longer limit of URLs as opened, and a shorter one as closed', async () => {
    const longer = await diff(repository('', 'server: { maxUrlLength: 20000 }\n'));
    expect(longer.stdout).toContain('server.maxUrlLength opens calls');
    expect(longer.stdout).toContain(
      'OPENED  server.maxUrlLength: 20000 now, and was not set; paths of 8193 to',
    );
    expect(longer.code).toBe(1);
    const shorter = repository('', 'server: { maxUrlLength: 200 }\n');
    expect(await diff(shorter)).toMatchObject({ code: 0 });
    expect(await diff(shorter, '--fail-on', 'closed')).toMatchObject({ code: 1 });
  });

  it.each(['caseSensitiveRouting', 'strictRouting'])(
    'does not decide what becomes of calls by %s, and says that less gets through without it',
    async (key) => {
      const heeded = await diff(repository('', `server: { ${key}: true }\n`));
      expect(heeded.stdout).toContain(`NOT DECIDED  server.${key}: true now, and was not set`);
      expect(heeded.code).toBe(1);
      const unheeded = await diff(repository(`server: { ${key}: true }\n`, ''), '--fail-on', 'closed');
      expect(unheeded.stdout).toContain(`CLOSED  server.${key}: not set now, and was true`);
      expect(unheeded.code).toBe(1);
    },
  );

  it('changes nothing where a setting says what holds without it', async () => {
    const { code, stdout } = await diff(
      repository('', 'server: { maxUrlLength: 8192 }\n'),
      '--fail-on',
      'any',
    );
    expect(stdout).toContain('  server.maxUrlLength: 8192 now, and was not set\n');
    expect(code).toBe(0);
  });

  it.each([
    [
      'coverage: { endpoints: 100 }\n',
      'coverage: { endpoints: 10 }\n',
      'coverage.endpoints: 10 now, 100 before',
    ],
    ['', 'server: { missingResource: 403 }\n', 'server.missingResource: 403 now, and was not set'],
    ['', 'server: { optionsRequests: answer }\n', 'server.optionsRequests: "answer" now, and was not set'],
    ['', 'basePath: ""\n', 'basePath: "" now, and was not set'],
    [
      '',
      'overrides: { GET /dashboard-data: { pattern: open } }\n',
      'overrides.GET /dashboard-data.pattern: "open" now, and was not set',
    ],
  ])('tells of %j that is %j now', async (before, after, words) => {
    const { code, stdout } = await diff(repository(before, after), '--fail-on', 'any');
    expect(stdout).toContain(`authz.yaml says otherwise\n  ${words}\n`);
    expect(code).toBe(0);
  });

  it('fails where a change closes something, and nobody knows what else', async () => {
    const folder = repository('', '');
    const config = readFileSync(join(folder, 'authz.yaml'), 'utf8');
    writeFileSync(
      join(folder, 'authz.yaml'),
      config.replace('type: Role', 'type: Role, userPoolId: eu-1_abc'),
    );
    appendFileSync(
      join(folder, 'policies/editors.cedar'),
      '@id("closed") forbid (principal, action, resource);\n',
    );
    const { code, stdout } = await diff(folder);
    expect(code).toBe(1);
    expect(stdout).toContain('CLOSED, THE REST NOT DECIDED  PUT /campaigns/{campaign_id}\n');
    expect(stdout).toMatch(/: 0 endpoints opened, 13 closed, 13 not decided in part\n/);
    expect(await diff(folder, '--fail-on', 'none')).toMatchObject({ code: 0 });
    const markdown = await diff(folder, '--reporter', 'markdown');
    expect(markdown.stdout).toContain('#### Closed, the rest not decided: `PUT /campaigns/{campaign_id}`');
    const annotations = await diff(folder, '--reporter', 'github');
    expect(annotations.stdout).toMatch(/title=closed%2C the rest not decided.*the user pool of a caller/);
    const { endpoints } = JSON.parse((await diff(folder, '--json')).stdout);
    expect(endpoints[0]).toMatchObject({ change: 'closed', isPartlyUndecided: true });
  });

  it('tells of policies that are read elsewhere, in every report', async () => {
    const folder = repository('', '');
    cpSync(join(folder, 'policies'), join(folder, 'strict'), { recursive: true });
    const config = readFileSync(join(folder, 'authz.yaml'), 'utf8');
    writeFileSync(join(folder, 'authz.yaml'), config.replace(NAMED, 'policies: strict\n'));
    const words = 'policies: "strict" now, "policies" before';
    expect((await diff(folder)).stdout).toContain(words);
    expect((await diff(folder, '--reporter', 'markdown')).stdout).toContain(words);
    expect((await diff(folder, '--reporter', 'html')).stdout).toContain(words.replaceAll('"', '&#34;'));
    const { settings } = JSON.parse((await diff(folder, '--json')).stdout);
    expect(settings).toEqual([
      { key: 'policies', before: '"policies"', after: '"strict"', change: 'unchanged' },
    ]);
  });

  it('counts paths that no schema has as opened where they are skipped, and as closed where they no longer are', async () => {
    const skipped = 'server: { skippedEndpoints: [GET /health, "GET /docs/{page}"] }\n';
    const opened = await diff(repository('', skipped));
    expect(opened.stdout).toMatch(
      /OPENED {2}server\.skippedEndpoints: .*; calls of GET \/docs\/\{page\}, GET \/health go through without a decision/,
    );
    expect(opened.code).toBe(1);
    const closed = repository(skipped, '');
    expect((await diff(closed)).stdout).toMatch(
      /CLOSED {2}server\.skippedEndpoints: not set now, .* are refused/,
    );
    expect(await diff(closed)).toMatchObject({ code: 0 });
    expect(await diff(closed, '--fail-on', 'closed')).toMatchObject({ code: 1 });
  });

  it('says of the endpoints alone what becomes of them where they are skipped', async () => {
    const { stdout } = await diff(repository('', 'server: { skippedEndpoints: [GET /campaigns/c1] }\n'));
    expect(stdout).toContain('GET /campaigns/{campaign_id}');
    expect(stdout).not.toContain('OPENED  server.skippedEndpoints');
  });

  it('annotates a setting that opens something', async () => {
    const { stdout } = await diff(
      repository('', 'server: { maxUrlLength: 20000 }\n'),
      '--reporter',
      'github',
    );
    expect(stdout).toContain('::error title=opened%3A server.maxUrlLength::');
  });
});
