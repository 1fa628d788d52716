import { describe, expect, it } from 'vitest';
import { schemaNames } from '../../../src/core/cedar/schema/schema-names.ts';
import { readSchema } from '../../../src/core/model/read-schema.ts';
import { emailSchema } from '../../helpers/email-model.ts';
import { told, valueIn } from '../../helpers/outcome.ts';

function read(text: string) {
  return readSchema({ file: 'app.cedarschema', text });
}

function problems(text: string): string[] {
  const outcome = read(text);
  expect(outcome.ok).toBe(false);
  return told(outcome.diagnostics);
}

describe('readSchema', () => {
  it('warns of values that a context asks for and no call can have', () => {
    const { diagnostics } = read(`namespace App {
      entity User; entity Application;
      @endpoint("GET /notes listing application")
      action listNotes appliesTo { principal: [User], resource: [Application], context: {
        now?: datetime, queryStringParameters: { since?: datetime, page?: Long, prices?: Set<decimal> } } };
      @endpoint("GET /cards listing application")
      action listCards appliesTo { principal: [User], resource: [Application], context: {
        queryStringParameters: { since?: datetime }, body?: { owner?: User, name?: String } } };
    }`);
    const end = 'a type of which calls have no values: every call with that value is answered with 400';
    expect(diagnostics.map(({ severity, code, message }) => [severity, code, message])).toEqual(
      [
        'the context of action `listCards` has `body.owner` as `User`',
        'the context of action `listCards` and 1 more have `queryStringParameters.since` as `datetime`',
        'the context of action `listNotes` has `queryStringParameters.prices` as `decimal`',
      ].map((start) => ['warning', 'value-of-no-call', `${start}, ${end}`]),
    );
  });

  it('reads JSON and Cedar syntax, with and without a byte order mark', () => {
    const json = JSON.stringify(emailSchema);
    expect(valueIn(read(`\uFEFF${json}`)).model).toEqual(valueIn(read(json)).model);
    expect(valueIn(read('\uFEFFnamespace App { entity User; }')).model.namespace).toBe('App');
  });

  it('reads a schema that somebody wrote by hand', () => {
    const { model } = valueIn(
      read(`
        @mappingType("ResourceRest")
        namespace App {
          type Name = String;
          type Address = { street: Name, no?: Long };
          @principal entity Person in [Team] { name: Name, home: Address, boss?: Person };
          @group entity Team;
          entity Doc tags String;
          entity Color enum ["red"];
          action reading;
          @endpoint("GET /docs/{id} single-resource path:id")
          action view in [reading] appliesTo { principal: [Person], resource: [Doc] };
        }`),
    );
    expect(model).toMatchObject({ namespace: 'App', principalType: 'Person', groupType: 'Team' });
    expect(model.actions.map((action) => action.name)).toEqual(['view']);
    const person = model.entityTypes.find((type) => type.name === 'Person');
    expect(person?.attributes).toEqual([
      { name: 'boss', required: false, type: { kind: 'Entity', type: 'Person' } },
      {
        name: 'home',
        required: true,
        type: {
          kind: 'Record',
          attributes: [
            { name: 'no', required: false, type: { kind: 'Long' } },
            { name: 'street', required: true, type: { kind: 'String' } },
          ],
        },
      },
      { name: 'name', required: true, type: { kind: 'String' } },
    ]);
  });

  it.each(['principal', 'group', 'tenant'])(
    'refuses two types that are marked with @%s, at both places',
    (mark) => {
      const text = `// @${mark} stands here
namespace Other { @${mark} entity One; }
namespace App {
  @doc("@${mark} {") @${mark}
  entity Person;
  @${mark}("") entity Robot { entity: String };
  action view appliesTo { principal: [Person], resource: [Robot] };
  @endpoint("GET /docs/{id} single-resource path:id")
  action read appliesTo { principal: [Person], resource: [Robot] };
}`;
      expect(problems(text)).toEqual([
        `app.cedarschema:4:${mark.length + 15} error \`Person\` is marked with \`@${mark}\`, and so is \`Robot\``,
        `app.cedarschema:6:3 error \`Robot\` is marked with \`@${mark}\`, and so is \`Person\``,
      ]);
      expect(problems(`@${mark} entity A, B;`)).toEqual([
        `app.cedarschema:1:1 error \`A\` is marked with \`@${mark}\`, and so is \`B\``,
        `app.cedarschema:1:1 error \`B\` is marked with \`@${mark}\`, and so is \`A\``,
      ]);
      const entityTypes = { A: { annotations: { [mark]: '' } }, B: { annotations: { [mark]: '' } } };
      expect(problems(JSON.stringify({ App: { entityTypes, actions: {} } }, null, 1))).toEqual([
        `app.cedarschema:6:6 error \`A\` is marked with \`@${mark}\`, and so is \`B\``,
        `app.cedarschema:11:6 error \`B\` is marked with \`@${mark}\`, and so is \`A\``,
      ]);
      const oneLine = JSON.stringify({ App: { entityTypes, actions: {} } });
      expect(problems(`\uFEFF${oneLine}`)[0]).toContain(`:1:${oneLine.indexOf(`"${mark}"`) + 1} `);
    },
  );

  it('warns of marks in another namespace than that of the endpoints', () => {
    const text = (endpoint: string) => `@group entity Role;
namespace Staff { @principal entity Person; }
namespace App {
  entity User, Doc;
  ${endpoint}
  action read appliesTo { principal: [User], resource: [Doc] };
}`;
    expect(told(read(text('@endpoint("GET /docs/{id} single-resource path:id")')).diagnostics)).toEqual([
      'app.cedarschema:1:1 warning `Role` is marked with `@group`, which is read only in the namespace `App`, that of the actions with endpoints',
      'app.cedarschema:2:19 warning `Staff::Person` is marked with `@principal`, which is read only in the namespace `App`, that of the actions with endpoints',
    ]);
    expect(read(text(''))).toMatchObject({ ok: true, diagnostics: [] });
  });

  it('tells a syntax error of Cedar syntax at its place', () => {
    const [problem] = read('// é😀\r\nnamespace App {\r\n  entity User {{ };\r\n}').diagnostics;
    expect(problem).toMatchObject({ code: 'schema-invalid', location: { line: 3, column: 16 } });
    const [marked] = read('\uFEFFnamespace App { entity User {{ }; }').diagnostics;
    expect(marked?.location).toMatchObject({
      line: 1,
      column: 30,
      excerpt: 'namespace App { entity User {{ }; }',
    });
  });

  it('reads what Amazon Verified Permissions takes and gives', () => {
    const text = JSON.stringify(emailSchema);
    const store = { policyStoreId: 'x' };
    for (const body of [
      { cedarJson: text },
      { ...store, definition: { cedarJson: text } },
      { ...store, schema: text },
    ])
      expect(valueIn(read(JSON.stringify(body))).json).toEqual(emailSchema);
    expect(problems('{ "cedarJson": "{" }')).toEqual([expect.stringContaining('not valid JSON')]);
    const named = { ...emailSchema, schema: { entityTypes: {}, actions: {} } };
    expect(valueIn(read(JSON.stringify(named))).json).toEqual(named);
  });

  it('is of the namespace that the project names where no action has an endpoint', () => {
    const part = (name: string, endpoint = '') =>
      `namespace ${name} { entity User; ${endpoint} action look appliesTo { principal: User, resource: User }; }`;
    const inNamespace = (text: string, namespace: string) =>
      valueIn(readSchema({ file: 'app.cedarschema', text, namespace })).model.namespace;
    const both = `${part('App')} ${part('Visitor')} namespace Types { entity User; }`;
    expect(inNamespace(both, 'Visitor')).toBe('Visitor');
    expect(inNamespace(both, 'Types')).toBe('App');
    expect(inNamespace(both, 'Other')).toBe('App');
    const called = `${part('App', '@endpoint("GET /users/{id} single-resource path:id")')} ${part('Visitor')}`;
    expect(inNamespace(called, 'Visitor')).toBe('App');
  });

  it('says what a syntax error should have been instead', () => {
    const said = (text: string) => {
      const [{ message, help } = { message: '' }] = read(text).diagnostics;
      return [message, help];
    };
    expect(said('entity User\nentity Doc;')).toEqual([
      'unexpected token `entity`',
      'expected `,`, `;`, `=`, `{`, `enum`, `in`, or `tags`',
    ]);
    expect(said('entity U; action read applies to { principal: U, resource: U };')).toEqual([
      'unexpected token `applies`',
      'expected `,`, `;`, `appliesTo`, `attributes`, or `in`',
    ]);
    expect(said("action 'read';")).toEqual([
      'invalid token',
      'texts stand in double quotes, and comments begin with `//`',
    ]);
    expect(said('entity User; entity User;')).toEqual(['`User` is declared twice', undefined]);
  });

  it('tells a type that is not declared where it is named', () => {
    expect(problems('// é😀\nentity User {\n  age: Int,\n};')).toEqual([
      'app.cedarschema:3:8 error failed to resolve type: Int',
    ]);
    expect(problems('\uFEFFnamespace A { entity User in [Team]; }')).toEqual([
      'app.cedarschema:1:31 error failed to resolve type: Team',
    ]);
  });

  it('tells wrong JSON, and JSON that is no schema', () => {
    expect(problems('{ "App": ')).toEqual([
      'app.cedarschema:1:10 error not valid JSON: the file ends, expected a value',
    ]);
    expect(problems('\uFEFF{ "App": {\n  "actions": {},,')).toEqual([
      'app.cedarschema:2:17 error not valid JSON: found `,`, expected a key in double quotes',
    ]);
    expect(problems('{ "App": { "entityTypes": {} } }')).toEqual([expect.stringContaining('actions')]);
    expect(problems('{ "App": { "entityTypes": 5, "actions": {} } }')).toHaveLength(1);
  });

  it('refuses an empty schema, and an unknown mapping type', () => {
    expect(problems('{}')).toEqual(['app.cedarschema error the schema is empty']);
    expect(problems('@mappingType("Rest") namespace A {}')).toEqual([
      'app.cedarschema error unknown mapping type `Rest`: expected ResourceRest or SimpleRest',
    ]);
  });

  it.each([
    ['an annotation that is no endpoint', '@endpoint("GET docs")'],
    ['an unknown method', '@endpoint("LOOK /docs single-resource path:id")'],
    ['an unknown pattern', '@endpoint("GET /docs resource path:id")'],
    ['an unknown place', '@endpoint("GET /docs single-resource header:id")'],
    ['half an endpoint of the Express packages', '@httpVerb("get")'],
  ])('refuses an action with %s, and asks nobody to generate the schema', (_, annotation) => {
    const text = `namespace A { entity User, Doc; ${annotation} action view appliesTo { principal: User, resource: Doc }; }`;
    expect(problems(text)).toEqual([
      'app.cedarschema error an annotation of action `view` should name its endpoint, and does not',
    ]);
    expect(read(text).diagnostics[0]?.help).not.toContain('generate-schema');
  });

  it('wants one resource type of an action that has an endpoint', () => {
    const text = (annotation: string) => `namespace A {
      entity User, Doc, Page;
      ${annotation} action view appliesTo { principal: [User], resource: [Doc, Page] };
    }`;
    expect(problems(text('@endpoint("GET /docs/{id} single-resource path:id")'))).toEqual([
      'app.cedarschema error action `view` has an endpoint and the resource types `Doc`, `Page`',
    ]);
    expect(valueIn(read(text(''))).model.actions).toEqual([]);
  });

  it('tells all unusable actions at once', () => {
    const action = (name: string) =>
      `@endpoint("?") action ${name} appliesTo { principal: User, resource: User };`;
    expect(problems(`namespace A { entity User; ${action('a')} ${action('b')} }`)).toHaveLength(2);
  });

  it('warns of an action that calls ask for and that does not apply to those who call', () => {
    const text = (write: string, also = '') => `namespace App {
      @principal entity Person; entity Service, Robot, Doc;
      @endpoint("GET /docs/{id} single-resource path:id")
      action read appliesTo { principal: [Person, Service], resource: [Doc] };
      @endpoint("PUT /docs/{id} single-resource path:id${also}")
      action write appliesTo { principal: [${write}], resource: [Doc] };
      action move appliesTo { principal: [Robot], resource: [Doc] };
    }`;
    expect(read(text('App::Person, Robot'))).toMatchObject({ ok: true, diagnostics: [] });
    expect(read(text('Service, Robot'))).toMatchObject({
      ok: true,
      diagnostics: [
        {
          code: 'action-not-callable',
          severity: 'warning',
          file: 'app.cedarschema',
          message:
            '`PUT /docs/{id}` asks for action `write`, which does not apply to `Person`, the entity type of callers: such a request cannot be decided, and is denied',
          help: 'it applies to `Service`, `Robot`: add `Person` to its `principal`, or mark the entity type of callers with `@principal`',
        },
      ],
    });
    expect(told(read(text('Person', ' move query:to')).diagnostics)).toEqual([
      'app.cedarschema warning `PUT /docs/{id}` asks for action `move`, which does not apply to `Person`, the entity type of callers: such a request cannot be decided, and is denied',
    ]);
  });

  it('says where a call identifies something, and the application is asked about', () => {
    const schema = (type: string) => `namespace A {
      entity User; entity Doc; entity Application;
      @endpoint("GET /applications/{id} single-resource path:id")
      action app appliesTo { principal: User, resource: Application };
      @endpoint("GET /docs/{id} single-resource path:id")
      action doc appliesTo { principal: User, resource: ${type} };
    }`;
    expect(told(read(schema('Doc')).diagnostics)).toEqual([
      'app.cedarschema warning `GET /applications/{id}` identifies something, and its action `app` is about `Application`, the one entity that stands for the whole application: what the call identifies is not asked about',
    ]);
    expect(read(schema('Application')).diagnostics).toEqual([]);
  });

  it('refuses a schema that nests too deeply for the engine', () => {
    expect(problems(`namespace A { entity User ${'{ a: '.repeat(70)} }`)).toEqual([
      expect.stringContaining('brackets nest more than 60 deep'),
    ]);
  });
});

