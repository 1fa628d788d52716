import { defineCommand } from '../../command.ts';
import { given, text } from '../../flags.ts';

export const generateSlicesCommand = defineCommand({
  name: 'generate-slices',
  description: 'write the slice builders that a server with the schema needs, in TypeScript',
  arguments: [],
  flags: {
    schema: text('file', 'the schema (default: that of the project)'),
    out: text('file', 'where to write, - for standard output (default: slice-builders.ts)'),
    force: given('replace a file that exists; what it said is kept beside it, as in slice-builders.ts.bak'),
  },
  output: 'stream',
  load: async () => (await import('./run.ts')).generateSlicesFile,
});
