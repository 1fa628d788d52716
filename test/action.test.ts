import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { BINARY, EXAMPLE_FOLDER, folderWith } from './helpers/cli.ts';
import { git, initRepository } from './helpers/git.ts';

interface ActionStep {
  readonly name: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const action = parse(readFileSync(resolve(import.meta.dirname, '../action.yml'), 'utf8')) as {
  readonly runs: { readonly steps: readonly ActionStep[] };
};

/** A clone of a repository that holds the worked example. */
function clone(): string {
  const origin = folderWith();
  cpSync(EXAMPLE_FOLDER, origin, { recursive: true });
  initRepository(origin);
  const folder = join(folderWith(), 'clone');
  git(origin, 'clone', '--quiet', origin, folder);
  return folder;
}

/** Runs a step as the runner does. */
function runStep(name: string, folder: string, variables: Readonly<Record<string, string>> = {}) {
  const step = action.runs.steps.find((one) => one.name === name);
  if (step?.run === undefined) throw new Error(`no step ${name}`);
  return runScript(step.run, folder, {
    BASE: 'main',
    FAIL_ON: 'opened',
    GITHUB_REPOSITORY: 'a/b',
    PULL_REQUEST: '1',
    MARK: '<!-- authz diff: . -->',
    ...variables,
  });
}

/**
 * `npx --no -- authz` is the built tool; `npx authz` could be a package of somebody else, and does not run. `gh` prints what it would
 * write, and finds the comment that `COMMENT` numbers.
 */
function runScript(script: string, folder: string, variables: Readonly<Record<string, string>>) {
  const tools = folderWith();
  writeFileSync(
    join(tools, 'npx'),
    `#!/bin/sh\n[ "$1 $2 $3" = '--no -- authz' ] || exit 99\nshift 3\nexec '${process.execPath}' '${BINARY}' "$@"\n`,
  );
  writeFileSync(
    join(tools, 'gh'),
    `#!/bin/sh
case "$1 $2 $3 $4" in
  'pr comment 1 --body-file') echo "a new comment"; cat "$5" ;;
  'api repos/a/b/issues/1/comments --paginate --jq') [ -z "$COMMENT" ] || echo "$COMMENT" ;;
  'api --silent --method PATCH') echo "$5"; cat "\${7#body=@}" ;;
  *) exit 98 ;;
esac
`,
  );
  for (const tool of ['npx', 'gh']) chmodSync(join(tools, tool), 0o755);
  return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: `${tools}:${process.env.PATH}`, HOME: tools, ...variables },
  });
}

/** Editors may change what is not a draft, too. */
function widen(folder: string): void {
  const path = join(folder, 'policies/editors.cedar');
  writeFileSync(path, readFileSync(path, 'utf8').replace('resource.status == "draft"', 'true'));
}

const DIFF = 'What the pull request opens and closes';

describe('the action for GitHub', () => {
  it.each(action.runs.steps.flatMap(({ name, run }) => (run?.startsWith('npx --no -- authz') ? [name] : [])))(
    'passes on the worked example: %s',
    (name) => {
      expect(runStep(name, clone())).toMatchObject({ status: 0 });
    },
  );

  it('fails when the pull request opens something, and leaves the comment behind', () => {
    const folder = clone();
    widen(folder);
    const { status, stdout } = runStep(DIFF, folder);
    expect(status).toBe(1);
    expect(stdout).toContain('::error file=policies/editors.cedar');
    expect(readFileSync(join(folder, 'authz-diff.md'), 'utf8')).toContain(
      '#### Opened: `PUT /campaigns/{campaign_id}`',
    );
  });

  it('comments that nothing was found out, and never what the pull request brings for a comment', () => {
    const folder = clone();
    writeFileSync(join(folder, 'authz-diff.md'), 'nothing opened');
    writeFileSync(join(folder, 'policies/editors.cedar'), 'permit (');
    for (const { name, run } of action.runs.steps.slice(0, 2)) if (run) runStep(name, folder);
    expect(runStep(DIFF, folder)).toMatchObject({ status: 2 });
    expect(runStep('A comment on the pull request', folder)).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(
        /^a new comment\n<!-- authz diff: \. -->\n❌ authz could not find out what this pull request opens or closes/,
      ),
    });
  });

  it('writes the comment of an earlier commit again, and no other one', () => {
    const folder = clone();
    writeFileSync(join(folder, 'authz-diff.md'), 'nothing opened\n');
    expect(runStep('A comment on the pull request', folder, { COMMENT: '41' })).toMatchObject({
      status: 0,
      stdout: 'repos/a/b/issues/comments/41\n<!-- authz diff: . -->\nnothing opened\n',
    });
  });

  it('passes when the pull request opens nothing', () => {
    const folder = clone();
    expect(runStep(DIFF, folder)).toMatchObject({ status: 0 });
    expect(existsSync(join(folder, 'authz-diff.md'))).toBe(true);
  });

  it('puts nothing from a pull request into the text of a script', () => {
    for (const { run = '' } of action.runs.steps) expect(run).not.toContain('${{');
  });
});

describe('the jobs for GitLab', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../docs/ci.md'), 'utf8');
  const text = /```yaml\n(# \.gitlab-ci\.yml\n.*?)```/s.exec(page)?.[1] ?? '';
  const { '.authz': _, ...jobs } = parse(text) as Readonly<
    Record<string, { readonly script: readonly string[] }>
  >;
  const runJob = (name: string, folder: string) =>
    runScript(jobs[name]?.script.join('\n') ?? 'exit 9', folder, { CI_DEFAULT_BRANCH: 'main' });

  it.each(Object.keys(jobs))('pass on the worked example: %s', (name) => {
    expect(runJob(name, clone())).toMatchObject({ status: 0 });
  });

  it('tell what a merge request opens, also when a fixture fails', () => {
    const folder = clone();
    widen(folder);
    expect(runJob('authz', folder)).toMatchObject({ status: 1 });
    expect(runJob('authz-diff', folder)).toMatchObject({ status: 1 });
    expect(readFileSync(join(folder, 'authz-diff.md'), 'utf8')).toContain('opened');
  });
});

describe('the hook of pre-commit', () => {
  const [hook] = parse(readFileSync(resolve(import.meta.dirname, '../.pre-commit-hooks.yaml'), 'utf8')) as [
    { readonly files: string; readonly entry: string },
  ];

  it.each(readdirSync(EXAMPLE_FOLDER, { recursive: true, encoding: 'utf8' }).filter(isRead))(
    'runs when %s is changed',
    (file) => expect(file).toMatch(new RegExp(hook.files)),
  );

  it('passes on the worked example', () => {
    expect(runScript(hook.entry, clone(), {})).toMatchObject({ status: 0 });
  });

  it('is on the page as a hook of git, too', () => {
    const page = readFileSync(resolve(import.meta.dirname, '../docs/ci.md'), 'utf8');
    const script = /^ {4}#!\/bin\/sh\n(.*?)(?:\n\n|\s*$)/ms.exec(page)?.[1] ?? 'exit 9';
    expect(runScript(script, clone(), {})).toMatchObject({ status: 0, stdout: '' });
  });

  it('leaves code and texts alone', () => {
    for (const file of ['README.md', 'src/server.ts', 'cedar/notes.txt'])
      expect(file).not.toMatch(new RegExp(hook.files));
  });
});

/** Files of a project that decide what `authz validate` and `authz test` say. */
function isRead(file: string): boolean {
  return /\.[a-z]+$/.test(file) && !/^app\b|\.md$/.test(file);
}
