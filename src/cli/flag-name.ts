/** How a field of a command's options is written as a flag, without the dashes before it: `outDir` is `out-dir`. */
export function flagName(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
