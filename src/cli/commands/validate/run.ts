import { diagnosePolicies } from '../../../core/analysis/findings/diagnose-policies.ts';
import { type Diagnostic, hasErrors, sortDiagnostics } from '../../../core/diagnostics/diagnostic.ts';
import { frameworkFacts } from '../../../core/facts/framework-facts.ts';
import { usableFacts } from '../../../core/facts/usable-facts.ts';
import type { Model } from '../../../core/model/model.ts';
import { readSchema, type Schema } from '../../../core/model/read-schema.ts';
import { limitsOfIsolation } from '../../../core/model/tenancy.ts';
import { checkPolicies, impossibleOnce, noPolicies } from '../../../core/policies/check-policies.ts';
import type { Policy } from '../../../core/policies/policy.ts';
import { keepsTenantsApart } from '../../../core/policies/tenant-isolation.ts';
import { projectMapper } from '../../../core/verification/check-project.ts';
import { typesNotIsolated } from '../../../core/verification/not-isolated.ts';
import { tagsOfCallers } from '../../../core/verification/tags-of-callers.ts';
import { loadInvariants, loadProjectPolicies } from '../../../project/loading/load-policies.ts';
import { loadSchema } from '../../../project/loading/load-schema.ts';
import type { FileOverrides, ProjectFiles } from '../../../project/project-files.ts';
import { diagnosticJson } from '../../../reporters/report/json.ts';
import { countDiagnostics, printDiagnostics } from '../../../reporters/words/frame.ts';
import { counted, painter, safeJson } from '../../../reporters/words/wording.ts';
import { EXIT_CODES, type ExitCode } from '../../exit-code.ts';
import { chooseProjects } from '../../projects/projects.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export type DiagnosticFormat = 'pretty' | 'json';

export interface ValidateOptions extends Omit<FileOverrides, 'entities'> {
  readonly denyWarnings?: boolean;
  readonly validationMode?: 'strict';
  readonly format: DiagnosticFormat;
}

/** `authz validate` */
export async function validate(
  paths: readonly string[],
  options: ValidateOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const projects = await chooseProjects(paths, options, terminal.cwd);
  const checks = projects.ok
    ? await Promise.all(projects.value.map((files) => validateProject(files, terminal)))
    : [{ policies: 0, diagnostics: projects.diagnostics }];
  const diagnostics = sortDiagnostics(checks.flatMap((check) => check.diagnostics));
  const policies = checks.reduce((sum, check) => sum + check.policies, 0);
  if (options.format === 'json')
    terminal.out(`${safeJson({ policies, diagnostics: diagnostics.map(diagnosticJson) })}\n`);
  else printPretty(diagnostics, policies, terminal);
  const isDenied = ({ severity }: Diagnostic) => severity === 'warning' && options.denyWarnings === true;
  return hasErrors(diagnostics) || diagnostics.some(isDenied) ? EXIT_CODES.unusable : EXIT_CODES.ok;
}

interface ProjectCheck {
  readonly policies: number;
  readonly diagnostics: readonly Diagnostic[];
}

async function validateProject(files: ProjectFiles, terminal: Terminal): Promise<ProjectCheck> {
  if (files.schema === undefined) return { policies: 0, diagnostics: [noSchema()] };
  const source = await loadSchema(files.schema, terminal.cwd, {
    naming: files.namedBy?.schema,
    namespace: files.namespace,
  });
  const policies = await loadProjectPolicies(files, terminal.cwd);
  const schema = source.ok ? readSchema(source.value) : source;
  const diagnostics = [...schema.diagnostics, ...policies.diagnostics];
  if (!schema.ok) return { policies: 0, diagnostics };
  const rules = projectMapper(files, schema.value.model);
  const check = checkPolicies(policies.files, schema.value.json);
  const count = check.policySet.policies.length;
  const none = count === 0 && !hasErrors(check.diagnostics) ? [noPolicies()] : [];
  const limits = limitsOf(check.policySet.policies, schema.value.model);
  const findings = check.usable ? findingsOf(schema.value, check.policySet.policies) : [];
  const remarks = files.remarksOnSchema?.(schema.value.model) ?? [];
  const drift = files.remarksOnSchema && remarks.length === 0 ? await driftOf(files, terminal.cwd) : [];
  return {
    policies: count,
    diagnostics: [
      ...diagnostics,
      ...remarks,
      ...drift,
      ...rules.diagnostics,
      ...(await ofInvariants(files, schema.value, terminal.cwd)),
      ...usableFacts(files, { schema: schema.value.json, model: schema.value.model }).diagnostics,
      ...impossibleOnce([...check.diagnostics, ...findings]),
      ...none,
      ...limits,
    ],
  };
}

/** What policies that keep tenants apart cannot keep apart, and what they leave out. */
function limitsOf(policies: readonly Policy[], model: Model): readonly Diagnostic[] {
  const isolating = policies.map(({ json }) => json).filter(keepsTenantsApart);
  return isolating.length > 0 ? [...limitsOfIsolation(model), ...typesNotIsolated(isolating, model)] : [];
}

function findingsOf({ json, model }: Schema, policies: readonly Policy[]): readonly Diagnostic[] {
  const findings = diagnosePolicies(json, policies, { facts: frameworkFacts(model) });
  return [...findings, ...tagsOfCallers({ json, model }, policies)];
}

/** What they say is asked for elsewhere; here, whether it can be asked. */
async function ofInvariants(
  files: ProjectFiles,
  { json }: Schema,
  cwd: string,
): Promise<readonly Diagnostic[]> {
  const invariants = await loadInvariants(files, cwd);
  return [...invariants.diagnostics, ...checkPolicies(invariants.files, json).diagnostics];
}

/** Only that the schema is another one: a project need not have its API description at hand. */
async function driftOf(files: ProjectFiles, cwd: string): Promise<readonly Diagnostic[]> {
  // It brings what reads API descriptions, which takes as long as all the rest.
  const { schemaDrift } = await import('../../projects/schema-drift.ts');
  return (await schemaDrift(files, cwd)).filter(({ code }) => code === 'schema-outdated');
}

function noSchema(): Diagnostic {
  return {
    severity: 'error',
    code: 'schema-missing',
    message: 'there is no schema to check the policies against',
    help: 'name it with `--schema <file>`',
  };
}

function printPretty(diagnostics: readonly Diagnostic[], policies: number, terminal: Terminal): void {
  const paint = painter(terminal.color.out);
  if (diagnostics.length > 0) terminal.out(`${printDiagnostics(diagnostics, paint)}\n`);
  const verdict = diagnostics.length > 0 ? countDiagnostics(diagnostics) : 'no problems';
  terminal.out(
    `${paint(hasErrors(diagnostics) ? 'bad' : 'good', verdict)} in ${counted(policies, 'policy', 'policies')}\n`,
  );
}
