import type { Fixture } from '../../core/fixtures/fixture.ts';

/** The command that explains a fixture's call; `undefined` for a ready request, which is not a call. `file` is where the caller is known. */
export function explainCommand({ as, asks }: Fixture, file: string | undefined): string | undefined {
  if (asks.type !== 'call') return undefined;
  const { method, url, body } = asks.call;
  const parts = ['npx', 'authz', 'explain', method, url, '--as', as];
  if (body !== undefined) parts.push('--body', JSON.stringify(body));
  return [...parts, ...(file === undefined ? [] : ['--fixtures', file])].map(quoted).join(' ');
}

/** As a POSIX shell takes it for one word. */
function quoted(word: string): string {
  return /^[\w./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
