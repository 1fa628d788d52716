import { describe, expect, it } from 'vitest';
import type { Entity } from '../../../src/core/cedar/entity.ts';
import { decisiveParts } from '../../../src/core/explanation/decisive-parts.ts';
import type { Explanation } from '../../../src/core/explanation/explanation.ts';
import { readSchema } from '../../../src/core/model/read-schema.ts';
import { emailEntities, user } from '../../helpers/email-entities.ts';
import { explainEmail, explainIn, toldParts } from '../../helpers/explain-email.ts';
import { valueIn } from '../../helpers/outcome.ts';

const ana = user('ana', 'editor', 'acme');
const eve = user('eve', 'editor', 'umbrella');
const update = (id: string) => ({ method: 'PUT', url: `/campaigns/${id}` });

const DRAFTS = `@id("drafts") permit (principal in EmailApp::Role::"editor", action == EmailApp::Action::"updateEmailCampaign", resource)
when { resource.status == "draft" };`;
const ISOLATION = `@id("isolation") forbid (principal, action, resource) unless { resource in context.tenants };`;

function changes(explanation: Explanation): string[] {
  return explanation.changes.map(({ text }) => text);
}

function policyIds(explanation: Explanation): string[] {
  return explanation.policies.map(({ policy, status }) => `${policy.id} ${status}`);
}

