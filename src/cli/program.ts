import { Command, InvalidArgumentError, Option } from 'commander';
import type { Thresholds } from '../core/coverage/coverage.ts';
import { nearest } from '../core/diagnostics/did-you-mean.ts';
import {
  ATTRIBUTES,
  CLASSIFY_FORMATS,
  COVERAGE_MEASURES,
  DIAGNOSTIC_FORMATS,
  EXPLANATION_FORMATS,
  MAPPINGS,
  REPORTERS,
  SCHEMA_FORMATS,
} from './choices.ts';
import { EXIT_CODE_HELP, type ExitCode } from './exit-code.ts';
import type { Terminal } from './terminal/terminal.ts';
import { packageVersion } from './version.ts';

/**
 * The whole command line on one page. Each command's work is imported only when the command runs, so that `--help` and
 * `--version` load neither the engine nor a terminal UI.
 */
export function buildProgram(terminal: Terminal, finish: (code: ExitCode) => void): Command {
  const program = new Command('authz')
    .description(
      'From an OpenAPI file to tested Cedar policies: who may call what, on which resource, and why',
    )
    .version(packageVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(false)
    .option('--no-color', 'print without colors (NO_COLOR and FORCE_COLOR are respected, too)')
    .addHelpText('after', `\n${EXIT_CODE_HELP}`)
    .showSuggestionAfterError()
    .exitOverride()
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err, outputError: () => undefined });

  program
    .command('init')
    .description(
      'set up a project: configuration, schema, policies and first fixtures; in a terminal, a wizard asks for what the flags leave open',
    )
    .argument('[folder]', 'where (default: the current folder)')
    .addOption(specOption())
    .addOption(namespaceOption())
    .addOption(choice('--mapping-type <type>', 'how endpoints become actions', MAPPINGS))
    .addOption(choice('--attributes <which>', 'which properties become entity attributes', ATTRIBUTES))
    .option('--without-attribute <Type.name...>', 'attributes to leave out all the same')
    .option(
      '--override <endpoint=pattern...>',
      "patterns that are sure, as in 'POST /search=listing,application'",
    )
    .option('--subject-claim <claim>', 'the claim with the id of the principal (default: sub)')
    .option('--groups-claim <claim>', 'the claim with the groups (default: groups)')
    .option('--tenant-claim <claim>', 'the claim with the tenant (default: tenant_id)')
    .option('--group-type <type>', 'the entity type of groups (default: as the API suggests)')
    .option('--user-pool-id <id>', 'when group ids have the form <user pool>|<group>')
    .option('--template <name...>', 'policy templates to start from (default: standard)')
    .option('--example', 'start from the worked example, an e-mail marketing API')
    .option('--force', 'overwrite files that exist')
    .option('--yes', 'write the files, and ask nothing')
    .option('--no-tui', 'no wizard: list the files that would be written, and ask nothing')
    .action(async (folder, options) =>
      finish(await (await import('./commands/init.ts')).init(folder, options, terminal)),
    );

  program
    .command('classify')
    .description('show the authorization pattern of each endpoint, and why')
    .addOption(specOption())
    .addOption(choice('--format <format>', 'how to print', CLASSIFY_FORMATS).default('table'))
    .action(async (options) =>
      finish(await (await import('./commands/classify.ts')).classify(options, terminal)),
    );

  program
    .command('generate-schema')
    .description('write the Cedar schema of an API')
    .addOption(specOption())
    .addOption(namespaceOption())
    .addOption(choice('--mapping-type <type>', 'how endpoints become actions', MAPPINGS))
    .option(
      '--out <file>',
      'where to write, - for standard output (default: v4.policyschema.json in the package root)',
    )
    .addOption(choice('--format <format>', 'JSON, or Cedar syntax', SCHEMA_FORMATS))
    .option('--base-path <path>', 'what stands before every path (default: what the servers share)')
    .addOption(choice('--attributes <which>', 'which properties become entity attributes', ATTRIBUTES))
    .option('--check', 'write nothing; exit with 1 and a diff when the file differs')
    .action(async (options) =>
      finish(await (await import('./commands/generate-schema.ts')).generateSchemaFile(options, terminal)),
    );

  program
    .command('generate-policies')
    .description('write sample policies for a schema, to be customized')
    .option('--schema <file>', 'the schema (default: the one of the project)')
    .option('--out-dir <folder>', 'where to write (default: policies)')
    .option('--template <name...>', 'which templates to use (default: standard)')
    .option('--list', 'show the templates, and write nothing')
    .option('--force', 'overwrite policies that exist')
    .action(async (options) =>
      finish(await (await import('./commands/generate-policies.ts')).generatePolicyFiles(options, terminal)),
    );

  program
    .command('generate-fixtures')
    .description('write starter fixtures that record what the policies decide today')
    .option('--schema <file>', 'the schema (default: the one of the project)')
    .option('--policies <path>', 'the policies (default: those of the project)')
    .option('--out-dir <folder>', 'where to write (default: fixtures)')
    .option('--neighbours', 'write what stands next to allowed calls instead, and should be denied')
    .option('--force', 'overwrite fixtures that exist')
    .action(async (options) =>
      finish(await (await import('./commands/generate-fixtures.ts')).generateFixtureFiles(options, terminal)),
    );

  program
    .command('import-har')
    .description('turn recorded calls into fixtures: tokens become claims, answers become expectations')
    .argument('<file>', 'an HTTP archive, as browsers and proxies save it')
    .option('--out <file>', 'where to write (default: <name>.fixtures.yaml among the fixtures)')
    .option('--force', 'overwrite the file if it exists')
    .action(async (file, options) =>
      finish(await (await import('./commands/import-har.ts')).importHarFile(file, options, terminal)),
    );

  program
    .command('test')
    .description('replay fixtures against the policies')
    .argument('[paths...]', 'projects, folders or fixtures files (default: the current folder)')
    .option('--schema <file>', 'the schema, where there is no authz.yaml')
    .option('--policies <path>', 'the policies, a folder or a file')
    .option('--entities <file>', 'the entities, for fixtures that name none')
    .addOption(filterOption())
    .addOption(shardOption())
    .addOption(bailOption())
    .addOption(workersOption())
    .addOption(reporterOption())
    .option('--coverage', 'show which endpoints, policies and conditions the fixtures never tried')
    .addOption(thresholdOption())
    .option('--verbose', 'show what passed, too')
    .option('-u, --update', 'write the decisions that came into the fixtures files, and show what changed')
    .option('--pass-with-no-tests', 'exit with 0 when no fixture is found')
    .option(
      '--no-decision-classes',
      'have the engine evaluate every decision, also those that must come out the same',
    )
    .option('--paranoid', 'compare 1 % of the decisions that were not evaluated with the engine')
    .action(async (paths, options) =>
      finish(await (await import('./commands/test.ts')).test(paths, options, terminal)),
    );

  program
    .command('explain')
    .description('say why a call is allowed or denied, policy by policy and condition by condition')
    .argument('<method>', 'such as GET')
    .argument('<url>', 'path and query: /messages?messagelist=m1,m2')
    .option('--as <principal>', 'who calls: a principal of the fixtures, or anonymous')
    .option('--claims <json>', 'who calls: the claims of a token')
    .option('--body <json>', 'the body of the call, where it holds the identifier')
    .option('--context <json>', 'attributes of the context that no call shows, such as the hour')
    .option('--fixtures <path>', 'the fixtures that have the principal and the entities')
    .option('--schema <file>', 'the schema, where there is no authz.yaml')
    .option('--policies <path>', 'the policies, a folder or a file')
    .option('--entities <file>', 'the entities, for fixtures that name none')
    .addOption(choice('--format <format>', 'how to print', EXPLANATION_FORMATS).default('pretty'))
    .addHelpText('after', '\nThe exit code is 0 for an allow and for a deny: both are answers.')
    .action(async (method, url, options) =>
      finish(await (await import('./commands/explain.ts')).explain(method, url, options, terminal)),
    );

  program
    .command('watch')
    .description('replay fixtures on every save, and show first what changed')
    .argument('[paths...]', 'projects, folders or fixtures files (default: the current folder)')
    .option('--schema <file>', 'the schema, where there is no authz.yaml')
    .option('--policies <path>', 'the policies, a folder or a file')
    .option('--entities <file>', 'the entities, for fixtures that name none')
    .option('--no-tui', 'print a block of lines for each run, also on a terminal')
    .action(async (paths, options) =>
      finish(await (await import('./commands/watch.ts')).watch(paths, options, terminal)),
    );

  program
    .command('merge-reports')
    .description('make one report of those of all shards of a run')
    .argument('<reports...>', 'json reports, one of each shard, in any order')
    .addOption(reporterOption())
    .option('--verbose', 'show what passed, too')
    .action(async (files, options) =>
      finish(await (await import('./commands/merge-reports.ts')).mergeReportFiles(files, options, terminal)),
    );

  program
    .command('validate')
    .description('check all policies of a project against its schema')
    .argument('[paths...]', 'projects (default: the current folder)')
    .option('--schema <file>', 'the schema, where there is no authz.yaml')
    .option('--policies <path>', 'the policies, a folder or a file')
    .addOption(choice('--format <format>', 'how to print', DIAGNOSTIC_FORMATS).default('pretty'))
    .action(async (paths, options) =>
      finish(await (await import('./commands/validate.ts')).validate(paths, options, terminal)),
    );

  program
    .command('format')
    .description("format policies with Cedar's own formatter, never losing a comment")
    .argument('[paths...]', 'policy files or folders (default: the policies of the project)')
    .option('--check', 'write nothing; exit with 1 when a file is not formatted')
    .action(async (paths, options) =>
      finish(await (await import('./commands/format.ts')).format(paths, options, terminal)),
    );

  program
    .command('help')
    .description('show help for a command')
    .argument('[command]')
    .action((name?: string) => helpFor(name, program));

  return program;
}

