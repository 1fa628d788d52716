/** Whether nobody watches, as `CI` says; `CI=0` and `CI=false` say that somebody does. */
export function isInCi({ CI }: NodeJS.ProcessEnv): boolean {
  return CI !== undefined && CI !== '' && CI !== '0' && CI !== 'false';
}
