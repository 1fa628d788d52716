import { CLASSIFY_FORMATS } from '../../choices.ts';
import { defineCommand } from '../../command.ts';
import { choice, text } from '../../flags.ts';
import { apiSpec } from '../../shared-flags.ts';

export const classifyCommand = defineCommand({
  name: 'classify',
  description: 'show the authorization pattern of each endpoint, and why',
  arguments: [],
  flags: {
    apiSpec,
    format: { ...choice('format', 'how to print', CLASSIFY_FORMATS), fallback: 'table' },
    explain: text(
      'METHOD /path',
      'print what speaks for the answer and for the runner-up of one endpoint, with the weights',
    ),
  },
  output: 'answer',
  load: async () => (await import('./run.ts')).classify,
});
