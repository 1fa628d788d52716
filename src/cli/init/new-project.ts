import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { createMemoStore, type MemoStore } from '../../core/caching/memo-store.ts';
import { suggestNamespace } from '../../core/cedar/namespace.ts';
import type { Override } from '../../core/classification/classify.ts';
import { CONFIG_FILE, SCHEMA_FILE } from '../../core/config/config.ts';
import { hasErrors, type Outcome } from '../../core/diagnostics/diagnostic.ts';
import { generatePolicies, type PolicyOptions } from '../../core/generation/generate-policies.ts';
import { generateSchema } from '../../core/generation/generate-schema.ts';
import { describeFindings, describeUnsaidFact } from '../../core/generation/model/describe-findings.ts';
import { DEFAULT_ANSWERS, type InitAnswers } from '../../core/generation/project-draft.ts';
import type { RecordingStep } from '../../core/generation/recording/record-calls.ts';
import { type RecordInput, recordFixturesInSteps } from '../../core/generation/recording/record-fixtures.ts';
import type { AttributeChoice, MappingType } from '../../core/model/model.ts';
import type { SpecDocuments } from '../../core/openapi/documents.ts';
import { titleOf } from '../../core/openapi/spec.ts';
import { checkProject } from '../../core/verification/check-project.ts';
import { exampleFiles } from '../../project/example.ts';
import { STANDARD_INPUT } from '../../project/files/read-text.ts';
import { inTurns } from '../../project/in-turns.ts';
import { packageRoot } from '../../project/loading/project.ts';
import { chooseTemplates, DEFAULT_TEMPLATE } from '../../project/templates.ts';
import { printConfig } from '../../project/writing/print-config.ts';
import { type PrintedFile, printStarterFixtures } from '../../project/writing/print-fixtures.ts';
import { readOverrides } from '../override-flag.ts';
import { starterSchema } from '../projects/fixtures-schema.ts';
import { fail, unwrap } from '../projects/inputs.ts';
import { checkedFlags } from '../projects/schema-options.ts';
import { countedEndpoints, onlySpec, readSpecFile } from '../projects/spec-input.ts';
import type { ProgressStep } from '../terminal/progress.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { firstDescription } from './description-copy.ts';
import { droppedSettings } from './dropped-settings.ts';
import { earlierPolicies, earlierSchemas } from './earlier-policies.ts';
import { withoutNotApplicable } from './sample-policies.ts';

/** What decides the content of a new project: each is an answer of the wizard, too. */
export interface NewProjectOptions {
  /** Absolute, or `-`; looked for in the project's folder when left out. */
  readonly apiSpec?: string;
  readonly namespace?: string;
  readonly mappingType?: MappingType;
  readonly attributes?: AttributeChoice;
  readonly withoutAttribute?: readonly string[];
  /** Each as in `POST /search=listing,application`. */
  readonly override?: readonly string[];
  readonly subjectClaim?: string;
  readonly groupsClaim?: string;
  readonly tenantClaim?: string;
  readonly groupType?: string;
  readonly basePath?: string;
  readonly userPoolId?: string;
  readonly template?: readonly string[];
}

/** Of a file that is replaced, what it said is kept beside it, but for the schemas: nobody edits them, and they are made again each time. */
export function onReplacing(name: string): 'replace' | 'set-aside' {
  return name.endsWith('schema.json') ? 'replace' : 'set-aside';
}

/** The files of the worked example, by their path below the folder of the new project. */
export function exampleProject(folder: string): PrintedFile[] {
  const files = exampleFiles();
  const taken = files.find((file) => file.name === 'openapi.yaml' && existsSync(resolve(folder, file.name)));
  if (taken)
    fail(
      'example-in-the-way',
      `\`${taken.name}\` exists here`,
      'run `authz init --example` in an empty folder',
    );
  return files;
}

/** The files of a project for an API of the user's own, out of flags alone. */
export async function newProject(
  folder: string,
  options: NewProjectOptions,
  terminal: Terminal,
): Promise<PrintedFile[]> {
  const spec = options.apiSpec ?? onlySpec(folder, ', or try the worked example with `--example`');
  const { documents, step } = await readSpecFile(spec, terminal);
  const namespace = suggestNamespace(titleOf(documents.root.value));
  const answers = answersFrom(options, { ...DEFAULT_ANSWERS, namespace, templates: [DEFAULT_TEMPLATE] });
  const files = await projectFilesFor({ documents, spec: relativeSpec(spec, folder), answers, folder }, step);
  return unwrap(options.template ? files : withoutNotApplicable(files), terminal);
}

export interface ProjectContent {
  readonly documents: SpecDocuments;
  /** The API description as `authz.yaml` names it. */
  readonly spec: string;
  readonly answers: InitAnswers;
  /** Where the project will lie; absolute. */
  readonly folder: string;
}

/**
 * The files of a new project, by their path below its folder. Everything is made in memory, and tried before it is written; the
 * wizard and `--yes` write the same.
 */
