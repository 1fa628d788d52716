import type { Fixture } from '../../core/fixtures/fixture.ts';
import { shellWord } from '../terminal/shell-word.ts';

/** The command that explains a fixture's call; `undefined` for a ready request, which is not a call. `file` is where the caller is known. */
export function explainCommand({ as, asks }: Fixture, file: string | undefined): string | undefined {
  if (asks.type !== 'call') return undefined;
  const { context } = asks;
  const { method, url, body } = asks.call;
  const parts = ['npx', 'authz', 'explain', method, url, '--as', as];
  if (body !== undefined) parts.push('--body', JSON.stringify(body));
  if (context !== undefined) parts.push('--context', JSON.stringify(context));
  return [...parts, ...(file === undefined ? [] : ['--fixtures', file])].map(shellWord).join(' ');
}
