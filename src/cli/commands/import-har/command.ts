import { defineCommand } from '../../command.ts';
import { given, text } from '../../flags.ts';

export const importHarCommand = defineCommand({
  name: 'import-har',
  description: 'turn recorded calls into fixtures: tokens become claims, answers become expectations',
  arguments: [['<file>', 'an HTTP archive, as browsers and proxies save it']],
  flags: {
    out: text('file', 'where to write (default: <name>.fixtures.yaml among the fixtures)'),
    force: given('replace the file if it exists; what it said is kept beside it'),
  },
  output: 'stream',
  load: async () => (await import('./run.ts')).importHarFile,
});
