import { DIAGNOSTIC_FORMATS } from '../../choices.ts';
import { defineCommand } from '../../command.ts';
import { choice, given } from '../../flags.ts';
import { POLICY_FLAGS } from '../../shared-flags.ts';

export const validateCommand = defineCommand({
  name: 'validate',
  description: 'check all policies, invariants, server rules and facts of a project against its schema',
  arguments: [['[paths...]', 'projects (default: the current folder)']],
  flags: {
    ...POLICY_FLAGS,
    denyWarnings: given('exit with 2 for warnings as well'),
    validationMode: choice('mode', 'there is one mode, that `cedar` has unless told otherwise', [
      'strict',
    ] as const),
    format: { ...choice('format', 'how to print', DIAGNOSTIC_FORMATS), fallback: 'pretty' },
  },
  output: 'report',
  load: async () => (await import('./run.ts')).validate,
});
