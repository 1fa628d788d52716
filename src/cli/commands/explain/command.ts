import { EXPLANATION_FORMATS } from '../../choices.ts';
import { defineCommand } from '../../command.ts';
import { choice, text } from '../../flags.ts';
import { FILE_FLAGS } from '../../shared-flags.ts';

export const explainCommand = defineCommand({
  name: 'explain',
  description: 'say why a call is allowed or denied, policy by policy and condition by condition',
  arguments: [
    ['<method>', 'such as GET'],
    ['<url>', 'path and query: /messages?messagelist=m1,m2'],
  ],
  flags: {
    as: text('principal', 'who calls: a principal of the fixtures, or anonymous'),
    claims: text('json', 'who calls: the claims of a token'),
    body: text('json', 'the body of the call, where it holds the identifier'),
    context: text('json', 'attributes of the context that no call shows, such as the hour'),
    fixtures: text('path', 'the fixtures that have the principal and the entities'),
    ...FILE_FLAGS,
    format: { ...choice('format', 'how to print', EXPLANATION_FORMATS), fallback: 'pretty' },
  },
  note: 'The exit code is 0 for an allow and for a deny: both are answers.',
  load: async () => (await import('./run.ts')).explain,
});
