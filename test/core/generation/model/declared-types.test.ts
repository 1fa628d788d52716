import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../../src/core/config/config.ts';
import { type GenerateOptions, generateSchema } from '../../../../src/core/generation/generate-schema.ts';
import { ownerAttribute } from '../../../../src/core/model/model.ts';
import { readSchema } from '../../../../src/core/model/read-schema.ts';
import { DEFAULT_CLAIMS, principalFromClaims } from '../../../../src/core/requests/principal.ts';
import { parseSource } from '../../../../src/project/parsing/parse.ts';
import { told, valueIn } from '../../../helpers/outcome.ts';

const API = `
openapi: 3.1.0
info: { title: A, version: "1" }
paths:
  /pets/{petId}: { get: { operationId: getPet }, put: { operationId: updatePet } }
  /repos/{repo}: { get: { operationId: getRepo } }
  /repositories/{repository}: { get: { operationId: getRepository } }
  /user-ids/{userIdKey}: { get: { operationId: getUserId } }
components:
  schemas:
    Pet: { type: object, properties: { name: { type: string }, keeper: { type: string } } }
`;

/** What an API description and an `authz.yaml` with these `types` make. */
function generated(types: string, api = API) {
  const text = `spec: openapi.yaml\nnamespace: App\n${types}`;
  const config = readConfig(valueIn(parseSource('authz.yaml', text)));
  if (!config.ok) return config;
  const options: GenerateOptions = {
    ...config.value,
    format: 'json',
    tenantClaim: config.value.claims.tenant,
  };
  return generateSchema({ root: valueIn(parseSource('openapi.yaml', api)), others: new Map() }, options);
}

/** The model, read back from the schema file: what is declared must survive it. */
function model(types: string, api?: string) {
  const { text } = valueIn(generated(types, api));
  return valueIn(readSchema({ file: 'schema.json', text })).model;
}

function typeOf(name: string, types: string, api?: string) {
  const found = model(types, api).entityTypes.find((type) => type.name === name);
  if (!found) throw new Error(`no type ${name}`);
  return found;
}

const problems = (types: string, api?: string) => {
  const outcome = generated(types, api);
  expect(outcome.ok).toBe(false);
  return outcome.diagnostics.map((one) => `${told([one])[0]} (${one.help})`);
};

describe('types in authz.yaml', () => {
  it('may add attributes, with their Cedar type and whether they are there', () => {
    const types = `
types:
  Pet:
    attributes:
      status: String
      age: { type: Long, optional: true }
      tags: Set<String>
      vet: { type: User, optional: true }
`;
    expect(typeOf('Pet', types).attributes).toEqual([
      { name: 'age', required: false, type: { kind: 'Long' } },
      { name: 'status', required: true, type: { kind: 'String' } },
      { name: 'tags', required: true, type: { kind: 'Set', element: { kind: 'String' } } },
      { name: 'vet', required: false, type: { kind: 'Entity', type: 'User' } },
    ]);
  });

  it('may add types, parents, and the tenant that a property names', () => {
    const types = `
principal: { tenant: { claim: clinic, type: Clinic } }
types:
  Clinic: { attributes: { plan: String } }
  Pet: { attributes: { clinicRef: { parent: Clinic } } }
  Repo: { parents: [Pet] }
`;
    const made = model(types);
    expect(made.tenantType).toBe('Clinic');
    expect(typeOf('Pet', types)).toMatchObject({ parents: ['Clinic'], attributes: [] });
    expect(typeOf('Repo', types).parents).toEqual(['Clinic', 'Pet']);
    expect(made.actions[0]?.context[0]?.name).toBe('tenants');
  });

  it('may name the owner, whatever the property is called', () => {
    const types = 'types: { Pet: { owner: keeper } }';
    const pet = typeOf('Pet', types);
    expect(ownerAttribute(pet, model(types))).toEqual({
      name: 'keeper',
      required: false,
      type: { kind: 'Entity', type: 'User' },
      owner: true,
    });
  });

  it('may say which claim is which attribute of the principal', () => {
    const made = model('types: { User: { attributes: { mail: { type: String, claim: email } } } }');
    const answer = principalFromClaims({ sub: 'ana', email: 'a@b', mail: 'no' }, DEFAULT_CLAIMS, made);
    expect(answer.ok && answer.principal.attrs).toEqual({ mail: 'a@b' });
  });

  it('may say that one may be in another of its type, as folders and groups are', () => {
    expect(typeOf('Pet', 'types: { Pet: { parents: [Pet, Repo] } }').parents).toEqual(['Pet', 'Repo']);
    expect(typeOf('UserGroup', 'types: { UserGroup: { parents: [UserGroup] } }').parents).toEqual([
      'UserGroup',
    ]);
    const byAttribute = 'types: { Pet: { attributes: { mother: { parent: Pet } } } }';
    expect(typeOf('Pet', byAttribute).parents).toEqual(['Pet']);
  });

  it('may say that two types are one', () => {
    const made = model('types: { Repository: { is: Repo } }');
    const resources = Object.fromEntries(made.actions.map((action) => [action.name, action.resourceType]));
    expect(resources).toMatchObject({ getRepo: 'Repo', getRepository: 'Repo', getUserId: 'User' });
    const names = made.entityTypes.map(({ name }) => name);
    expect(names).not.toContain('Repository');
    // Nobody calls a type by how one of it is named.
    expect(names).not.toContain('UserId');
  });
});