function helpFor(name: string | undefined, program: Command): never {
  const command = name === undefined ? program : program.commands.find((one) => one.name() === name);
  if (command) return command.help();
  const near = nearest(
    name ?? '',
    program.commands.map((one) => one.name()),
  );
  return program.error(`unknown command '${name}'${near ? `\n(Did you mean ${near}?)` : ''}`);
}

function specOption(): Option {
  return new Option('--api-spec <file>', 'OpenAPI 3.x or Swagger 2.0, YAML or JSON; - for standard input');
}

function namespaceOption(): Option {
  return new Option('--namespace <namespace>', 'namespace of the schema, such as EmailApp');
}

/** An option with a closed list of values, checked here and shown in help. */
function choice(flags: string, description: string, values: readonly string[]): Option {
  return new Option(flags, `${description} (${values.join(', ')})`).argParser((value: string) => {
    checkChoice(value, values);
    return value;
  });
}

function filterOption(): Option {
  const keys = 'name, file, tag, method, path, action, pattern or principal';
  return new Option(
    '--filter <key=glob>',
    `replay only some fixtures: by ${keys}, or a word of the name; several of one key are alternatives`,
  )
    .argParser((value: string, earlier: readonly string[]) => [...earlier, value])
    .default([], 'all');
}

function shardOption(): Option {
  return new Option(
    '--shard <i/n>',
    'replay one of n equal parts; their json reports go to merge-reports',
  ).argParser((value: string) => {
    const [, index, total] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(value) ?? [];
    if (index === undefined || Number(index) > Number(total))
      throw new InvalidArgumentError('expected a part of a whole, such as 1/4');
    return { index: Number(index), total: Number(total) };
  });
}

