import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FlagOption } from '../../../src/cli/flags.ts';
import { buildProgram } from '../../../src/cli/program.ts';
import type { Terminal } from '../../../src/cli/terminal/terminal.ts';
import { authz, BINARY, EXAMPLE_FOLDER, expectRefusal, folderWith } from '../../helpers/cli.ts';

/** The candidates for the last of these words. */
async function candidates(words: readonly string[], cwd = EXAMPLE_FOLDER): Promise<readonly string[]> {
  const { code, stdout, stderr } = await authz(cwd, ['complete', '--', ...words]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const lines = stdout.split('\n').slice(0, -1);
  return lines.map((line) => line.split('\t')[0] ?? '');
}

/** What help calls values that can be completed. */
const COMPLETED = [
  ...['METHOD /path', 'after', 'before', 'file', 'file-or-command', 'folder', 'method', 'name'],
  ...['path', 'paths', 'principal', 'reports', 'service', 'shell', 'url'],
];
/** What it calls those that nobody can know, or that are ignored. */
const FREE = [
  ...['Type', 'claim', 'endpoint=pattern', 'entity', 'i/n', 'id', 'json', 'measure=percent', 'ms', 'n'],
  ...['format', 'namespace', 'percent', 'revision', 'seconds', 'server', 'type'],
];

describe('what a shell can complete', () => {
  it.each<[readonly string[], readonly string[]]>([
    [['gen'], ['generate-schema', 'generate-policies', 'generate-fixtures', 'generate-slices']],
    [['help', 'exp'], ['explain']],
    [['--no'], ['--no-pager', '--no-color']],
    [
      ['explain', 'GET', '/dashboard-data', '--c'],
      ['--claims', '--context', '--color'],
    ],
    [
      ['test', '--reporter', 'j'],
      ['json', 'junit'],
    ],
    [
      ['test', '--reporter=j'],
      ['--reporter=json', '--reporter=junit'],
    ],
    [
      ['explain', '--format', ''],
      ['pretty', 'json'],
    ],
    [
      ['explain', 'P'],
      ['POST', 'PUT', 'PATCH'],
    ],
    [
      ['explain', 'PUT', ''],
      ['/campaigns/{campaign_id}', '/messages/{message_id}'],
    ],
    [['explain', 'get', '/campaigns/c1/'], ['/campaigns/c1/messages']],
    [
      ['explain', 'GET', '/campaigns/c1', '--as', 'a'],
      ['ada', 'ana', 'anonymous'],
    ],
    [['test', 'fixtures/me'], ['fixtures/messages.fixtures.yaml']],
    [['test', 'fi'], ['fixtures/']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['publish', ''], ['verified-permissions']],
    [
      ['generate-policies', '--template', 'o'],
      ['open-endpoints', 'owner-only'],
    ],
    [['classify', '--explain', 'DELETE /m'], ['DELETE /messages']],
    [['test', '--filter', 'm'], ['method=']],
    [
      ['matrix', '--filter', ''],
      ['name=', 'method=', 'path=', 'action='],
    ],
    [['matrix', '--filter', 'pattern='], []],
    [['test', '--against', ''], []],
    [['merge-reports', 'entities'], ['entities.json']],
    [['diff', 'main', 'pol'], ['policies/']],
    [
      ['test', '--filter', 'principal=an'],
      ['principal=ana', 'principal=anonymous'],
    ],
    [['test', '--filter=pattern=b'], ['--filter=pattern=batch']],
    [['explain', 'GET', '/x', 'more', ''], []],
    [['nonsense', ''], []],
  ])('after %j is %j', async (words, expected) => {
    expect(await candidates(words)).toEqual(expected);
  });

  it('is known of each value that help names, or nobody can know it', () => {
    const program = buildProgram({} as Terminal, () => undefined); // Nothing is run.
    const commands = program.createHelp().visibleCommands(program);
    const named = commands
      .filter((command) => command.name() !== 'help')
      .flatMap((command) => [
        ...command.registeredArguments.map((argument) => argument.name()),
        ...command.options.flatMap((option) =>
          option instanceof FlagOption && option.values.length > 0
            ? []
            : (/[<[]([^.\]>]+)/.exec(option.flags)?.[1] ?? []),
        ),
      ]);
    expect([...new Set(named)].sort()).toEqual([...COMPLETED, ...FREE].sort());
  });

  it('finds files at the root of the file system', async () => {
    const top = EXAMPLE_FOLDER.split('/')[1] ?? '';
    expect(await candidates(['test', `/${top.slice(0, -1)}`])).toContain(`/${top}/`);
  });

  it('is never the command that the scripts ask', async () => {
    expect(await candidates([''])).not.toContain('complete');
  });

  it('has the path of the schema beside it only where a segment is filled in', async () => {
    const { stdout } = await authz(EXAMPLE_FOLDER, ['complete', '--', 'explain', 'PUT', '/c']);
    expect(stdout).toBe('/campaigns/{campaign_id}\t\n');
    const filled = await authz(EXAMPLE_FOLDER, ['complete', '--', 'explain', 'GET', '/campaigns/c1/']);
    expect(filled.stdout).toBe('/campaigns/c1/messages\t/campaigns/{campaign_id}/messages\n');
  });

  it('is read from files that may be broken, without a message', async () => {
    const folder = folderWith({ 'authz.yaml': 'nothing: [', 'v4.policyschema.json': '{' });
    expect(await candidates(['explain', 'GET', ''], folder)).toEqual([]);
    expect(await candidates(['explain', 'GET', '/', '--as', ''], folder)).toEqual(['anonymous']);
    expect(await candidates(['test', 'no/such/folder/'], folder)).toEqual([]);
  });

  it('leaves out names that would break the line', async () => {
    const folder = folderWith({ 'plain.txt': '', 'two\nlines.txt': '' });
    expect(await candidates(['test', ''], folder)).toEqual(['plain.txt']);
  });
});

describe('the script of a shell', () => {
  it('is refused for a shell that is not known', async () => {
    const run = await authz(folderWith(), ['completion', 'bsh']);
    expectRefusal(run);
    expect(run.stderr).toContain('did you mean `bash`?');
  });

  it('completes in bash, also behind what bash takes for the end of a word', async () => {
    const { stdout: script } = await authz(folderWith(), ['completion', 'bash']);
    const complete = (line: string, word: string) => {
      const ask = `${script}
        COMP_LINE=$1 COMP_POINT=\${#1}
        _authz "$3" "$2" && printf '%s\\n' "\${COMPREPLY[@]}"`;
      return execFileSync('bash', ['-c', ask, 'bash', line, word, tool()], {
        cwd: EXAMPLE_FOLDER,
        encoding: 'utf8',
      })
        .split('\n')
        .slice(0, -1);
    };
    expect(complete('authz gen', 'gen')).toContain('generate-schema');
    expect(complete('authz test --reporter=j', 'j')).toEqual(['json', 'junit']);
    expect(complete('authz explain GET /campaigns/c1 --as ', '')).toContain('ana');
    expect(complete('authz classify --explain "POST /c', 'POST /c')).toContain(
      'POST /campaigns/{campaign_id}/messages',
    );
    expect(complete(String.raw`authz classify --explain POST\ /l`, String.raw`POST\ /l`)).toEqual([
      String.raw`POST\ /login`,
    ]);
  });

  it('makes no command in bash of a name that a project has', async () => {
    const { stdout: script } = await authz(folderWith(), ['completion', 'bash']);
    // biome-ignore lint/suspicious/noTemplateCurlyInString: bash fills it in
    const names = ['ab', 'a$(touch${IFS}made)', 'a`id`', 'a;id', "a'b", 'a"b', 'a|id', 'a!b', 'a\\b'];
    const folder = folderWith({
      'fixtures/a.fixtures.yaml': `principals:\n${names.map((name) => `  ${JSON.stringify(name)}: { sub: x }\n`).join('')}`,
      'authz.yaml': 'spec: openapi.yaml\nnamespace: App\n',
    });
    // Each candidate is put behind `echo` as bash would put it into the line, and carried out.
    const carriedOut = (line: string, word: string, end: string) => {
      const ask = `${script}
        COMP_LINE=$1 COMP_POINT=\${#1}
        _authz "$3" "$2" && for one in "\${COMPREPLY[@]}"; do eval "printf '%s\\n' $4$one$4"; done`;
      const given = ['bash', line, word, tool(), end];
      return execFileSync('bash', ['-c', ask, ...given], { cwd: folder, encoding: 'utf8' })
        .split('\n')
        .slice(0, -1);
    };
    const as = 'authz explain GET / --as ';
    expect(carriedOut(`${as}a`, 'a', '').toSorted()).toEqual([...names, 'anonymous'].toSorted());
    expect(carriedOut(`${as}"a`, 'a', '"').toSorted()).toEqual(
      ['ab', "a'b", 'a;id', 'a|id', 'anonymous'].toSorted(),
    );
    expect(carriedOut(`${as}'a`, 'a', "'").toSorted()).toEqual(
      [...names.filter((name) => name !== "a'b"), 'anonymous'].toSorted(),
    );
  });

  it.each(['zsh', 'fish'])('has a syntax that %s accepts (skipped without that shell)', async (shell) => {
    const { stdout: script } = await authz(folderWith(), ['completion', shell]);
    expect(script).toContain('authz');
    const folder = folderWith({ 'completion.sh': script });
    const check = spawnSync(shell, ['-n', 'completion.sh'], { cwd: folder, encoding: 'utf8' });
    if (check.error === undefined) expect(check).toMatchObject({ status: 0, stderr: '' });
  });
});

/** The tool under the name that the script is registered for. */
function tool(): string {
  const file = join(folderWith(), 'authz');
  writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${BINARY}' "$@"\n`);
  chmodSync(file, 0o755);
  return file;
}
