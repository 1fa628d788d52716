import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/**
 * An e-mail API with tenants: three roles in each tenant, every one of them against every tenant, campaign and message of all tenants,
 * each action that the resource has. The same expected decisions for both tools, each in its own words.
 */
export interface Matrix {
  readonly tenants: number;
  readonly campaigns: number;
  readonly messages: number;
}

/** By the number of expected decisions, nearly. */
export const SIZES: Readonly<Record<string, Matrix>> = {
  50: { tenants: 1, campaigns: 1, messages: 2 },
  1000: { tenants: 2, campaigns: 8, messages: 8 },
  10000: { tenants: 4, campaigns: 21, messages: 20 },
  100000: { tenants: 10, campaigns: 33, messages: 33 },
  1000000: { tenants: 32, campaigns: 33, messages: 32 },
};

/** Cerbos reads no file of more than 4 MiB, which the tests of a million decisions would be. */
export function isForCerbos(size: string): boolean {
  return Number(size) <= 100_000;
}

const ROLES = ['admin', 'editor', 'viewer'] as const;
const CRUD = ['view', 'update', 'delete'] as const;
const KINDS = {
  tenant: CRUD,
  campaign: ['list', 'create', ...CRUD, 'send'],
  message: ['list', 'create', 'view', 'delete'],
} as const;
type Kind = keyof typeof KINDS;

const MAY: Readonly<Record<(typeof ROLES)[number], Readonly<Record<Kind, readonly string[]>>>> = {
  admin: KINDS,
  editor: {
    tenant: ['view'],
    campaign: ['list', 'create', 'view', 'update'],
    message: ['list', 'create', 'view'],
  },
  viewer: { tenant: ['view'], campaign: ['list', 'view'], message: ['list', 'view'] },
};

interface Thing {
  readonly kind: Kind;
  readonly id: string;
  readonly tenant: string;
}

function things({ tenants, campaigns, messages }: Matrix): Thing[] {
  const many = (count: number, kind: Kind, letter: string, tenant: number) =>
    Array.from({ length: count }, (_, index) => ({
      kind,
      id: `${letter}${tenant}-${index}`,
      tenant: `t${tenant}`,
    }));
  return Array.from({ length: tenants }, (_, tenant) => [
    { kind: 'tenant' as const, id: `t${tenant}`, tenant: `t${tenant}` },
    ...many(campaigns, 'campaign', 'c', tenant),
    ...many(messages, 'message', 'm', tenant),
  ]).flat();
}

function people({ tenants }: Matrix) {
  return Array.from({ length: tenants }, (_, tenant) =>
    ROLES.map((role) => ({ id: `${role}-t${tenant}`, role, tenant: `t${tenant}` })),
  ).flat();
}

type Person = ReturnType<typeof people>[number];

function isAllowed(person: Person, thing: Thing, action: string): boolean {
  return person.tenant === thing.tenant && MAY[person.role][thing.kind].includes(action);
}

export function decisionsIn(matrix: Matrix): number {
  const actions = things(matrix).reduce((sum, { kind }) => sum + KINDS[kind].length, 0);
  return people(matrix).length * actions;
}

function write(folder: string, files: Readonly<Record<string, string>>): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

// ---- in our words ----

const CALLS: Readonly<Record<string, (path: string) => string>> = {
  view: (path) => `GET ${path}`,
  update: (path) => `PUT ${path}`,
  delete: (path) => `DELETE ${path}`,
  list: (path) => `GET ${path}/list`,
  create: (path) => `POST ${path}/create`,
  send: (path) => `POST ${path}/send`,
};

function callOf(kind: Kind, action: string, tenant: string, id: string): string {
  const path = kind === 'tenant' ? `/tenants/${id}` : `/tenants/${tenant}/${kind}s/${id}`;
  return CALLS[action]?.(path) ?? '';
}

/** A project with one table: calls down, people across. `json` writes the fixtures file as JSON. The schema is written by the built tool. */
export function writeAuthzProject(folder: string, matrix: Matrix, { json = false } = {}): void {
  const columns = people(matrix).map(({ id }) => id);
  const rows = things(matrix).flatMap((thing) =>
    KINDS[thing.kind].map((action) => {
      const cells = people(matrix).map((person) => (isAllowed(person, thing, action) ? 'allow' : 'deny'));
      return [callOf(thing.kind, action, thing.tenant, thing.id), cells] as const;
    }),
  );
  const claims = people(matrix).map(({ id, role, tenant }) => [
    id,
    { sub: id, groups: [role], tenant_id: tenant },
  ]);
  const table = { name: 'matrix', columns, rows: Object.fromEntries(rows) };
  const fixtures = { principals: Object.fromEntries(claims), entities: 'entities.json', tables: [table] };
  write(folder, {
    'authz.yaml': 'spec: openapi.json\nnamespace: Mail\nprincipal: { tenant: { claim: tenant_id } }\n',
    'openapi.json': JSON.stringify(openapi()),
    'policies/roles.cedar': policies(),
    'fixtures/entities.json': JSON.stringify(things(matrix).map(entity)),
    [json ? 'fixtures/all.fixtures.json' : 'fixtures/all.fixtures.yaml']: json
      ? JSON.stringify(fixtures)
      : yamlFixtures(fixtures),
  });
  const args = [AUTHZ, 'generate-schema', '--out', 'v4.policyschema.json'];
  execFileSync(process.execPath, args, { cwd: folder, stdio: 'ignore' });
}