describe('an explanation', () => {
  it('tells how the call became a request', () => {
    expect(explainEmail(DRAFTS, update('c1'), ana).mapping).toEqual([
      { name: 'call', text: 'PUT /campaigns/c1' },
      { name: 'endpoint', text: 'PUT /campaigns/{campaign_id}' },
      { name: 'pattern', text: 'single-resource' },
      { name: 'action', text: 'EmailApp::Action::"updateEmailCampaign"' },
      {
        name: 'principal',
        text: 'EmailApp::User::"ana" in EmailApp::Role::"editor", EmailApp::Tenant::"acme"',
      },
      { name: 'resource', text: 'EmailApp::EmailCampaign::"c1", identified by path `campaign_id`' },
      { name: 'context', text: '{"tenants": [EmailApp::Tenant::"acme"]}' },
      {
        name: 'slice',
        text: 'EmailApp::User::"ana", EmailApp::Role::"editor", EmailApp::Tenant::"acme", EmailApp::EmailCampaign::"c1"',
      },
    ]);
  });

  it.each([
    ['single-resource path:id', 'which means the whole application, whatever `{id}` says'],
    ['listing application', 'which means the whole application'],
  ])('says what a call is about whose action is about the application: %s', (pattern, words) => {
    const schema = valueIn(
      readSchema({
        file: 'schema',
        text: `namespace App { @principal entity User; entity Application;
          @endpoint("GET /docs/{id} ${pattern}")
          action read appliesTo { principal: [User], resource: [Application] }; }`,
      }),
    );
    const ivo = { uid: { type: 'App::User', id: 'ivo' }, attrs: {}, parents: [] };
    const { mapping } = explainIn(
      schema,
      'permit (principal, action, resource);',
      { method: 'GET', url: '/docs/d' },
      ivo,
      [],
    );
    expect(mapping.find(({ name }) => name === 'resource')?.text).toBe(`App::Application::"App", ${words}`);
  });

  it('of what no policy permits shows the nearest permit, with what it saw and what it needs', () => {
    const explanation = explainEmail(DRAFTS, update('c9'), eve);
    expect(explanation).toMatchObject({
      kind: 'not-permitted',
      decision: 'deny',
      summary: 'no policy permits it; the nearest is `drafts`',
    });
    expect(toldParts(explanation.policies[0]?.parts ?? [])).toEqual([
      'true 1:23 principal in EmailApp::Role::"editor" (principal is EmailApp::User::"eve" in [EmailApp::Tenant::"umbrella", EmailApp::Role::"editor"])',
      'true 1:62 action == EmailApp::Action::"updateEmailCampaign" (action is EmailApp::Action::"updateEmailCampaign")',
      'true 1:113 resource',
      'false 2:1 when { resource.status == "draft" }',
      '  false 2:8 resource.status == "draft" (resource.status is "sent", needed: "draft")',
    ]);
    expect(changes(explanation)).toEqual(['it would be allowed if `resource.status` were `"draft"`']);
  });

  it('names parents that the entities have no record of, as the engine knows them, too', () => {
    const uma = user('uma', 'editor', 'nowhere');
    const policy =
      'permit (principal in EmailApp::Tenant::"nowhere", action, resource) when { principal in EmailApp::Tenant::"acme" };';
    const [explained] = explainEmail(policy, update('c1'), uma).policies;
    expect(toldParts(explained?.parts ?? [])[0]).toMatch(
      /^true 1:9 principal in EmailApp::Tenant::"nowhere" .*in \[.*EmailApp::Tenant::"nowhere".*\]/,
    );
  });

  it('does not look at what comes after the part that settles it', () => {
    const [policy] = explainEmail(DRAFTS, update('c1'), user('vic', 'viewer', 'acme')).policies;
    expect(toldParts(policy?.parts ?? []).map((line) => line.trim().split(' ')[0])).toEqual([
      'false',
      'not-reached',
      'not-reached',
      'not-reached',
      'not-reached',
    ]);
  });

  it('of what is forbidden names the forbids and what made them apply', () => {
    const explanation = explainEmail(`${DRAFTS}\n${ISOLATION}`, update('c1'), eve);
    expect(explanation).toMatchObject({ kind: 'forbidden', summary: 'forbidden by `isolation`' });
    expect(policyIds(explanation)).toEqual(['isolation satisfied', 'drafts satisfied']);
    expect(
      explanation.policies
        .slice(0, 1)
        .flatMap(decisiveParts)
        .map(({ text, truth }) => `${text} ${truth}`),
    ).toEqual(['resource in context.tenants false']);
    expect(changes(explanation)).toEqual([
      'it would be allowed if `resource` were in `EmailApp::Tenant::"umbrella"`',
      'it would be allowed if `principal` were in `EmailApp::Tenant::"acme"`',
    ]);
  });

  it('of what is allowed names the permits, and what would deny it', () => {
    const explanation = explainEmail(DRAFTS, update('c1'), ana);
    expect(explanation).toMatchObject({
      kind: 'allowed',
      decision: 'allow',
      summary: 'permitted by `drafts`',
    });
    expect(changes(explanation)).toEqual([
      'it would be denied if `resource.status` were other than `"draft"`',
      'it would be denied if `principal` were not in `EmailApp::Role::"editor"`',
    ]);
  });

  it('takes another resource for what the entities say it is, not for this one by another name', () => {
    const second = '@id("second") permit (principal, action, resource == EmailApp::EmailCampaign::"c9")';
    const drafts = `${second} when { resource.status == "draft" };`;
    const sent = `${second} when { resource.status == "sent" };`;
    const [otherwise, itself] = [drafts, sent].map((policy) =>
      changes(explainEmail(policy, update('c1'), ana)),
    );
    expect(otherwise).toEqual([
      'it would be allowed if `resource` were `EmailApp::EmailCampaign::"c9"` and `resource.status` were `"draft"`',
    ]);
    expect(itself).toEqual(['it would be allowed if `resource` were `EmailApp::EmailCampaign::"c9"`']);
  });

  it('of a forbid that could not be evaluated says that Cedar skips it, and what it would have done', () => {
    const forbid = `@id("guests") forbid (principal, action, resource) when { principal.email like "*@guest.example" && resource.status == "draft" };`;
    const other = '@id("other") permit (principal == EmailApp::User::"x", action, resource);';
    const explanation = explainEmail(`${DRAFTS}\n${other}\n${forbid}`, update('c1'), ana);
    expect(explanation.summary).toBe(
      'it could not be decided, and so is denied: `guests` could not be evaluated',
    );
    expect(policyIds(explanation)).toEqual(['guests errored', 'drafts satisfied']);
    expect(explanation.policies[0]?.consequence).toBe(
      'Cedar skips a `forbid` that cannot be evaluated; this one would have denied the request if `principal.email like "*@guest.example"` were true',
    );
    expect(toldParts(explanation.policies[0]?.parts ?? []).slice(-3)).toEqual([
      '  error 4:59 principal.email like "*@guest.example" && resource.status == "draft" (`EmailApp::User::"ana"` does not have the attribute `email`)',
      '    error 4:59 principal.email like "*@guest.example" (`EmailApp::User::"ana"` does not have the attribute `email`; principal.email is (none), needed: like "*@guest.example")',
      '    not-reached 4:101 resource.status == "draft"',
    ]);
  });

  it.each([
    [
      'would not have applied',
      'when { principal.email == "x" && resource.status == "sent" }',
      '; this one would not have applied in any case',
    ],
    [
      'would have applied',
      'when { principal.email == "x" || true }',
      '; this one would have denied the request',
    ],
    [
      'would have applied if a negated condition were false',
      'unless { principal.email == "x" }',
      '; this one would have denied the request if `principal.email == "x"` were false',
    ],
  ])('of a skipped forbid that %s says so', (_, clause, consequence) => {
    const [policy] = explainEmail(
      `${DRAFTS}\nforbid (principal, action, resource) ${clause};`,
      update('c1'),
      ana,
    ).policies;
    expect(policy?.consequence).toBe(`Cedar skips a \`forbid\` that cannot be evaluated${consequence}`);
  });

  it('of an entity that is known but not sent says that it is not, and how to have it sent', () => {
    const plan = (tenant: string) =>
      explainEmail(
        `@id("plan") forbid (principal, action, resource) when { EmailApp::Tenant::"${tenant}".planTier == "free" };`,
        update('c1'),
        ana,
      ).policies[0]?.consequence;
    expect(plan('umbrella')).toBe(
      'Cedar skips a `forbid` that cannot be evaluated; this one would have denied the request if `EmailApp::Tenant::"umbrella".planTier == "free"` were true. `EmailApp::Tenant::"umbrella"` is among the entities, but not sent: a request has the principal, the resource, and what each is in; name it among the `parents` of `EmailApp::EmailCampaign::"c1"`',
    );
    expect(plan('nowhere')).not.toContain('not sent');
    const owner = explainEmail(
      '@id("mail") permit (principal, action, resource) when { EmailApp::EmailMessage::"m9".subject == "x" };',
      update('c1'),
      ana,
    ).policies[0];
    expect(owner?.consequence).toBe(
      'a `permit` that cannot be evaluated permits nothing. `EmailApp::EmailMessage::"m9"` is among the entities, but not sent: a request has the principal, the resource, and what each is in; neither can be in it, so give one of them an attribute that says what the policy asks',
    );
  });

  it('of a resource that does not exist says that there is nothing to decide about', () => {
    expect(explainEmail(DRAFTS, update('c404'), ana)).toMatchObject({
      kind: 'not-found',
      summary: 'there is no `EmailApp::EmailCampaign::"c404"` in the entities, so there is nothing to decide',
      policies: [],
      changes: [],
    });
  });

  it('says when no policy is about the action at all', () => {
    const explanation = explainEmail(DRAFTS, { method: 'GET', url: '/campaigns/c1' }, ana);
    expect(explanation.summary).toBe(
      'no policy permits it: no policy is about this action; the nearest is `drafts`',
    );
    expect(explanation.changes).toEqual([]);
    expect(explainEmail(ISOLATION, update('c1'), ana).summary).toBe(
      'no policy permits it: no policy permits anything',
    );
  });

  it('puts the permit first that lacks least, and leaves out those far away', () => {
    const many = Array.from(
      { length: 9 },
      (_, index) => `@id("far${index}") permit (principal == EmailApp::User::"x${index}", action, resource);`,
    );
    const explanation = explainEmail([...many, DRAFTS].join('\n'), update('c9'), eve);
    expect(policyIds(explanation)).toEqual(
      ['drafts', 'far0', 'far1', 'far2', 'far3'].map((id) => `${id} not-satisfied`),
    );
    expect(explanation.omitted).toBe(5);
  });

  it('shows text over several lines in one, without its comments', () => {
    const [policy] = explainEmail(
      'permit (principal, action, resource) when {\n  resource.status == // why\n    "a  // b" };',
      update('c9'),
      eve,
    ).policies;
    expect(policy?.parts[3]?.parts[0]?.text).toBe('resource.status == "a  // b"');
  });
});