export async function projectFilesFor(
  { documents, spec, answers, folder }: ProjectContent,
  step: ProgressStep,
  heard: (progress: RecordingProgress) => void = () => undefined,
): Promise<Outcome<PrintedFile[]>> {
  const endpoints = countedEndpoints(documents);
  const schema = await step(`classifying ${endpoints}`, () =>
    generateSchema(documents, { ...answers, tenantClaim: answers.claims.tenant, format: 'json' }),
  );
  if (!schema.ok) return schema;
  const { model, text, findings, firstValues } = schema.value;
  const templates = chooseTemplates(answers.templates);
  const policies = templates.ok
    ? generatePolicies(templates.value, model, policyOptions(answers))
    : templates;
  if (!policies.ok) return policies;
  // What is recorded with is checked once more where it is proven about.
  const memos = createMemoStore();
  const project = {
    schema: { file: SCHEMA_FILE, text },
    policies: policies.value.map((policy) => ({ file: `policies/${policy.name}`, ...policy })),
    claims: answers.claims,
    firstValues,
  };
  let recorded: RecordingProgress | undefined;
  const fixtures = await step(`validating policies and recording fixtures for ${endpoints}`, () =>
    inTurns(recordFixturesInSteps(project, memos), {
      heard: (progress) => {
        recorded = progress;
        heard(progress);
      },
    }),
  );
  if (!fixtures.ok) return fixtures;
  // Whoever listens may give up in between.
  const invariants = await provenInvariants(project, memos, () => recorded && heard(recorded));
  const starter = [...printStarterFixtures(fixtures.value), starterSchema(model, fixtures.value)];
  const description = firstDescription(documents, spec, folder);
  const config = printConfig(description.spec, answers, model, installedSchema(folder));
  const files = [
    ...description.copies,
    { name: CONFIG_FILE, text: config },
    { name: SCHEMA_FILE, text },
    ...policies.value.map((policy) => ({ name: `policies/${policy.name}`, text: policy.text })),
    ...(invariants === undefined ? [] : [{ name: 'invariants/first.cedar', text: invariants }]),
    ...starter.map((file) => ({ name: `fixtures/${file.name}`, text: file.text })),
  ];
  const diagnostics = [
    ...description.diagnostics,
    ...(await earlierPolicies(folder, files)),
    ...earlierSchemas(folder),
    ...(await droppedSettings(folder, config)),
    ...schema.diagnostics,
    ...describeFindings(findings),
    ...policies.diagnostics,
    ...describeUnsaidFact(model),
    ...fixtures.diagnostics,
  ];
  return { ok: true, value: files, diagnostics };
}

type RecordingProgress = Pick<RecordingStep, 'done' | 'total'>;

/** What holds of the policies; what proves is loaded by whoever writes a project. */
async function provenInvariants(
  project: Omit<RecordInput, 'rules'>,
  memos: MemoStore,
  heard: () => void,
): Promise<string | undefined> {
  const { firstInvariantsInSteps } = await import('../../core/guarantees/invariants/first-invariants.ts');
  const checked = checkProject({ name: '.', ...project, fixtures: [] }, memos);
  if (!checked.ok || hasErrors(checked.diagnostics)) return undefined;
  const steps = firstInvariantsInSteps({ ...checked.value, policies: checked.value.policySet.policies });
  return inTurns(steps, { heard });
}

/** Policies name groups as principals will be in them. */
function policyOptions({ claims: { userPoolId } }: InitAnswers): PolicyOptions {
  return userPoolId === undefined ? {} : { userPoolId };
}

/** Where editors find the JSON Schema of `authz.yaml` once this package is installed where the project lies. */
function installedSchema(folder: string): string {
  const root = relative(folder, packageRoot(folder)).split(sep).join('/');
  return `${root === '' ? '' : `${root}/`}node_modules/authz/dist/schemas/authz.schema.json`;
}

/** Answers with those replaced that flags give. */
export function answersFrom(options: NewProjectOptions, answers: InitAnswers): InitAnswers {
  const { namespace, mappingType, attributes, withoutAttribute, groupType, template } = checkedFlags(options);
  const overrides: ReadonlyMap<string, Override> = options.override
    ? new Map([...answers.overrides, ...readOverrides(options.override)])
    : answers.overrides;
  return {
    ...answers,
    overrides,
    claims: {
      ...answers.claims,
      ...(options.subjectClaim ? { subject: options.subjectClaim } : {}),
      ...(options.groupsClaim ? { groups: options.groupsClaim } : {}),
      ...(options.tenantClaim ? { tenant: options.tenantClaim } : {}),
      ...(options.userPoolId ? { userPoolId: options.userPoolId } : {}),
    },
    ...(namespace === undefined ? {} : { namespace }),
    ...(mappingType ? { mappingType } : {}),
    ...(attributes ? { attributes } : {}),
    ...(withoutAttribute ? { withoutAttributes: withoutAttribute } : {}),
    ...(groupType ? { groupType } : {}),
    ...(options.basePath === undefined ? {} : { basePath: options.basePath }),
    ...(template ? { templates: template } : {}),
  };
}

/** The API description as `authz.yaml` names it. */
export function relativeSpec(spec: string, folder: string): string {
  if (spec === STANDARD_INPUT)
    fail(
      'spec-missing',
      'a project needs the API description as a file',
      'save it, and name the file with `--api-spec`',
    );
  return relative(folder, spec).split(sep).join('/');
}
