import { describe, expect, it } from 'vitest';
import { projectAccess } from '../../../src/core/guarantees/access/project-access.ts';
import { compareSides } from '../../../src/core/guarantees/comparison/compare.ts';
import type { Comparison, Side } from '../../../src/core/guarantees/comparison/comparison.ts';
import { readSchema } from '../../../src/core/model/read-schema.ts';
import { readPolicies } from '../../../src/core/policies/read-policies.ts';
import { DEFAULT_CLAIMS } from '../../../src/core/requests/principal.ts';
import { accessWords, rowWords } from '../../../src/reporters/access/words.ts';
import { countWords, endpointWords } from '../../../src/reporters/comparison/words.ts';
import { PLAIN_SERVER } from '../../helpers/plain-server.ts';

/** Two namespaces with actions, one action for several types of resources, and a group of actions. */
const SCHEMA = `
namespace App {
  entity Team;
  entity User in [Team];
  entity Doc { owner: User };
  entity Sheet { owner: User };
  action reading;
  action read in [reading] appliesTo { principal: [User], resource: [Doc, Sheet] };
  action write appliesTo { principal: [User], resource: [Doc] };
}
namespace Files {
  entity File;
  action read appliesTo { principal: [App::User], resource: [File] };
}`;

const OWNERS =
  '@id("owners") permit (principal, action, resource is App::Doc) when { resource.owner == principal };';

function sideOf(name: string, policies: string): Side {
  const schema = readSchema({ file: 'schema', text: SCHEMA });
  if (!schema.ok) throw new Error(JSON.stringify(schema.diagnostics));
  const { policySet, diagnostics } = readPolicies([{ file: 'p.cedar', name: 'p.cedar', text: policies }]);
  expect(diagnostics).toEqual([]);
  return { ...PLAIN_SERVER, name, schema: schema.value, policySet };
}

function compare(before: string, after: string): Comparison {
  const compared = compareSides(sideOf('before', before), sideOf('after', after));
  if (!compared.ok) throw new Error(JSON.stringify(compared.diagnostics));
  return compared.value;
}

/** `action "read": opened` for each action. */
function kinds({ endpoints }: Comparison): string[] {
  return endpoints.map((change) => `${endpointWords(change)}: ${change.kind}`);
}

