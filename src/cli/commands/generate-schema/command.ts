import { SCHEMA_FORMATS } from '../../choices.ts';
import { defineCommand } from '../../command.ts';
import { choice, given, text } from '../../flags.ts';
import { apiSpec, MODEL_FLAGS } from '../../shared-flags.ts';

export const generateSchemaCommand = defineCommand({
  name: 'generate-schema',
  description: 'write the Cedar schema of an API',
  arguments: [],
  flags: {
    apiSpec,
    ...MODEL_FLAGS,
    out: text(
      'file',
      'where to write, - for standard output (default: v4.policyschema.json in the package root)',
    ),
    format: choice('format', 'JSON, or Cedar syntax', SCHEMA_FORMATS),
    check: given('write nothing; exit with 1 and a diff when the file differs'),
  },
  output: 'stream',
  load: async () => (await import('./run.ts')).generateSchemaFile,
});
