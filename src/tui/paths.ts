/** The segments that all paths begin with, such as `/api/v1`; empty when it would not save room. */
export function commonPrefix(paths: readonly string[]): string {
  const [first = ''] = paths;
  if (paths.length < LEAST_PATHS) return '';
  const segments = first.split('/');
  let prefix = '';
  for (let count = 2; count < segments.length; count += 1) {
    const longer = segments.slice(0, count).join('/');
    if (longer.includes('{') || !paths.every((path) => path.startsWith(`${longer}/`))) break;
    prefix = longer;
  }
  return prefix;
}

const LEAST_PATHS = 3;

/** `GET /api/v1/users` without the prefix: `GET /users`. */
export function withoutPrefix(question: string, prefix: string): string {
  if (prefix === '') return question;
  const at = question.indexOf(' ') + 1;
  const path = question.slice(at);
  return path.startsWith(`${prefix}/`) ? `${question.slice(0, at)}${path.slice(prefix.length)}` : question;
}
