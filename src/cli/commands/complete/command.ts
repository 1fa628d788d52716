import { defineCommand } from '../../command.ts';

/** What the scripts of `authz completion` ask; help does not list it. */
export const completeCommand = defineCommand({
  name: 'complete',
  description: 'print the candidates for the last of these words',
  arguments: [['[words...]', 'the words after authz, up to the cursor']],
  flags: {},
  output: 'stream',
  load: async () => (await import('./run.ts')).complete,
});
