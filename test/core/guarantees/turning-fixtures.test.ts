import { describe, expect, it } from 'vitest';
import { compareProjects } from '../../../src/core/guarantees/comparison/compare-projects.ts';
import { turningFixtures } from '../../../src/core/guarantees/comparison/turning-fixtures.ts';
import { DEFAULT_CLAIMS } from '../../../src/core/requests/principal.ts';
import type { VerifyInput } from '../../../src/core/verification/verify-input.ts';

const SCHEMA = `
namespace App {
  @group entity UserGroup { isLarge?: Bool };
  entity Club;
  @principal entity User in [UserGroup, Club] { @claim("custom:dept") dept?: String };
  entity Doc { isPublic: Bool };
  @endpoint("GET /docs/{id} single-resource path:id")
  action read appliesTo { principal: [User], resource: [Doc], context: {} };
}`;

function project(policies: string, text = SCHEMA): VerifyInput {
  return {
    name: 'shop',
    schema: { file: 'schema', text },
    policies: [{ file: 'p.cedar', name: 'p.cedar', text: policies }],
    claims: DEFAULT_CLAIMS,
    fixtures: [],
  };
}

/** What is written of a permit with such a condition that comes. */
function fixturesFor(condition: string) {
  const text = `permit (principal, action, resource) when { ${condition} };`;
  const [before, now] = [project(''), project(text)];
  const compared = compareProjects({ name: 'before', input: before }, { name: 'now', input: now });
  if (!compared.ok) throw new Error(JSON.stringify(compared.diagnostics));
  return turningFixtures(compared.value, { before, now }, (_, expect) => expect);
}

describe('fixtures of what a change turns', () => {
  it('name attributes of the caller as the claims of the token do', () => {
    const { files, without } = fixturesFor('principal has dept && principal.dept == "hr"');
    expect(without).toEqual([]);
    expect(files.map(({ principals }) => principals)).toEqual([
      { 'caller-1': { 'custom:dept': 'hr', sub: 'user1' } },
    ]);
    expect(files[0]?.cases).toMatchObject([{ call: 'GET /docs/doc1', expect: 'deny' }]);
  });

  it('have the groups of which more is said than that the caller is in them', () => {
    const { files, without } = fixturesFor(
      'principal in App::UserGroup::"g" && App::UserGroup::"g" has isLarge && App::UserGroup::"g".isLarge',
    );
    expect(without).toEqual([]);
    expect(files[0]?.entities).toContainEqual({
      uid: { type: 'App::UserGroup', id: 'g' },
      attrs: { isLarge: true },
      parents: [],
    });
  });

  it('are not written of what no call makes', () => {
    const { files, without } = fixturesFor('principal in App::Club::"c"');
    expect(files).toEqual([]);
    expect(without).toMatchObject([{ name: 'deny', expect: 'deny' }]);
  });

  it('say of a new endpoint that its calls were denied only where no other endpoint allowed them', () => {
    const all = 'permit (principal, action, resource);';
    const withNew = (endpoint: string) =>
      SCHEMA.replace(
        '@endpoint("GET',
        `@endpoint("${endpoint} single-resource path:id")
  action other appliesTo { principal: [User], resource: [Doc], context: {} };
  $&`,
      );
    const written = (endpoint: string) => {
      const [before, now] = [project(all), project(all, withNew(endpoint))];
      const compared = compareProjects({ name: 'before', input: before }, { name: 'now', input: now });
      if (!compared.ok) throw new Error(JSON.stringify(compared.diagnostics));
      const { files } = turningFixtures(compared.value, { before, now }, (_, expect) => expect);
      return files.flatMap(({ cases }) => cases.map(({ call }) => call));
    };
    expect(written('PUT /docs/{id}')).toEqual(['PUT /docs/doc1']);
    expect(written('HEAD /docs/{id}')).toEqual([]);
  });

  it('are not written where the calls of one side have to name a second thing, and those of the other do not', () => {
    const plain = SCHEMA.replace(
      '@endpoint("GET',
      `@endpoint("POST /docs/{id}/copies single-resource path:id")
  action copy appliesTo { principal: [User], resource: [Doc], context: {} };
  $&`,
    );
    const asking = plain.replace('copies single-resource path:id', '$& read body:from');
    const copying = `permit (principal, action == App::Action::"copy", resource);`;
    for (const [was, is] of [
      [asking, plain],
      [plain, asking],
    ] as const) {
      const reading = 'permit (principal, action == App::Action::"read", resource);';
      const [before, now] = [project(reading, was), project(reading + copying, is)];
      const compared = compareProjects({ name: 'before', input: before }, { name: 'now', input: now });
      if (!compared.ok) throw new Error(JSON.stringify(compared.diagnostics));
      expect(compared.value.endpoints.find(({ action }) => action === 'copy')).toHaveProperty('opened');
      const { files, without } = turningFixtures(compared.value, { before, now }, (_, expect) => expect);
      expect(files).toEqual([]);
      expect(without).toMatchObject([{ expect: 'deny' }]);
    }
  });
});
