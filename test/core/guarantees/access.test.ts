import { describe, expect, it } from 'vitest';
import { projectAccess } from '../../../src/core/guarantees/access/project-access.ts';
import { DEFAULT_CLAIMS } from '../../../src/core/requests/principal.ts';
import { accessWords, rowWords } from '../../../src/reporters/access/words.ts';
import { rulesSkipping } from '../../helpers/rules-skipping.ts';

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

/** `GET /docs/{id} admin: own tenant` for each cell. */
function cells(policies = POLICIES, as?: string, { schema = SCHEMA, skipped = '' } = {}): string[] {
  const found = projectAccess(
    {
      name: '.',
      schema: { file: 'schema', text: schema },
      policies: [{ file: 'p.cedar', name: 'p.cedar', text: policies }],
      ...(skipped === '' ? {} : { rules: rulesSkipping(skipped) }),
      claims: DEFAULT_CLAIMS,
      fixtures: [],
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

  it('is one column for one caller', () => {
    expect(cells(POLICIES, 'anonymous')).toEqual([
      'GET /docs/{id} anonymous: never',
      'PUT /docs/{id} anonymous: never',
      'POST /login anonymous: always',
    ]);
  });

  it('says of an endpoint that is skipped that everybody reaches it, without a decision', () => {
    const found = cells(POLICIES, undefined, { skipped: 'GET /docs/{page}' });
    const skipped = found.filter((cell) => cell.startsWith('GET /docs/{id} '));
    expect(skipped).toHaveLength(4);
    for (const cell of skipped) expect(cell).toMatch(/: always \(skipped: without a decision\)$/);
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

  it('never says always where a policy cannot always be evaluated', () => {
    const failing = `${POLICIES} @id("f") forbid (principal, action == App::Action::"login", resource) when { principal has email && principal.email like "*x" && App::User::"gone" == principal };`;
    expect(cells(failing)).toContain('POST /login anonymous: always');
    const guard =
      '@id("l") permit (principal, action == App::Action::"login", resource) when { principal has email };';
    expect(cells(guard)).toContain('POST /login no group: principal has email');
  });
});
