import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import express from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import { generateSlices } from '../../../src/core/generation/generate-slices.ts';
import { readSchema } from '../../../src/core/model/read-schema.ts';
import { PolicyInlineAuthorizationEngine } from '../../../src/index.ts';
import * as emailApp from '../../golden/slices/email-app.ts';
import * as kinds from '../../golden/slices/kinds.ts';
import { EXAMPLE_FOLDER } from '../../helpers/cli.ts';
import { emailModel } from '../../helpers/email-model.ts';
import { ana, emailOptions, eve, startEmailServer } from '../../helpers/express-server.ts';
import { KINDS_SCHEMA } from '../../helpers/kinds-schema.ts';
import { valueIn } from '../../helpers/outcome.ts';

const emailText = readFileSync(join(EXAMPLE_FOLDER, 'v4.policyschema.json'), 'utf8');
const golden = (name: string) => resolve(import.meta.dirname, `../../golden/slices/${name}.ts`);
const slicesOf = (text: string) => generateSlices(valueIn(readSchema({ file: 'schema', text })).model);

// The golden files are compiled with the tests: that they compile as they are, is checked there.
describe('generated slice builders', () => {
  it('are those that a server with the schema of the worked example asks for', async () => {
    const { text, types } = slicesOf(emailText);
    expect(types).toEqual(['EmailCampaign', 'EmailMessage', 'Tenant']);
    await expect(text).toMatchFileSnapshot(golden('email-app'));
  });

  it('have attributes of every kind, tags, and parents', async () => {
    const { text, types } = slicesOf(KINDS_SCHEMA);
    expect(types).toEqual(['Doc', 'Folder', 'Tenant']);
    await expect(text).toMatchFileSnapshot(golden('kinds'));
  });

  it('keep a name that objects have for themselves', () => {
    const [first] = emailModel.actions;
    const proto = { name: '__proto__', required: true, type: { kind: 'String' } } as const;
    const type = { name: first?.resourceType ?? '', parents: [], attributes: [proto] };
    const { text } = generateSlices({ ...emailModel, entityTypes: [type] });
    expect(text).toContain("['__proto__']: row.attrs.__proto__,");
    expect(text).not.toContain('references');
  });
});

const rows: emailApp.Rows = {
  // A row has more than the schema models.
  EmailCampaign: async (id) => {
    const attrs = { name: 'Spring', status: 'draft', budget: 1.5 };
    return id === 'c1' ? { attrs, parents: { Tenant: ['acme'] } } : undefined;
  },
  EmailMessage: async () => null,
  Tenant: async (id) => ({ attrs: { planTier: id === 'acme' ? 'pro' : 'free', maxUsers: 5 } }),
};

describe('a server with generated slice builders', () => {
  it('decides by what the rows say', async () => {
    const schema = { type: 'jsonString', schema: emailText } as const;
    const staticPolicies = `permit (principal, action, resource is EmailApp::EmailCampaign) when {
      resource.status == "draft" && resource in EmailApp::Tenant::"acme" && principal in EmailApp::Tenant::"acme" };`;
    const authorizationEngine = new PolicyInlineAuthorizationEngine({ staticPolicies, schema });
    const sliceBuilders = emailApp.sliceBuilders(rows);
    const options = emailOptions('', { schema, authorizationEngine, sliceBuilders });
    const server = await startEmailServer({ express, options });
    onTestFinished(() => server.close());
    const status = async (url: string, as: object) => (await server.send('GET', url, { as })).status;
    expect(await status('/campaigns/c1', ana)).toBe(200);
    expect(await status('/campaigns/c1', eve)).toBe(403);
    expect(await status('/campaigns/c2', ana)).toBe(404);
  });

  it('asks for every attribute and every type of parents', () => {
    const incomplete: Partial<emailApp.Rows> = {
      // @ts-expect-error a campaign is in tenants
      EmailCampaign: async () => ({ attrs: { name: 'Spring', status: 'draft' }, parents: {} }),
      // @ts-expect-error a tenant has a plan
      Tenant: async () => ({ attrs: { maxUsers: 5 } }),
    };
    expect(Object.keys(incomplete)).toEqual(['EmailCampaign', 'Tenant']);
  });

  const doc: kinds.DocRow = {
    attrs: {
      owner: 'ana',
      reviewers: ['bo'],
      title: 'Plans',
      'due date': '2024-10-15',
      size: 3,
      price: '12.5',
      keep: '1h',
      from: ['10.0.0.0/8'],
      labels: ['new'],
      draft: null,
      print: { pages: 2, "paper's": { kinds: [['a4']] } },
      empty: {},
    },
    tags: { locked: 'no' },
    parents: { Folder: ['f1'], Tenant: [] },
  };

  it('hands the engine values of every kind as the schema has them', async () => {
    const schema = { type: 'cedarFormat', schema: KINDS_SCHEMA } as const;
    const staticPolicies = `permit (principal, action, resource) when {
      resource.owner == principal && resource has reviewers && resource.reviewers.contains(App::User::"bo")
      && resource["due date"] < datetime("2024-10-16") && resource.price.greaterThan(decimal("12.4"))
      && resource.keep == duration("60m") && resource.from.contains(ip("10.0.0.0/8")) && resource.labels.contains("new")
      && !(resource has draft) && !(resource.print has by) && resource.print["paper's"].kinds.contains(["a4"])
      && resource.hasTag("locked") && resource.getTag("locked") == "no" && resource in App::Folder::"f1" };`;
    const engine = new PolicyInlineAuthorizationEngine({ staticPolicies, schema });
    const ask = (row: kinds.DocRow) => {
      const { attrs = {}, parents = [], tags = {} } = kinds.entityOfDoc(row);
      return engine.isAuthorized(
        {
          principal: { type: 'App::User', id: 'ana' },
          action: { type: 'App::Action', id: 'read' },
          resource: { type: 'App::Doc', id: 'd1' },
          context: {},
        },
        [
          { uid: { type: 'App::User', id: 'ana' }, attrs: {}, parents: [] },
          { uid: { type: 'App::Doc', id: 'd1' }, attrs, tags, parents: [...parents] },
        ],
      );
    };
    expect(await ask(doc)).toMatchObject({ type: 'allow' });
    expect(await ask({ ...doc, attrs: { ...doc.attrs, draft: true } })).toMatchObject({ type: 'deny' });
  });
});
