import { PROOF_REPORTERS } from '../../choices.ts';
import { defineCommand } from '../../command.ts';
import { budgetFlag, reportersFlag, text } from '../../flags.ts';
import { LINK_FLAG } from '../../shared-flags.ts';

export const proveCommand = defineCommand({
  name: 'prove',
  description: 'prove for all requests what must never or always be allowed, or show a call that refutes it',
  arguments: [['[path]', 'a project (default: the current folder)']],
  flags: {
    ...LINK_FLAG,
    budget: budgetFlag(),
    reporter: reportersFlag(PROOF_REPORTERS),
    writeFixtures: text(
      'file',
      'write the calls that refute as fixtures that expect what the invariants say',
    ),
  },
  output: 'report',
  note: 'The exit code is 1 when an invariant is refuted or cannot be decided.',
  load: async () => (await import('./run.ts')).prove,
});
