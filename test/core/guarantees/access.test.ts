import { describe, expect, it } from 'vitest';
import { projectAccess } from '../../../src/core/guarantees/access/project-access.ts';
import type { WrittenFact } from '../../../src/core/model/written-fact.ts';
import { DEFAULT_CLAIMS } from '../../../src/core/requests/principal.ts';
import { accessWords, rowWords } from '../../../src/reporters/access/words.ts';
import { rulesSkipping } from '../../helpers/rules-skipping.ts';
import { sourceOf } from '../../helpers/source.ts';

const SCHEMA = `
namespace App {
  @tenant
  entity Tenant;
  @group
  entity UserGroup;
  @principal
  entity User in [UserGroup, Tenant] { email?: String };
  entity Application;
  entity Doc in [Tenant] { owner: User, status: String };
  @endpoint("GET /docs/{id} single-resource path:id")
  action read appliesTo { principal: [User], resource: [Doc], context: { tenants: Set<Tenant> } };
  @endpoint("PUT /docs/{id} single-resource path:id")
  action write appliesTo { principal: [User], resource: [Doc], context: { tenants: Set<Tenant> } };
  @endpoint("POST /login open application")
  action login appliesTo { principal: [User], resource: [Application], context: { tenants: Set<Tenant> } };
}`;

const POLICIES = `
@id("login") permit (principal, action == App::Action::"login", resource);
@id("admins") permit (principal in App::UserGroup::"admin", action, resource);
@id("editors") permit (principal in App::UserGroup::"editor", action in [App::Action::"read", App::Action::"write"], resource)
when { resource.status == "draft" };
@id("owners") permit (principal, action == App::Action::"read", resource) when { resource.owner == principal };
@id("isolation") forbid (principal, action, resource) unless { resource is App::Application || resource in context.tenants };
`;

interface Options {
  readonly schema?: string;
  readonly skipped?: string;
  readonly facts?: readonly WrittenFact[];
  /** The principals of the fixtures by name, and the entities. */
  readonly people?: { readonly principals: object; readonly entities?: readonly object[] };
}

/** `GET /docs/{id} admin: own tenant` for each cell. */
function cells(policies = POLICIES, as?: string, options: Options = {}): string[] {
  const { schema = SCHEMA, skipped = '', facts = [], people } = options;
  const found = projectAccess(
    {
      name: '.',
      schema: { file: 'schema', text: schema },
      policies: [{ file: 'p.cedar', name: 'p.cedar', text: policies }],
      ...(skipped === '' ? {} : { rules: rulesSkipping(skipped) }),
      claims: DEFAULT_CLAIMS,
      facts,
      fixtures: people
        ? [{ source: sourceOf(JSON.stringify({ ...people, cases: [] })), shared: new Map() }]
        : [],
    },
    as === undefined ? {} : { as },
  );
  if (!found.ok) throw new Error(JSON.stringify(found.diagnostics));
  const { columns, rows } = found.value;
  return rows.flatMap((row) =>
    row.cells.map((access, index) => `${rowWords(row)} ${columns[index]}: ${accessWords(access)}`),
  );
}

