import { defineCommand } from '../../command.ts';
import { negated } from '../../flags.ts';
import { FILE_FLAGS } from '../../shared-flags.ts';

export const watchCommand = defineCommand({
  name: 'watch',
  description: 'replay fixtures on every save, and show first what changed',
  arguments: [['[paths...]', 'projects, folders or fixtures files (default: the current folder)']],
  flags: { ...FILE_FLAGS, tui: negated('print a block of lines for each run, also on a terminal') },
  load: async () => (await import('./run.ts')).watch,
});
