import { dirname } from 'node:path';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.ts';
import { problemAt } from '../../core/diagnostics/problem-at.ts';
import type { Source } from '../../core/diagnostics/source.ts';
import { keysOfTests } from '../../core/fixtures/cedar-formats/test-forms.ts';
import { broughtAlong } from '../../core/fixtures/cedar-formats/unread-members.ts';
import { DEFAULT_CLAIMS } from '../../core/requests/principal.ts';
import { isRecord } from '../../core/values/record.ts';
import { realPathBelow, whyNotBelow } from '../files/contained-path.ts';
import { findFiles, isFile } from '../files/find-files.ts';
import { readText, showPath } from '../files/read-text.ts';
import { parseSource } from '../parsing/parse.ts';
import type { ProjectFiles } from '../project-files.ts';
import type { CedarFolders } from './cedar-folders.ts';
import { pathFrom } from './path-from.ts';

/**
 * Test files that name their own policies, entities and schema, as Cedar's integration tests do: each is a project by itself. Of a folder,
 * all files below it. What they name lies below the working directory or below the folder of what is asked for. With any other policies
 * something else would be decided, so a file whose own are not there, or lie elsewhere, is a problem.
 */
export function testsWithOwnParts(paths: readonly string[], cwd: string): CedarFolders {
  const files = paths.flatMap((path) => (isFile(path) ? [path] : findFiles(path, /\.json$/)));
  const roots = [cwd, ...paths.map((path) => (isFile(path) ? dirname(path) : path))];
  const found = files.flatMap((file): OwnParts => {
    const shown = showPath(file, cwd);
    const text = readText(file, shown);
    // Many other files may be there, which need not be parsed.
    if (!text.ok || !/"policies"\s*:\s*"/.test(text.value)) return [];
    const source = parseSource(shown, text.value);
    return source.ok ? ownParts(file, source.value, roots) : [];
  });
  return {
    projects: found.filter((one) => 'fixtures' in one),
    problems: found.filter((one) => 'severity' in one),
  };
}

type OwnParts = readonly (ProjectFiles | Diagnostic)[];

function ownParts(file: string, source: Source, roots: readonly string[]): OwnParts {
  const { value } = source;
  if (!isRecord(value) || typeof value.policies !== 'string') return [];
  if (keysOfTests(value).length === 0) return [];
  const brought = broughtAlong(value, source);
  if (brought.length > 0) return brought;
  const paths = PARTS.flatMap((part) => {
    const written = value[part];
    return typeof written === 'string' ? [{ part, path: pathFrom(file, written), written }] : [];
  });
  const outside = paths.find(({ path }) => !roots.some((root) => realPathBelow(root, path) !== undefined));
  if (outside) return [elsewhere(outside, source)];
  const pathOf = (name: string) => paths.find(({ part }) => part === name)?.path;
  const [policies = '', schema] = [pathOf('policies'), pathOf('schema')];
  const location = source.locate(['policies'], 'value');
  return [
    {
      name: source.file,
      roots,
      policies: [policies],
      placeOfPolicies: { file: source.file, ...(location ? { location } : {}) },
      ...(schema === undefined ? {} : { schema }),
      ...(value.shouldValidate === false || value.should_validate === false ? { mayBeInvalid: true } : {}),
      fixtures: [file],
      claims: DEFAULT_CLAIMS,
      thresholds: {},
    },
  ];
}

const PARTS = ['policies', 'schema', 'entities'] as const;

function elsewhere(
  { part, path, written }: { readonly part: string; readonly path: string; readonly written: string },
  source: Source,
): Diagnostic {
  const message = `\`${written}\` ${whyNotBelow(path)}`;
  const help = 'run the command in a folder above all that these tests name, or name the parts with flags';
  return problemAt(source, [part], { code: 'path-outside', message, help });
}
