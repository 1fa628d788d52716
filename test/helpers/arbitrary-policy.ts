import { user } from './email-entities.ts';
import fc from './fast-check.ts';

/** Conditions that are true, false, in error, or no conditions at all, depending on who asks about what. */
const CONDITIONS = [
  'true',
  'false',
  'resource.status == "draft"',
  'resource.status like "*t"',
  'resource.status != principal.email',
  'principal has email',
  'principal.email == "x"',
  'principal in EmailApp::Role::"editor"',
  'resource in context.tenants',
  'context.tenants.contains(EmailApp::Tenant::"acme")',
  'resource is EmailApp::EmailCampaign in EmailApp::Tenant::"acme"',
  'if resource.status == "sent" then true else principal.email == "x"',
  '!context.tenants.isEmpty() == true',
  '5',
  '"a || b" == resource.name',
] as const;

const { expression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(...CONDITIONS),
    fc
      .tuple(tie('expression'), fc.constantFrom('&&', '||', '// why\n &&'), tie('expression'))
      .map(([left, op, right]) => `(${left}) ${op} (${right})`),
    tie('expression').map((inner) => `!(${inner})`),
    tie('expression').map((inner) => `true && (${inner}) && principal has email || (${inner})`),
  ),
}));

/** A permit or a forbid over the e-mail schema, valid or not. */
export const arbitraryPolicy = fc
  .record({
    effect: fc.constantFrom('permit', 'forbid'),
    principal: fc.constantFrom(
      'principal',
      'principal in EmailApp::Role::"editor"',
      'principal == EmailApp::User::"eve"',
      'principal is EmailApp::User in EmailApp::Tenant::"acme"',
    ),
    action: fc.constantFrom(
      'action',
      'action == EmailApp::Action::"updateEmailCampaign"',
      'action in [EmailApp::Action::"getEmailCampaign"]',
    ),
    resource: fc.constantFrom(
      'resource',
      'resource is EmailApp::EmailCampaign',
      'resource in EmailApp::Tenant::"umbrella"',
    ),
    clauses: fc.array(fc.tuple(fc.constantFrom('when', 'unless'), expression), { maxLength: 3 }),
  })
  .map(
    ({ effect, principal, action, resource, clauses }) =>
      `${effect} (${principal}, ${action}, ${resource}) ${clauses.map(([kind, body]) => `${kind} { ${body} }`).join(' ')};`,
  );

/** Principals of two tenants and of none. */
export const somePrincipals = [
  user('ana', 'editor', 'acme'),
  { ...user('eve', 'viewer', 'umbrella'), attrs: { email: 'x' } },
  user('tom', 'editor'),
];
