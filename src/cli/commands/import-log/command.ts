import { defineCommand } from '../../command.ts';
import { given, text } from '../../flags.ts';

export const importLogCommand = defineCommand({
  name: 'import-log',
  description: 'turn the decision log of a server into fixtures that expect what was decided',
  arguments: [['<file>', 'the lines of JSON that `logger.log` got; `-` is standard input']],
  flags: {
    out: text('file', 'where to write (default: <name>.fixtures.yaml among the fixtures)'),
    force: given('replace the file if it exists; what it said is kept beside it'),
  },
  output: 'stream',
  load: async () => (await import('./run.ts')).importLogFile,
});
