import { COMPARISON_REPORTERS, FAIL_ON } from '../../choices.ts';
import { defineCommand } from '../../command.ts';
import { budgetFlag, choice, reportersFlag, text } from '../../flags.ts';
import { LINK_FLAG } from '../../shared-flags.ts';

export const diffCommand = defineCommand({
  name: 'diff',
  description: 'say which calls a change opens or closes, over all requests, each with an example',
  arguments: [
    ['[before]', 'a git revision or a folder (default: HEAD)'],
    ['[after]', 'a git revision or a folder (default: the working tree)'],
  ],
  flags: {
    ...LINK_FLAG,
    budget: budgetFlag(),
    failOn: { ...choice('change', 'exit with 1 when something is', FAIL_ON), fallback: 'opened' },
    reporter: reportersFlag(COMPARISON_REPORTERS),
    writeFixtures: text('file', 'write the examples as fixtures that expect the earlier decisions'),
  },
  output: 'report',
  load: async () => (await import('./run.ts')).diff,
});
