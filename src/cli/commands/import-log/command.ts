import { defineCommand } from '../../command.ts';
import { RECORDED_FLAGS } from '../../shared-flags.ts';

export const importLogCommand = defineCommand({
  name: 'import-log',
  description: 'turn the decision log of a server into fixtures that expect what was decided',
  arguments: [['<file>', 'the lines of JSON that `logger.log` got; `-` is standard input']],
  flags: RECORDED_FLAGS,
  output: 'stream',
  load: async () => (await import('./run.ts')).importLogFile,
});