describe('x-authz in the API description', () => {
  const described = API.replace(
    'openapi: 3.1.0',
    'openapi: 3.1.0\nx-authz: { types: { Clinic: {}, Repo: { parents: [Clinic] } } }',
  ).replace(
    'Pet: { type: object,',
    'Pet: { x-authz: { attributes: { age: Long, status: String }, owner: keeper }, type: object,',
  );

  it('says the same, on a component or at the root', () => {
    expect(typeOf('Pet', '', described).attributes.map(({ name }) => name)).toEqual([
      'age',
      'keeper',
      'status',
    ]);
    expect(typeOf('Repo', '', described).parents).toEqual(['Clinic']);
  });

  it('loses to authz.yaml, attribute by attribute', () => {
    const pet = typeOf('Pet', 'types: { Pet: { attributes: { age: String } } }', described);
    expect(pet.attributes.map(({ name, type }) => `${name}: ${type.kind}`)).toEqual([
      'age: String',
      'keeper: Entity',
      'status: String',
    ]);
  });

  it('is checked where it stands', () => {
    const wrong = described.replace('attributes: { age', 'atributes: { age');
    expect(problems('', wrong)[0]).toMatch(
      /^openapi.yaml:\d+:\d+ error unknown key `atributes`.*did you mean `attributes`/,
    );
  });
});

