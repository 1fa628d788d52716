import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import express from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import { generateSlices } from '../../../src/core/generation/generate-slices.ts';
import { readsByType } from '../../../src/core/generation/slices/reads-by-type.ts';
import { readSchema } from '../../../src/core/model/read-schema.ts';
import { PolicyInlineAuthorizationEngine, ServerAuthorizationMiddleware } from '../../../src/index.ts';
import * as emailApp from '../../golden/slices/email-app.ts';
import * as kinds from '../../golden/slices/kinds.ts';
import * as partlyRead from '../../golden/slices/partly-read.ts';
import { EXAMPLE_FOLDER } from '../../helpers/cli.ts';
import { emailModel } from '../../helpers/email-model.ts';
import { ana, emailOptions, eve, startEmailServer } from '../../helpers/express-server.ts';
import { KINDS_SCHEMA } from '../../helpers/kinds-schema.ts';
import { valueIn } from '../../helpers/outcome.ts';
import { PARTLY_READ_SCHEMA, PARTLY_READING } from '../../helpers/partly-read-schema.ts';
import { policySetOf } from '../../helpers/policies.ts';

const emailText = readFileSync(join(EXAMPLE_FOLDER, 'v4.policyschema.json'), 'utf8');
const golden = (name: string) => resolve(import.meta.dirname, `../../golden/slices/${name}.ts`);
const slicesOf = (text: string) => generateSlices(valueIn(readSchema({ file: 'schema', text })).model);

