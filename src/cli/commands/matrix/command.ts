import { ACCESS_FILTER_KEYS, ACCESS_FORMATS } from '../../choices.ts';
import { defineCommand } from '../../command.ts';
import { budgetFlag, choice, filterFlag, text } from '../../flags.ts';
import { LINK_FLAG } from '../../shared-flags.ts';

export const matrixCommand = defineCommand({
  name: 'matrix',
  description: 'say for each endpoint which groups may call it: always, never, or when',
  arguments: [['[path]', 'a project (default: the current folder)']],
  flags: {
    ...LINK_FLAG,
    as: text('principal', 'one principal of the fixtures instead of the groups'),
    filter: filterFlag('only some endpoints', ACCESS_FILTER_KEYS),
    budget: budgetFlag(),
    format: { ...choice('format', 'how to print', ACCESS_FORMATS), fallback: 'pretty' },
  },
  output: 'answer',
  load: async () => (await import('./run.ts')).matrix,
});
