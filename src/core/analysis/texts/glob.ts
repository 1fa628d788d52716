import type { LikePattern } from '../terms/term.ts';

/** Whether a text fits a pattern of `like`. Each run of `*` takes as little as it can, and is given more where that does not do. */
export function matches(pattern: LikePattern, text: string): boolean {
  const letters = [...text];
  let [at, star, resume] = [0, -1, 0];
  let index = 0;
  while (index < letters.length) {
    if (at < pattern.length && pattern[at] === null) {
      [star, resume] = [at, index];
      at += 1;
    } else if (at < pattern.length && pattern[at] === letters[index]) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      resume += 1;
      [at, index] = [star + 1, resume];
    } else return false;
  }
  while (pattern[at] === null) at += 1;
  return at === pattern.length;
}
