import { describe, expect, it } from 'vitest';
import type { Result } from '../../../src/core/replay/replay.ts';
import { buildReport, isGreen } from '../../../src/core/replay/report.ts';
import { verifyEmail } from '../../helpers/email-project.ts';

const PERMIT = '@id("all") permit (principal, action, resource);';
const OTHER_PERMIT = '@id("other") permit (principal, action, resource);';
const ISOLATION =
  '@id("isolation") forbid (principal, action, resource) unless { resource is EmailApp::Application || resource in context.tenants };';
const ERRING =
  '@id("erring") forbid (principal, action, resource) when { EmailApp::Tenant::"gone".maxUsers > 1 };';

function replay(policies: string, ...cases: string[]): Result[] {
  const report = verifyEmail(
    policies,
    `cases:\n${cases.map((line) => `  - { name: a, ${line} }`).join('\n')}`,
  );
  expect(report.diagnostics.filter((one) => one.severity === 'error')).toEqual([]);
  return [...report.results];
}

/** The status of each fixture, and the kind of each of its decisions. */
function outcomes(results: readonly Result[]): string[] {
  return results.map(
    ({ status, decisions }) => `${status}: ${decisions.map((one) => one.actual.kind).join(', ')}`,
  );
}

const C1 = 'as: ana, call: GET /campaigns/c1';