describe('a name that nothing has', () => {
  it.each([
    [
      'types: { Pett: { owner: keeper } }',
      /authz.yaml:3:10 error the API has no entity type `Pett`.*did you mean `Pet`\?/,
    ],
    [
      'types: { Pet: { parents: [Repoo] } }',
      /authz.yaml:3:\d+ error there is no entity type `Repoo` \(did you mean `Repo`\?\)/,
    ],
    ['types: { Pet: { attributes: { tenantId: { parent: Tenat } } } }', /no entity type `Tenat`/],
    ['types: { Pet: { attributes: { a: Strng } } }', /did you mean `String`\?/],
    ['types: { Pet: { attributes: { a: "Set<Numbr>" } } }', /no entity type `Numbr`/],
    ['types: { Pet: { attributes: { a: "1x" } } }', /`1x` is not a type/],
    ['types: { Pet: { attributes: { a: { optional: true } } } }', /`Pet.a` has no type/],
    [
      'types: { Pet: { owner: keepr } }',
      /`Pet` has no `keepr` that could name its owner \(did you mean `keeper`\?\)/,
    ],
    ['types: { Repositry: { is: Repo } }', /no entity type `Repositry` \(did you mean `Repository`\?\)/],
    ['types: { Repository: { is: Rep } }', /no entity type `Rep` \(did you mean `Repo`\?\)/],
    ['types: { Repo: { is: Repo } }', /error `Repo` cannot be another name of itself \(take `is` out\)/],
    [
      'types: { Repository: { is: Repo }, Repo: { is: User } }',
      /error `Repo` is itself another name, of `User` \(write `is: User`\)/,
    ],
    ['types: { Repository: { is: Repo }, Repo: { is: Repository } }', /of `Repository` \(take `is` out\)/],
    [
      'types: { User: { parents: [User] } }',
      /`User` cannot be in `User`: callers are in groups \(take it out\)/,
    ],
    [
      'types: { Pet: { parents: [Repo] }, Repo: { parents: [Pet] } }',
      /`Repo` cannot be in `Pet`, which is in it/,
    ],
    ['types: { "My Type": {} }', /`My Type` cannot be the name/],
    ['principal: { tenant: { type: Clinik } }', /no entity type `Clinik`/],
    ['types: { Pet: { atributes: {} } }', /unknown key `atributes`.*did you mean/],
  ])('is an error: %s', (types, message) => {
    expect(problems(types)[0]).toMatch(message);
  });

  it('is refused, and so is a key that has no effect', () => {
    const said = (type: string, form: string) =>
      problems(`types: { ${type}: { attributes: { keeper: ${form} } } }`);
    expect(said('Pet', '{ type: String, claim: mail }')).toEqual([
      expect.stringContaining(
        '`Pet.keeper` has a `claim`, but only attributes of `User` are read from a token',
      ),
    ]);
    expect(said('Pet', '{ parent: Repo, type: String }')).toEqual([
      expect.stringContaining('`Pet.keeper` has a `parent` and a `type`'),
    ]);
    expect(said('User', '{ parent: Repo, claim: repo }')).toEqual([
      expect.stringContaining('`User.keeper` has a `parent` and a `claim`'),
    ]);
  });

  it('is a type of its own where it says so', () => {
    expect(typeOf('Pett', 'types: { Pett: { new: true, attributes: { a: Bool } } }').attributes).toHaveLength(
      1,
    );
  });
});

describe('context in authz.yaml', () => {
  const contexts = (written: string) => model(written).actions.map(({ context }) => context);

  it('is in the context of every action, and may be missing from a request', () => {
    const now = { name: 'now', required: false, type: { kind: 'datetime' } };
    expect(contexts('context: { now: datetime }')).toEqual([[now], [now], [now], [now], [now]]);
  });

  it('must be in every request where it says so', () => {
    const [first] = contexts('context: { ip: { type: ipaddr, optional: false }, plan: { type: Pet } }');
    expect(first).toEqual([
      { name: 'ip', required: true, type: { kind: 'ipaddr' } },
      { name: 'plan', required: false, type: { kind: 'Entity', type: 'Pet' } },
    ]);
  });

  it('stands beside the tenants of the caller', () => {
    const types = 'types: { Tenant: {}, Pet: { attributes: { tenantId: { parent: Tenant } } } }\n';
    const [first] = contexts(`${types}context: { now: datetime }`);
    expect(first?.map(({ name }) => name).sort()).toEqual(['now', 'tenants']);
  });

  it('is refused where it follows from the call, or has a type that there is not', () => {
    expect(problems('context: { tenants: String, now: datetme }')).toEqual([
      expect.stringContaining('`context.tenants` follows from the call (take it out'),
      expect.stringContaining('there is no entity type `datetme` (did you mean `datetime`?)'),
    ]);
    expect(problems('context: { now: { tpye: datetime } }')).toEqual([
      expect.stringContaining('missing key `type`'),
      expect.stringContaining('unknown key `tpye`: did you mean `type`?'),
    ]);
  });
});
