import { resolve } from 'node:path';
import { hasErrors, InputError } from '../../../core/diagnostics/diagnostic.ts';
import { type GeneratedSlices, generateSlices } from '../../../core/generation/generate-slices.ts';
import { readsByType } from '../../../core/generation/slices/reads-by-type.ts';
import { readSchema } from '../../../core/model/read-schema.ts';
import type { Policy } from '../../../core/policies/policy.ts';
import { readPolicies } from '../../../core/policies/read-policies.ts';
import { writeFiles } from '../../../project/files/write.ts';
import { loadPolicies } from '../../../project/loading/load-policies.ts';
import type { Project } from '../../../project/loading/project.ts';
import { projectFiles } from '../../../project/project-files.ts';
import { counted } from '../../../reporters/words/wording.ts';
import { EXIT_CODES, type ExitCode } from '../../exit-code.ts';
import { currentProject, readSchemaFile, STANDARD_OUTPUT, unwrap } from '../../projects/inputs.ts';
import { reportWritten } from '../../projects/report-written.ts';
import { showDiagnostics } from '../../terminal/show-diagnostics.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export interface GenerateSlicesOptions {
  readonly schema?: string;
  /** `-` for standard output. */
  readonly out?: string;
  readonly force?: boolean;
}

/** `authz generate-slices` */
export async function generateSlicesFile(
  options: GenerateSlicesOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const project = options.schema ? undefined : await currentProject(terminal);
  const source = await readSchemaFile(options.schema, project, terminal);
  const schema = unwrap(readSchema(source), terminal);
  const policies = project ? await projectPolicies(project, terminal) : [];
  const slices = generateSlices(
    schema.model,
    policies.length > 0 ? readsByType(schema, policies) : undefined,
  );
  if (slices.types.length === 0) {
    terminal.note(
      `no entity type of ${source.file} needs a slice builder: identifiers say all there is; nothing was written\n`,
    );
    return EXIT_CODES.ok;
  }
  if (options.out === STANDARD_OUTPUT) terminal.out(slices.text);
  else write(slices, outFile(options.out, project, terminal), options, terminal);
  return EXIT_CODES.ok;
}

/** The policies of the project; all of them, since one that is not read may read what no other does. */
async function projectPolicies(project: Project, terminal: Terminal): Promise<readonly Policy[]> {
  const { files, diagnostics } = await loadPolicies(
    projectFiles(project, {}, terminal.cwd).policies,
    terminal.cwd,
  );
  const read = readPolicies(files);
  const problems = [...diagnostics, ...read.diagnostics];
  if (hasErrors(problems)) throw new InputError(problems);
  showDiagnostics(problems, terminal);
  return read.policySet.policies;
}

function outFile(named: string | undefined, project: Project | undefined, terminal: Terminal): string {
  return named ? resolve(terminal.cwd, named) : resolve(project?.folder ?? terminal.cwd, 'slice-builders.ts');
}

function write(
  { text, types }: GeneratedSlices,
  path: string,
  { force }: GenerateSlicesOptions,
  terminal: Terminal,
): void {
  const ifExists = force ? 'set-aside' : 'refuse';
  reportWritten(unwrap(writeFiles([{ path, text, ifExists }], terminal.cwd), terminal), terminal);
  terminal.note(`${counted(types.length, 'slice builder')}: ${types.join(', ')}\n`);
}
