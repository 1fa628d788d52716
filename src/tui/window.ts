/** The first row to be shown, so that the chosen one is on the screen, with as many rows before it as after it where there are. */
export function windowStart(chosen: number, count: number, height: number): number {
  const centered = chosen - Math.floor(height / 2);
  return Math.max(0, Math.min(centered, count - height));
}

/** The number of the row that is chosen after a step, kept among the rows there are. */
export function clampIndex(index: number, count: number): number {
  return Math.max(0, Math.min(index, count - 1));
}
