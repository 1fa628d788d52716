import { describe, expect, it } from 'vitest';
import { generatePolicies } from '../../../src/core/generation/generate-policies.ts';
import type { Model } from '../../../src/core/model/model.ts';
import { printSchema } from '../../../src/core/model/print-schema.ts';
import { checkPolicies } from '../../../src/core/policies/check-policies.ts';
import { formatPolicyFile } from '../../../src/core/policies/format.ts';
import { allTemplates } from '../../../src/project/templates.ts';
import { usualModel } from '../../helpers/arbitrary-model.ts';
import { emailModel } from '../../helpers/email-model.ts';
import fc from '../../helpers/fast-check.ts';
import { valueIn } from '../../helpers/outcome.ts';
import { policyFile } from '../../helpers/policies.ts';
import { runs } from '../../helpers/runs.ts';

function write(text: string, model: Model = emailModel) {
  return generatePolicies([{ name: 'sample', text }], model);
}

function written(text: string, model?: Model): string | undefined {
  return valueIn(write(text, model))[0]?.text;
}

describe('generatePolicies', () => {
  it('puts the names of the model in the place of the made-up ones', () => {
    const text = written(`// Why.
@id("sample") permit (principal in App::Group::"editor", action == App::Action::"reading", resource)
when { resource in context.tenants || principal == App::User::"x" || resource is App::Application };`);
    expect(text).toContain('// Why.\n@id("sample")');
    expect(text).toContain('principal in EmailApp::Role::"editor"');
    expect(text).toContain('EmailApp::Action::"getEmailCampaign"');
    expect(text).toContain('EmailApp::User::"x"');
    expect(text).not.toMatch(/\bApp::/);
  });

  it('leaves out a template that has nothing to say, and says so', () => {
    const noOpen = { ...emailModel, actions: emailModel.actions.filter((action) => action.name !== 'login') };
    const outcome = write('@id("a") permit (principal, action == App::Action::"open", resource);', noOpen);
    expect(outcome).toMatchObject({
      value: [],
      diagnostics: [{ severity: 'info', code: 'template-not-applicable' }],
    });
    const { tenantType, ...noTenants } = emailModel;
    expect(tenantType).toBe('Tenant');
    const isolation = '@id("a") forbid (principal, action, resource) unless { resource in context.tenants };';
    expect(write(isolation, noTenants)).toMatchObject({ value: [], diagnostics: [{ code: 'no-tenants' }] });
    const [said] = write(isolation, { ...noTenants, mappingType: 'SimpleRest' }).diagnostics;
    expect(said?.help).toContain('ResourceRest');
  });

  it('says of a type that is called a tenant, and that nothing is in, that it is not one by that', () => {
    const { tenantType: _, ...noTenants } = emailModel;
    const entityTypes = noTenants.entityTypes.map((type) => ({ ...type, parents: [] }));
    const isolation = '@id("a") forbid (principal, action, resource) unless { resource in context.tenants };';
    const [said] = write(isolation, { ...noTenants, entityTypes }).diagnostics;
    expect(said?.message).toBe(
      'nothing keeps customers apart, as nothing is known to be in one `Tenant` or another',
    );
    expect(said?.help).toContain('as in `principal: { tenant: { type: Tenant } }`');
  });

  it('says how to name a tenant, with the type of the model that most others are in', () => {
    const { tenantType: _, ...noTenants } = emailModel;
    const helpOf = (entityTypes: Model['entityTypes']) =>
      write('@id("a") forbid (principal, action, resource) unless { resource in context.tenants };', {
        ...noTenants,
        entityTypes,
      }).diagnostics[0]?.help;
    const typeOf = (name: string, ...parents: readonly string[]) => ({ name, parents, attributes: [] });
    const clinics = [typeOf('Clinic'), typeOf('Visit', 'Clinic'), typeOf('Ward', 'Clinic')];
    const more = [typeOf('Archive'), typeOf('Box', 'Archive'), typeOf('User', 'Archive', 'Role')];
    expect(helpOf([...more, ...clinics])).toContain('as in `principal: { tenant: { type: Clinic } }`');
    expect(helpOf([typeOf('Application'), typeOf('Visit')])).toContain('name your type of customer');
    const shopId = { name: 'shop_id', required: true, type: { kind: 'String' } } as const;
    const shops = [
      typeOf('Cart'),
      typeOf('CartItem', 'Cart'),
      typeOf('Shop'),
      typeOf('Product', 'Shop'),
      { ...typeOf('Order'), attributes: [shopId] },
    ];
    expect(helpOf(shops)).toContain('type: Shop }');
    expect(helpOf([...shops, typeOf('Company')])).toContain('type: Company }');
  });

  it('takes a type test for false when the model has no type of that nature', () => {
    const noShared = {
      ...emailModel,
      entityTypes: emailModel.entityTypes.filter((type) => type.name === 'Tenant'),
    };
    const text = '@id("a") forbid (principal, action, resource) unless { resource is App::Shared };';
    expect(written(text, noShared)).toContain('unless { false }');
  });

  it('refuses a template that is no Cedar', () => {
    expect(write('permit (principal);')).toMatchObject({
      ok: false,
      diagnostics: [{ code: 'policy-syntax', file: 'sample.cedar' }, {}],
    });
  });

  it('makes of each of our templates policies that the schema accepts, whatever the model', () => {
    fc.assert(
      fc.property(usualModel, (random) => {
        const files = valueIn(generatePolicies(allTemplates(), random)).map((file) =>
          policyFile(file.text, file.name),
        );
        const { diagnostics } = checkPolicies(files, printSchema(random));
        expect(diagnostics.filter((one) => one.severity === 'error')).toEqual([]);
        expect(files.length).toBeGreaterThan(0);
      }),
      runs(50),
    );
  });

  it('writes files as the formatter would', () => {
    for (const file of valueIn(generatePolicies(allTemplates(), emailModel))) {
      expect(valueIn(formatPolicyFile(policyFile(file.text, file.name)))).toBe(file.text);
    }
  });
});
