import { createMemoStore, memoizeIn } from '../../../core/caching/memo-store.ts';
import { highlightCedar } from '../../highlight.ts';
import type { Line } from '../../line.ts';

const memos = createMemoStore();

/** The text with its words in their colors; the last text of each name is kept, since every key draws it again. */
export function highlighted(name: string, text: string): readonly Line[] {
  return memoizeIn(memos, name, { text }, (given) => highlightCedar(given.text));
}
