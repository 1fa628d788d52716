import { describe, expect, it } from 'vitest';
import type { CedarValueJson } from '../../../src/core/cedar/cedar.ts';
import { readResult } from '../../../src/core/engine/authorization-engine.ts';
import { PolicyInlineAuthorizationEngine } from '../../../src/core/engine/inline-engine.ts';
import { errorWithoutValues } from '../../../src/server/reporting/without-values.ts';

const optional = (type: object) => ({ ...type, required: false });
const schema = {
  type: 'jsonString',
  schema: JSON.stringify({
    A: {
      entityTypes: {
        User: {
          shape: {
            type: 'Record',
            attributes: {
              email: optional({ type: 'String' }),
              size: optional({ type: 'Long' }),
              tags: optional({ type: 'Set', element: { type: 'String' } }),
              name: optional({ type: 'Record', attributes: { first: { type: 'Long' } } }),
              address: optional({ type: 'Extension', name: 'ipaddr' }),
              owner: optional({ type: 'Entity', name: 'User' }),
            },
          },
          memberOfTypes: [],
        },
        Thing: {},
      },
      actions: {
        see: {
          appliesTo: {
            principalTypes: ['User'],
            resourceTypes: ['Thing'],
            context: { type: 'Record', attributes: { hour: optional({ type: 'Long' }) } },
          },
        },
      },
    },
  }),
} as const;

/** What would be logged of the errors of a decision. */
async function loggedErrors(
  attrs: Readonly<Record<string, CedarValueJson>>,
  { context = {}, when = 'true' }: { context?: Record<string, CedarValueJson>; when?: string } = {},
): Promise<string[]> {
  const staticPolicies = `@id("p") permit (principal, action, resource) when { ${when} };`;
  const engine = new PolicyInlineAuthorizationEngine({ staticPolicies, schema });
  const principal = { type: 'A::User', id: 'ana' };
  const resource = { type: 'A::Thing', id: 't' };
  const entities = [
    { uid: principal, attrs, parents: [] },
    { uid: resource, attrs: {}, parents: [] },
  ];
  const request = { principal, action: { type: 'A::Action', id: 'see' }, resource, context };
  return [...readResult(await engine.isAuthorized(request, entities)).errors].map(errorWithoutValues);
}

const SECRET = 'hunter2';

describe('what is logged of an error', () => {
  it.each<[string, Readonly<Record<string, CedarValueJson>>, string | RegExp]>([
    [
      'a number for a text',
      { email: 77123 },
      /in attribute `email` on .*ana.* expected to have type string$/,
    ],
    ['a list for a text', { email: [SECRET] }, /in attribute `email` .* type string$/],
    ['a text for a number', { size: SECRET }, /in attribute `size` .* type long$/],
    ['a number that is too large', { size: 2 ** 60 }, /^attribute `\w+`: a number is not an integer/],
    ['a text for a list', { tags: SECRET }, /in attribute `tags`/],
    ['a list of something else', { tags: [77123] }, /in attribute `tags`/],
    ['a record with something else', { name: { first: SECRET } }, /in attribute `name`/],
    ['a record without a member', { name: { last: SECRET } }, /in attribute `name`/],
    [
      'an attribute that is not known',
      { aud: SECRET },
      /attribute `aud` .* should not exist according to the schema$/,
    ],
    ['no address', { address: SECRET }, /failed to evaluate attribute `address`/],
    [
      'an unknown function',
      { address: { __extn: { fn: SECRET, arg: SECRET } } },
      'the entities do not fit the schema',
    ],
    ['a text for an entity', { owner: SECRET }, /in attribute `owner`/],
    [
      'an entity of another type',
      { owner: { __entity: { type: 'A::Thing', id: SECRET } } },
      /in attribute `owner`/,
    ],
  ])('has no value in it: %s', async (_, attrs, says) => {
    const errors = await loggedErrors(attrs);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(says);
    expect(errors[0]).not.toMatch(/hunter2|77123|1152921504606846976/);
  });

  it('has no value of the context in it', async () => {
    expect(await loggedErrors({}, { context: { hour: SECRET } })).toEqual([
      'the context does not fit the schema',
    ]);
    const [unknown = ''] = await loggedErrors({}, { context: { day: SECRET } });
    expect(unknown).toMatch('attribute `day` should not exist');
    expect(unknown).not.toMatch(SECRET);
  });

  it('has no value in it that a policy computed', async () => {
    const when = 'principal has size && principal.size * 9007199254740991 > 0';
    expect(await loggedErrors({ size: 9007199254740000 }, { when })).toEqual(['p: integer overflow']);
  });

  it.each([
    [
      'a required attribute that is missing',
      {},
      /`A::Thing::"t"` to have attribute `size`, but it does not$/,
    ],
    [
      'a parent of another type',
      { size: 1 },
      /`A::Thing::"t"` is not allowed to have an ancestor of type `A::User`/,
    ],
  ])('names the entity, and what the schema asks of it: %s', async (_, attrs, says) => {
    const text =
      'namespace A { entity User; entity Thing { size: Long }; action see appliesTo { principal: User, resource: Thing }; }';
    const engine = new PolicyInlineAuthorizationEngine({
      staticPolicies: 'permit (principal, action, resource);',
      schema: { type: 'cedarFormat', schema: text },
    });
    const [principal, resource] = [
      { type: 'A::User', id: 'ana' },
      { type: 'A::Thing', id: 't' },
    ];
    const request = { principal, action: { type: 'A::Action', id: 'see' }, resource, context: {} };
    const { errors } = readResult(
      await engine.isAuthorized(request, [
        { uid: principal, attrs: {}, parents: [] },
        { uid: resource, attrs, parents: [principal] },
      ]),
    );
    expect(errors.map(errorWithoutValues)).toEqual([expect.stringMatching(says)]);
  });

  it.each([
    ['ThrottlingException: Rate exceeded', 'ThrottlingException: Rate exceeded'],
    [
      "ValidationException: Value 'hunter2' at 'requests' failed",
      'ValidationException; its message may hold',
    ],
    ['SyntaxError: Unexpected token "hunter2"', 'SyntaxError; its message may hold'],
  ])('names what Verified Permissions failed with: %s', (message, says) => {
    const said = errorWithoutValues({ message: `Verified Permissions failed with ${message}` });
    expect(said).toMatch(`Verified Permissions failed with ${says}`);
    expect(said).not.toMatch(SECRET);
  });

  it('is what it was where nothing is quoted', () => {
    expect(errorWithoutValues({ message: 'the engine took longer than 20 ms' })).toBe(
      'the engine took longer than 20 ms',
    );
    expect(errorWithoutValues({ message: 'getaddrinfo ENOTFOUND policies.example' })).toMatch('ENOTFOUND');
    expect(errorWithoutValues({ message: 'something new about `hunter2`' })).not.toMatch(SECRET);
  });
});
