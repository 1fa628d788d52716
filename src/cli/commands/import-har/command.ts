import { defineCommand } from '../../command.ts';
import { RECORDED_FLAGS } from '../../shared-flags.ts';

export const importHarCommand = defineCommand({
  name: 'import-har',
  description: 'turn recorded calls into fixtures: tokens become claims, answers become expectations',
  arguments: [['<file>', 'an HTTP archive, as browsers and proxies save it']],
  flags: RECORDED_FLAGS,
  output: 'stream',
  load: async () => (await import('./run.ts')).importHarFile,
});
