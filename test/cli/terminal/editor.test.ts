import { describe, expect, it } from 'vitest';
import { editorCommand } from '../../../src/cli/terminal/editor.ts';

const place = { file: '/p/a b.cedar', line: 31, column: 8 };

describe('the command that opens an editor', () => {
  it.each([
    ['vi', ['+31', '/p/a b.cedar']],
    ['nvim', ['+call cursor(31,8)', '/p/a b.cedar']],
    ['/usr/bin/vim', ['+call cursor(31,8)', '/p/a b.cedar']],
    ['gvim', ['-f', '+call cursor(31,8)', '/p/a b.cedar']],
    ['emacs -nw', ['-nw', '+31:8', '/p/a b.cedar']],
    ['nano', ['+31,8', '/p/a b.cedar']],
    ['hx', ['/p/a b.cedar:31:8']],
    ['code --wait', ['--wait', '--goto', '/p/a b.cedar:31:8']],
    ['subl', ['/p/a b.cedar:31:8', '--wait']],
    ['idea', ['--line', '31', '--column', '8', '--wait', '/p/a b.cedar']],
    ['unknown --flag', ['--flag', '/p/a b.cedar']],
  ])('tells %s the place in its own way', (editor, args) => {
    expect(editorCommand(place, { EDITOR: editor }).args).toEqual(args);
  });

  it('prefers VISUAL, passes over an empty one, and falls back to vi', () => {
    expect(editorCommand(place, { VISUAL: 'nano', EDITOR: 'hx' }).program).toBe('nano');
    expect(editorCommand(place, { VISUAL: ' ', EDITOR: 'hx' }).program).toBe('hx');
    expect(editorCommand(place, {}).program).toBe('vi');
  });

  it('keeps a quoted path with blanks together', () => {
    expect(editorCommand(place, { EDITOR: '"/opt/my editor/nvim" -u NONE' })).toEqual({
      program: '/opt/my editor/nvim',
      args: ['-u', 'NONE', '+call cursor(31,8)', '/p/a b.cedar'],
    });
  });
});
