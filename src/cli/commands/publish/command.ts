import { PUBLISH_FORMATS, SERVICES } from '../../choices.ts';
import { defineCommand } from '../../command.ts';
import { choice, given, text } from '../../flags.ts';
import { POLICY_FLAGS } from '../../shared-flags.ts';

export const publishCommand = defineCommand({
  name: 'publish',
  description:
    'publish schema and policies to a policy store, in an order that never widens access on the way',
  arguments: [['<service>', `where to publish: ${SERVICES.join(', ')}`]],
  flags: {
    policyStore: text('id', 'the policy store: its id, or `policy-store-alias/NAME`'),
    plan: given('show what would be done, and do not do it'),
    check: given('as --plan, and exit with 1 when the store differs'),
    ...POLICY_FLAGS,
    format: { ...choice('format', 'how to print the plan', PUBLISH_FORMATS), fallback: 'pretty' },
  },
  output: ({ plan, check }) => (check ? 'report' : plan ? 'answer' : 'record'),
  note: 'Region and credentials come from the environment, as the AWS client reads them.',
  load: async () => (await import('./run.ts')).publishProject,
});
