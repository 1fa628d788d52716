/** The first row to be shown, so that the chosen one is on the screen, with as many rows before it as after it where there are. */
export function windowStart(chosen: number, count: number, height: number): number {
  const centered = chosen - Math.floor(height / 2);
  return Math.max(0, Math.min(centered, count - height));
}

/** Rows that stay in view before and after the chosen one. */
const MARGIN = 3;

/** The first row to be shown when `from` was: the window moves only when the chosen row comes near its edge. */
export function scrolledStart(from: number, chosen: number, count: number, height: number): number {
  const margin = Math.max(0, Math.min(MARGIN, Math.floor((height - 1) / 2)));
  const lowest = chosen + margin - height + 1;
  const highest = chosen - margin;
  const wanted = Math.max(lowest, Math.min(from, highest));
  return Math.max(0, Math.min(wanted, count - height));
}

/** The number of the row that is chosen after a step, kept among the rows there are. */
export function clampIndex(index: number, count: number): number {
  return Math.max(0, Math.min(index, count - 1));
}
