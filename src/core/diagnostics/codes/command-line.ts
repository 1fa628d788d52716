import type { CodeDescription } from './description.ts';

/** The command line, projects and reports. */
export const COMMAND_LINE_CODES = {
  usage: {
    sentence: 'The command line cannot be understood.',
    cause: 'An unknown command or flag, a value that a flag does not take, or a missing argument.',
    remedy: 'Use the suggestion in the message, or read `authz help <command>`.',
    example: 'authz test --verbos',
  },
  'budget-used-up': {
    sentence: 'A question about all requests needs more effort than its budget allows.',
    cause: 'A condition is hard to reason about, such as one with products of several attributes.',
    remedy: 'Allow more, such as a minute with `--budget 60`, or ask less in one condition.',
    example: 'permit (principal, action, resource) when { principal.a * principal.b == principal.c };',
  },
  'project-found': {
    sentence: 'There is no `authz.yaml`, and the Cedar policies of the folder are used.',
    cause:
      'The folder, or a folder above the tests, has policies, and at most one schema. The message names what was taken.',
    remedy: 'Nothing, if these are the right files; else name others with `--policies` and `--schema`.',
    example: 'authz test   # in a folder with policies.cedar, policies.cedarschema and ALLOW/',
  },
  'project-missing': {
    sentence: 'A command needs a project, and there is none.',
    cause:
      'Neither the folder nor a folder above it has an `authz.yaml`, or Cedar policies that can be used without one.',
    remedy: 'Run `authz init`, change into the folder of the project, or name the files with flags.',
    example: 'authz test   # in an empty folder',
  },
  'project-ambiguous': {
    sentence: 'A command is about one project, and several were found.',
    cause: 'Several folders below the current folder have an `authz.yaml`.',
    remedy: 'Change into the folder of one project.',
    example: 'authz explain GET /pets --as ana   # above two projects',
  },
  'project-exists': {
    sentence: '`authz init` found a project in the folder.',
    cause: 'The folder has an `authz.yaml` already.',
    remedy: 'Run `authz test`, or start over with `--force`.',
    example: 'authz init --yes --example && authz init --yes --example',
  },
  'example-in-the-way': {
    sentence: 'The worked example would replace a file of yours.',
    cause: 'The folder has an `openapi.yaml` that is not the one of the example.',
    remedy: 'Run `authz init --example` in an empty folder.',
    example: 'touch openapi.yaml && authz init --example',
  },
  'path-missing': {
    sentence: 'A path on the command line does not exist.',
    cause: 'The file or folder was moved, or its name is misspelt.',
    remedy: 'Correct the path; the message suggests a near name.',
    example: 'authz test fixturs',
  },
  'revision-missing': {
    sentence: 'A revision of the repository cannot be read.',
    cause: 'The folder is not in a Git repository, Git is not installed, or the revision does not exist.',
    remedy: 'Name a branch, a tag or a commit that `git rev-parse` knows.',
    example: 'authz watch --since no-such-branch',
  },
  'side-ambiguous': {
    sentence: '`authz diff` cannot tell what a side is, or both sides are the same.',
    cause: 'The name is that of a folder and of a revision, or the folder has no project of its own.',
    remedy: 'Write a folder as `./NAME`, and a revision as its commit.',
    example: 'mkdir main && authz diff main',
  },
  'reporters-collide': {
    sentence: 'Two reporters would write to the same place, or one would write over a report that is merged.',
    cause:
      'Two `--reporter` flags name the same file, or both print to standard output; or one names a report that `authz merge-reports` reads.',
    remedy: 'Give each reporter a file of its own.',
    example: 'authz test --reporter json --reporter junit',
  },
  'report-unreadable': {
    sentence: 'A file is not a JSON report of `authz test`.',
    cause: 'The file was made by another tool or another version, or was cut off.',
    remedy: 'Make it again with `authz test --reporter json=FILE`.',
    example: 'authz merge-reports package.json',
  },
  'reports-unmergeable': {
    sentence: 'Reports do not belong to one run.',
    cause: 'A shard is missing or there twice, or the shards were run on different fixtures.',
    remedy: 'Merge the reports of all shards of one run, each once.',
    example: 'authz merge-reports shard-1.json shard-1.json   # one shard twice',
  },
  'filter-invalid': {
    sentence: 'A `--filter` cannot be understood.',
    cause: 'Its key is unknown, or it names nothing to match.',
    remedy: 'Write `key=glob` with one of the keys that the message lists.',
    example: 'authz test --filter prinzipal=ana',
  },
  'filter-unmatched': {
    sentence: 'No fixture was selected, so nothing was tested.',
    cause: 'The filters exclude every fixture.',
    remedy: 'Correct the filter; the message lists values that exist.',
    example: 'authz test --filter tag=no-such-tag',
  },
  'token-unusable': {
    sentence: 'A principal of fixtures has no token to send to a running server.',
    cause: 'The file of `--token-from` has no token for it, or the command failed or printed something else.',
    remedy:
      'Add a token, correct the command, or leave the fixtures of the principal out with `--filter principal=...`.',
    example: 'authz test --against http://127.0.0.1:3000 --token-from no-such-command',
  },
  'server-unreachable': {
    sentence: 'No server answers at the address that calls should go to.',
    cause: 'It is not running, or listens on another port.',
    remedy: 'Start it, or correct the address.',
    example: 'authz test --against http://127.0.0.1:1',
  },
  'watch-failed': {
    sentence: '`authz watch` could not finish something, and goes on.',
    cause: 'A file could not be read just then, or there is a defect in authz.',
    remedy: 'Save again. If the message comes again and is about no file of yours, report it.',
    example: 'authz watch   # while the folder of the project is moved away',
  },
  'watch-limited': {
    sentence: '`authz watch` is not notified of all changes, and goes on.',
    cause: 'The system watches no more files for you, or a folder cannot be read.',
    remedy: 'Raise the limit that the message names; meanwhile files are looked at twice a second.',
    example: 'sudo sysctl fs.inotify.max_user_watches=3 && authz watch',
  },
  'nothing-sent': {
    sentence: 'None of the fixtures could be sent to a running server, so nothing was compared.',
    cause: 'They need tokens, or their calls may change something.',
    remedy: 'Give `--token-from`, or `--all-methods`.',
    example: 'authz test --against http://127.0.0.1:3000 --filter method=DELETE',
  },
  'no-fixtures': {
    sentence: 'No fixtures were found, so nothing was tested.',
    cause:
      'The project has no file called `*.fixtures.yaml` or `*.fixtures.json`, and no tests for Cedar. A request alone is not a test.',
    remedy:
      'Run `authz generate-fixtures`, say what requests must get, or allow it with `--pass-with-no-tests`.',
    example: 'rm fixtures/*.fixtures.yaml && authz test',
  },
} as const satisfies Readonly<Record<string, CodeDescription>>;
