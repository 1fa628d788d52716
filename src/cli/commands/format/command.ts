import { defineCommand } from '../../command.ts';
import { given } from '../../flags.ts';

export const formatCommand = defineCommand({
  name: 'format',
  description: "format policies with Cedar's own formatter, never losing a comment",
  arguments: [
    ['[paths...]', 'policy files or folders (default: the policies of the project, or of the folder)'],
  ],
  flags: { check: given('write nothing; exit with 1 when a file is not formatted') },
  output: 'stream',
  load: async () => (await import('./run.ts')).format,
});
