import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { relative, resolve, sep } from 'node:path';
import { CONFIG_FILE, SCHEMA_FILE } from '../core/config.ts';
import { generateSchema } from '../core/generate.ts';
import { suggestNamespace } from '../core/namespace.ts';
import { DEFAULT_CLAIMS } from '../core/principal.ts';
import { recordFixtures } from '../core/record-fixtures.ts';
import { exampleFiles } from '../project/example.ts';
import { printConfig } from '../project/print-config.ts';
import { type PrintedFile, printStarterFixtures } from '../project/print-fixtures.ts';
import { packageRoot } from '../project/project.ts';
import { starterSchema } from './fixtures-schema.ts';
import { countedEndpoints, fail, readSpecFile, unwrap } from './inputs.ts';
import { samplePolicies } from './sample-policies.ts';
import type { Terminal } from './terminal.ts';

/** What decides the content of a new project. */
export interface NewProjectOptions {
  /** Absolute, or `-`; looked for in the project's folder when left out. */
  readonly apiSpec?: string;
  readonly namespace?: string;
  readonly template?: readonly string[];
}

/** The files of the worked example, by their path below the folder of the new project. */
export async function exampleProject(folder: string): Promise<PrintedFile[]> {
  const files = await exampleFiles();
  const taken = files.find((file) => file.name === 'openapi.yaml' && existsSync(resolve(folder, file.name)));
  if (taken)
    fail(
      'example-in-the-way',
      `\`${taken.name}\` exists here`,
      'run `authz init --example` in an empty folder',
    );
  return files;
}

/** The files of a project for an API of the user's own; everything is made in memory, and tried before it is written. */
export async function newProject(
  folder: string,
  options: NewProjectOptions,
  terminal: Terminal,
): Promise<PrintedFile[]> {
  const spec = options.apiSpec ?? (await findSpec(folder));
  const { documents, step } = await readSpecFile(spec, terminal);
  const namespace = options.namespace ?? suggestNamespace(titleOf(documents.root.value));
  const settings = {
    namespace,
    mappingType: 'ResourceRest',
    attributes: 'scalar',
    format: 'json',
    overrides: new Map(),
  } as const;
  const endpoints = countedEndpoints(documents);
  const generated = await step(`classifying ${endpoints}`, () => generateSchema(documents, settings));
  const schema = unwrap(generated, terminal);
  const policies = unwrap(samplePolicies(options.template, schema.model), terminal);
  const recorded = await step(`validating policies and recording fixtures for ${endpoints}`, () =>
    recordFixtures({
      schema: { file: SCHEMA_FILE, text: schema.text },
      policies: policies.map((policy) => ({ file: `policies/${policy.name}`, ...policy })),
      claims: DEFAULT_CLAIMS,
    }),
  );
  const fixtures = unwrap(recorded, terminal);
  return [
    {
      name: CONFIG_FILE,
      text: printConfig(relativeSpec(spec, folder), schema.model, installedSchema(folder)),
    },
    { name: SCHEMA_FILE, text: schema.text },
    ...policies.map((policy) => ({ name: `policies/${policy.name}`, text: policy.text })),
    ...[...printStarterFixtures(fixtures), starterSchema(schema.model, fixtures)].map((file) => ({
      name: `fixtures/${file.name}`,
      text: file.text,
    })),
  ];
}

/** Where editors find the JSON Schema of `authz.yaml` once this package is installed where the project lies. */
function installedSchema(folder: string): string {
  const root = relative(folder, packageRoot(folder)).split(sep).join('/');
  return `${root === '' ? '' : `${root}/`}node_modules/authz/dist/schemas/authz.schema.json`;
}

function relativeSpec(spec: string, folder: string): string {
  if (spec === '-')
    fail(
      'spec-missing',
      'a project needs the API description as a file',
      'save it, and name the file with `--api-spec`',
    );
  return relative(folder, spec).split(sep).join('/');
}

function titleOf(root: unknown): string {
  const title = (root as { readonly info?: { readonly title?: unknown } } | null)?.info?.title;
  return typeof title === 'string' ? title : '';
}

/** Names under which API descriptions are usually kept. */
const SPEC_NAME = /^(?:[\w.-]+[._-])?(?:openapi|swagger|api)(?:[._-][\w.-]+)?\.(?:ya?ml|json)$/i;

async function findSpec(folder: string): Promise<string> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  const candidates = names.filter((name) => SPEC_NAME.test(name)).sort();
  const [only] = candidates;
  if (only !== undefined && candidates.length === 1) return resolve(folder, only);
  const found = candidates.map((name) => `\`${name}\``).join(', ');
  fail(
    'spec-missing',
    only === undefined
      ? 'no API description was found in this folder'
      : `there are several API descriptions: ${found}`,
    'name one with `--api-spec <file>` (found by itself is what is called openapi.yaml, my-api.json, swagger.yml and the like), or try the worked example with `--example`',
  );
}
