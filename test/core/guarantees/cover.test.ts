import { describe, expect, it } from 'vitest';
import type { WrittenFixtures } from '../../../src/core/authoring/written-fixtures.ts';
import { leftOutOutcomes, uncovered } from '../../../src/core/coverage/coverage.ts';
import { coverProject } from '../../../src/core/guarantees/covering/cover-project.ts';
import { goalName } from '../../../src/core/guarantees/covering/goal-name.ts';
import { DEFAULT_CLAIMS } from '../../../src/core/requests/principal.ts';
import { DEFAULT_SERVER_RULES } from '../../../src/core/requests/server/server-rules.ts';
import { verify } from '../../../src/core/verification/verify.ts';
import type { FixtureInput } from '../../../src/core/verification/verify-input.ts';
import { makeWorld } from '../../fuzz/world.ts';
import { worldInput } from '../../fuzz/world-input.ts';
import { emailInput } from '../../helpers/email-project.ts';
import { valueIn } from '../../helpers/outcome.ts';
import { policyFile } from '../../helpers/policies.ts';
import { sourceOf } from '../../helpers/source.ts';

const WORLDS = 20;

const DRAFTS = `@id("drafts") permit (
  principal in EmailApp::Role::"editor",
  action == EmailApp::Action::"getEmailCampaign",
  resource
) when { resource.status == "draft" || (resource.status == "sent" && resource.name like "Spring*") };
@id("nobody") forbid (principal, action, resource) when { 1 > 2 };`;

function inputOf(policies: string, fixtures: readonly FixtureInput[] = []) {
  return { ...emailInput, policies: [policyFile(policies)], fixtures };
}

function written(files: readonly WrittenFixtures[]): FixtureInput[] {
  return files.map((file, index) => ({
    source: sourceOf(JSON.stringify(file), `cover-${index}.fixtures.yaml`),
    shared: new Map(),
  }));
}

function cover(policies: string, fixtures: readonly FixtureInput[] = []) {
  return valueIn(coverProject(inputOf(policies, fixtures)));
}

