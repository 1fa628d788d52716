import { existsSync } from 'node:fs';
import { placesOfMoves } from '../../../core/config/places-of-moves.ts';
import { InputError } from '../../../core/diagnostics/diagnostic.ts';
import { type GeneratedSchema, generateSchema } from '../../../core/generation/generate-schema.ts';
import { isSameText, withLineEndsOf } from '../../../core/values/line-ends.ts';
import { readText, showPath } from '../../../project/files/read-text.ts';
import { writeFiles } from '../../../project/files/write.ts';
import type { Project } from '../../../project/loading/project.ts';
import { printDiff } from '../../../reporters/words/diff.ts';
import { counted, painter } from '../../../reporters/words/wording.ts';
import { EXIT_CODES, type ExitCode } from '../../exit-code.ts';
import { fixturesSchema, sayStaleFixturesSchema } from '../../projects/fixtures-schema.ts';
import { isGenerated } from '../../projects/generated-schema.ts';
import { fail, STANDARD_OUTPUT, schemaFile, unwrap } from '../../projects/inputs.ts';
import { reportWritten } from '../../projects/report-written.ts';
import { sayChanges } from '../../projects/schema-changes.ts';
import { type SchemaFlags, schemaOptions } from '../../projects/schema-options.ts';
import { countedEndpoints, specInput } from '../../projects/spec-input.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { collectRarely, limitTurbofan } from '../../terminal/v8-flags.ts';

export interface GenerateSchemaOptions extends SchemaFlags {
  readonly apiSpec?: string;
  /** `-` for standard output. */
  readonly out?: string;
  readonly check?: boolean;
}

/** `authz generate-schema` */
export async function generateSchemaFile(
  options: GenerateSchemaOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  if (options.check && options.out === STANDARD_OUTPUT)
    fail(
      'usage',
      '`--check` compares with a file, and `--out -` is standard output',
      'name the file, or leave `--out` out',
    );
  limitTurbofan(terminal);
  collectRarely(terminal);
  const { documents, project, step } = await specInput(options.apiSpec, terminal);
  const settings = schemaOptions(options, project, documents.root.value);
  const generated = await step(`classifying ${countedEndpoints(documents)}`, () =>
    generateSchema(documents, settings),
  );
  const schema = unwrap(generated, terminal);
  const misplaced = project && options.apiSpec === undefined ? placesOfMoves(project.config, schema.api) : [];
  if (misplaced.length > 0) throw new InputError(misplaced);
  if (options.out === STANDARD_OUTPUT && !options.check) {
    terminal.out(schema.text);
    return EXIT_CODES.ok;
  }
  const path = schemaFile(options.out, project, terminal);
  refuseCedarAsJson(path, options, terminal);
  const before = readText(path, showPath(path, terminal.cwd));
  if (before.ok) keepWhatWasWritten(showPath(path, terminal.cwd), before.value);
  // Policies and fixtures of the project have nothing to do with a schema that is for something else.
  const concerned = path === schemaFile(undefined, project, terminal) ? project : undefined;
  if (options.check) return check(path, schema, concerned, terminal);
  const editor = await fixturesSchema(concerned, schema.model, terminal);
  const plan = [{ path, text: schema.text, ifExists: 'replace' } as const, ...(editor ? [editor] : [])];
  const written = unwrap(writeFiles(plan, terminal.cwd), terminal);
  reportWritten(written, terminal);
  terminal.note(`${describe(schema)}\n`);
  const onDisk = { file: showPath(path, terminal.cwd), text: before.ok ? before.value : '' };
  await sayChanges(onDisk, schema, concerned, terminal);
  return EXIT_CODES.ok;
}

/** Whoever imports the file as JSON could not read it any more. */
function refuseCedarAsJson(path: string, { format }: GenerateSchemaOptions, { cwd }: Terminal): void {
  if (format !== 'cedar' || !path.endsWith('.json')) return;
  fail(
    'usage',
    `\`--format cedar\` is not JSON, as \`${showPath(path, cwd)}\` is by its name`,
    'name another file, as in `--out v4.cedarschema`, and in `authz.yaml` if it is for good',
  );
}

/** Nothing to write over, and nothing to compare with. */
function keepWhatWasWritten(file: string, text: string): void {
  if (text.trim() === '' || isGenerated(text)) return;
  fail(
    'schema-by-hand',
    `\`${file}\` was not generated, and is left as it is`,
    'name another file with `--out <file>`',
  );
}

async function check(
  path: string,
  schema: GeneratedSchema,
  project: Project | undefined,
  terminal: Terminal,
): Promise<ExitCode> {
  const shown = showPath(path, terminal.cwd);
  await sayStaleFixturesSchema(project, schema.model, terminal);
  const onDisk = existsSync(path) ? unwrap(readText(path, shown), terminal) : '';
  if (isSameText(onDisk, schema.text)) {
    terminal.note(`${shown} matches the API description\n`);
    return EXIT_CODES.ok;
  }
  await sayChanges({ file: shown, text: onDisk }, schema, project, terminal);
  terminal.out(
    printDiff(
      { file: shown, before: onDisk, after: withLineEndsOf(onDisk, schema.text) },
      painter(terminal.color.out),
    ),
  );
  terminal.err(`${shown} no longer matches the API description: run \`authz generate-schema\`\n`);
  return EXIT_CODES.unmet;
}

function describe({ model }: GeneratedSchema): string {
  const endpoints = model.actions.reduce((sum, action) => sum + action.endpoints.length, 0);
  return `${counted(endpoints, 'endpoint')}, ${counted(model.actions.length, 'action')}, ${counted(model.entityTypes.length, 'entity type')}`;
}