describe('of tags, an explanation', () => {
  const schema = valueIn(
    readSchema({
      file: 'app.cedarschema',
      text: `namespace App {
        entity User tags Set<String>;
        entity Doc { kind: String } tags String;
        @endpoint("GET /docs/{id} single-resource path:id")
        action read appliesTo { principal: [User], resource: [Doc] };
      }`,
    }),
  );
  const ivo: Entity = {
    uid: { type: 'App::User', id: 'ivo' },
    attrs: {},
    parents: [],
    tags: { may: ['write'] },
  };
  const doc: Entity = {
    uid: { type: 'App::Doc', id: 'd' },
    attrs: { kind: 'state' },
    parents: [],
    tags: { state: 'sent' },
  };
  const explain = (condition: string) =>
    explainIn(
      schema,
      `permit (principal, action, resource) when { ${condition} };`,
      { method: 'GET', url: '/docs/d' },
      ivo,
      [doc],
    );

  it.each([
    [
      'principal.getTag("may").contains("read")',
      'principal.getTag("may") is ["write"], needed: with "read"',
      ['`principal.getTag("may")` contained `"read"`'],
    ],
    ['resource.hasTag("open")', 'resource.getTag("open") is (none), needed: any value', []],
    [
      '!resource.hasTag("state")',
      'resource.getTag("state") is "sent", needed: (none)',
      ['there were no `resource.getTag("state")`'],
    ],
    [
      'resource.hasTag("by") && resource.getTag("by") == "ivo"',
      'resource.getTag("by") is (none), needed: any value',
      ['`resource.getTag("by")` were `"ivo"`'],
    ],
    [
      'resource.getTag(resource.kind) == "draft"',
      'resource.getTag(resource.kind) is "sent", needed: "draft"; resource.kind is "state"',
      ['`resource.getTag(resource.kind)` were `"draft"`'],
    ],
    ['principal.getTag(if true then "may" else "x").isEmpty()', 'principal is App::User::"ivo"', []],
  ])('shows what `%s` saw, and what would turn it', (condition, seen, turned) => {
    const explanation = explain(condition);
    expect(toldParts(explanation.policies[0]?.parts ?? []).join('\n')).toContain(`(${seen})`);
    expect(changes(explanation)).toEqual(turned.map((text) => `it would be allowed if ${text}`));
  });

  it('says of a tag that is missing that there is none', () => {
    const [policy] = explain('resource.getTag("by") == "ivo"').policies;
    expect(toldParts(policy?.parts ?? []).join('\n')).toContain(
      'resource.getTag("by") is (none), needed: "ivo"',
    );
  });
});