const AUTHZ = resolve(import.meta.dirname, '../bin/authz.js');

function yamlFixtures({
  principals,
  entities,
  tables: [table],
}: {
  principals: object;
  entities: string;
  tables: { name: string; columns: string[]; rows: object }[];
}): string {
  const flow = (value: unknown) =>
    JSON.stringify(value)
      .replaceAll('"', '')
      .replaceAll(/([:,])/g, '$1 ');
  return [
    'principals:',
    ...Object.entries(principals).map(([name, claims]) => `  ${name}: ${flow(claims)}`),
    `entities: ${entities}`,
    'tables:',
    `  - name: ${table?.name}`,
    `    columns: ${flow(table?.columns)}`,
    '    rows:',
    ...Object.entries(table?.rows ?? {}).map(([call, cells]) => `      ${call}: ${flow(cells)}`),
    '',
  ].join('\n');
}

function openapi() {
  const responses = { 200: { description: 'ok' } };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [kind, actions] of Object.entries(KINDS)) {
    for (const action of actions) {
      const [method = '', path = ''] = callOf(kind as Kind, action, '{tenant_id}', `{${kind}_id}`).split(' ');
      const type = kind.charAt(0).toUpperCase() + kind.slice(1);
      const operation = {
        operationId: `${action}${type}`,
        responses,
        'x-authz': { pattern: 'single-resource', type, resource: `path:${kind}_id` },
      };
      paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
    }
  }
  return { openapi: '3.1.0', info: { title: 'Mail', version: '1' }, paths };
}

function policies(): string {
  const permits = ROLES.flatMap((role) =>
    Object.entries(MAY[role]).map(([kind, actions]) => {
      const names = actions.map(
        (action) => `Mail::Action::"${action}${kind.charAt(0).toUpperCase()}${kind.slice(1)}"`,
      );
      return `@id("${role}-${kind}")\npermit (principal in Mail::UserGroup::"${role}", action in [${names.join(', ')}], resource);\n`;
    }),
  );
  const isolation =
    '@id("isolation")\nforbid (principal, action, resource) unless { resource in context.tenants };\n';
  return [...permits, isolation].join('\n');
}

function entity({ kind, id, tenant }: Thing) {
  const type = `Mail::${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  const parents = kind === 'tenant' ? [] : [{ type: 'Mail::Tenant', id: tenant }];
  return { uid: { type, id }, attrs: {}, parents };
}

// ---- in the words of Cerbos ----

/** Policies and one test suite with its expectations grouped, the form that Cerbos reads quickest. */
export function writeCerbosProject(folder: string, matrix: Matrix): void {
  const named = (thing: Thing) => `${thing.kind}_${thing.id}`;
  const all = things(matrix);
  const principals = people(matrix).map(({ id, role, tenant }) => [
    id,
    { id, roles: [role], attr: { tenant } },
  ]);
  const resources = all.map((thing) => [
    named(thing),
    { kind: thing.kind, id: thing.id, attr: { tenant: thing.tenant } },
  ]);
  const tests = Object.entries(KINDS).map(([kind, actions]) => {
    const ofKind = all.filter((thing) => thing.kind === kind);
    const expected = people(matrix).flatMap((person) =>
      [true, false].flatMap((own) => {
        const group = ofKind.filter(({ tenant }) => (tenant === person.tenant) === own);
        const [first] = group;
        if (!first) return [];
        const effects = actions.map((action) => [
          action,
          isAllowed(person, first, action) ? 'EFFECT_ALLOW' : 'EFFECT_DENY',
        ]);
        return [{ principal: person.id, resources: group.map(named), actions: Object.fromEntries(effects) }];
      }),
    );
    const input = { principals: people(matrix).map(({ id }) => id), resources: ofKind.map(named), actions };
    return { name: kind, input, expected };
  });
  write(folder, {
    ...Object.fromEntries(Object.keys(KINDS).map((kind) => [`${kind}.yaml`, cerbosPolicy(kind as Kind)])),
    'tests/all_test.yaml': `name: all\nprincipals:\n${block(principals)}resources:\n${block(resources)}tests:\n${tests.map(testYaml).join('')}`,
  });
}

/** JSON is YAML; but Cerbos cannot read lines of more than 64 kilobytes. */
function testYaml({ name, input, expected }: { name: string; input: object; expected: object[] }): string {
  const groups = expected.map((group) => `      - ${JSON.stringify(group)}\n`).join('');
  return `  - name: ${name}\n    input: ${JSON.stringify(input)}\n    expected:\n${groups}`;
}

function block(entries: readonly (readonly unknown[])[]): string {
  return entries.map(([key, value]) => `  ${key}: ${JSON.stringify(value)}\n`).join('');
}

function cerbosPolicy(kind: Kind): string {
  const same = { match: { expr: 'request.resource.attr.tenant == request.principal.attr.tenant' } };
  const other = { match: { expr: 'request.resource.attr.tenant != request.principal.attr.tenant' } };
  const rules = [
    ...ROLES.map((role) => ({
      actions: MAY[role][kind],
      effect: 'EFFECT_ALLOW',
      roles: [role],
      condition: same,
    })),
    { actions: ['*'], effect: 'EFFECT_DENY', roles: ['*'], condition: other },
  ];
  return JSON.stringify({
    apiVersion: 'api.cerbos.dev/v1',
    resourcePolicy: { resource: kind, version: 'default', rules },
  });
}
