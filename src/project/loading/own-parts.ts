import { dirname } from 'node:path';
import { keysOfTests } from '../../core/fixtures/cedar-formats/test-forms.ts';
import { DEFAULT_CLAIMS } from '../../core/requests/principal.ts';
import { isRecord } from '../../core/values/record.ts';
import { realPathBelow } from '../files/contained-path.ts';
import { findFiles, isFile } from '../files/find-files.ts';
import { readText, showPath } from '../files/read-text.ts';
import { parseSource } from '../parsing/parse.ts';
import type { ProjectFiles } from '../project-files.ts';
import { pathFrom } from './path-from.ts';

/**
 * Test files that name their own policies, entities and schema, as Cedar's integration tests do: each is a project by itself. Of a folder,
 * all files below it. What they name lies below the working directory or below the folder of what is asked for: a file that names something
 * else is none of them.
 */
export async function testsWithOwnParts(paths: readonly string[], cwd: string): Promise<ProjectFiles[]> {
  const files = paths.flatMap((path) => (isFile(path) ? [path] : findFiles(path, /\.json$/)));
  const roots = [cwd, ...paths.map((path) => (isFile(path) ? dirname(path) : path))];
  const found: ProjectFiles[] = [];
  for (const file of files) {
    const shown = showPath(file, cwd);
    const text = readText(file, shown);
    // Many other files may be there, which need not be parsed.
    if (!text.ok || !/"policies"\s*:\s*"/.test(text.value)) continue;
    const source = parseSource(shown, text.value);
    const project = source.ok ? projectOf(file, source.value.value, roots, cwd) : undefined;
    if (project) found.push(project);
  }
  return found;
}

function projectOf(
  file: string,
  value: unknown,
  roots: readonly string[],
  cwd: string,
): ProjectFiles | undefined {
  if (!isRecord(value) || typeof value.policies !== 'string') return undefined;
  if (keysOfTests(value).length === 0) return undefined;
  const [policies, schema, entities] = [value.policies, value.schema, value.entities].map((written) =>
    typeof written === 'string' ? pathFrom(file, written) : undefined,
  );
  const named = [policies, schema, entities].filter((path) => path !== undefined);
  const isBelow = (path: string) => roots.some((root) => realPathBelow(root, path) !== undefined);
  if (policies === undefined || !named.every(isBelow)) return undefined;
  return {
    name: showPath(file, cwd),
    roots,
    policies: [policies],
    ...(schema === undefined ? {} : { schema }),
    ...(value.shouldValidate === false || value.should_validate === false ? { mayBeInvalid: true } : {}),
    fixtures: [file],
    claims: DEFAULT_CLAIMS,
    thresholds: {},
  };
}