describe('the smallest change', () => {
  const permit = (clauses: string) => `permit (principal, action, resource) ${clauses};`;
  const message = { method: 'GET', url: '/messages/m9' };

  it.each([
    ['a number to its limit', 'when { resource.recipientCount < 5 }', ['`resource.recipientCount` were `4`']],
    [
      'a number on the other side',
      'when { 20 <= resource.recipientCount }',
      ['`resource.recipientCount` were `20`'],
    ],
    [
      'an attribute that is missing',
      'when { principal.email like "*@acme.example" }',
      ['`principal.email` were like `"*@acme.example"`'],
    ],
    [
      'an attribute after `has`',
      'when { principal has email && principal.email == "x" }',
      ['`principal.email` were `"x"`'],
    ],
    [
      'any way of several',
      'when { resource.subject == "a" || resource.subject == "b" }',
      ['`resource.subject` were `"a"`', '`resource.subject` were `"b"`'],
    ],
    [
      'what has to change together',
      'when { resource.subject == "a" && resource.recipientCount == 1 }',
      ['`resource.subject` were `"a"` and `resource.recipientCount` were `1`'],
    ],
    [
      'what must not be',
      'unless { resource.subject == "Hi" }',
      ['`resource.subject` were other than `"Hi"`'],
    ],
    [
      'membership',
      'when { resource in EmailApp::Tenant::"acme" }',
      ['`resource` were in `EmailApp::Tenant::"acme"`'],
    ],
    [
      'the tenants of the caller',
      'when { context.tenants.contains(EmailApp::Tenant::"acme") }',
      ['`principal` were in `EmailApp::Tenant::"acme"`'],
    ],
  ])('is found for %s', (_, clauses, expected) => {
    const explanation = explainEmail(permit(clauses), message, eve);
    expect(changes(explanation)).toEqual(expected.map((text) => `it would be allowed if ${text}`));
  });

  it('is none where nothing that could be changed would help', () => {
    expect(changes(explainEmail(permit('when { principal has email }'), message, eve))).toEqual([]);
    expect(changes(explainEmail(permit('when { 1 == 2 }'), message, eve))).toEqual([]);
    expect(changes(explainEmail(permit('when { resource is EmailApp::Tenant }'), message, eve))).toEqual([]);
  });

  it('gets past a forbid that stands behind the permit', () => {
    const policies = `permit (principal, action, resource) when { resource.status == "draft" };\n${ISOLATION}`;
    expect(changes(explainEmail(policies, update('c9'), ana))).toEqual([
      'it would be allowed if `resource` were in `EmailApp::Tenant::"acme"` and `resource.status` were `"draft"`',
      'it would be allowed if `principal` were in `EmailApp::Tenant::"umbrella"` and `resource.status` were `"draft"`',
    ]);
  });

  it('is the same however often one asks, whatever the order of the entities', () => {
    const first = explainEmail(`${DRAFTS}\n${ISOLATION}`, update('c9'), ana);
    expect(explainEmail(`${DRAFTS}\n${ISOLATION}`, update('c9'), ana)).toEqual(first);
    expect(explainEmail(`${DRAFTS}\n${ISOLATION}`, update('c9'), ana, [...emailEntities].reverse())).toEqual(
      first,
    );
  });
});

