import { cpSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { authz, contentsOf, EXAMPLE_FOLDER, expectRefusal, folderWith, projectWith } from '../helpers/cli.ts';

const AGAINST = ['test', '--against', 'http://127.0.0.1:9'];
const CALL = ['explain', 'GET', '/campaigns/c1', '--as', 'ana'];
const LINKS = resolve(import.meta.dirname, '../cedar-suites/links');
const USER = 'EmailApp::User::"ana"';

describe('a flag that would do nothing is refused, with what to do:', () => {
  it.each<[string, readonly string[], string, string]>([
    ['a rate without a server', ['test', '--rate', '5'], '`--rate` is for calls to', '--against http'],
    ['a time without a server', ['test', '--call-timeout', '9'], '`--call-timeout` is', '--against http'],
    [
      'several without a server',
      ['test', '--all-methods', '--rate', '5', '--allow-remote'],
      '`--all-methods`, `--rate` and `--allow-remote` are for calls to a running server',
      'leave it out',
    ],
    ['an update by a server', [...AGAINST, '--update'], '`--update` is not for a comparison', 'leave it out'],
    ['coverage of a server', [...AGAINST, '--coverage'], '`--coverage` is not', 'without `--against`'],
    [
      'a threshold for a server',
      [...AGAINST, '--coverage-threshold', 'endpoints=1'],
      '`--coverage-threshold` is not',
      'without `--against`',
    ],
    [
      'a look at reused decisions where none is reused',
      ['test', '--paranoid', '--no-decision-classes'],
      '`--paranoid` is for decisions that are reused',
      'leave one of the two out',
    ],
    [
      'a folder for fixtures that go beside others',
      ['generate-fixtures', '--neighbours', '--out-dir', 'x'],
      '`--out-dir` is not for `--neighbours`',
      'leave it out',
    ],
    [
      'files of no project for what covers a project',
      ['generate-fixtures', '--cover', '--schema', 's.json', '--policies', 'p', '--force'],
      '`--schema`, `--policies` and `--force` are not for `--cover`',
      'leave it out',
    ],
    [
      'a part of a Cedar request with a call',
      [...CALL, '--principal', USER],
      '`--principal` is of a Cedar request',
      'authz explain request.json',
    ],
    ['two callers', [...CALL, '--claims', '{}'], 'the caller is given twice', 'give one of `--as'],
    [
      'a caller of a Cedar request',
      ['explain', 'request.json', '--as', 'ana'],
      '`--as` is of a call',
      'authz explain GET',
    ],
    [
      'a principal beside the file of a request',
      ['explain', 'request.json', '--principal', USER],
      '`--principal` is in the file of the request already',
      'leave the file out',
    ],
    [
      'two files of a request',
      ['explain', 'request.json', '--request-json', 'other.json'],
      'the Cedar request is given twice',
      'name one file',
    ],
    [
      'a template that would only be listed',
      ['generate-policies', '--list', '--template', 'groups', '--force'],
      '`--template` and `--force` are not for the list of templates',
      '`--list` out',
    ],
    [
      'a comparison with standard output',
      ['generate-schema', '--check', '--out', '-'],
      '`--out -` is standard output',
      'name the file',
    ],
    [
      'an answer for the worked example',
      ['init', 'new', '--example', '--namespace', 'Foo', '--template', 'viewers'],
      '`--namespace` and `--template` are not for the worked example',
      'leave it or `--example` out',
    ],
    [
      'a claim with the tenant where there are no tenants',
      ['init', 'new', '--mapping-type', 'SimpleRest', '--tenant-claim', 'org'],
      '`--tenant-claim` is for tenants',
      'choose `ResourceRest`',
    ],
    [
      'one explained endpoint as a table',
      ['classify', '--explain', 'GET /campaigns/{campaign_id}', '--format', 'csv'],
      'one endpoint is not explained as csv',
      'write `--json`',
    ],
  ])('%s', async (_, args, message, help) => {
    const run = await authz(EXAMPLE_FOLDER, args);
    expectRefusal(run);
    expect(run.stderr).toContain(message);
    expect(run.stderr).toContain(help);
  });

  it('JSON of policies that would be written, and none is', async () => {
    const folder = await projectWith();
    const before = contentsOf(folder);
    const run = await authz(folder, ['generate-policies', '--json', '--template', 'groups']);
    expectRefusal(run);
    expect(run.stderr).toContain('`--json` is for the list of templates');
    expect(contentsOf(folder)).toEqual(before);
  });
});

describe('a file with links of policy templates', () => {
  it.each([
    ['is not there', 'lost.json', 'there is no such file or folder'],
    ['is a folder', 'policies', 'this is a folder, expected a file'],
  ])('is asked for where it %s: the link may forbid', async (_, name, message) => {
    const folder = await projectWith();
    const run = await authz(folder, ['test', '--template-linked', name]);
    expect(run.code).toBe(2);
    expect(run.stdout).toContain(message);
  });

  it('counts in a folder of Cedar without an `authz.yaml`', async () => {
    const linked = readFileSync(join(LINKS, 'linked'), 'utf8');
    const elsewhere = join(folderWith({ linked }), 'linked');
    const folder = folderWith();
    cpSync(LINKS, folder, { recursive: true, filter: (path) => !path.endsWith('/linked') });
    const run = await authz(folder, ['test', '.', '--template-linked', elsewhere]);
    expect(run.stdout).toContain('5 passed, 0 failed');
  });
});

describe('a project that the command line names by a path', () => {
  it.each(['prove', 'mutate', 'matrix'])('is looked for there: %s', async (command) => {
    const run = await authz(EXAMPLE_FOLDER, [command, 'polices']);
    expectRefusal(run);
    expect(run.stderr).toContain('there is no such file or folder [path-missing]\n  --> polices\n');
    expect(run.stderr).toContain('did you mean `policies`?');
  });

  it('is named as it was written where it is none, with nothing that the command does not take', async () => {
    const { stderr } = await authz(folderWith({ 'empty/note.md': '' }), ['prove', 'empty']);
    expect(stderr).toContain('no `authz.yaml` in or above `empty`');
    expect(stderr).not.toContain('--policies');
  });

  it('has places as seen from where the command runs', async () => {
    const run = await authz(resolve(EXAMPLE_FOLDER, '..'), ['prove', 'email-app/fixtures']);
    expect(run).toMatchObject({ code: 0 });
    expect(run.stdout).toContain('(email-app/invariants/campaigns.cedar:3:1)');
  });

  it('has principals, and `matrix` takes no claims', async () => {
    const run = await authz(EXAMPLE_FOLDER, ['matrix', '--as', 'nobody']);
    expectRefusal(run);
    expect(run.stderr).not.toContain('--claims');
  });
});
