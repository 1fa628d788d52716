/** What keys do in every list and text of every app: one table, so that nobody has to learn two dialects. */
export const CONVENTIONS = {
  up: { keys: ['up', 'k'], help: 'up' },
  down: { keys: ['down', 'j'], help: 'down' },
  left: { keys: ['left', 'h'], help: 'to the left' },
  right: { keys: ['right', 'l'], help: 'to the right' },
  'page-up': { keys: ['pageup', 'ctrl+b'], help: 'one page up' },
  'page-down': { keys: ['pagedown', 'ctrl+f'], help: 'one page down' },
  'half-up': { keys: ['ctrl+u'], help: 'half a page up' },
  'half-down': { keys: ['ctrl+d'], help: 'half a page down' },
  first: { keys: ['home', 'g'], help: 'to the first' },
  last: { keys: ['end', 'G'], help: 'to the last' },
  help: { keys: ['?'], help: 'show or hide these keys', footer: 'keys' },
  palette: { keys: [':', 'ctrl+p'], help: 'find a command by name', footer: 'commands' },
  back: { keys: ['esc'], help: 'back', footer: 'back' },
  search: { keys: ['/'], help: 'filter as you type', footer: 'filter' },
  undo: { keys: ['u'], help: 'take the last change back', footer: 'undo' },
  leave: { keys: ['q'], help: 'leave', footer: 'quit' },
} as const satisfies Readonly<Record<string, Convention>>;

export interface Convention {
  readonly keys: readonly string[];
  readonly help: string;
  readonly footer?: string;
}

/** Keys that work where letters are typed. */
export function keysBesideTyping({ keys }: Convention): readonly string[] {
  return keys.filter((key) => key.length > 1 && key !== 'space');
}
