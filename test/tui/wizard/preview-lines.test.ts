import { describe, expect, it } from 'vitest';
import { initialState, type WizardState } from '../../../src/tui/wizard/state.ts';
import { previewLines } from '../../../src/tui/wizard/views/preview-lines.ts';
import { textOf } from '../../helpers/headless-watch.ts';
import { START } from './helpers.ts';

const callers = ['admin', 'member', 'viewer', 'no-group', 'owner', 'anonymous'];

/** What each of these callers may do. */
function previewed(
  names: readonly string[],
  asked: readonly string[] = ['GET /things', 'POST /things/thing-1/approvals'],
): WizardState {
  const expectations = names.map((name) => [name, name === 'anonymous' ? 'deny' : 'allow'] as const);
  const calls = asked.map((call) => ({ call, expectations }));
  const preview = { calls, done: 2, total: 2, isWhole: true, problems: [] };
  const state = initialState(START);
  return { ...state, templates: { ...state.templates, preview } };
}

describe('who may do what', () => {
  const shown = (names: readonly string[], width: number) =>
    previewLines(previewed(names), width)
      .slice(1)
      .map((one) => textOf(one).trimEnd());

  it('names the callers above their columns where all names fit', () => {
    const [heads = '', first = ''] = shown(callers, 110);
    expect(heads.trim().split(/ +/)).toEqual(callers);
    expect(first).toMatch(/^GET \/things +● +● +● +● +● +○$/);
  });

  it('numbers them where names would be cut, and says what the numbers stand for', () => {
    expect(shown(callers, 60)).toEqual([
      '1=admin  2=member  3=viewer  4=no-group  5=owner',
      '6=anonymous',
      '                                                1 2 3 4 5 6',
      'GET /things                                     ● ● ● ● ● ○',
      'POST /things/thing-1/approvals                  ● ● ● ● ● ○',
    ]);
  });

  it('shows letters of all scripts in paths as they are meant', () => {
    const lines = previewLines(previewed(['admin'], [`GET ${encodeURI('/संगठन/🚀')}/a%2Fb`]), 60);
    expect(textOf(lines.at(-1) ?? [])).toMatch(/^GET \/संगठन\/🚀\/a%2Fb +● *$/u);
  });

  it('has a line for each call in 28 columns, too', () => {
    const lines = shown(callers, 28);
    expect(Math.max(...lines.map((one) => one.length))).toBeLessThanOrEqual(28);
    expect(lines.at(-1)).toBe('POST /t…provals ● ● ● ● ● ○');
  });
});