describe('schemas that were written by hand', () => {
  const namesOf = (text: string) => schemaNames(valueIn(read(text)).json);
  const key = (actions: readonly { type: string; id: string }[]) =>
    actions.map(({ type, id }) => `${type}::"${id}"`);

  it('may have no namespace, several, or both', () => {
    const text = `entity User, Doc { owner: User };
      action view appliesTo { principal: User, resource: Doc };
      namespace Shop { entity Order in [Shop::Cart]; entity Cart; action pay appliesTo { principal: User, resource: [Order, Doc] }; }
      namespace Shop::Admin { entity Clerk; }`;
    const { entityTypes, actions } = namesOf(text);
    expect(entityTypes).toEqual(['Doc', 'Shop::Admin::Clerk', 'Shop::Cart', 'Shop::Order', 'User']);
    expect(key(actions)).toEqual(['Action::"view"', 'Shop::Action::"pay"']);
    expect(valueIn(read(text)).model).toMatchObject({
      namespace: '',
      actions: [{ name: 'view', resourceType: 'Doc', endpoints: [] }],
    });
  });

  it('may have groups of actions, common types, enumerations, tags, and several types for one action', () => {
    const text = `type Money = { amount: Long, currency?: String };
      entity Status enum ["open", "closed"];
      entity User, Bot tags Set<String>;
      entity Doc { price: Money, status: Status };
      action read, write;
      action view in [read] appliesTo { principal: [User, Bot], resource: [Doc, User], context: { mfa: Bool } };
      action edit in [read, write] appliesTo { principal: [User, Bot], resource: Doc };`;
    expect(key(namesOf(text).actions)).toEqual(
      ['edit', 'read', 'view', 'write'].map((id) => `Action::"${id}"`),
    );
    expect(valueIn(read(text)).model.actions.map(({ name }) => name)).toEqual(['edit']);
  });

  it('may have endpoints in one of their namespaces, and calls are mapped there', () => {
    const endpoint = '@endpoint("GET /docs/{id} single-resource path:id")';
    const text = (first: string, second: string) => `
      namespace A { entity User, Doc; ${first} action a appliesTo { principal: User, resource: Doc }; }
      namespace B { entity User, Doc; ${second} action b appliesTo { principal: User, resource: Doc }; }`;
    expect(valueIn(read(text('', endpoint))).model.namespace).toBe('B');
    expect(valueIn(read(text('', ''))).model.namespace).toBe('A');
    expect(problems(text(endpoint, endpoint))).toEqual([
      'app.cedarschema error actions of `A` and of `B` have endpoints',
    ]);
  });

  it('may be JSON, also without a namespace', () => {
    const json = {
      '': {
        entityTypes: { User: {}, Doc: { shape: { type: 'Record', attributes: { n: { type: 'Long' } } } } },
        actions: { view: { appliesTo: { principalTypes: ['User'], resourceTypes: ['Doc'] } }, all: {} },
      },
    };
    expect(namesOf(JSON.stringify(json)).entityTypes).toEqual(['Doc', 'User']);
  });
});
