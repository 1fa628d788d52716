import { defineCommand } from '../../command.ts';
import { given, text } from '../../flags.ts';

export const generateFixturesCommand = defineCommand({
  name: 'generate-fixtures',
  description: 'write starter fixtures that record what the policies decide today',
  arguments: [],
  flags: {
    schema: text('file', 'the schema (default: that of the project)'),
    policies: text('path', 'the policies (default: those of the project)'),
    outDir: text('folder', 'where to write (default: fixtures)'),
    neighbours: given('write neighbours of allowed calls instead, which should be denied'),
    cover: given('write fixtures for what no fixture has seen, of all that requests can come to'),
    force: given('record again what is still marked as recorded, people and entities that nobody edited too'),
  },
  output: 'stream',
  load: async () => (await import('./run.ts')).generateFixtureFiles,
});