describe('the access matrix', () => {
  it('has a column for each other type of principals, and the groups are those of callers', () => {
    const schema = SCHEMA.replace(
      'entity Application;',
      'entity Application; entity Service in [UserGroup];',
    ).replaceAll('principal: [User], resource: [Doc]', 'principal: [User, Service], resource: [Doc]');
    const policies = `permit (principal is App::Service, action == App::Action::"read", resource);
      permit (principal in App::UserGroup::"editor", action, resource);`;
    expect(cells(policies, undefined, { schema }).slice(0, 8)).toEqual([
      'GET /docs/{id} editor: always',
      'GET /docs/{id} no group: never',
      'GET /docs/{id} anonymous: never',
      'GET /docs/{id} any Service: always',
      'PUT /docs/{id} editor: always',
      'PUT /docs/{id} no group: never',
      'PUT /docs/{id} anonymous: never',
      'PUT /docs/{id} any Service: principal in App::UserGroup::"editor"',
    ]);
    expect(cells(policies, undefined, { schema })).toContain('POST /login any Service: never');
  });

  it('says of several types of resources what all of them need, and of each type what it needs besides', () => {
    const schema = SCHEMA.replace(
      'entity Application;',
      `entity Application; entity Note;
       action send appliesTo { principal: [User], resource: [Doc, Note], context: { tenants: Set<Tenant> } };`,
    );
    const policies = `permit (principal, action == App::Action::"send", resource);
      forbid (principal, action, resource) unless { principal has email };
      forbid (principal, action, resource is App::Doc) when { resource.status == "draft" };`;
    const found = cells(policies, undefined, { schema }).filter((cell) => cell.startsWith('send no group'));
    expect(found).toEqual([
      'send no group: principal has email, (resource is App::Doc, not (resource.status == "draft")) or (resource is App::Note)',
    ]);
  });

  it('says always, never, or when in words of the policies, for each group and for those without', () => {
    expect(cells()).toEqual([
      'GET /docs/{id} admin: own tenant',
      'GET /docs/{id} editor: own tenant, (resource.status == "draft") or (own)',
      'GET /docs/{id} no group: own tenant, own',
      'GET /docs/{id} anonymous: never',
      'PUT /docs/{id} admin: own tenant',
      'PUT /docs/{id} editor: own tenant, resource.status == "draft"',
      'PUT /docs/{id} no group: never',
      'PUT /docs/{id} anonymous: never',
      'POST /login admin: always',
      'POST /login editor: always',
      'POST /login no group: always',
      'POST /login anonymous: always',
    ]);
  });

  it.each([
    ['unless { A } unless { B }', 'principal has email || resource.status == "draft"'],
    [
      'when { A || B } when { B }',
      'not ((principal has email || resource.status == "draft") and resource.status == "draft")',
    ],
    [
      'when { !A } when { A || B }',
      'not (!(principal has email) and (principal has email || resource.status == "draft"))',
    ],
    ['unless { A }', 'principal has email'],
    ['when { resource.status == ")" }', 'not (resource.status == ")")'],
    ['unless { resource.status == ") and not (" }', 'resource.status == ") and not ("'],
  ])('says what a forbid leaves so that it can be read in one way only: %s', (clauses, words) => {
    const written = clauses
      .replaceAll('A', '(principal has email)')
      .replaceAll('B', 'resource.status == "draft"');
    const forbids = `@id("f") forbid (principal, action == App::Action::"write", resource) ${written};`;
    const permits = '@id("p") permit (principal in App::UserGroup::"editor", action, resource);';
    expect(cells(`${permits}\n${forbids}`)).toContain(`PUT /docs/{id} editor: ${words}`);
  });

  it('encloses what has alternatives itself, where it stands beside something else', () => {
    const either = 'resource.status == "a" || resource.status == "b"';
    const permits = (clauses: string) =>
      `@id("p") permit (principal, action == App::Action::"write", resource) when { ${either} } ${clauses};`;
    expect(cells(permits(''))).toContain(`PUT /docs/{id} no group: ${either}`);
    expect(cells(permits('when { principal has email }'))).toContain(
      `PUT /docs/{id} no group: (${either}), principal has email`,
    );
    const forbid = `@id("f") forbid (principal, action == App::Action::"write", resource) unless { principal has email || resource.status == "b" };`;
    expect(cells(`${permits('')} ${forbid}`)).toContain(
      `PUT /docs/{id} no group: (principal has email || resource.status == "b"), (${either})`,
    );
  });

  it('parts a choice from the alternatives beside it', () => {
    const permits =
      '@id("p") permit (principal, action == App::Action::"write", resource) when { (if principal has email then principal.email == "e" else resource.status == "a") || resource.status == "b" };';
    expect(cells(permits)).toContain(
      'PUT /docs/{id} no group: (if principal has email then principal.email == "e" else resource.status == "a") || resource.status == "b"',
    );
  });

  it('is one column for one caller', () => {
    expect(cells(POLICIES, 'anonymous')).toEqual([
      'GET /docs/{id} anonymous: never',
      'PUT /docs/{id} anonymous: never',
      'POST /login anonymous: always',
    ]);
  });

  describe('of one caller of the fixtures', () => {
    const login = (condition: string, people: Options['people'], schema = SCHEMA) => {
      const text = `permit (principal, action == App::Action::"login", resource) when { ${condition} };`;
      const [cell] = cells(text, 'ann', { people: people ?? { principals: {} }, schema }).slice(-1);
      return cell?.replace('POST /login ann: ', '');
    };

    it('heeds the groups that a group is in, which the entities say', () => {
      const schema = SCHEMA.replace('entity UserGroup;', 'entity UserGroup in [UserGroup];');
      const principals = { ann: { sub: 'ann', groups: ['interns'] } };
      const group = (id: string) => ({ type: 'App::UserGroup', id });
      const entities = [
        { uid: group('interns'), attrs: {}, parents: [group('juniors')] },
        { uid: group('juniors'), attrs: {}, parents: [group('staff')] },
      ];
      const staff = 'principal in App::UserGroup::"staff"';
      expect(login(staff, { principals, entities }, schema)).toBe('always');
      expect(login(staff, { principals }, schema)).toBe('never');
    });

    it('takes claims for what the schema makes of them, whatever they are called', () => {
      const schema = SCHEMA.replace(
        'email?: String',
        'email?: String, "custom:dept"?: String, quota?: decimal, roles?: Set<String>',
      );
      const ann = { sub: 'ann', 'custom:dept': 'hr', quota: '1.5', roles: ['a', 'b'] };
      const people = { principals: { ann } };
      const all =
        'principal["custom:dept"] == "hr" && principal.quota.lessThan(decimal("2.0")) && principal.roles.contains("b")';
      expect(
        login(
          `principal has "custom:dept" && principal has quota && principal has roles && ${all}`,
          people,
          schema,
        ),
      ).toBe('always');
      expect(login('principal has email', people, schema)).toBe('never');
    });

    it('says never of no one whose claims hold a record that looks like a reference', () => {
      const schema = SCHEMA.replace(
        'email?: String',
        'boss?: { "__entity": User, since?: Long }, teams?: Set<{ "__extn"?: String }>',
      );
      const boss = { __entity: { __entity: { type: 'App::User', id: 'bob' } } };
      const ann = (more: object) => ({ principals: { ann: { sub: 'ann', ...more } } });
      expect(login('true', ann({ boss }), schema)).toBe('always');
      expect(login('true', ann({ boss: { ...boss, since: 7 } }), schema)).toBe('always');
      const short = { __entity: { type: 'App::User', id: 'bob' } };
      expect(login('true', ann({ boss: short }), schema)).toBe('always');
      expect(login('true', ann({ boss: { ...short, since: 7 } }), schema)).toBe('always');
      expect(login('true', ann({ teams: [{ __extn: 'a' }] }), schema)).toBe('always');
    });

    it('refuses one that the schema refuses', () => {
      const people = { principals: { ann: { sub: 'ann', email: 7 } } };
      expect(() => login('true', people)).toThrow('principal-invalid');
    });

    it('says never of nobody whom the facts leave out', () => {
      const facts = [{ id: 'f', when: '!(principal in App::UserGroup::"editor")' }];
      const found = cells(POLICIES, undefined, { facts });
      expect(found).toContain(
        'POST /login editor: not decided: the facts of `authz.yaml` leave out such callers',
      );
      expect(found).toContain('POST /login admin: always');
    });
  });

  it('says of an endpoint that is skipped that everybody reaches it, without a decision', () => {
    const found = cells(POLICIES, undefined, { skipped: 'GET /docs/{page}' });
    const skipped = found.filter((cell) => cell.startsWith('GET /docs/{id} '));
    expect(skipped).toHaveLength(4);
    for (const cell of skipped) expect(cell).toMatch(/: always \(skipped: without a decision\)$/);
    expect(found).toContain('PUT /docs/{id} anonymous: never');
  });

  it('says of endpoints that the server cannot tell apart that nobody reaches them', () => {
    const schema = SCHEMA.replace('PUT /docs/{id} ', 'GET /docs/{id}/ ');
    const found = cells(POLICIES, undefined, { schema });
    for (const cell of found.filter((one) => one.startsWith('GET /docs/')))
      expect(cell).toMatch(
        /: never \(refused: the server cannot tell its calls from those of another endpoint\)$/,
      );
    expect(found).toContain('POST /login admin: always');
  });

  it('decides nothing of an endpoint of which some calls are skipped, but who may always', () => {
    const found = cells(POLICIES, undefined, { skipped: 'GET /docs/public' });
    const told = 'not decided: calls of `GET /docs/public` are skipped, without a decision';
    expect(found).toContain(`GET /docs/{id} anonymous: ${told}`);
    expect(found).toContain(`GET /docs/{id} editor: ${told}`);
    expect(found).toContain('PUT /docs/{id} anonymous: never');
  });

  it('heeds the second question of an endpoint, and names it', () => {
    const asking = (second: string) => ({
      schema: SCHEMA.replace('open application', `open application ${second}`),
    });
    const login = (policies: string, second: string) =>
      cells(policies, undefined, asking(second)).filter((cell) => cell.startsWith('POST /login'));
    expect(login(POLICIES, 'write body:doc')).toEqual([
      'POST /login (also asks write about the Doc) admin: when also write is permitted',
      'POST /login (also asks write about the Doc) editor: when also write is permitted',
      'POST /login (also asks write about the Doc) no group: never',
      'POST /login (also asks write about the Doc) anonymous: never',
    ]);
    expect(login(POLICIES, 'write body:doc?')).toContain(
      'POST /login (may also ask write about the Doc) anonymous: when also write is permitted, if asked',
    );
    const open = `${POLICIES.replace(/@id\("isolation"\)[^;]*;/, '')} permit (principal, action == App::Action::"write", resource);`;
    expect(login(open, 'write body:doc')).toContain(
      'POST /login (also asks write about the Doc) anonymous: always',
    );
  });

  it('knows that calls about the application are about one entity', () => {
    const login = (id: string) =>
      cells(`permit (principal, action, resource == App::Application::"${id}");`).filter((cell) =>
        cell.startsWith('POST /login no group'),
      );
    expect(login('App')).toEqual(['POST /login no group: always']);
    expect(login('Other')).toEqual(['POST /login no group: never']);
  });

  it('heeds what calls with HEAD ask of the endpoints with GET that a server may run for them', () => {
    const withHead = (path: string) => ({
      schema: SCHEMA.replace(
        '@endpoint("PUT /docs/{id}',
        `@endpoint("HEAD ${path} open application")
  action peek appliesTo { principal: [User], resource: [Application], context: { tenants: Set<Tenant> } };
  $&`,
      ),
    });
    const peek = (path: string, policies: string) =>
      cells(
        `${policies} permit (principal, action == App::Action::"peek", resource);`,
        undefined,
        withHead(path),
      ).filter((cell) => cell.startsWith('HEAD'));
    expect(peek('/docs/{key}', '')).toEqual([
      'HEAD /docs/{key} (also asks read about the Doc) no group: never',
      'HEAD /docs/{key} (also asks read about the Doc) anonymous: never',
    ]);
    expect(peek('/docs/{key}', POLICIES)).toContain(
      'HEAD /docs/{key} (also asks read about the Doc) admin: when also read is permitted',
    );
    expect(peek('/docs/latest', POLICIES)).toContain(
      'HEAD /docs/latest (may also ask read about the Doc) admin: when also read is permitted, if asked',
    );
    expect(peek('/notes/{id}', POLICIES)).toContain('HEAD /notes/{id} admin: always');
  });

  it('does not call an endpoint with HEAD skipped while calls of it ask for GET', () => {
    const schema = SCHEMA.replace(
      '@endpoint("PUT /docs/{id}',
      `@endpoint("HEAD /docs/{id} single-resource path:id")
  action peek appliesTo { principal: [User], resource: [Doc], context: { tenants: Set<Tenant> } };
  $&`,
    );
    const found = cells(POLICIES, undefined, { schema, skipped: 'HEAD /docs/{id}' });
    expect(found).toContain('HEAD /docs/{id} (also asks read about the Doc) editor: never');
    const alone = schema.replace('GET /docs/{id}', 'GET /notes/{id}');
    expect(cells(POLICIES, undefined, { schema: alone, skipped: 'HEAD /docs/{id}' })).toContain(
      'HEAD /docs/{id} editor: always (skipped: without a decision)',
    );
  });

  it('never says always where a policy cannot always be evaluated', () => {
    const failing = `${POLICIES} @id("f") forbid (principal, action == App::Action::"login", resource) when { principal has email && principal.email like "*x" && App::User::"gone" == principal };`;
    expect(cells(failing)).toContain('POST /login anonymous: always');
    const guard =
      '@id("l") permit (principal, action == App::Action::"login", resource) when { principal has email };';
    expect(cells(guard)).toContain('POST /login no group: principal has email');
  });

  it('says beside other conditions that policies can be evaluated, where some cannot for the callers of a column', () => {
    const schema = SCHEMA.replace('status: String', 'status: String, size: Long');
    const overflowing = `${POLICIES} @id("large") permit (principal in App::UserGroup::"editor", action == App::Action::"write", resource) when { resource.size + 1 > 5 };`;
    const found = cells(overflowing, undefined, { schema });
    expect(found).toContain('PUT /docs/{id} admin: own tenant');
    expect(found).toContain(
      'PUT /docs/{id} editor: own tenant, when the policies can be evaluated, (resource.status == "draft") or (resource.size + 1 > 5)',
    );
    const open = `${overflowing.replace(/@id\("isolation"\)[^;]*;/, '')} permit (principal, action == App::Action::"write", resource);`;
    expect(cells(open, undefined, { schema })).toContain(
      'PUT /docs/{id} editor: when the policies can be evaluated',
    );
  });
});

it('says which row is about callers that no call has', () => {
  const found = projectAccess({
    name: '.',
    schema: {
      file: 'schema',
      text: `namespace App {
        @principal entity User;
        entity Service; entity Doc;
        @endpoint("GET /docs/{id} single-resource path:id")
        action read appliesTo { principal: [Service], resource: [Doc] };
      }`,
    },
    policies: [{ file: 'p.cedar', name: 'p.cedar', text: 'permit (principal, action, resource);' }],
    claims: DEFAULT_CLAIMS,
    facts: [],
    fixtures: [],
  });
  expect(found.diagnostics.map(({ code }) => code)).toEqual(['action-not-callable']);
});
