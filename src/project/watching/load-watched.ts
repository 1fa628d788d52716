import type { Outcome } from '../../core/diagnostics/diagnostic.ts';
import type { Model } from '../../core/model/model.ts';
import { keysIn } from '../../core/values/keys-in.ts';
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
    const isSame = input.ok && before !== undefined && isSameInput(before, input.value, modelOf(name, state));
    loaded.push({ name, input, isSame });
  }
  return loaded;
}

/** The model of the last run, where that run could use its schema. */
function modelOf(name: string, { snapshot: { run } }: SessionState): Model | undefined {
  const last = run?.projects.find((project) => project.name === name);
  return last?.isCurrent ? last.decided?.project.model : undefined;
}

function isSameInput(before: VerifyInput, now: VerifyInput, model: Model | undefined): boolean {
  return keysIn(PARTS).every((part) => {
    const [old, present] = [PARTS[part](before, model), PARTS[part](now, model)];
    return old.length === present.length && old.every((one, index) => one === present[index]);
  });
}

/**
 * What is compared of each part: a part that is left out would leave decisions on the screen that are no longer made. Places of problems
 * count as well.
 */
const PARTS: {
  readonly [Part in keyof VerifyInput]-?: (
    input: VerifyInput,
    model: Model | undefined,
  ) => readonly unknown[];
} = {
  name: ({ name }) => [name],
  schema: ({ schema }) => [schema?.file, schema?.text],
  policies: ({ policies }) => policies.flatMap(({ file, text }) => [file, text]),
  mayBeInvalid: ({ mayBeInvalid }) => [mayBeInvalid],
  settings: ({ settings }) => [...(settings ?? [])].flat(),
  remarks: ({ remarks }) => [JSON.stringify(remarks)],
  claims: ({ claims }) => [JSON.stringify(claims)],
  // The function is another one after each search for projects. Another schema counts by itself.
  remarksOnSchema: ({ remarksOnSchema }, model) => [
    model ? JSON.stringify(remarksOnSchema?.(model)) : remarksOnSchema,
  ],
  rules: ({ rules }) => [
    JSON.stringify([rules, Object.keys(rules ?? {}).map((key) => rules?.placeOf([key]))]),
  ],
  // A session proves nothing.
  invariants: () => [],
  facts: ({ facts }) => [JSON.stringify(facts)],
  placeOfFact: ({ facts = [], placeOfFact }) => [
    JSON.stringify(facts.map((_, index) => placeOfFact?.([String(index)]))),
  ],
  entities: ({ entities }) => [entities],
  fixtures: ({ fixtures }) =>
    fixtures.flatMap(({ source, shared, near }) => [source, near, ...[...shared].flat()]),
  // Follows from the others.
  digest: () => [],
};