describe('fixtures for what no fixture has seen', () => {
  it('pass, and leave nothing uncovered that a request comes to', () => {
    const { files, cases, open } = cover(DRAFTS);
    expect(open).toEqual([]);
    const report = verify(inputOf(DRAFTS, written(files)), { coverage: {} });
    expect(report.results.map(({ status }) => status)).toEqual(Array.from({ length: cases }, () => 'passed'));
    expect(report.coverage && uncovered(report.coverage)).toEqual([]);
    expect(report.coverage?.totals.conditions).toEqual({ covered: 10, total: 10 });
    expect(report.coverage && leftOutOutcomes(report.coverage)).not.toEqual([]);
  });

  it('are named after what they are for, and tagged', () => {
    const { files } = cover(DRAFTS);
    expect(files.flatMap(({ tags }) => tags)).toContain('coverage');
    const names = files.flatMap((file) => file.cases.map(({ name }) => name));
    expect(names).toContain('GET /campaigns/{campaign_id} is allowed');
    expect(
      names.every((name) => / is (?:allowed|denied|true|false)$| determines a decision$/.test(name)),
    ).toBe(true);
  });

  it('are none where the fixtures have seen everything', () => {
    const { files } = cover(DRAFTS);
    const again = cover(DRAFTS, written(files));
    expect([again.cases, again.files, again.open]).toEqual([0, [], []]);
    expect(again.unreachable).toBeGreaterThan(0);
  });

  it('say where something else that a call asks may deny it, which is not looked for', () => {
    const schema = {
      file: 'schema.cedarschema',
      text: `namespace App { @principal entity User; entity Doc;
        @endpoint("PUT /docs/{id} single-resource path:id")
        action edit appliesTo { principal: User, resource: Doc };
        action publish appliesTo { principal: User, resource: Doc }; }`,
    };
    const policies = [policyFile('permit (principal, action == App::Action::"edit", resource);')];
    const moves = { edit: { destination: { action: 'publish', resource: 'body:to' } } } as const;
    const rules = { ...DEFAULT_SERVER_RULES, moves, placeOf: () => ({}) };
    const { open } = valueIn(
      coverProject({ name: 'x', schema, policies, claims: DEFAULT_CLAIMS, rules, fixtures: [] }),
    );
    expect(open.map(({ goal, why }) => `${goalName(goal)}: ${why}`)).toContain(
      'PUT /docs/{id} is denied: what else its calls ask may deny it, for which no call is looked for',
    );
  });

  it('say what only another question of a call comes to, for which no call is looked for', () => {
    const schema = {
      file: 'schema.cedarschema',
      text: `namespace App { @principal entity User; entity Doc { open: Bool };
        @endpoint("PUT /docs/{id} single-resource path:id")
        action edit appliesTo { principal: User, resource: Doc };
        action publish appliesTo { principal: User, resource: Doc };
        action archive appliesTo { principal: User, resource: Doc }; }`,
    };
    const policies = [
      policyFile(
        `@id("edit") permit (principal, action == App::Action::"edit", resource);
        @id("publish") permit (principal, action == App::Action::"publish", resource) when { resource.open };
        @id("archive") permit (principal, action == App::Action::"archive", resource);`,
      ),
    ];
    const moves = { edit: { destination: { action: 'publish', resource: 'body:to' } } } as const;
    const rules = { ...DEFAULT_SERVER_RULES, moves, placeOf: () => ({}) };
    const { open } = valueIn(
      coverProject({ name: 'x', schema, policies, claims: DEFAULT_CLAIMS, rules, fixtures: [] }),
    );
    const told = open.map(({ goal, why }) => `${goalName(goal)}: ${why}`);
    const besides = 'only what calls ask besides (publish) comes to it, for which no call is looked for';
    expect(told).toContain(`publish determines a decision: ${besides}`);
    expect(told).toContain(`publish: resource.open is false: ${besides}`);
    expect(told).toContain(
      'archive determines a decision: no call comes to it, by the claims, the path and the body that a call has',
    );
  });

  it('say of what no call comes to that it is open, and why', () => {
    // No API answers about this action: it has no endpoint.
    const schema = {
      file: 'schema.cedarschema',
      text: `namespace App { @principal entity User; @group entity Team; entity Doc { open: Bool };
        action read appliesTo { principal: User, resource: Doc }; }`,
    };
    const policies = [policyFile('@id("open") permit (principal, action, resource) when { resource.open };')];
    const { cases, open } = valueIn(
      coverProject({ name: '.', claims: emailInput.claims, fixtures: [], schema, policies }),
    );
    expect(cases).toBe(0);
    expect(open.map(({ goal, why }) => `${goalName(goal)}: ${why}`)).toEqual([
      'open determines a decision: no call comes to it, by the claims, the path and the body that a call has',
      'open: resource.open is true: no call comes to it, by the claims, the path and the body that a call has',
      'open: resource.open is false: no call comes to it, by the claims, the path and the body that a call has',
    ]);
  });

  it('expect of no policy that it fails', () => {
    // The sum overflows for some messages: a fixture for that is for a person to write.
    const { files } = cover(
      '@id("sum") permit (principal, action == EmailApp::Action::"getEmailMessage", resource) when { resource.recipientCount + 1 > 5 };',
    );
    const report = verify(
      inputOf(
        '@id("sum") permit (principal, action == EmailApp::Action::"getEmailMessage", resource) when { resource.recipientCount + 1 > 5 };',
        written(files),
      ),
      { coverage: {} },
    );
    const kinds = report.results.flatMap(({ decisions }) => decisions.map(({ actual }) => actual.kind));
    expect(kinds.length).toBeGreaterThan(1);
    expect(kinds).not.toContain('errored');
  });

  it('pass beside each other where they need other entities with the same names, and next to files that have such', () => {
    const other = (status: string) => ({
      principals: { ana: { sub: 'ana', groups: ['editor'] } },
      entities: [
        {
          uid: { type: 'EmailApp::EmailCampaign', id: 'emailcampaign1' },
          attrs: { name: 'Spring', status },
          parents: [],
        },
      ],
      cases: [
        { name: status, as: 'ana', call: 'GET /campaigns/emailcampaign1', expect: expectationOf(status) },
      ],
    });
    const existing = ['draft', 'scheduled'].map((status, index) => ({
      source: sourceOf(JSON.stringify(other(status)), `own-${index}.fixtures.yaml`),
      shared: new Map(),
    }));
    const { files, open } = cover(DRAFTS, existing);
    expect(files.length).toBeGreaterThan(1);
    expect(open).toEqual([]);
    const report = verify(inputOf(DRAFTS, [...existing, ...written(files)]), { coverage: {} });
    expect(report.diagnostics).toEqual([]);
    expect(new Set(report.results.map(({ status }) => status))).toEqual(new Set(['passed']));
    expect(report.coverage && uncovered(report.coverage)).toEqual([]);
  });

  it('pass and leave nothing to add, over random policies', () => {
    const worlds = Array.from({ length: WORLDS }, (_, seed) => makeWorld(seed + 1));
    const files = worlds.flatMap(({ callable, schema, versions: [policies = []] }) => {
      if (!callable) return [];
      const input = worldInput(schema, policies);
      const found = valueIn(coverProject(input));
      const covered = { ...input, fixtures: written(found.files) };
      const report = verify(covered);
      expect(report.results.filter(({ status }) => status !== 'passed')).toEqual([]);
      expect(report.results).toHaveLength(found.cases);
      expect(valueIn(coverProject(covered)).cases).toBe(0);
      return found.files;
    });
    expect(files.length).toBeGreaterThan(worlds.filter(({ callable }) => callable).length);
  });
});

const expectationOf = (status: string) => (status === 'draft' ? 'allow' : 'deny');
