import { describe, expect, it } from 'vitest';
import { authorizedBy, worst } from '../../src/server/check.ts';
import type { CheckedRequest } from '../../src/server/decide.ts';

const uid = { type: 'App::User', id: 'ana' };

function decided(kind: CheckedRequest['result']['kind']): CheckedRequest {
  const decision = kind === 'allowed' ? 'allow' : 'deny';
  return {
    request: { principal: uid, action: uid, resource: uid, context: {} },
    result: { decision, kind, policies: [], errors: [] },
  };
}

describe('the decisions about one call', () => {
  it('are no yes when there are none', () => {
    expect(worst([])).toBe('failed');
  });

  it.each([
    [['allowed', 'allowed'], undefined],
    [['allowed', 'not-permitted'], 'denied'],
    [['not-found', 'forbidden'], 'denied'],
    [['allowed', 'not-found'], 'missing'],
    [['forbidden', 'errored', 'allowed'], 'failed'],
  ] as const)('%j come to %s', (kinds, refusal) => {
    expect(worst(kinds.map(decided))).toBe(refusal);
  });

  it.each([
    ['allow', 'forbidden', 'failed'],
    ['deny', 'allowed', 'denied'],
  ] as const)('are no yes where an engine says `%s` and `%s`', (decision, kind, refusal) => {
    const { request } = decided('allowed');
    const unclear = { request, result: { decision, kind, policies: [], errors: [] } };
    expect(worst([unclear])).toBe(refusal);
    const principal = { uid, attrs: {}, parents: [] };
    expect(authorizedBy('read', principal, [unclear]).resources).toEqual([]);
  });
});
