import { DIAGNOSTIC_FORMATS } from '../../choices.ts';
import { defineCommand } from '../../command.ts';
import { choice } from '../../flags.ts';
import { FILE_FLAGS } from '../../shared-flags.ts';

export const validateCommand = defineCommand({
  name: 'validate',
  description: 'check all policies of a project against its schema',
  arguments: [['[paths...]', 'projects (default: the current folder)']],
  flags: {
    schema: FILE_FLAGS.schema,
    policies: FILE_FLAGS.policies,
    format: { ...choice('format', 'how to print', DIAGNOSTIC_FORMATS), fallback: 'pretty' },
  },
  load: async () => (await import('./run.ts')).validate,
});
