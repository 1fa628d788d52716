import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join, relative, resolve, sep } from 'node:path';
import { CONFIG_FILE, SCHEMA_FILE } from '../../core/config.ts';
import { generatePolicies, generateSchema } from '../../core/generate.ts';
import { suggestNamespace } from '../../core/namespace.ts';
import { DEFAULT_CLAIMS } from '../../core/principal.ts';
import { recordFixtures } from '../../core/record-fixtures.ts';
import { buildReport } from '../../core/report.ts';
import { exampleFiles } from '../../project/example.ts';
import { projectFiles } from '../../project/load.ts';
import { loadSpec } from '../../project/load-spec.ts';
import { printConfig } from '../../project/print-config.ts';
import { type PrintedFile, printStarterFixtures } from '../../project/print-fixtures.ts';
import { openProject } from '../../project/project.ts';
import { chooseTemplates, DEFAULT_TEMPLATE } from '../../project/templates.ts';
import { type PlannedFile, writeFiles } from '../../project/write.ts';
import { prettyReport } from '../../reporters/pretty.ts';
import { visible } from '../../reporters/wording.ts';
import { EXIT_CODES, type ExitCode } from '../exit-code.ts';
import { fail, unwrap } from '../inputs.ts';
import { reportWritten } from '../report-written.ts';
import type { Terminal } from '../terminal.ts';
import { exitCodeOf, verifyProject } from './test.ts';

export interface InitOptions {
  readonly apiSpec?: string;
  readonly namespace?: string;
  readonly template?: readonly string[];
  readonly example?: boolean;
  readonly force?: boolean;
  readonly yes?: boolean;
}

/** `authz init`: everything is made in memory first, and written only when all of it is right. */
export async function init(options: InitOptions, terminal: Terminal): Promise<ExitCode> {
  if (existsSync(join(terminal.cwd, CONFIG_FILE)) && !options.force) {
    fail(
      'project-exists',
      `this folder has an \`${CONFIG_FILE}\` already`,
      'run `authz test`, or start over with `--force`',
    );
  }
  const files = options.example ? await exampleProject(terminal) : await newProject(options, terminal);
  const plan = files.map((file) => plannedFile(file, options, terminal));
  if (!options.yes) return showPlan(plan, terminal);
  reportWritten(unwrap(writeFiles(plan, terminal.cwd), terminal), terminal);
  return firstRun(options, terminal);
}

function plannedFile(file: PrintedFile, options: InitOptions, terminal: Terminal): PlannedFile {
  const path = resolve(terminal.cwd, file.name);
  return { path, text: file.text, ifExists: options.force ? 'replace' : 'refuse' };
}

function showPlan(plan: readonly PlannedFile[], terminal: Terminal): ExitCode {
  terminal.err('These files would be written; nothing has been yet:\n');
  for (const { path, ifExists } of plan) {
    const note = existsSync(path) ? ` (exists: ${ifExists === 'refuse' ? 'in the way' : 'replaced'})` : '';
    terminal.out(`${visible(relative(terminal.cwd, path).split(sep).join('/'))}${note}\n`);
  }
  terminal.err('Write them with `authz init --yes` and the same flags.\n');
  return EXIT_CODES.ok;
}

// ---- the files ----

async function exampleProject(terminal: Terminal): Promise<PrintedFile[]> {
  const files = await exampleFiles();
  const taken = files.find(
    (file) => file.name === 'openapi.yaml' && existsSync(resolve(terminal.cwd, file.name)),
  );
  if (taken)
    fail(
      'example-in-the-way',
      `\`${taken.name}\` exists here`,
      'run `authz init --example` in an empty folder',
    );
  return files;
}

async function newProject(options: InitOptions, terminal: Terminal): Promise<PrintedFile[]> {
  const templates = unwrap(chooseTemplates(options.template ?? [DEFAULT_TEMPLATE]), terminal);
  const spec = options.apiSpec ?? (await findSpec(terminal));
  const documents = unwrap(await loadSpec(spec, terminal.cwd), terminal);
  const namespace = options.namespace ?? suggestNamespace(titleOf(documents.root.value));
  const settings = {
    namespace,
    mappingType: 'ResourceRest',
    attributes: 'scalar',
    format: 'json',
    overrides: new Map(),
  } as const;
  const schema = unwrap(generateSchema(documents, settings), terminal);
  const policies = unwrap(generatePolicies(templates, schema.model), terminal);
  const fixtures = unwrap(
    recordFixtures({
      schema: { file: SCHEMA_FILE, text: schema.text },
      policies: policies.map((policy) => ({ file: `policies/${policy.name}`, ...policy })),
      claims: DEFAULT_CLAIMS,
    }),
    terminal,
  );
  return [
    { name: CONFIG_FILE, text: printConfig(relativeSpec(spec, terminal), schema.model) },
    { name: SCHEMA_FILE, text: schema.text },
    ...policies.map((policy) => ({ name: `policies/${policy.name}`, text: policy.text })),
    ...printStarterFixtures(fixtures).map((file) => ({ name: `fixtures/${file.name}`, text: file.text })),
  ];
}

function relativeSpec(spec: string, terminal: Terminal): string {
  if (spec === '-')
    fail(
      'spec-missing',
      'a project needs the API description as a file',
      'save it, and name the file with `--api-spec`',
    );
  return relative(terminal.cwd, resolve(terminal.cwd, spec)).split(sep).join('/');
}

function titleOf(root: unknown): string {
  const title = (root as { readonly info?: { readonly title?: unknown } } | null)?.info?.title;
  return typeof title === 'string' ? title : '';
}

/** Names under which API descriptions are usually kept. */
const SPEC_NAME = /^(?:openapi|swagger|api)(?:[.-][\w.-]+)?\.(?:ya?ml|json)$/i;

async function findSpec(terminal: Terminal): Promise<string> {
  const candidates = (await readdir(terminal.cwd)).filter((name) => SPEC_NAME.test(name)).sort();
  const [only] = candidates;
  if (only !== undefined && candidates.length === 1) return only;
  const found = candidates.map((name) => `\`${basename(name)}\``).join(', ');
  fail(
    'spec-missing',
    only === undefined
      ? 'no API description was found in this folder'
      : `there are several API descriptions: ${found}`,
    'name one with `--api-spec <file>`, or try the worked example with `--example`',
  );
}

// ---- the first run ----

async function firstRun(options: InitOptions, terminal: Terminal): Promise<ExitCode> {
  const project = unwrap(await openProject(terminal.cwd, terminal.cwd), terminal);
  const report = buildReport([await verifyProject(projectFiles(project, {}, terminal.cwd), terminal)]);
  terminal.out(`\n${prettyReport(report, { color: terminal.color.out, verbose: false })}`);
  terminal.out(`\n${nextSteps(options)}`);
  return exitCodeOf(report);
}

function nextSteps(options: InitOptions): string {
  const steps = options.example
    ? [
        'Read policies/editors.cedar, and the fixtures that hold it in fixtures/campaigns.fixtures.yaml',
        'Change `"draft"` in it to `"sent"` and run `authz test`: see which calls change',
        'Start your own: `authz init --yes --api-spec <your OpenAPI file>` in its folder',
      ]
    : [
        'Look at the patterns with `authz classify`; correct one with `overrides` in authz.yaml',
        'Name your own groups in policies/*.cedar, and run `authz test` to see what changes',
        'Review the recorded expectations in fixtures/starter.fixtures.yaml, and run `authz test` in CI',
      ];
  return `Next:\n${steps.map((step, index) => `  ${index + 1}. ${step}`).join('\n')}\n`;
}