function workersOption(): Option {
  return new Option(
    '--workers <n>',
    'decide in so many threads, for ten thousands of fixtures (default: 1)',
  ).argParser((value) => {
    if (!/^[1-9]\d?$/.test(value)) throw new InvalidArgumentError('expected a number from 1 to 99');
    return Number(value);
  });
}

function bailOption(): Option {
  return new Option('--bail [n]', 'stop after the first n fixtures that fail or err')
    .preset('1')
    .argParser((value: string) => {
      if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
      throw new InvalidArgumentError('expected a number from 1; name paths before it');
    });
}

function reporterOption(): Option {
  return new Option('--reporter <name[=file]>', `${REPORTERS.join(', ')}; may be given several times`)
    .argParser((value: string, earlier: readonly string[]) => {
      checkChoice(value.split('=')[0] ?? '', REPORTERS);
      return [...earlier, value];
    })
    .default([], 'pretty');
}

function thresholdOption(): Option {
  const flags = '--coverage-threshold <measure=percent>';
  const description = `exit with 1 below it (${COVERAGE_MEASURES.join(', ')}); may be given several times`;
  return new Option(flags, description).argParser((written: string, earlier: Thresholds = {}) => {
    const [, measure = '', percent = ''] = /^([^=]*)=(.*)$/s.exec(written) ?? [];
    checkChoice(measure, COVERAGE_MEASURES);
    if (!/^\d{1,3}(?:\.\d+)?$/.test(percent) || Number(percent) > 100)
      throw new InvalidArgumentError('expected a percentage from 0 to 100, as in `endpoints=90`');
    return { ...earlier, [measure]: Number(percent) };
  });
}

function checkChoice(value: string, values: readonly string[]): void {
  if (values.includes(value)) return;
  const near = nearest(value, values);
  const list = values.map((one) => `\`${one}\``).join(', ');
  throw new InvalidArgumentError(`expected one of ${list}${near ? `\n(Did you mean ${near}?)` : ''}`);
}
