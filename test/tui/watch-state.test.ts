import { describe, expect, it } from 'vitest';
import { bindingsIn } from '../../src/tui/keys.ts';
import { KEYS, type Mode, VIEWS } from '../../src/tui/watch/keys.ts';
import { type Action, chosenIndex, modeOf, reduce, START, type State } from '../../src/tui/watch/state.ts';

function stateAfter(...actions: readonly Action[]): State {
  return actions.reduce(reduce, START);
}

const type = (text: string): Action[] =>
  [...text].map((character) => ({ type: 'type', press: { name: character, text: character } }));

describe('the state of the watch screen', () => {
  it('comes back to the list from every view', () => {
    for (const view of VIEWS) expect(stateAfter({ type: 'show', view }, { type: 'back' }).view).toBe('list');
  });

  it('filters while it is typed, keeps it when it is taken, and has the old one back when it is left', () => {
    const typing = stateAfter({ type: 'start-typing', what: 'filter' }, ...type('ab'));
    expect([typing.filter, modeOf(typing)]).toEqual(['ab', 'typing']);
    const taken = reduce(typing, { type: 'end-typing' });
    expect([taken.filter, modeOf(taken)]).toEqual(['ab', 'list']);
    const again = [{ type: 'start-typing', what: 'filter' } as const, ...type('c')].reduce(reduce, taken);
    expect(again.filter).toBe('abc');
    expect(reduce(again, { type: 'cancel-typing' }).filter).toBe('ab');
  });

  it('leaves the filter alone while a call is typed', () => {
    expect(stateAfter({ type: 'start-typing', what: 'call' }, ...type('GET')).filter).toBe('');
  });

  it('takes back filter and limits with one key in the list', () => {
    const limited = stateAfter(
      { type: 'failed-only' },
      { type: 'start-typing', what: 'filter' },
      ...type('x'),
      {
        type: 'end-typing',
      },
    );
    expect(reduce(limited, { type: 'back' })).toMatchObject({ filter: '', failedOnly: false });
  });

  it('shows either what failed or what changed', () => {
    expect(stateAfter({ type: 'failed-only' }, { type: 'changed-only' })).toMatchObject({
      failedOnly: false,
      changedOnly: true,
    });
  });

  it('goes round the groupings', () => {
    const group = { type: 'group' } as const;
    expect(stateAfter(group).grouping).toBe('pattern');
    expect(stateAfter(group, group, group, group).grouping).toBe('file');
  });

  it('keeps the chosen row when a run moves it, and the top where changes come', () => {
    const chosen = stateAfter({ type: 'choose', index: 3, key: 'c' });
    expect(chosenIndex(chosen, new Map([['c', 7]]), 10)).toBe(7);
    expect(chosenIndex(chosen, new Map(), 2)).toBe(1);
    expect(chosenIndex(stateAfter({ type: 'choose', index: 0, key: 'a' }), new Map([['a', 7]]), 10)).toBe(0);
  });

  it('drops a message with the next move', () => {
    const said = stateAfter({ type: 'say', message: 'copied' });
    expect(said.message).toBe('copied');
    expect(reduce(said, { type: 'choose', index: 1, key: 'b' }).message).toBe('');
  });
});

describe('the keys of the watch screen', () => {
  const modes: readonly Mode[] = [...VIEWS, 'typing'];

  it.each(modes)('mean one thing each in %s', (mode) => {
    const keys = bindingsIn(KEYS, mode).flatMap((binding) => binding.keys);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it.each(modes)('lead out of %s', (mode) => {
    const commands = bindingsIn(KEYS, mode).map(({ command }) => command.type);
    expect(commands).toContain('quit');
    expect(commands.some((type) => type === 'back' || type === 'cancel')).toBe(true);
  });

  it('leave every letter to what is typed', () => {
    const typing = bindingsIn(KEYS, 'typing').flatMap((binding) => binding.keys);
    expect(typing.filter((key) => key.length === 1 || key === 'space')).toEqual([]);
  });
});
