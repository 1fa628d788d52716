/** `name` if it is free, else the first of `name-2`, `name-3` and so on that is. */
export function freeName(
  name: string,
  isTaken: (name: string) => boolean,
  numbered = (number: number) => `${name}-${number}`,
): string {
  let free = name;
  for (let number = 2; isTaken(free); number += 1) free = numbered(number);
  return free;
}
