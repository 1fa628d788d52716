import { defineCommand } from '../../command.ts';
import { given, text, texts } from '../../flags.ts';

export const generatePoliciesCommand = defineCommand({
  name: 'generate-policies',
  description: 'write sample policies for a schema, to be customized',
  arguments: [],
  flags: {
    schema: text('file', 'the schema (default: that of the project)'),
    outDir: text('folder', 'where to write (default: policies)'),
    template: texts('name', 'which templates to use (default: standard)'),
    userPoolId: text('id', 'group ids have the form <user pool>|<group> (default: as the project says)'),
    list: given('show the templates, and write nothing'),
    json: given('with --list: print JSON'),
    force: given('replace policies that exist; what they said is kept beside them, as in members.cedar.bak'),
  },
  output: ({ list }) => (list ? 'answer' : 'stream'),
  load: async () => (await import('./run.ts')).generatePolicyFiles,
});
