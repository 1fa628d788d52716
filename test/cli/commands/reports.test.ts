import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { authz, contentsOf, folderWith, projectWith, SHOP } from '../../helpers/cli.ts';
import { parseXml } from '../../helpers/xml.ts';

const FAILING = `\
principals: { ana: { sub: ana, groups: [admin] } }
entities: [{ uid: { type: "Shop::Shop", id: "1" }, attrs: {}, parents: [] }]
cases: [{ name: "a <b> & \\"c\\"", as: ana, call: GET /shops/1, expect: deny }]
`;

describe('reports', () => {
  it('are on standard output alone, and can be parsed', async () => {
    const folder = await projectWith();
    const json = await authz(folder, ['test', '--reporter', 'json']);
    expect(json).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(json.stdout)).toMatchObject({
      version: 1,
      counts: { fixtures: 10, passed: 10, problems: 0 },
    });
    const junit = await authz(folder, ['test', '--reporter', 'junit']);
    expect(junit).toMatchObject({ code: 0, stderr: '' });
    expect(parseXml(junit.stdout)).toMatchObject({
      name: 'testsuites',
      attributes: { tests: '11', failures: '0' },
    });
  });

  it('tell of failures with exit code 1', async () => {
    const folder = await projectWith({ 'fixtures/failing.fixtures.yaml': FAILING });
    const pretty = await authz(folder, ['test']);
    expect(pretty.code).toBe(1);
    expect(pretty.stdout).toContain('FAIL  fixtures/failing.fixtures.yaml:3:9\n      a <b> & "c"\n');
    expect(pretty.stdout).toContain('10 passed, 1 failed');
    const json = await authz(folder, ['test', '--reporter', 'json']);
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout).counts).toMatchObject({ passed: 10, failed: 1 });
    const junit = await authz(folder, ['test', '--reporter', 'junit']);
    expect(junit.code).toBe(1);
    const [suite] = parseXml(junit.stdout).children;
    expect(suite).toMatchObject({
      name: 'testsuite',
      attributes: { name: 'fixtures/failing.fixtures.yaml', failures: '1' },
    });
    expect(suite?.children[0]?.attributes.name).toBe('a <b> & "c"');
  });

  it('go to several files at once, and to standard output', async () => {
    const folder = await projectWith({ 'fixtures/failing.fixtures.yaml': FAILING });
    const args = [
      '--reporter',
      'json=out/report.json',
      '--reporter',
      'junit=out/deep/report.xml',
      '--reporter',
      'pretty',
    ];
    const run = await authz(folder, ['test', ...args], { env: { FORCE_COLOR: '1' } });
    expect(run.code).toBe(1);
    expect(run.stdout).toContain('1 failed');
    expect(JSON.parse(readFileSync(join(folder, 'out/report.json'), 'utf8')).counts.failed).toBe(1);
    expect(parseXml(readFileSync(join(folder, 'out/deep/report.xml'), 'utf8')).attributes.failures).toBe('1');
  });

  it('that cannot be written are unusable output', async () => {
    const folder = await projectWith({ file: '' });
    const run = await authz(folder, ['test', '--reporter', 'pretty', '--reporter', 'json=file/report.json']);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('a part of the path is a file, not a folder');
  });

  it.each<[string, Record<string, string>, string[]]>([
    ['there is no project', { 'authz.yaml': '' }, ['../nowhere']],
    ['the settings are broken', { 'authz.yaml': 'spec: [' }, []],
    ['the schema is missing', {}, ['--schema', 'nowhere.json']],
    ['the schema is broken', { 'v4.policyschema.json': '{' }, []],
    ['the policies are missing', {}, ['--policies', 'nowhere']],
    ['a policy does not parse', { 'policies/viewers.cedar': 'permit (' }, []],
    ['a fixtures file does not parse', { 'fixtures/x.fixtures.yaml': 'cases: [' }, []],
    ['a nested project is broken', { 'nested/authz.yaml': 'spec: [' }, []],
    ['no fixture is found', {}, ['policies']],
  ])('are valid also when %s', async (_, content, args) => {
    const folder = await projectWith(content);
    const files = [
      'junit=r.xml',
      'tap=r.tap',
      'sarif=r.sarif',
      'markdown=r.md',
      'github=r.txt',
      'html=r.html',
    ].flatMap((one) => ['--reporter', one]);
    const json = await authz(folder, ['test', '--reporter', 'json', ...files, ...args]);
    expect(json.code).toBe(2);
    expect(json.stderr).toContain('error: ');
    expect(JSON.parse(json.stdout)).toMatchObject({ version: 1, projects: expect.any(Array) });
    expect(JSON.parse(json.stdout).counts.problems).toBeGreaterThan(0);
    const read = (file: string) => readFileSync(join(folder, file), 'utf8');
    const { attributes, children } = parseXml(read('r.xml'));
    expect(Number(attributes.errors)).toBeGreaterThan(0);
    expect(children[0]?.children[0]?.children[0]?.name).toBe('error');
    expect(read('r.tap')).toMatch(/^TAP version 14\n[\s\S]*\nBail out! .+\n$/);
    expect(JSON.parse(read('r.sarif')).runs[0].invocations[0].executionSuccessful).toBe(false);
    expect(read('r.md')).toMatch(/^## ❌ authz: /);
    expect(read('r.txt')).toMatch(/^::error /);
    expect(read('r.html')).toContain('<h2 id="problems-title">Problems</h2>');
  });

  it('of diagnostics are valid JSON also when there is no project', async () => {
    const run = await authz(folderWith(), ['validate', '--format', 'json']);
    expect(run).toMatchObject({ code: 2, stderr: '' });
    expect(JSON.parse(run.stdout)).toMatchObject({ policies: 0, diagnostics: [{ code: 'project-missing' }] });
  });

  it('of classifications are pure in every format', async () => {
    const folder = folderWith({ 'openapi.yaml': SHOP });
    const classify = (format: string) =>
      authz(folder, ['classify', '--api-spec', 'openapi.yaml', '--format', format]);
    const json = await classify('json');
    expect(json).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(json.stdout).endpoints).toHaveLength(2);
    expect((await classify('csv')).stdout.split('\r\n')).toHaveLength(4);
    expect((await classify('markdown')).stdout.trimEnd().split('\n')).toHaveLength(4);
    expect((await classify('table')).stdout).toContain('2 endpoints, all sure');
  });
});

