import { COMPARISON_REPORTERS, FAIL_ON } from '../../choices.ts';
import { defineCommand } from '../../command.ts';
import { checkChoice, choice, type Flag, text } from '../../flags.ts';

export const diffCommand = defineCommand({
  name: 'diff',
  description: 'say which calls a change opens or closes, over all requests, each with an example',
  arguments: [
    ['[before]', 'a git revision or a folder (default: HEAD)'],
    ['[after]', 'a git revision or a folder (default: the working tree)'],
  ],
  flags: {
    failOn: { ...choice('change', 'exit with 1 when something is', FAIL_ON), fallback: 'opened' },
    reporter: comparisonReporters(),
    writeFixtures: text('file', 'write the examples as fixtures that expect what was decided before'),
  },
  load: async () => (await import('./run.ts')).diff,
});

function comparisonReporters(): Flag<readonly string[]> {
  return {
    placeholder: '<name[=file]>',
    description: `${COMPARISON_REPORTERS.join(', ')}; may be given several times`,
    values: COMPARISON_REPORTERS,
    fallback: [],
    shownFallback: 'pretty',
    parse: (written, earlier = []) => {
      checkChoice(written.split('=')[0] ?? '', COMPARISON_REPORTERS);
      return [...earlier, written];
    },
  };
}