const slicesFor = (text: string, policies: string) => {
  const schema = valueIn(readSchema({ file: 'schema', text }));
  return generateSlices(schema.model, readsByType(schema, policySetOf(policies).policies));
};

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

  it('say what the policies read, and let be left out what no policy reads and the schema does not require', async () => {
    const { text, types } = slicesFor(PARTLY_READ_SCHEMA, PARTLY_READING);
    expect(types).toEqual(['Board', 'Doc', 'Folder', 'Label', 'Note']);
    await expect(text).toMatchFileSnapshot(golden('partly-read'));
  });

  it.each([
    ['resource.hasTag("a")', 'Board', 'Policies read its tags and what it is in.'],
    ['resource.hasTag("a") && resource.text == "a"', 'Note', 'Policies read `text`.'],
    ['resource is App::Note && resource has text', 'Note', 'Policies read `text`.'],
    [
      'principal in resource',
      'Note',
      'No policy reads anything of it: answering whether it exists is enough.',
    ],
    ['context.doc.size > 1', 'Doc', 'Policies read `size`.'],
    [
      'context.docs.contains(resource)',
      'Doc',
      'No policy reads anything of it: answering whether it exists is enough. The schema requires some of its attributes. Its parents are for later policies.',
    ],
    [
      '[context.doc, context.doc].contains(resource) || context.doc in context.teams',
      'Folder',
      'Policies read what it is in.',
    ],
    [
      '(if resource has text then context.doc else context.doc).owner == principal',
      'Doc',
      'Policies read `owner` and what it is in.',
    ],
  ])('say for `%s` what it reads of a %s', (condition, type, said) => {
    const withContext = PARTLY_READ_SCHEMA.replace(
      'resource: [Note]',
      'resource: [Note], context: { doc: Doc, docs: Set<Doc>, teams: Set<Team> }',
    );
    const { text } = slicesFor(withContext, `permit (principal, action, resource) when { ${condition} };`);
    expect(text).toContain(`  /** ${said} */\n  ${type}(id: string)`);
  });

  it.each([
    ['action, resource is App::Doc'],
    ['action == App::Action::"readDoc", resource'],
    ['action, resource == App::Doc::"d1"'],
  ])('take nothing for read of a type that the scope `%s` leaves out', (scope) => {
    const schema = PARTLY_READ_SCHEMA.replace('text?: String, "due', 'size?: Long, "due');
    const { text } = slicesFor(schema, `forbid (principal, ${scope}) when { resource.size > 3 };`);
    expect(text).toContain('/** Policies read `size`. */\n  Doc(');
    expect(text).toContain('answering whether it exists is enough. */\n  Note(');
  });

  it('keep the name of an attribute from ending the comment', () => {
    const schema = PARTLY_READ_SCHEMA.replace('text?: String, "due', '"a*/b"?: String, "due');
    const { text } = slicesFor(
      schema,
      'permit (principal, action, resource is App::Note) when { resource has "a*/b" };',
    );
    expect(text).toContain('  /** Policies read `a*\\/b`. */\n');
  });

  it('say which attributes they leave out', () => {
    const schema = PARTLY_READ_SCHEMA.replace(
      'text?: String, "due',
      'last?: Action, "odd*/"?: { by?: Action, at?: String }, text?: String, "due',
    );
    const { text } = slicesFor(schema, 'permit (principal, action, resource);');
    expect(text).toMatch(
      /\/\*\* `last` and `odd\*\\\/\.by` are not here, .* to what `entityOfNote` gives\. \*\/\nexport interface NoteRow/,
    );
    expect(text).not.toContain('entityOfDoc` gives');
  });

  it('write no character of a name that steers a terminal, or turns what follows around', () => {
    const odd = String.raw`\u{1b}[31m\u{9b}2J\u{202e}\u{2028}ü`;
    const schema = PARTLY_READ_SCHEMA.replace('text?: String, "due', `"${odd}"?: String, "due`);
    const { text } = slicesFor(
      schema,
      `permit (principal, action, resource is App::Note) when { resource has "${odd}" };`,
    );
    expect(text).toContain(`Policies read \`${odd}\`.`);
    expect(text).not.toMatch(/[^\P{C}\n]|[\u2028\u2029]/u);
    const [, member = ''] = /readonly ("[^"]*\[31m[^"]*")/.exec(text) ?? [];
    expect(JSON.parse(member.replaceAll(/\\u\{(\w+)\}/g, (_, hex) => `\\u${hex.padStart(4, '0')}`))).toBe(
      '\u001b[31m\u009b2J\u202e\u2028ü',
    );
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

const unread: partlyRead.Rows = {
  Board: async () => undefined,
  Doc: async () => undefined,
  Folder: async () => undefined,
  Label: async (id) => ({ attrs: id === 'complete' ? { colour: 'red' } : JSON.parse('{}') }),
  Note: async (id) => (id === 'n1' ? {} : undefined),
};

/** Says with which status a GET of a path is answered, by a server with {@link PARTLY_READ_SCHEMA}. */
async function startPartlyReadServer(rows: partlyRead.Rows): Promise<(path: string) => Promise<number>> {
  const schema = { type: 'cedarFormat', schema: PARTLY_READ_SCHEMA } as const;
  const { middleware } = new ServerAuthorizationMiddleware({
    schema,
    authorizationEngine: new PolicyInlineAuthorizationEngine({ staticPolicies: PARTLY_READING, schema }),
    principalConfiguration: {
      type: 'custom',
      getPrincipalEntity: async () => ({ uid: { type: 'App::User', id: 'ana' }, attrs: {}, parents: [] }),
    },
    sliceBuilders: partlyRead.sliceBuilders(rows),
    logger: { log: () => {} },
  });
  const app = express().use(middleware);
  for (const path of ['docs', 'notes', 'labels', 'boards'])
    app.get(`/${path}/:id`, (_req, res) => void res.json({}));
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return async (path) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } })).status;
}

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

  it('is told only that there is what no policy reads, but for the attributes that the schema requires', async () => {
    const status = await startPartlyReadServer(unread);
    expect(await status('/notes/n1')).toBe(200);
    expect(await status('/notes/n2')).toBe(404);
    expect(await status('/labels/complete')).toBe(200);
    expect(await status('/labels/incomplete')).toBe(500);
  });

  it('hands the engine also what may be left out', () => {
    const row = { attrs: { text: 'a', 'due date': '2024-10-15' } };
    const due = { __extn: { fn: 'datetime', arg: '2024-10-15' } };
    expect(partlyRead.entityOfNote(row)).toEqual({ attrs: { text: 'a', 'due date': due } });
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
