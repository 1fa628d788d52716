import type { Fixture } from '../../core/fixtures/fixture.ts';
import type { FileOverrides } from '../../project/project-files.ts';
import { shellWord } from '../terminal/shell-word.ts';

/**
 * The command that explains a fixture's call by the same files; `undefined` for a ready request, which is not a call. `file` is where the caller
 * is known.
 */
export function explainCommand(
  { as, asks }: Fixture,
  file: string | undefined,
  overrides: FileOverrides,
): string | undefined {
  if (asks.type !== 'call') return undefined;
  const { context } = asks;
  const { method, url, body } = asks.call;
  const parts = ['npx', 'authz', 'explain', method, url, '--as', as];
  if (body !== undefined) parts.push('--body', JSON.stringify(body));
  if (context !== undefined) parts.push('--context', JSON.stringify(context));
  if (file !== undefined) parts.push('--fixtures', file);
  return [...parts, ...flagsOf(overrides)].map(shellWord).join(' ');
}

/** What the command line says instead of `authz.yaml` decides the call as well. */
function flagsOf({ schema, policies = [], entities, templateLinked }: FileOverrides): string[] {
  return [
    ...(schema === undefined ? [] : ['--schema', schema]),
    ...policies.flatMap((path) => ['--policies', path]),
    ...(templateLinked === undefined ? [] : ['--template-linked', templateLinked]),
    ...(entities === undefined ? [] : ['--entities', entities]),
  ];
}
