/** What stands before the name of a type: `an` `Org`, `a` `Tenant`, and `a` `User`, as `U` is mostly spoken. */
export function article(name: string): string {
  return /^[AEIO]/.test(name) ? 'an' : 'a';
}
