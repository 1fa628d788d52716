import { describe, expect, it } from 'vitest';
import {
  type Coverage,
  percentOf,
  type Thresholds,
  uncovered,
  withInnerCoverage,
} from '../../../src/core/coverage/coverage.ts';
import { buildReport, isGreen, type ProjectReport } from '../../../src/core/replay/report.ts';
import { DEFAULT_CLAIMS } from '../../../src/core/requests/principal.ts';
import { DEFAULT_SERVER_RULES } from '../../../src/core/requests/server/server-rules.ts';
import { verify } from '../../../src/core/verification/verify.ts';
import { verifyEmail } from '../../helpers/email-project.ts';
import { policyFile } from '../../helpers/policies.ts';
import { sourceOf } from '../../helpers/source.ts';

const READERS =
  '@id("readers") permit (principal in EmailApp::Role::"editor", action == EmailApp::Action::"getEmailCampaign", resource) when { resource.status == "draft" || resource.name == "Spring" };';
const NEVER =
  '@id("never") forbid (principal, action, resource) when { EmailApp::Tenant::"x".maxUsers > 1 };';

function reportOf(policies: string, cases: readonly string[], thresholds: Thresholds = {}): ProjectReport {
  const lines = cases.map((line) => `  - { name: a, ${line} }`);
  return verifyEmail(policies, `cases:\n${lines.join('\n')}`, { coverage: thresholds });
}

function coverageOf(policies: string, ...cases: readonly string[]): Coverage {
  const report = reportOf(policies, cases);
  if (!report.coverage) throw new Error(JSON.stringify(report.diagnostics));
  return report.coverage;
}

/** What each part has been seen as: `true false error`. */
function seen(coverage: Coverage): string[] {
  return coverage.policies
    .flatMap(({ parts }) => parts.flatMap(withInnerCoverage))
    .map(({ text, seen }) => `${text}: ${seen.true} ${seen.false} ${seen.error}`);
}

const ALLOWED = 'as: ana, call: GET /campaigns/c1, expect: allow';
const OTHER = 'as: ana, call: GET /campaigns/c9, expect: deny';

