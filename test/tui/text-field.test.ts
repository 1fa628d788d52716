import { describe, expect, it } from 'vitest';
import { keyPresses } from '../../src/tui/keys.ts';
import { showField, textField, typeInto } from '../../src/tui/text-field.ts';

/** A field after keys: names such as `left`, or single characters. */
function pressed(start: string, ...keys: readonly string[]) {
  return keys.reduce(
    (one, key) => typeInto(one, { name: key, text: [...key].length === 1 ? key : '' }),
    textField(start),
  );
}

function typed(start: string, ...keys: readonly string[]): string {
  const field = pressed(start, ...keys);
  return `${[...field.text].slice(0, field.cursor).join('')}|${[...field.text].slice(field.cursor).join('')}`;
}

describe('a text field', () => {
  it.each([
    [typed('', 'a', 'b'), 'ab|'],
    [typed('ab', 'left', 'x'), 'ax|b'],
    [typed('ab', 'left', 'left', 'left', 'x'), 'x|ab'],
    [typed('ab', 'home', 'delete'), '|b'],
    [typed('ab', 'backspace', 'backspace', 'backspace'), '|'],
    [typed('one two', 'ctrl+w'), 'one |'],
    [typed('specs/openapi.yaml', 'ctrl+w'), 'specs/|'],
    [typed('one two', 'left', 'ctrl+u'), '|o'],
    [typed('one two', 'home', 'right', 'ctrl+k'), 'o|'],
    [typed('日本', 'left', 'x'), '日x|本'],
    [typed('a', 'up', 'enter', 'ctrl+z'), 'a|'],
  ])('gives %j', (field, wanted) => {
    expect(field).toBe(wanted);
  });

  it('has its cursor behind the character that a typed mark or joiner belongs to', () => {
    expect(pressed('', 'x', 'e', '\u0301', 'backspace')).toEqual(textField('x'));
    expect(pressed('ab', 'left', '\u0301')).toEqual({ text: 'a\u0301b', cursor: 1 });
    expect(pressed('ab', 'left', ...'👩‍👩‍👧')).toEqual({ text: 'a👩‍👩‍👧b', cursor: 2 });
    // What is deleted may have kept two apart.
    expect(pressed('🇩a🇪', 'left', 'backspace')).toEqual({ text: '🇩🇪', cursor: 1 });
  });

  it('takes a paste as one text', () => {
    expect(typeInto(textField('a'), { name: 'paste', text: 'bcd' })).toEqual(textField('abcd'));
  });

  it('scrolls so that the cursor is on the screen', () => {
    const shown = showField(textField('abcdefghij'), 6, true)
      .map((one) => one.text)
      .join('');
    expect(shown).toBe('…ghij ');
  });
});

describe('keys that come fast', () => {
  const none = { ctrl: false, meta: false, shift: false } as Parameters<typeof keyPresses>[1];

  it('are told apart', () => {
    expect(keyPresses('jj q\r', none).map(({ name }) => name)).toEqual(['j', 'j', 'space', 'q', 'enter']);
  });

  it('are two after Esc, which terminals send as one', () => {
    expect(keyPresses('/', { ...none, meta: true }).map(({ name }) => name)).toEqual(['esc', '/']);
    const enter = keyPresses('', { ...none, meta: true, return: true });
    expect(enter.map(({ name }) => name)).toEqual(['esc', 'enter']);
    expect(keyPresses('', { ...none, meta: true, escape: true })).toEqual([{ name: 'esc', text: '' }]);
  });

  it('keep their names', () => {
    expect(keyPresses('', { ...none, tab: true, shift: true })).toEqual([{ name: 'shift+tab', text: '' }]);
    expect(keyPresses('c', { ...none, ctrl: true })).toEqual([{ name: 'ctrl+c', text: '' }]);
  });
});
