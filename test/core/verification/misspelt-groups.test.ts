import { describe, expect, it } from 'vitest';
import type { PrincipalClaims } from '../../../src/core/requests/principal.ts';
import { DEFAULT_CLAIMS } from '../../../src/core/requests/principal.ts';
import { verify } from '../../../src/core/verification/verify.ts';
import { emailInput } from '../../helpers/email-project.ts';
import { told } from '../../helpers/outcome.ts';
import { policyFile } from '../../helpers/policies.ts';
import { sourceOf } from '../../helpers/source.ts';

interface Given {
  readonly policies?: string;
  readonly claims?: PrincipalClaims;
  readonly entities?: string;
}

/** What is said of somebody with these groups, where policies name `admins`, `editor` and `team1`. */
function toldOf(
  groups: string,
  {
    policies = policyAbout('admins', 'editor', 'team1'),
    claims = DEFAULT_CLAIMS,
    entities = '[]',
  }: Given = {},
): string[] {
  const text = `principals:\n  ana: { sub: ana, ${groups} }\ncases:\n  - { name: a, as: ana, call: GET /dashboard-data, expect: deny }`;
  const report = verify({
    ...emailInput,
    claims,
    policies: [policyFile(policies)],
    entities: sourceOf(entities, 'entities.json'),
    fixtures: [{ source: sourceOf(text), shared: new Map() }],
  });
  return told(report.diagnostics);
}

function policyAbout(...groups: readonly string[]): string {
  const inOne = groups.map((group) => `principal in EmailApp::Role::"${group}"`).join(' || ');
  return `forbid (principal, action, resource) when { ${inOne} };`;
}

function warning(place: string, group: string, meant: string): string {
  return `some.fixtures.yaml:${place} warning principal \`ana\`: nothing names group \`${group}\`: did you mean \`${meant}\`, which policies name and nobody is in?`;
}

describe('a group of a principal of fixtures that nothing names', () => {
  it.each([
    ['groups: [admin]', '2:29', 'admin', 'admins'],
    ['groups: [editor, Admins]', '2:37', 'Admins', 'admins'],
    ['groups: edtior', '2:28', 'edtior', 'editor'],
    ['groups: [edito]', '2:29', 'edito', 'editor'],
  ])('is warned of where it is a slip of a group that policies name: %s', (groups, place, group, meant) => {
    expect(toldOf(groups)).toEqual([warning(place, group, meant)]);
  });

  it.each([
    ['policies name it', 'groups: [admins, editor]'],
    ['it is far from all that policies name', 'groups: [support]'],
    ['it counts, as many names of teams do', 'groups: [team2]'],
  ])('is not warned of where %s', (_, groups) => {
    expect(toldOf(groups)).toEqual([]);
  });

  it.each([
    ['teamA', 'teamB'],
    ['a-team', 'b-team'],
    ['ward-7', 'ward-17'],
    ['hr', 'hq'],
    ['editors-nl', 'editors-pl'],
    ['editor', 'auditor'],
    ['trainee', 'trainer'],
  ])('is not warned of where it and the other are two of many, or two words: %s and %s', (a, b) => {
    expect(toldOf(`groups: [${a}]`, { policies: policyAbout(b) })).toEqual([]);
  });

  it('is not warned of where it is near to two groups', () => {
    expect(toldOf('groups: [writer]', { policies: policyAbout('writers', 'waiter') })).toEqual([]);
  });

  it.each([
    '[{ "uid": { "type": "EmailApp::Role", "id": "admin" }, "attrs": {}, "parents": [] }]',
    '[{ "uid": { "type": "EmailApp::User", "id": "eve" }, "attrs": {}, "parents": [{ "type": "EmailApp::Role", "id": "admin" }] }]',
  ])('is the right name where an entity has it, and that of the policy is not: %s', (entities) => {
    expect(toldOf('groups: [admin]', { entities })).toEqual([
      'policies/a.cedar:1:58 warning no principal of the fixtures is in `EmailApp::Role::"admins"`: did you mean `EmailApp::Role::"admin"`?',
    ]);
  });

  it('is not warned of where a policy could not be read, which may name it', () => {
    const policies = `${policyAbout('admins')}\npermit (principal in EmailApp::Role::"admin", action, resource`;
    expect(toldOf('groups: [admin]', { policies }).join()).not.toContain('did you mean');
  });

  it('is compared as its token has it, without the id of the user pool', () => {
    const claims = { ...DEFAULT_CLAIMS, userPoolId: 'eu-1' };
    const said = toldOf('groups: [admin]', { claims, policies: policyAbout('eu-1|admins') });
    expect(said).toEqual([warning('2:29', 'admin', 'admins')]);
  });

  it('is compared scope by scope where a text holds several', () => {
    const claims = { ...DEFAULT_CLAIMS, groups: 'scope' };
    expect(toldOf('scope: editor admin', { claims })).toEqual([warning('2:27', 'admin', 'admins')]);
  });
});

describe('a group that a policy names and no principal of the fixtures is in', () => {
  /** Ana is in `editor`, which another policy names, and in `team-1`. */
  const toldOfPolicy = (policy: string) =>
    toldOf('groups: [editor, team-1]', { policies: `${policyAbout('editor', 'team-1')}\n${policy}` });

  it.each([
    ['forbid (principal in EmailApp::Role::"editr", action, resource);', '2:22', 'editr'],
    [
      'permit (principal, action, resource) unless { principal in EmailApp::Role::"Editor" };',
      '2:60',
      'Editor',
    ],
  ])('is warned of where it is a slip of one that a principal is in: %s', (policy, place, group) => {
    expect(toldOfPolicy(policy)).toEqual([
      `policies/a.cedar:${place} warning no principal of the fixtures is in \`EmailApp::Role::"${group}"\`: did you mean \`EmailApp::Role::"editor"\`?`,
    ]);
  });

  it.each(['editor', 'auditor', 'team-2', 'admin'])(
    'is not warned of where it is a group of its own: %s',
    (group) => {
      expect(toldOfPolicy(`permit (principal in EmailApp::Role::"${group}", action, resource);`)).toEqual([]);
    },
  );
});

describe('one slip', () => {
  it('is one warning, at the principal that has the right name where others have it', () => {
    const told = toldOf('groups: [admin], tenant_id: a }\n  bob: { sub: bob, groups: [admins]');
    expect(told).toEqual([
      'some.fixtures.yaml:2:29 warning principal `ana`: nothing names group `admin`: did you mean `admins`?',
    ]);
  });
});
