import { createMemoStore, type MemoStore } from '../caching/memo-store.ts';
import {
  type Diagnostic,
  distinctDiagnostics,
  errorsAmong,
  hasErrors,
  type Outcome,
} from '../diagnostics/diagnostic.ts';
import { type CheckedProject, checkProvable } from '../verification/check-project.ts';
import type { VerifyInput } from '../verification/verify-input.ts';

/** A project as it was read, and what to call this state of it. */
export interface ProjectSide {
  readonly name: string;
  readonly input: VerifyInput;
  /** Which of its fixtures could not be read, where everything else could. */
  readonly unreadFixtures?: UnreadFixturesOfSide;
}

export interface UnreadFixturesOfSide {
  readonly files: readonly string[];
  readonly problems: readonly Diagnostic[];
}

/** A state with those of its fixtures that can be used; without any, where none can. */
export interface ComparableProject extends Omit<CheckedProject, 'fixtures'> {
  readonly fixtures: CheckedProject['fixtures'] | undefined;
  readonly areSomeUnusable: boolean;
}

/** A state, where nothing but fixtures of it is wrong. `severity` is that of what is wrong with them. */
export function comparableSide(side: ProjectSide, severity: 'error' | 'warning'): Outcome<ComparableProject> {
  const memos = createMemoStore();
  const whole = checkedSide(side, memos);
  if (whole.ok) return { ...whole, value: { ...whole.value, areSomeUnusable: false } };
  const { entities: _entities, ...input } = side.input;
  const bare = checkProvable({ ...input, fixtures: [] }, memos);
  if (!bare.ok) return whole;
  const { fixtures, unusable } = sortedOut(side.input, memos);
  const rest = checkProvable({ ...side.input, fixtures }, memos);
  const isNoneLeft = fixtures.length === 0 || !rest.ok;
  const files = [...(side.unreadFixtures?.files ?? []), ...unusable].map((file) => `\`${file}\``);
  return {
    ok: true,
    value: {
      ...(rest.ok ? rest.value : bare.value),
      fixtures: isNoneLeft ? undefined : rest.value.fixtures,
      areSomeUnusable: true,
    },
    diagnostics: [
      ...errorsAmong(whole.diagnostics).map((problem) => ({ ...problem, severity })),
      notCompared(side.name, isNoneLeft ? 'its fixtures' : `the fixtures of ${files.sort().join(', ')}`),
    ],
  };
}

/** What is wrong with one file says nothing of the others; what is wrong with the entities of the project, of all. */
function sortedOut(input: VerifyInput, memos: MemoStore) {
  const isUsable = (fixtures: VerifyInput['fixtures']) => checkProvable({ ...input, fixtures }, memos).ok;
  const fixtures = isUsable([]) ? input.fixtures.filter((file) => isUsable([file])) : [];
  const usable = new Set(fixtures);
  const unusable = input.fixtures.filter((file) => !usable.has(file)).map(({ source }) => source.file);
  return { fixtures, unusable };
}

function notCompared(name: string, which: string): Diagnostic {
  return {
    severity: 'warning',
    code: 'fixtures-not-compared',
    message: `${name}: ${which} cannot be used, so which of them turned is not compared`,
    help: 'everything else is compared all the same',
  };
}

function checkedSide(
  { name, input, unreadFixtures }: ProjectSide,
  memos: MemoStore,
): Outcome<CheckedProject> {
  const checked = checkProvable(input, memos);
  const found = distinctDiagnostics([...(unreadFixtures?.problems ?? []), ...checked.diagnostics]);
  const diagnostics = found.map((diagnostic) => inSide(diagnostic, name));
  if (!checked.ok || hasErrors(diagnostics)) return { ok: false, diagnostics };
  return checked;
}

/** `HEAD: policies/editors.cedar` */
export function inSide(diagnostic: Diagnostic, name: string): Diagnostic {
  return diagnostic.file === undefined
    ? { ...diagnostic, message: `${name}: ${diagnostic.message}` }
    : { ...diagnostic, file: `${name}: ${diagnostic.file}` };
}
