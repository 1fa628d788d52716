import { describe, expect, it } from 'vitest';
import { projectAccess } from '../../../src/core/guarantees/access/project-access.ts';
import { DEFAULT_CLAIMS } from '../../../src/core/requests/principal.ts';
import { accessWords, rowWords } from '../../../src/reporters/access/words.ts';

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
function cells(policies = POLICIES, as?: string): string[] {
  const found = projectAccess(
    {
      name: '.',
      schema: { file: 'schema', text: SCHEMA },
      policies: [{ file: 'p.cedar', name: 'p.cedar', text: policies }],
      claims: DEFAULT_CLAIMS,
      fixtures: [],
    },
    as,
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

  it('never says always where a policy cannot always be evaluated', () => {
    const failing = `${POLICIES} @id("f") forbid (principal, action == App::Action::"login", resource) when { principal has email && principal.email like "*x" && App::User::"gone" == principal };`;
    expect(cells(failing)).toContain('POST /login anonymous: always');
    const guard =
      '@id("l") permit (principal, action == App::Action::"login", resource) when { principal has email };';
    expect(cells(guard)).toContain('POST /login no group: principal has email');
  });
});
