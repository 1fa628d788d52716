import type { Content } from '../content.ts';
import type { WatchState } from '../state.ts';
import { KEYS, type WatchCommand } from './keys.ts';

/** The keys that are offered: not those about what is chosen where nothing is. */
export function keysNow(state: WatchState, content: Content): typeof KEYS {
  return KEYS.filter(({ command }) => OFFERED[command]?.(state, content) ?? true);
}

type IsOffered = (state: WatchState, content: Content) => boolean;

/** A call, or a cell with several. */
const hasCalls: IsOffered = ({ view }, { row, cell }) =>
  row !== undefined || (view === 'matrix' && cell.cell !== undefined);

const OFFERED: Readonly<Partial<Record<WatchCommand, IsOffered>>> = {
  why: hasCalls,
  accept: hasCalls,
  'open-fixture': hasCalls,
  'open-policy': hasCalls,
  'write-case': hasCalls,
  copy: hasCalls,
  unpin: (_, { pinned }) => pinned.length > 0,
  'open-problem': (_, { problems }) => problems.length > 0,
};
