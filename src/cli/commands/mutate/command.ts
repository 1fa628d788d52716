import { InvalidArgumentError } from 'commander';
import { MUTATION_REPORTERS } from '../../choices.ts';
import { defineCommand } from '../../command.ts';
import { budgetFlag, type Flag, reportersFlag, text } from '../../flags.ts';
import { LINK_FLAG } from '../../shared-flags.ts';

export const mutateCommand = defineCommand({
  name: 'mutate',
  description: 'find changes to the policies that no fixture notices, each with the call that would show it',
  arguments: [['[path]', 'a project (default: the current folder)']],
  flags: {
    ...LINK_FLAG,
    budget: budgetFlag(),
    reporter: reportersFlag(MUTATION_REPORTERS),
    threshold: thresholdFlag(),
    writeFixtures: text('file', 'write the calls as fixtures that expect what is decided today'),
  },
  output: 'report',
  note: 'Changes that are proven to turn no decision are left out, though they may change which policies are the reason. Ctrl-C shows what was found so far.',
  load: async () => (await import('./run.ts')).mutate,
});

function thresholdFlag(): Flag<number> {
  return {
    placeholder: '<percent>',
    description: 'exit with 1 when fewer of the mutations are killed',
    parse: (written) => {
      if (/^\d{1,3}(?:\.\d+)?$/.test(written) && Number(written) <= 100) return Number(written);
      throw new InvalidArgumentError('expected a percentage from 0 to 100');
    },
  };
}
