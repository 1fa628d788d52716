import { defineCommand } from '../../command.ts';
import { negated, text } from '../../flags.ts';
import { FILE_FLAGS } from '../../shared-flags.ts';

export const watchCommand = defineCommand({
  name: 'watch',
  description: 'replay fixtures on every save, and show first what changed',
  arguments: [['[paths...]', 'projects, folders or fixtures files (default: the current folder)']],
  flags: {
    ...FILE_FLAGS,
    since: text('revision', 'tell what is opened and closed since a git revision, such as main'),
    tui: negated('print a block of lines for each run, even on a terminal'),
    bell: negated('do not ring when a save lets somebody in'),
  },
  output: 'stream',
  load: async () => (await import('./run.ts')).watch,
});
