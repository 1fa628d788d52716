import { EXPLANATION_FORMATS } from '../../choices.ts';
import { defineCommand } from '../../command.ts';
import { choice, given, text } from '../../flags.ts';
import { FILE_FLAGS } from '../../shared-flags.ts';

export const explainCommand = defineCommand({
  name: 'explain',
  description:
    'say why a call or a Cedar request is allowed or denied, policy by policy and condition by condition',
  arguments: [
    ['[method]', 'such as GET; or a file with a Cedar request, such as request.json'],
    ['[url]', 'path and query: /messages?messagelist=m1,m2'],
  ],
  flags: {
    as: text('principal', 'who calls: a principal of the fixtures, or anonymous'),
    claims: text('json', 'who calls: the claims of a token'),
    body: text('json', 'the body of the call, where it holds the identifier'),
    requestJson: text('file', 'a Cedar request: `principal`, `action`, `resource`, `context`'),
    principal: { ...text('entity', 'of a Cedar request: User::"ana"'), letter: 'l' },
    action: { ...text('entity', 'of a Cedar request: Action::"view"'), letter: 'a' },
    resource: { ...text('entity', 'of a Cedar request: Doc::"d1"'), letter: 'r' },
    context: {
      ...text(
        'json',
        'attributes of the context, as JSON or a file; for a call, those that the call itself does not show',
      ),
      letter: 'c',
    },
    fixtures: text('path', 'the fixtures that have the principal and the entities'),
    ...FILE_FLAGS,
    requestValidation: choice(
      'bool',
      'whether the types in a Cedar request have to be those that the schema has for its action (default: true)',
      ['true', 'false'] as const,
    ),
    verbose: { ...given('ignored: an explanation names the deciding policies'), letter: 'v' },
    timing: { ...given('ignored'), letter: 't' },
    format: { ...choice('format', 'how to print', EXPLANATION_FORMATS), fallback: 'pretty' },
  },
  output: 'answer',
  note: 'The exit code is 0 for an allow and for a deny: both are answers. (`cedar authorize` exits with 2 for a deny.)',
  load: async () => (await import('./run.ts')).explain,
});
