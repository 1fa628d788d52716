import { describe, expect, it } from 'vitest';
import { describeFixture, type Fixture } from '../../src/core/fixture.ts';
import { sourceOf } from '../helpers/source.ts';

const shared = {
  name: 'one',
  expectation: { type: 'every', expected: { decision: 'allow' } },
  tags: [],
  source: sourceOf('{}'),
  at: [],
} as const;

describe('describeFixture', () => {
  it('says who makes which call', () => {
    const fixture: Fixture = {
      ...shared,
      as: 'ana',
      asks: { type: 'call', call: { method: 'GET', url: '/campaigns/c1' } },
    };
    expect(describeFixture(fixture)).toBe('GET /campaigns/c1 as ana');
  });

  it('writes a ready request as Cedar does', () => {
    const request = {
      principal: { type: 'App::User', id: 'ana' },
      action: { type: 'App::Action', id: 'view' },
      resource: { type: 'App::Photo', id: 'a "b"' },
      context: {},
    };
    const fixture: Fixture = { ...shared, as: 'App::User::"ana"', asks: { type: 'request', request } };
    expect(describeFixture(fixture)).toBe('App::User::"ana" App::Action::"view" App::Photo::"a \\"b\\""');
  });
});
