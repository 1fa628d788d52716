import { describe, expect, it } from 'vitest';
import { type Decision, NOT_FOUND, undecided } from '../../../src/core/engine/engine.ts';
import { callRefusal, refusalOf, settledStatus, statusOf } from '../../../src/core/engine/http-status.ts';

const ana = { type: 'App::User', id: 'ana' };
const anonymous = { type: 'App::User', id: 'anonymous' };

describe('statusOf', () => {
  it.each([
    ['allowed', 200, 200],
    ['forbidden', 403, 401],
    ['not-permitted', 403, 401],
    ['not-found', 404, 401],
    ['errored', 500, 500],
  ] as const)('of a decision that is %s is %i, without an identity %i', (kind, known, unknown) => {
    const decision: Decision = {
      ...NOT_FOUND,
      kind,
      decision: kind === 'allowed' ? 'allow' : 'deny',
    };
    expect([statusOf(decision, ana), statusOf(decision, anonymous)]).toEqual([known, unknown]);
  });

  it('is 500 when the way to a decision failed', () => {
    expect(statusOf(undecided('out of stack'), ana)).toBe(500);
  });

  it('of a call that no endpoint answers is 404, of one that cannot be understood 400', () => {
    expect(settledStatus({ type: 'no-endpoint', reason: '' })).toBe(404);
    expect(settledStatus({ type: 'unusable', reason: '' })).toBe(400);
  });
});

describe('what one answer makes of a call', () => {
  it.each([
    ['allow', 'allowed', undefined],
    ['allow', 'forbidden', 'failed'],
    ['deny', 'allowed', 'denied'],
    ['deny', 'not-permitted', 'denied'],
    ['allow', 'errored', 'failed'],
    ['allow', 'not-found', 'missing'],
  ] as const)('is, of an engine that says `%s` and `%s`: %s', (decision, kind, refusal) => {
    expect(refusalOf({ decision, kind })).toBe(refusal);
    expect(callRefusal([{ decision, kind, isItem: true }], 'proceed')).toBe(refusal);
  });
});