describe('the paths of a test', () => {
  it('are projects, folders and single files', async () => {
    const folder = await projectWith({ 'fixtures/more/failing.fixtures.yaml': FAILING });
    const counts = async (cwd: string, ...paths: string[]) =>
      JSON.parse((await authz(cwd, ['test', '--reporter', 'json', ...paths])).stdout).counts;
    expect(await counts(folder)).toMatchObject({ passed: 10, failed: 1 });
    expect(await counts(folder, 'fixtures/starter.fixtures.yaml')).toMatchObject({ passed: 10, failed: 0 });
    expect(await counts(folder, 'fixtures/more')).toMatchObject({ passed: 0, failed: 1 });
    expect(await counts(join(folder, 'fixtures'), 'more')).toMatchObject({ passed: 0, failed: 1 });
    expect(await counts(join(folder, 'fixtures'))).toMatchObject({ passed: 10, failed: 1 });
    expect(await counts(join(folder, '..'), folder)).toMatchObject({ passed: 10, failed: 1 });
  });

  it('need no project when schema and policies are named', async () => {
    const { 'authz.yaml': _, ...files } = contentsOf(await projectWith());
    const run = await authz(folderWith(files), [
      'test',
      'fixtures',
      '--schema',
      'v4.policyschema.json',
      '--policies',
      'policies',
    ]);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout).toContain('10 passed');
  });
});

describe('in a job of GitHub Actions', () => {
  const ACTIONS = { GITHUB_ACTIONS: 'true' };

  it('failures are annotated, with the file as the repository names it, and summed up', async () => {
    const root = folderWith({ 'summary.md': 'of an earlier command\n' });
    const folder = join(root, 'services/shop');
    cpSync(await projectWith({ 'fixtures/failing.fixtures.yaml': FAILING }), folder, { recursive: true });
    const summary = join(root, 'summary.md');
    const env = { ...ACTIONS, GITHUB_WORKSPACE: root, GITHUB_STEP_SUMMARY: summary };
    const run = await authz(folder, ['test'], { env });
    expect(run).toMatchObject({ code: 1, stderr: '' });
    expect(run.stdout).toContain('10 passed, 1 failed');
    expect(run.stdout).toContain(
      '\n::error file=services/shop/fixtures/failing.fixtures.yaml,line=3,col=9,title=',
    );
    expect(readFileSync(summary, 'utf8')).toMatch(
      /^of an earlier command\n## ❌ authz: 10 passed, 1 failed\n/,
    );
  });

  it('nothing that a file says is taken for a command', async () => {
    const folder = await projectWith({
      'fixtures/failing.fixtures.yaml': FAILING.replace('a <b>', '::stop-commands::a'),
    });
    const { stdout } = await authz(folder, ['test'], { env: ACTIONS });
    const [, token = '', text = ''] = /^::stop-commands::([0-9a-f-]{36})\n([\s\S]*)$/.exec(stdout) ?? [];
    expect(text.slice(0, text.indexOf(`\n::${token}::\n`))).toContain(
      String.raw`      \u003a:stop-commands::a`,
    );
    const after = text.slice(text.indexOf(`\n::${token}::\n`) + token.length + 6);
    expect(after).toMatch(/^::error [^\n]*%3A%3A[^\n]*\n$/);
  });

  it('nothing that people read of proofs is taken for a command', async () => {
    const { stdout } = await authz(await projectWith(), ['prove'], { env: ACTIONS });
    const [, token = ''] = /^::stop-commands::([0-9a-f-]{36})\n/.exec(stdout) ?? [];
    expect(stdout.split(`::${token}::`)).toHaveLength(2);
    expect(stdout).toContain('proven');
  });

  it('whoever chooses reporters gets those alone', async () => {
    const run = await authz(await projectWith(), ['test', '--reporter', 'json'], { env: ACTIONS });
    expect(JSON.parse(run.stdout)).toMatchObject({ counts: { passed: 10 } });
  });

  it('annotations go along with what people read, and with nothing else', async () => {
    const folder = await projectWith({ 'fixtures/failing.fixtures.yaml': FAILING });
    const both = await authz(folder, ['test', '--reporter', 'dot', '--reporter', 'github']);
    expect(both.stdout).toMatch(/\n::error file=fixtures/);
    const wrong = await authz(folder, ['test', '--reporter', 'json', '--reporter', 'github']);
    expect(wrong).toMatchObject({ code: 2, stdout: '' });
    expect(wrong.stderr).toContain('two reporters would write to standard output');
  });
});
