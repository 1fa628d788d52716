import { join, resolve } from 'node:path';
import { type PolicyOptions, templateDescription } from '../../../core/generation/generate-policies.ts';
import { describeKept, type KeptPolicies } from '../../../core/generation/policies/kept.ts';
import { readSchema } from '../../../core/model/read-schema.ts';
import { type WrittenFile, writeFiles } from '../../../project/files/write.ts';
import { loadPolicies } from '../../../project/loading/load-policies.ts';
import type { Project } from '../../../project/loading/project.ts';
import { allTemplates, TEMPLATE_SETS } from '../../../project/templates.ts';
import { counted, safeJson } from '../../../reporters/words/wording.ts';
import { EXIT_CODES, type ExitCode } from '../../exit-code.ts';
import { samplePolicies } from '../../init/sample-policies.ts';
import {
  currentProject,
  folderForNew,
  givenOf,
  partFolder,
  readSchemaFile,
  refuseIdle,
  unwrap,
} from '../../projects/inputs.ts';
import { reportWritten } from '../../projects/report-written.ts';
import { stepsFor } from '../../terminal/progress.ts';
import { showDiagnostics } from '../../terminal/show-diagnostics.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export interface GeneratePoliciesOptions {
  readonly schema?: string;
  readonly outDir?: string;
  readonly template?: readonly string[];
  readonly userPoolId?: string;
  readonly list?: boolean;
  /** The list as JSON. */
  readonly json?: boolean;
  readonly force?: boolean;
}

/** `authz generate-policies` */
export async function generatePolicyFiles(
  options: GeneratePoliciesOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  if (options.list) {
    const idle = givenOf(options, ['schema', 'outDir', 'template', 'userPoolId', 'force']);
    refuseIdle(idle, 'not for the list of templates, which is the same for all', 'leave it or `--list` out');
    return listTemplates(options.json === true, terminal);
  }
  refuseIdle(
    givenOf(options, ['json']),
    'for the list of templates',
    'write `--list` with it, or leave it out',
  );
  const project = options.schema ? undefined : await currentProject(terminal);
  const source = await readSchemaFile(options.schema, project, terminal);
  const step = stepsFor(source.text.length);
  const schema = unwrap(await step(`reading ${source.file}`, () => readSchema(source)), terminal);
  const { model } = schema;
  const generated = await step(`writing policies for ${counted(model.actions.length, 'action')}`, () =>
    samplePolicies(options.template, model, policyOptions(options, project)),
  );
  const policies = unwrap(generated, terminal);
  const folder =
    project && !options.outDir
      ? folderForNew('policies', project)
      : partFolder(options.outDir, 'policies', project, terminal);
  const plan = policies.map((policy) => ({
    path: join(folder, policy.name),
    text: policy.text,
    ifExists: options.force ? ('set-aside' as const) : ('keep' as const),
  }));
  const written = unwrap(writeFiles(plan, terminal.cwd), terminal);
  reportWritten(written, terminal);
  const kept = await keptPolicies(plan, written, terminal.cwd);
  showDiagnostics(describeKept(kept, model), terminal);
  return EXIT_CODES.ok;
}

/** What lies there and was not written, with what was made for its place. */
async function keptPolicies(
  plan: readonly { readonly path: string; readonly text: string }[],
  written: readonly WrittenFile[],
  cwd: string,
): Promise<KeptPolicies[]> {
  const paths = written.filter(({ outcome }) => outcome === 'kept').map(({ path }) => path);
  if (paths.length === 0) return [];
  const { files } = await loadPolicies(paths, cwd);
  return files.flatMap((file) => {
    const made = plan.find(({ path }) => resolve(cwd, path) === resolve(cwd, file.file));
    return made === undefined ? [] : [{ file, made: made.text }];
  });
}

function policyOptions({ userPoolId }: GeneratePoliciesOptions, project: Project | undefined): PolicyOptions {
  const prefix = userPoolId ?? project?.config.claims.userPoolId;
  return prefix === undefined ? {} : { userPoolId: prefix };
}

/** What each template is for; then the names that stand for several. */
function listTemplates(asJson: boolean, terminal: Terminal): ExitCode {
  const described = allTemplates().map((template) => ({
    name: template.name,
    description: templateDescription(template),
  }));
  if (asJson) {
    terminal.out(`${safeJson({ templates: described, sets: TEMPLATE_SETS })}\n`);
    return EXIT_CODES.ok;
  }
  const templates = described.map(({ name, description }) => [name, description]);
  const sets = Object.entries(TEMPLATE_SETS).map(([name, members]) => [name, members.join(', ')]);
  const width = Math.max(...[...templates, ...sets].map(([name = '']) => name.length));
  const lines = (rows: readonly string[][]) =>
    rows.map(([name = '', text]) => `${name.padEnd(width)}  ${text}\n`).join('');
  terminal.out(`${lines(templates)}\nSeveral at once:\n${lines(sets)}`);
  return EXIT_CODES.ok;
}
