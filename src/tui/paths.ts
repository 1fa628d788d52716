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

/** The letters and signs of all scripts as they are meant, where a call has them encoded. */
export function readablePath(path: string): string {
  return path.replaceAll(/(?:%[89a-f][\da-f])+/gi, (encoded) => {
    const decoded = Buffer.from(encoded.replaceAll('%', ''), 'hex').toString();
    return PLAIN.test(decoded) ? decoded : encoded;
  });
}

/** No separators, nothing invisible, no signs that look like a slash, and no bytes that are no text. */
const PLAIN = /^(?!.*\ufffd)[\p{L}\p{M}\p{N}\p{So}\p{Sk}]+$/u;
