import { describe, expect, it } from 'vitest';
import { readResult } from '../../../src/core/engine/authorization-engine.ts';

const authorizerInfo = { principalUid: { type: 'User', id: 'ana' }, determiningPolicies: ['p'] };
const permit = { type: 'allow', authorizerInfo } as const;

describe('the answer of any engine', () => {
  it('is an allow where it says so', () => {
    expect(readResult(permit)).toEqual({ decision: 'allow', kind: 'allowed', policies: ['p'], errors: [] });
    expect(readResult({ ...permit, decision: 'allow', kind: 'allowed', errors: [] }).decision).toBe('allow');
  });

  it.each<[string, unknown, string]>([
    ['says so', { type: 'deny' }, 'denied'],
    ['says so, and why', { type: 'deny', kind: 'forbidden' }, 'forbidden'],
    ['tells of an error', { type: 'error', message: 'no' }, 'errored'],
    ['allows, and tells of an error', { ...permit, errors: [{ message: 'no' }] }, 'errored'],
    ['denies, and tells of an error', { type: 'deny', errors: [{ message: 'no' }] }, 'errored'],
    ['allows in one way and denies in another', { ...permit, decision: 'deny' }, 'errored'],
    ['says nothing', {}, 'errored'],
  ])('is a deny where it %s', (_, answer, kind) => {
    expect(readResult(answer as never)).toMatchObject({ decision: 'deny', kind });
  });

  it('tells of the errors of policies rather than of the message about all of them', () => {
    const errors = [{ policy: { id: 'p', file: '', location: {} }, message: 'no attribute' }];
    const told = (result: object) => readResult({ type: 'error', message: 'all', ...result } as never).errors;
    expect(told({ errors })).toEqual([{ policy: 'p', message: 'no attribute' }]);
    expect(told({ errors: [] })).toEqual([{ message: 'all' }]);
  });
});
