import { describe, expect, it } from 'vitest';
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

  it('tells wrong JSON, and JSON that is no schema', () => {
    expect(problems('{ "App": ')).toEqual([
      expect.stringMatching(/^app\.cedarschema error not valid JSON: /),
    ]);
    expect(problems('{ "App": { "entityTypes": {} } }')).toEqual([expect.stringContaining('actions')]);
    expect(problems('{ "App": { "entityTypes": 5, "actions": {} } }')).toHaveLength(1);
  });

  it.each([
    ['no namespace', '{}', 'expected one namespace, found 0'],
    [
      'two namespaces',
      'namespace A { entity X; }\nnamespace B { entity Y; }',
      'expected one namespace, found 2',
    ],
    [
      'an unknown mapping type',
      '@mappingType("Rest") namespace A {}',
      'unknown mapping type `Rest`: expected ResourceRest or SimpleRest',
    ],
  ])('wants exactly one namespace of a known mapping: %s', (_, text, message) => {
    expect(problems(text)).toEqual([`app.cedarschema error ${message}`]);
  });

  it('wants types to stand in a namespace', () => {
    expect(problems('entity User;')).toEqual([expect.stringContaining('namespace')]);
  });

  it.each([
    ['an annotation that is no endpoint', '@endpoint("GET docs")', 'Doc'],
    ['an unknown method', '@endpoint("LOOK /docs single-resource path:id")', 'Doc'],
    ['an unknown pattern', '@endpoint("GET /docs resource path:id")', 'Doc'],
    ['an unknown place', '@endpoint("GET /docs single-resource header:id")', 'Doc'],
    ['half an endpoint of the Express packages', '@httpVerb("get")', 'Doc'],
    ['two resource types', '@endpoint("GET /docs/{id} single-resource path:id")', 'Doc, Page'],
  ])('refuses an action with %s', (_, annotation, resources) => {
    const text = `namespace A {
      entity User, Doc, Page;
      ${annotation} action view appliesTo { principal: [User], resource: [${resources}] };
    }`;
    expect(problems(text)).toEqual([
      'app.cedarschema error action `view` does not say which endpoint it is for',
    ]);
  });

  it('tells all unusable actions at once', () => {
    const action = (name: string) =>
      `@endpoint("?") action ${name} appliesTo { principal: User, resource: User };`;
    expect(problems(`namespace A { entity User; ${action('a')} ${action('b')} }`)).toHaveLength(2);
  });

  it('refuses a schema that nests too deeply for the engine', () => {
    expect(problems(`namespace A { entity User ${'{ a: '.repeat(70)} }`)).toEqual([
      expect.stringContaining('brackets nest more than 60 deep'),
    ]);
  });
});
