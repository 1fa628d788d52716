import { stripVTControlCharacters } from 'node:util';
import { renderToString } from 'ink';
import { describe, expect, it } from 'vitest';
import { Waiting } from '../../../src/tui/watch/show.tsx';

describe('the screen before the project has been found', () => {
  it('names the one key that does something', () => {
    const screen = stripVTControlCharacters(renderToString(<Waiting stop={undefined} />, { columns: 80 }));
    expect(screen).toContain('Looking for the project ...');
    expect(screen.trimEnd().split('\n').at(-1)).toBe('q quit');
  });
});
