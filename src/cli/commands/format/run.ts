import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  type Diagnostic,
  hasErrors,
  InputError,
  type Outcome,
} from '../../../core/diagnostics/diagnostic.ts';
import { formatPolicyFile } from '../../../core/policies/format.ts';
import type { PolicyFile } from '../../../core/policies/policy.ts';
import { findFiles } from '../../../project/files/find-files.ts';
import { showPath } from '../../../project/files/read-text.ts';
import { writeFiles } from '../../../project/files/write.ts';
import { loadPolicies } from '../../../project/loading/load-policies.ts';
import { missingPath } from '../../../project/loading/project.ts';
import { counted, visible } from '../../../reporters/words/wording.ts';
import { EXIT_CODES, type ExitCode } from '../../exit-code.ts';
import { fail, unwrap } from '../../projects/inputs.ts';
import { chooseProjects } from '../../projects/projects.ts';
import { reportWritten } from '../../projects/report-written.ts';
import { showDiagnostics } from '../../terminal/show-diagnostics.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export interface FormatOptions {
  readonly check?: boolean;
}

/** `authz format` */
export async function format(
  paths: readonly string[],
  options: FormatOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const files = await policyFiles(paths, terminal);
  const formatted = files.map((file) => ({ file, outcome: formatPolicyFile(file) }));
  const problems = formatted.flatMap(({ outcome }) => outcome.diagnostics);
  if (problems.length > 0) throw new InputError(problems);
  const changed = formatted.flatMap(({ file, outcome }) => changedText(file, outcome));
  if (options.check)
    return check(
      changed.map(({ file }) => file),
      terminal,
    );
  const plan = changed.map(({ file, text }) => ({
    path: resolve(terminal.cwd, file.file),
    text,
    ifExists: 'replace' as const,
  }));
  reportWritten(unwrap(writeFiles(plan, terminal.cwd), terminal), terminal);
  terminal.note(`${counted(files.length, 'file')}, ${changed.length} formatted\n`);
  return EXIT_CODES.ok;
}

function changedText(file: PolicyFile, outcome: Outcome<string>): { file: PolicyFile; text: string }[] {
  return outcome.ok && outcome.value !== file.text ? [{ file, text: outcome.value }] : [];
}

function check(unformatted: readonly PolicyFile[], terminal: Terminal): ExitCode {
  for (const { file } of unformatted) terminal.out(`${visible(file)}\n`);
  if (unformatted.length === 0) return EXIT_CODES.ok;
  terminal.err(`${counted(unformatted.length, 'file')} not formatted: run \`authz format\`\n`);
  return EXIT_CODES.unmet;
}

/** The files below the paths; without paths, those of the project, or all below a folder where nobody has said which are one. */
async function policyFiles(paths: readonly string[], terminal: Terminal): Promise<PolicyFile[]> {
  const roots = paths.length > 0 ? namedRoots(paths, terminal) : await projectRoots(terminal);
  const loaded = await Promise.all(roots.map((root) => loadPolicies([root], terminal.cwd)));
  const diagnostics = loaded.flatMap((one) => one.diagnostics);
  if (hasErrors(diagnostics)) throw new InputError(diagnostics);
  showDiagnostics(diagnostics, terminal);
  // Of JSON there is nothing that Cedar's formatter would do.
  const files = loaded.flatMap((one) => one.files).filter(({ source }) => !source);
  if (files.length === 0)
    fail(
      'no-policies',
      `no policies in Cedar syntax in ${roots.map((root) => `\`${showPath(root, terminal.cwd)}\``).join(', ')}`,
      'name a `.cedar` file, or a folder with such files; policies in JSON are not formatted',
    );
  return files;
}

function namedRoots(paths: readonly string[], { cwd }: Terminal): string[] {
  const missing = paths.filter((path) => !existsSync(resolve(cwd, path)));
  if (missing.length > 0) throw new InputError(missing.map((path) => missingPath(path, cwd)));
  return paths.map((path) => resolve(cwd, path));
}

async function projectRoots(terminal: Terminal): Promise<string[]> {
  const { cwd } = terminal;
  const found = await chooseProjects([], undefined, cwd);
  const hasNoProject = !found.ok && found.diagnostics.every(isWithoutProject);
  if (hasNoProject && findFiles(cwd, /\.cedar$/i).length > 0) return [cwd];
  const projects = unwrap(found, terminal);
  return projects.flatMap(({ policies, invariants }) => [...policies, ...(invariants ? [invariants] : [])]);
}

/** Which policies decide together is no question here. */
function isWithoutProject({ code }: Diagnostic): boolean {
  return code === 'project-missing';
}