describe('actions that no endpoint asks about', () => {
  it('are compared in every namespace, and for every type of resources', () => {
    const sheets = `${OWNERS} @id("sheets") permit (principal, action == App::Action::"read", resource is App::Sheet);`;
    expect(kinds(compare(OWNERS, sheets))).toEqual([
      'action "read": opened',
      'action "write": unchanged',
      'action Files::Action::"read": unchanged',
    ]);
    const files = `${OWNERS} @id("files") permit (principal, action == Files::Action::"read", resource);`;
    expect(kinds(compare(OWNERS, files))).toEqual([
      'action "read": unchanged',
      'action "write": unchanged',
      'action Files::Action::"read": opened',
    ]);
  });

  it('are counted as what they are', () => {
    expect(countWords(compare(OWNERS, OWNERS))).toBe('0 actions opened, 0 closed, 3 unchanged (proven)');
  });

  it('may be asked about by anybody, also by a caller whom `authz` would give no groups', () => {
    const noTeam = '@id("team") permit (principal in App::Team::"t", action, resource);';
    const nobodyElse = `${noTeam} @id("nobody") forbid (principal, action, resource) unless { principal == App::User::"anonymous" };`;
    const { assumptions } = compare(noTeam, nobodyElse);
    expect(assumptions.join()).not.toContain('anonymous');
    const opened = compare('', nobodyElse);
    expect(kinds(opened)).toEqual([
      'action "read": opened',
      'action "write": opened',
      'action Files::Action::"read": opened',
    ]);
  });

  it('have a row each in the access matrix', () => {
    const found = projectAccess({
      name: '.',
      schema: { file: 'schema', text: SCHEMA },
      policies: [
        {
          file: 'p.cedar',
          name: 'p.cedar',
          text: `${OWNERS} @id("files") permit (principal, action == Files::Action::"read", resource);`,
        },
      ],
      claims: DEFAULT_CLAIMS,
      fixtures: [],
    });
    if (!found.ok) throw new Error(JSON.stringify(found.diagnostics));
    const { columns, rows } = found.value;
    expect(columns).toEqual(['everybody']);
    expect(rows.map((row) => [rowWords(row), ...row.cells.map(accessWords)].join(' '))).toEqual([
      'read resource is App::Doc, own',
      'write own',
      'Files::Action::"read" always',
    ]);
  });

  it('are told for each type of principals and of resources what is asked there', () => {
    const schema = `
      entity Team;
      entity User in [Team] { level: Long };
      entity Robot;
      entity Doc { owner: User, open: Bool };
      entity Sheet { owner: User, open: Bool };
      entity Slide { open: Bool };
      action read appliesTo { principal: [User, Robot], resource: [Doc, Sheet, Slide] };`;
    const told = (policies: string, mostEffort?: number) => {
      const input = {
        name: '.',
        schema: { file: 'schema', text: schema },
        policies: [{ file: 'p.cedar', name: 'p.cedar', text: policies }],
        claims: DEFAULT_CLAIMS,
        fixtures: [],
      };
      const found = projectAccess(input, { mostEffort });
      if (!found.ok) throw new Error(JSON.stringify(found.diagnostics));
      const [row] = found.value.rows;
      return found.value.columns.map((column, index) => {
        const cell = row?.cells[index];
        return `${column}: ${cell && accessWords(cell)}`;
      });
    };
    const robots = '@id("robots") permit (principal is Robot, action, resource);';
    const users = '@id("users") permit (principal is User, action, resource is Slide);';
    const own =
      '@id("own") permit (principal, action, resource) when { resource is Doc || resource is Sheet } when { resource.owner == principal };';
    const open = '@id("open") forbid (principal, action, resource) unless { resource.open };';
    const team =
      '@id("team") permit (principal in Team::"t", action, resource is Doc) when { principal.level > 1 };';
    expect(told(robots)).toEqual(['everybody: principal is Robot']);
    expect(told(users)).toEqual(['everybody: principal is User, resource is Slide']);
    expect(told(`${own} ${open}`)).toEqual([
      'everybody: resource.open, principal is User, (resource is Doc || resource is Sheet), own',
    ]);
    expect(told(`${robots} ${users} ${open}`)).toEqual([
      'everybody: resource.open, (principal is User, resource is Slide) or (principal is Robot)',
    ]);
    // What is known of one type says nothing of another that nothing is known of.
    const squares =
      '@id("squares") permit (principal is User, action, resource) when { principal.level * principal.level == 4 };';
    expect(told(`${robots} ${squares}`, 1)).toEqual([
      expect.stringMatching(/^everybody: not decided: the search took too long/),
    ]);
    expect(told(`${robots} ${squares}`)).toEqual([
      expect.stringContaining('principal.level * principal.level'),
    ]);
    // No robot is in a team, so nothing is said of robots there.
    expect(told(`${robots} ${team}`)).toEqual([
      'Team::"t": resource is Doc, principal.level > 1',
      'no group: principal is Robot',
    ]);
    const teamAll = '@id("team") permit (principal in Team::"t", action, resource);';
    expect(told(`${robots} ${teamAll}`)).toEqual(['Team::"t": always', 'no group: principal is Robot']);
  });

  it('are told in words that keep what strings hold, and leave comments out', () => {
    const named = (
      id: string,
    ) => `@id("odd") permit (principal, action == App::Action::"write", resource) when {
      principal == App::User::"${id}" // who
      && resource.owner == principal
    };`;
    const found = projectAccess({
      name: '.',
      schema: { file: 'schema', text: SCHEMA },
      policies: [{ file: 'p.cedar', name: 'p.cedar', text: named('a  b') }],
      claims: DEFAULT_CLAIMS,
      fixtures: [],
    });
    if (!found.ok) throw new Error(JSON.stringify(found.diagnostics));
    const row = found.value.rows.find(({ action }) => action === 'write');
    expect(row?.cells.map((cell) => accessWords(cell))).toEqual([
      'principal == App::User::"a  b" && resource.owner == principal',
    ]);
    const change = compare(named('a  b'), named('a b')).endpoints.find(({ action }) => action === 'write');
    expect(change?.opened?.causes.map(({ clause }) => clause)).toEqual([
      'when { principal == App::User::"a b" && resource.owner == principal }',
    ]);
  });
});