describe('coverage', () => {
  it('is not measured unless it is asked for', () => {
    expect(verifyEmail(READERS, `cases: [{ name: a, ${ALLOWED} }]`).coverage).toBeUndefined();
  });

  it('counts each part of a policy where Cedar reaches it, and no further', () => {
    const cases = [ALLOWED, OTHER, 'as: anonymous, call: GET /campaigns/c1, expect: deny'];
    expect(seen(coverageOf(READERS, ...cases))).toEqual([
      'principal in EmailApp::Role::"editor": 2 1 0',
      'action == EmailApp::Action::"getEmailCampaign": 2 0 0',
      'resource: 2 0 0',
      'when { resource.status == "draft" || resource.name == "Spring" }: 1 1 0',
      'resource.status == "draft" || resource.name == "Spring": 1 1 0',
      'resource.status == "draft": 1 1 0',
      'resource.name == "Spring": 0 1 0',
    ]);
  });

  it('counts errors apart from false', () => {
    const coverage = coverageOf(
      NEVER,
      'as: ana, call: GET /campaigns/c1, expect: { decision: deny, errors: [never] }',
    );
    expect(seen(coverage).at(-1)).toBe('EmailApp::Tenant::"x".maxUsers > 1: 0 0 1');
    expect(coverage.policies.map(({ determined }) => determined)).toEqual([0]);
  });

  it('tells what the fixtures never saw: endpoints, policies, and outcomes of conditions', () => {
    const coverage = coverageOf(READERS, ALLOWED);
    const gaps = uncovered(coverage).map((gap) =>
      gap.type === 'endpoint'
        ? `${gap.endpoint.method} ${gap.endpoint.path}: ${gap.missing}`
        : gap.type === 'policy'
          ? gap.policy.policy.id
          : `${gap.part.text}: ${gap.missing}`,
    );
    expect(gaps).toContain('GET /campaigns/{campaign_id}: denied');
    expect(gaps).toContain('PUT /campaigns/{campaign_id}: denied');
    expect(gaps.slice(-3)).toEqual([
      'principal in EmailApp::Role::"editor": false',
      'action == EmailApp::Action::"getEmailCampaign": false',
      'resource.status == "draft": false',
    ]);
    expect(coverage.totals.policies).toEqual({ covered: 1, total: 1 });
    // Of the second condition of the `||`, nobody has seen anything: it is missing in the count, and told by the first.
    expect(coverage.totals.conditions).toEqual({ covered: 3, total: 8 });
  });

  it('asks of an open endpoint only that it is allowed', () => {
    const permit = '@id("all") permit (principal, action, resource);';
    const coverage = coverageOf(permit, 'as: anonymous, call: POST /login, expect: allow');
    const paths = uncovered(coverage).flatMap((gap) => (gap.type === 'endpoint' ? [gap.endpoint.path] : []));
    expect(coverage.endpoints.filter(({ open }) => open).map(({ path }) => path)).toContain('/login');
    expect(paths).not.toContain('/login');
  });

  it('takes neither a resource that does not exist nor a skipped fixture for a deny', () => {
    const coverage = coverageOf(
      READERS,
      'as: ana, call: GET /campaigns/c404, expect: deny',
      `${OTHER}, skip: later`,
    );
    expect(coverage.endpoints.map(({ allowed, denied }) => allowed + denied)).toEqual(
      coverage.endpoints.map(() => 0),
    );
  });

  it.each([
    ['PUT /pets/a', { other: 'b' }, 'PUT /pets/{id}: 0 allowed, 1 denied'],
    ['PUT /pets/a', { other: 'a' }, 'PUT /pets/{id}: 1 allowed, 0 denied'],
    ['PATCH /pets/a', { to: 'b' }, 'PATCH /pets/{id}: 0 allowed, 1 denied'],
    ['HEAD /pets/b', undefined, 'HEAD /pets/{id}: 0 allowed, 1 denied'],
    ['POST /pets/bulk', { ids: ['a', 'b', 'a'] }, 'POST /pets/bulk: 1 allowed, 1 denied'],
    ['POST /pets/bulk', { ids: ['a', 'c'], to: 'b' }, 'POST /pets/bulk: 0 allowed, 2 denied'],
  ])(
    'counts an endpoint as allowed where all is permitted that a call asks: %s %j',
    (call, body, counted) => {
      const schema = `namespace App { @principal entity User; entity Application; entity Pet;
      @endpoint("GET /pets/{id} single-resource path:id")
      action view appliesTo { principal: User, resource: Pet };
      @endpoint("PUT /pets/{id} single-resource path:id view body:other")
      action edit appliesTo { principal: User, resource: Pet };
      @endpoint("PATCH /pets/{id} single-resource path:id")
      action feed appliesTo { principal: User, resource: Pet };
      @endpoint("HEAD /pets/{id} single-resource path:id")
      action peek appliesTo { principal: User, resource: Pet };
      @endpoint("POST /pets/bulk batch body:ids view body:to?")
      action sell appliesTo { principal: User, resource: Pet }; }`;
      const policies = `permit (principal, action, resource);
      forbid (principal, action in [App::Action::"view", App::Action::"sell"], resource == App::Pet::"b");`;
      const entities = ['a', 'b', 'c'].map((id) => ({
        uid: { type: 'App::Pet', id },
        attrs: {},
        parents: [],
      }));
      const named = { a: 'allow', b: 'deny', c: 'allow' };
      const ids = body && 'ids' in body ? [...body.ids, ...('to' in body ? [body.to] : [])] : [];
      const byItem = ids.length > 0 && Object.fromEntries(ids.map((id) => [id, named[id as 'a']]));
      const cases = [{ name: 'it', as: 'eve', call, body, expect: byItem || 'deny' }];
      const fixtures = sourceOf(JSON.stringify({ principals: { eve: { sub: 'eve' } }, entities, cases }));
      const { coverage, diagnostics } = verify(
        {
          name: 'pets',
          schema: { file: 'pets.cedarschema', text: schema },
          policies: [policyFile(policies)],
          claims: DEFAULT_CLAIMS,
          rules: {
            ...DEFAULT_SERVER_RULES,
            moves: { feed: { destination: { action: 'view', resource: 'body:to' } } },
            placeOf: () => ({}),
          },
          fixtures: [{ source: fixtures, shared: new Map() }],
        },
        { coverage: {} },
      );
      expect(diagnostics).toEqual([]);
      const counts = coverage?.endpoints.filter(({ allowed, denied }) => allowed + denied > 0) ?? [];
      expect(
        counts.map((one) => `${one.method} ${one.path}: ${one.allowed} allowed, ${one.denied} denied`),
      ).toEqual([counted]);
    },
  );

  it('fails a report that is green otherwise, when it does not reach what it has to', () => {
    const green = (thresholds: Thresholds) =>
      isGreen(buildReport([reportOf(READERS, [ALLOWED, OTHER], thresholds)]));
    expect(green({ policies: 100, conditions: 62 })).toBe(true);
    expect(green({ conditions: 63 })).toBe(false);
    expect(reportOf(READERS, [ALLOWED, OTHER], { conditions: 63 }).coverage?.shortfalls).toEqual([
      { measure: 'conditions', percent: 62.5, threshold: 63 },
    ]);
  });

  it('never rounds up', () => {
    expect(percentOf({ covered: 9999, total: 10_000 })).toBe(99.9);
    expect(percentOf({ covered: 0, total: 0 })).toBe(100);
  });
});
