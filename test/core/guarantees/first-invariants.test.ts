import { describe, expect, it } from 'vitest';
import {
  firstInvariants,
  firstInvariantsInSteps,
} from '../../../src/core/guarantees/invariants/first-invariants.ts';
import { proveProject } from '../../../src/core/guarantees/invariants/prove-project.ts';
import { readSchema } from '../../../src/core/model/read-schema.ts';
import { emailSchemaFile } from '../../helpers/email-model.ts';
import { emailInput } from '../../helpers/email-project.ts';
import { valueIn } from '../../helpers/outcome.ts';
import { policyFile, policySetOf } from '../../helpers/policies.ts';

const ADMINS = '@id("admins") permit (principal in EmailApp::Role::"admin", action, resource);';
const VIEWERS =
  '@id("viewers") permit (principal in EmailApp::Role::"viewer", action in [EmailApp::Action::"getEmailCampaign", EmailApp::Action::"getEmailMessage"], resource);';
const EDITORS =
  '@id("editors") permit (principal in EmailApp::Role::"editor", action in [EmailApp::Action::"getEmailCampaign", EmailApp::Action::"updateEmailCampaign"], resource) when { resource is EmailApp::EmailCampaign };';

function firstOf(...policies: readonly string[]): string | undefined {
  const { json, model } = valueIn(readSchema(emailSchemaFile));
  return firstInvariants({ schema: json, model, policies: policySetOf(policies.join('\n')).policies });
}

/** What is proven of each invariant where the policies are others. */
function verdicts(invariants: string, ...policies: readonly string[]): Record<string, string> {
  const proofs = valueIn(
    proveProject(
      { ...emailInput, policies: [policyFile(policies.join('\n'))], invariants: [policyFile(invariants)] },
      { onlyWritten: true },
    ),
  );
  return Object.fromEntries(proofs.invariants.map(({ invariant, verdict }) => [invariant.id, verdict]));
}

const ISOLATION =
  '@id("isolation") forbid (principal, action, resource) when { resource is EmailApp::EmailCampaign || resource is EmailApp::Tenant } unless { resource in context.tenants };';

describe('the first invariants of a project', () => {
  const text = firstOf(ADMINS, VIEWERS, ISOLATION) ?? '';

  it('hold of its policies, also with groups that come later', () => {
    const proven = { 'an-identity-is-needed': 'proven', 'tenants-stay-apart': 'proven' };
    expect(verdicts(text, ADMINS, VIEWERS, ISOLATION)).toEqual(proven);
    expect(verdicts(text, ADMINS, EDITORS, ISOLATION)).toEqual(proven);
  });

  it('are found in steps, so that somebody who waits for them can leave before they are', () => {
    const { json, model } = valueIn(readSchema(emailSchemaFile));
    const { policies } = policySetOf([ADMINS, VIEWERS, ISOLATION].join('\n'));
    const steps = firstInvariantsInSteps({ schema: json, model, policies });
    let count = 0;
    let step = steps.next();
    for (; !step.done; step = steps.next()) count += 1;
    expect(count).toBeGreaterThan(model.actions.length);
    expect(step.value).toBe(text);
  });

  it('speak of no type that is not isolated', () => {
    expect(text).toContain('resource is EmailApp::EmailCampaign');
    expect(text).not.toContain('resource is EmailApp::EmailMessage');
  });

  it('are broken by a policy that asks for no identity, and by one that is taken away', () => {
    const open =
      '@id("open") permit (principal, action == EmailApp::Action::"getEmailCampaign", resource) when { resource.name == "public" };';
    expect(verdicts(text, ADMINS, VIEWERS, open)).toEqual({
      'an-identity-is-needed': 'refuted',
      'tenants-stay-apart': 'refuted',
    });
    expect(verdicts(text, ADMINS, VIEWERS)).toMatchObject({
      'an-identity-is-needed': 'proven',
      'tenants-stay-apart': 'refuted',
    });
  });

  it('are none where everybody may do everything', () => {
    expect(firstOf('@id("all") permit (principal, action, resource);')).toBeUndefined();
  });
});