describe('replay', () => {
  it('denies everything when there are no policies', () => {
    const calls = [
      'GET /campaigns/c1',
      'POST /login',
      'GET /dashboard-data',
      '"DELETE /messages?messagelist=m1,m9"',
    ];
    const cases = calls.flatMap((call) =>
      ['ana', 'anonymous'].map((as) => `as: ${as}, call: ${call}, expect: deny`),
    );
    const results = replay('', ...cases);
    expect(results.map((result) => result.status)).toEqual(cases.map(() => 'passed'));
    const kinds = results.flatMap((result) => result.decisions.map((one) => one.actual.kind));
    expect(kinds).toEqual(Array.from({ length: 10 }, () => 'not-permitted'));
  });

  it('keeps the kinds of deny apart', () => {
    expect(
      outcomes(replay(`${PERMIT} ${ISOLATION}`, `as: eve, call: GET /campaigns/c1, expect: deny`)),
    ).toEqual(['passed: forbidden']);
    expect(outcomes(replay(ISOLATION, `${C1}, expect: deny`))).toEqual(['passed: not-permitted']);
    expect(outcomes(replay(PERMIT, 'as: ana, call: GET /campaigns/c404, expect: deny'))).toEqual([
      'passed: not-found',
    ]);
    expect(outcomes(replay(`${PERMIT} ${ERRING}`, `${C1}, expect: deny`))).toEqual(['errored: errored']);
  });

  it('fails a fixture that gets another decision than it expects', () => {
    expect(outcomes(replay(PERMIT, `${C1}, expect: deny`))).toEqual(['failed: allowed']);
    expect(outcomes(replay('', `${C1}, expect: allow`))).toEqual(['failed: not-permitted']);
    expect(outcomes(replay(PERMIT, 'as: ana, call: GET /campaigns/c404, expect: allow'))).toEqual([
      'failed: not-found',
    ]);
  });

  it('tells the statuses of a deny apart: no identity, no permission, no such resource', () => {
    const denied = [
      'as: ana, call: GET /campaigns/c1',
      'as: anonymous, call: GET /campaigns/c1',
      'as: ana, call: GET /campaigns/c404',
    ];
    const statuses = (policies: string, expectation: string) =>
      replay(policies, ...denied.map((one) => `${one}, expect: ${expectation}`)).map((one) => one.status);
    expect(statuses('', '403')).toEqual(['passed', 'failed', 'failed']);
    expect(statuses('', '401')).toEqual(['failed', 'passed', 'failed']);
    expect(statuses('', '404')).toEqual(['failed', 'failed', 'passed']);
    expect(statuses(PERMIT, '{ status: 204 }')).toEqual(['passed', 'passed', 'failed']);
  });

  it('expects that policies are among the determining ones', () => {
    const includes = (ids: string) =>
      replay(
        `${PERMIT} ${OTHER_PERMIT}`,
        `${C1}, expect: { decision: allow, because: { includes: [${ids}] } }`,
      )[0]?.status;
    expect(includes('all')).toBe('passed');
    expect(includes('')).toBe('passed');
    expect(includes('all, isolation')).toBe('failed');
  });

  it('holds a call that must be refused to that, and says who answers it', () => {
    const results = replay(
      PERMIT,
      'as: ana, call: GET /Campaigns/c1, expect: unroutable',
      'as: ana, call: "GET /campaigns/c%zz", expect: 400',
      'as: ana, call: "GET /campaigns/c%zz", expect: unroutable',
      'as: ana, call: GET /campaigns/c1, expect: unroutable',
      'as: ana, call: GET /campaigns/c404, expect: 400',
      'as: ana, call: GET /campaigns/c1, expect: unroutable, todo: agree',
    );
    expect(results.map(({ status, decisions, refusal }) => [status, decisions.length, refusal])).toEqual([
      [
        'passed',
        0,
        { expected: 404, actual: 404, isMet: true, reason: 'no endpoint answers `GET /Campaigns/c1`' },
      ],
      [
        'passed',
        0,
        { expected: 400, actual: 400, isMet: true, reason: expect.stringContaining('percent-encoding') },
      ],
      [
        'failed',
        0,
        { expected: 404, actual: 400, isMet: false, reason: expect.stringContaining('percent-encoding') },
      ],
      [
        'failed',
        0,
        { expected: 404, actual: 200, isMet: false, reason: '`GET /campaigns/{campaign_id}` answers it' },
      ],
      [
        'failed',
        0,
        { expected: 400, actual: 404, isMet: false, reason: '`GET /campaigns/{campaign_id}` answers it' },
      ],
      [
        'todo',
        0,
        { expected: 404, actual: 200, isMet: false, reason: '`GET /campaigns/{campaign_id}` answers it' },
      ],
    ]);
  });

  it('takes an expired token for none, whatever day it is', () => {
    const people = (exp: string) =>
      verifyEmail(
        'permit (principal == EmailApp::User::"x", action, resource);',
        `cases: [{ name: a, as: x, call: GET /dashboard-data, expect: allow }]`,
        {},
        `{ x: { sub: x, exp: ${exp} } }`,
      ).results.map(({ status, decisions }) => [status, decisions[0]?.request.principal.id]);
    expect(people('0')).toEqual([['failed', 'anonymous']]);
    expect(people('1500000000')).toEqual([['passed', 'x']]);
  });

  it('errs when a policy errs that was not declared to, and denies even when all else permits', () => {
    const policies = `${PERMIT} ${ERRING}`;
    expect(outcomes(replay(policies, `${C1}, expect: allow`))).toEqual(['errored: errored']);
    expect(outcomes(replay(policies, `${C1}, expect: { decision: deny, errors: [erring] }`))).toEqual([
      'passed: errored',
    ]);
    expect(outcomes(replay(policies, `${C1}, expect: { decision: allow, errors: [erring] }`))).toEqual([
      'failed: errored',
    ]);
    expect(outcomes(replay(policies, `${C1}, expect: { decision: deny, errors: [all] }`))).toEqual([
      'errored: errored',
    ]);
  });

  it('fails when a policy was declared to err and does not', () => {
    expect(outcomes(replay(PERMIT, `${C1}, expect: { decision: allow, errors: [all] }`))).toEqual([
      'failed: allowed',
    ]);
  });

  it('wants exactly the policies of `because`, in any order', () => {
    const because = (ids: string) => `${C1}, expect: { decision: allow, because: [${ids}] }`;
    const results = replay(
      `${PERMIT} ${OTHER_PERMIT}`,
      ...['all, other', 'other, all', 'all', ''].map(because),
    );
    expect(results.map((result) => result.status)).toEqual(['passed', 'passed', 'failed', 'failed']);
    expect(outcomes(replay(ISOLATION, `${C1}, expect: { decision: deny, because: [] }`))).toEqual([
      'passed: not-permitted',
    ]);
  });

  it('decides a batch item by item, in the order of the call', () => {
    const call = 'as: ana, call: "DELETE /messages?messagelist=m9,m1,m404"';
    const [result] = replay(`${PERMIT} ${ISOLATION}`, `${call}, expect: { m1: allow, m9: deny, m404: deny }`);
    expect(result?.decisions.map((one) => [one.request.item, one.actual.kind])).toEqual([
      ['m9', 'forbidden'],
      ['m1', 'allowed'],
      ['m404', 'not-found'],
    ]);
    expect(outcomes(replay(`${PERMIT} ${ISOLATION}`, `${call}, expect: deny`))).toEqual([
      'failed: forbidden, allowed, not-found',
    ]);
  });

  it('gives policies the slice and no more: one that reaches past it errs', () => {
    const reaching =
      '@id("reaching") permit (principal, action, resource) when { EmailApp::Tenant::"umbrella".maxUsers > 1 };';
    const declared = `${C1}, expect: { decision: deny, errors: [reaching] }`;
    expect(outcomes(replay(reaching, declared, 'as: eve, call: GET /campaigns/c9, expect: allow'))).toEqual([
      'passed: errored',
      'passed: allowed',
    ]);
  });

  it('lets the anonymous principal in where a policy permits everyone, without groups or tenants', () => {
    const policies =
      '@id("open") permit (principal, action == EmailApp::Action::"login", resource) unless { principal in EmailApp::Role::"editor" };';
    expect(
      outcomes(
        replay(
          policies,
          'as: anonymous, call: POST /login, expect: { decision: allow, because: [open] }',
          'as: anonymous, call: GET /campaigns/c1, expect: deny',
          'as: ana, call: POST /login, expect: deny',
        ),
      ),
    ).toEqual(['passed: allowed', 'passed: not-permitted', 'passed: not-permitted']);
  });

  it('does not replay what is skipped, and lets nothing that is still to be done fail', () => {
    const report = verifyEmail(
      PERMIT,
      `cases:
  - { name: a, ${C1}, expect: deny, skip: not yet agreed }
  - { name: a, ${C1}, expect: deny, todo: close it }
  - { name: a, ${C1}, expect: allow, todo: close it }`,
    );
    expect(outcomes(report.results)).toEqual(['skipped: ', 'todo: allowed', 'todo: allowed']);
    expect(report.results.flatMap(({ decisions }) => decisions.map(({ status }) => status))).toEqual([
      'failed',
      'passed',
    ]);
    expect(isGreen(buildReport([report]))).toBe(true);
  });

  it('takes the time of each fixture from the clock it is given', () => {
    let now = 0;
    const clock = () => (now += 5);
    const report = verifyEmail(PERMIT, `cases:\n  - { name: a, ${C1}, expect: allow }`, { clock });
    expect(report.results.map(({ milliseconds }) => milliseconds)).toEqual([5]);
  });
});
