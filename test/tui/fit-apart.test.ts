import { describe, expect, it } from 'vitest';
import { fitApart } from '../../src/tui/fit-apart.ts';
import { fitMiddle, fitText } from '../../src/tui/line.ts';

describe('texts that are cut', () => {
  it('are cut as they come where they can be told apart', () => {
    expect(fitApart(['editors', 'viewers', 'ana'], 5, fitText)).toEqual(['edit…', 'view…', 'ana  ']);
  });

  it('show where they differ where they would look alike', () => {
    expect(fitApart(['north-editor', 'north-viewer', 'north-admin', 'bob'], 6, fitText)).toEqual([
      '…edit…',
      '…view…',
      '…admin',
      'bob   ',
    ]);
    const paths = [
      'GET /some/long/name/that-goes-on/approvals',
      'GET /some/long/name/that-goes-off/approvals',
    ];
    const fitted = fitApart(paths, 20, fitMiddle);
    expect(new Set(fitted).size).toBe(2);
    expect(fitted.every((text) => text.length === 20)).toBe(true);
  });

  it('are told apart where some of them differ further on than others', () => {
    const names = ['site-east-one-admin', 'site-east-two-admin', 'site-west-one-admin'];
    expect(new Set(fitApart(names, 8, fitText)).size).toBe(3);
  });

  it('are the same where they are the same', () => {
    expect(fitApart(['north-editor', 'north-editor'], 6, fitText)).toEqual(['north…', 'north…']);
  });
});