describe('an explanation of numbers', () => {
  const schema = valueIn(
    readSchema({
      file: 'app.cedarschema',
      text: `namespace App {
        entity User;
        entity Doc { size: Long };
        @endpoint("GET /docs/{id} single-resource path:id")
        action read appliesTo { principal: [User], resource: [Doc] };
      }`,
    }),
  );
  const told = (condition: string, size: number) => {
    const explanation = explainIn(
      schema,
      `permit (principal, action, resource) when { ${condition} };`,
      { method: 'GET', url: '/docs/d' },
      { uid: { type: 'App::User', id: 'ivo' }, attrs: {}, parents: [] },
      [{ uid: { type: 'App::Doc', id: 'd' }, attrs: { size }, parents: [] }],
    );
    return [...toldParts(explanation.policies[0]?.parts ?? []), ...changes(explanation)].join('; ');
  };

  it('shows what is needed', () => {
    expect(told('resource.size > 4', 3)).toMatch(/resource\.size is 3, needed: > 4\); .* were `5`$/);
  });

  it('says nothing to be needed within what is as it has to be', () => {
    for (const condition of [
      'resource.size > 4 || resource.size == 3',
      '!(resource.size == 3 && resource.size > 4)',
    ])
      expect(told(condition, 3)).not.toContain('needed');
    expect(told('resource.size > 4 || resource.size == 2', 3)).toMatch(/needed: > 4.*needed: 2/s);
  });

  it('says of those beyond 2^53 only what the policy says, as JavaScript would round them', () => {
    const exact = told('resource.size == 9007199254740993', Number.MAX_SAFE_INTEGER);
    expect(exact).toContain('resource.size == 9007199254740993 (resource.size is 9007199254740991)');
    expect(exact).not.toContain('9007199254740992');
    expect(told('resource.size > 9007199254740991', 3)).not.toContain('9007199254740992');
  });
});
