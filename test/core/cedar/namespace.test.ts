import { describe, expect, it } from 'vitest';
import { checkSchema } from '../../../src/core/cedar/cedar.ts';
import { namespaceProblem, suggestNamespace } from '../../../src/core/cedar/namespace.ts';
import fc from '../../helpers/fast-check.ts';

describe('namespaceProblem', () => {
  it.each(['App', 'EmailApp', 'My::App', '_a1', 'constructor', '__proto__'])(
    'finds nothing wrong with %s',
    (namespace) => {
      expect(namespaceProblem(namespace)).toBeUndefined();
    },
  );

  it.each([
    '',
    'E-mail',
    '1App',
    'App::',
    '::App',
    'My:App',
    'Ü',
    'a b',
    'App\n',
    'in',
    'App::if',
    '__cedar',
  ])('finds something wrong with %j', (namespace) => {
    expect(namespaceProblem(namespace)?.message).toContain(`\`${namespace}\``);
  });

  it('agrees with Cedar', () => {
    const part = fc.constantFrom(
      'App',
      'My',
      'in',
      'is',
      'like',
      '__cedar',
      '1',
      '',
      'a-b',
      'Ü',
      '_',
      'if',
      'true',
      'permit',
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 3 }), (parts) => {
        const namespace = parts.join('::');
        const schema = JSON.parse(`{ ${JSON.stringify(namespace)}: { "entityTypes": {}, "actions": {} } }`);
        // An empty name is not a namespace to us, and all that is outside every namespace to Cedar.
        expect(namespaceProblem(namespace) === undefined).toBe(namespace !== '' && checkSchema(schema).ok);
      }),
    );
  });
});

describe('suggestNamespace', () => {
  it.each([
    ['Große Übersicht', 'GrosseUbersicht'],
    ['Øre og Łódź', 'OreOgLodz'],
    ['E-mail marketing API', 'EmailMarketing'],
    ['X-ray store, e-commerce', 'XrayStoreEcommerce'],
    ['A-B tests', 'ABTests'],
    ['Café crème', 'CafeCreme'],
    ['Swagger Petstore - OpenAPI 3.0', 'Petstore'],
    ['', 'App'],
    ['日本', 'App'],
    ['in', 'In'],
  ])('makes of %j the name %s', (title, name) => {
    expect(suggestNamespace(title)).toBe(name);
  });

  it('always makes a name that can be used', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        (title) => namespaceProblem(suggestNamespace(title)) === undefined,
      ),
    );
  });
});
