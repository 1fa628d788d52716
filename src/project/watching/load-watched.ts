import type { Outcome } from '../../core/diagnostics/diagnostic.ts';
import type { VerifyInput } from '../../core/verification/verify-input.ts';
import { loadProject, withLoadRemarks } from '../loading/load.ts';
import type { ProjectFiles } from '../project-files.ts';
import type { SessionOptions, SessionState } from './session-state.ts';

/** What was read of a project. */
export interface Loaded {
  readonly name: string;
  readonly input: Outcome<VerifyInput>;
  /** Whether it says the same as at the last run. */
  readonly isSame: boolean;
}

/** Reads the files of all projects, as far as they have changed. */
export async function loadAll(
  projects: Outcome<readonly ProjectFiles[]>,
  state: SessionState,
  { cwd }: SessionOptions,
): Promise<Loaded[]> {
  const loaded: Loaded[] = [];
  for (const files of projects.ok ? projects.value : []) {
    const { name } = files;
    const read = await loadProject(files, cwd, state.reader);
    const input = read.ok ? { ...read, value: withLoadRemarks(read) } : read;
    const before = state.inputs?.get(name);
    const isSame = input.ok && before !== undefined && isSameInput(before, input.value);
    loaded.push({ name, input, isSame });
  }
  return loaded;
}

function isSameInput(before: VerifyInput, now: VerifyInput): boolean {
  const parts = (input: VerifyInput): unknown[] => [
    input.schema?.text,
    JSON.stringify([input.claims, input.remarks]),
    input.entities,
    ...input.policies.flatMap(({ file, text }) => [file, text]),
    ...input.fixtures.flatMap(({ source, shared, near }) => [
      source,
      ...[...shared].flat(),
      ...(near ? [near] : []),
    ]),
  ];
  const [old, present] = [parts(before), parts(now)];
  return old.length === present.length && old.every((part, index) => part === present[index]);
}
