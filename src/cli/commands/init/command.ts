import { defineCommand } from '../../command.ts';
import { given, negated, text, texts } from '../../flags.ts';
import { MODEL_FLAGS, projectApiSpec } from '../../shared-flags.ts';

export const initCommand = defineCommand({
  name: 'init',
  description:
    'set up a project: configuration, schema, policies and first fixtures; in a terminal, a wizard asks for what the flags leave open',
  arguments: [['[folder]', 'where (default: the current folder)']],
  flags: {
    apiSpec: projectApiSpec,
    ...MODEL_FLAGS,
    withoutAttribute: texts('Type.name', 'attributes to leave out of the schema'),
    override: texts(
      'endpoint=pattern',
      "patterns to use instead of the classifier's, as in 'POST /search=listing,application'",
    ),
    subjectClaim: text('claim', 'the claim with the id of the principal (default: sub)'),
    groupsClaim: text('claim', 'the claim with the groups (default: groups)'),
    tenantClaim: text('claim', 'the claim with the tenant (default: tenant_id)'),
    userPoolId: text('id', 'when group ids have the form <user pool>|<group>'),
    template: texts('name', 'policy templates to start from (default: standard)'),
    example: given('start from the worked example, an e-mail marketing API'),
    force: given('replace files that exist; what they said is kept beside them, as in members.cedar.bak'),
    yes: given('write the files, and ask nothing'),
    tui: negated('no wizard: list the files that would be written, and ask nothing'),
  },
  output: 'stream',
  load: async () => (await import('./run.ts')).init,
});
