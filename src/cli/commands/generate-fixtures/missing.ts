import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { Fixture, FixtureFile } from '../../../core/fixtures/fixture.ts';
import type { RecordInput } from '../../../core/generation/recording/record-fixtures.ts';
import { recordMissing } from '../../../core/generation/recording/record-missing.ts';
import { freeName } from '../../../core/values/free-name.ts';
import { isRecord } from '../../../core/values/record.ts';
import { readFixtureInput } from '../../../core/verification/check-fixtures.ts';
import type { FixtureInput } from '../../../core/verification/verify-input.ts';
import { readSource, showPath } from '../../../project/files/read-text.ts';
import type { PlannedFile } from '../../../project/files/write.ts';
import { parseSource } from '../../../project/parsing/parse.ts';
import { type FixtureParts, printRecorded } from '../../../project/writing/print-fixtures.ts';
import { unwrap } from '../../projects/inputs.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { PARTS, type Replaceable, STARTER } from './replaceable.ts';

export interface MissingInput extends RecordInput {
  /** The project's own fixtures; the recorded ones that are to be replaced are not among them. */
  readonly fixtures: readonly FixtureInput[];
  /** Where the new file will lie; absolute. */
  readonly folder: string;
  /** What the new file takes the place of. */
  readonly replaced?: Replaceable;
}

/** A file with rows for the endpoints that have none, by the people that there are; nothing when all have some. */
export async function missingFixtures(
  input: MissingInput,
  terminal: Terminal,
): Promise<{ readonly plan: readonly PlannedFile[]; readonly endpoints: number }> {
  const { cwd } = terminal;
  const files = input.fixtures.map((fixture) => unwrap(readFixtureInput(fixture), terminal));
  const base = mostUsed(files) ?? (await partsAlone(input.folder, terminal));
  const recorded = unwrap(
    recordMissing(input, {
      file: base,
      calls: files.flatMap(({ fixtures }) => fixtures).flatMap(callOf),
    }),
    terminal,
  );
  if (recorded.endpoints === 0) return { plan: [], endpoints: 0 };
  const path = join(input.folder, freeFile(input, cwd));
  // The mark stays: should the other fixtures go, people and entities may be made again.
  const mark = basename(path) === STARTER ? input.replaced?.asWritten : undefined;
  const text = printRecorded(recorded, partsOf(base, input.folder, cwd), mark);
  const away = removals(input.replaced, [path], cwd);
  return { plan: [{ path, text, ifExists: 'set-aside' }, ...away], endpoints: recorded.endpoints };
}

/** The recorded fixtures that no file of the new ones takes the place of: what they say is in those, or no longer fits. */
export function removals(
  replaced: Replaceable | undefined,
  written: readonly string[],
  cwd: string,
): PlannedFile[] {
  return (replaced?.recorded ?? [])
    .map(({ source }) => resolve(cwd, source.file))
    .filter((path) => !written.includes(path))
    .map((path) => ({ path, text: '', ifExists: 'remove' }));
}

function callOf({ asks }: Fixture) {
  return asks.type === 'call' ? [asks.call] : [];
}

function mostUsed(files: readonly FixtureFile[]): FixtureFile | undefined {
  return files
    .filter(({ principals }) => principals.size > 0)
    .toSorted((a, b) => b.fixtures.length - a.fixtures.length)[0];
}

/** People and entities that lie there without any fixtures. */
async function partsAlone(folder: string, terminal: Terminal): Promise<FixtureFile> {
  const found = PARTS.filter(([, file]) => existsSync(join(folder, file)));
  const text = found.map(([key, file]) => `${key}: ${file}\n`).join('');
  const file = showPath(join(folder, STARTER), terminal.cwd);
  const shared = await Promise.all(
    found.map(async ([, name]) => {
      const path = join(folder, name);
      return [name, unwrap(await readSource(path, showPath(path, terminal.cwd)), terminal)] as const;
    }),
  );
  const source = unwrap(parseSource(file, text === '' ? '{}' : text), terminal);
  return unwrap(readFixtureInput({ source, shared: new Map(shared) }), terminal);
}

/** Never a name that a person has given to something else. */
function freeFile({ folder, fixtures, replaced }: MissingInput, cwd: string): string {
  const taken = new Set(fixtures.map(({ source }) => resolve(cwd, source.file)));
  const free = new Set(replaced?.recorded.map(({ source }) => resolve(cwd, source.file)));
  const isFree = (name: string) =>
    !taken.has(join(folder, name)) && (!existsSync(join(folder, name)) || free.has(join(folder, name)));
  if (isFree(STARTER)) return STARTER;
  return freeName(
    'added.fixtures.yaml',
    (name) => !isFree(name),
    (number) => `added-${number}.fixtures.yaml`,
  );
}

/** What the file says of people and entities, as seen from the new one. */
function partsOf({ source, principals }: FixtureFile, folder: string, cwd: string): FixtureParts {
  const value = isRecord(source.value) ? source.value : {};
  const from = dirname(resolve(cwd, source.file));
  const seen = (part: unknown) =>
    typeof part === 'string' ? relative(folder, resolve(from, part)).split(sep).join('/') : part;
  return {
    principals: seen(value.principals) ?? Object.fromEntries(principals),
    ...(value.entities === undefined ? {} : { entities: seen(value.entities) }),
  };
}
