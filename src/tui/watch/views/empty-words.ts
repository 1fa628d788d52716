import type { RowFilter } from '../rows/filter.ts';
import type { Tally } from '../rows/tally.ts';
import type { WatchState } from '../state.ts';

/** Why a filter with words leaves nothing, and what shows more: the words alone need not be the cause. */
export function noneHasWords(
  { filter, typing }: Pick<WatchState, 'filter' | 'typing'>,
  { failed }: Pick<Tally, 'failed'>,
  names: FilteredNames,
): string {
  if (filter.failedOnly && failed === 0 && !typing)
    return `✓ nothing failed; ${filter.cell ? 'Esc goes back' : 'f searches all, Esc shows everything'}`;
  const more = typing ? 'Enter keeps them, Esc takes them back' : moreKeys(filter);
  return `${nameOf(filter, names)} has all of these words; ${more}`;
}

/** What a view has none of. */
interface FilteredNames {
  readonly all: string;
  readonly failed: string;
  readonly changed: string;
}

function nameOf({ failedOnly, changedOnly }: RowFilter, { all, failed, changed }: FilteredNames): string {
  if (failedOnly) return failed;
  return changedOnly ? changed : all;
}

function moreKeys({ cell, failedOnly, changedOnly }: RowFilter): string {
  if (cell) return 'Esc goes back';
  if (failedOnly) return 'f searches all, Esc shows everything';
  return changedOnly ? 'c searches all, Esc shows everything' : 'Esc shows everything';
}
