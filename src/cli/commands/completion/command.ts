import { SHELLS } from '../../choices.ts';
import { defineCommand } from '../../command.ts';

export const completionCommand = defineCommand({
  name: 'completion',
  description: 'print the script that completes authz in a shell',
  arguments: [['<shell>', SHELLS.join(', ')]],
  flags: {},
  output: 'stream',
  note: [
    'To turn it on, add the line for your shell to its start-up file:',
    '  bash   eval "$(authz completion bash)"     in ~/.bashrc',
    '  zsh    eval "$(authz completion zsh)"      in ~/.zshrc, after compinit',
    '  fish   authz completion fish | source      in ~/.config/fish/config.fish',
    'It completes the word `authz`, not `npx authz`: the tool must be on the path of the shell.',
  ].join('\n'),
  load: async () => (await import('./run.ts')).completion,
});
