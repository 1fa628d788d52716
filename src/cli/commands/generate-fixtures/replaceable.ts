import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { FixtureInput } from '../../../core/verification/verify-input.ts';
import { showPath } from '../../../project/files/read-text.ts';
import { isAsWritten, RECORDED } from '../../../project/writing/print-fixtures.ts';

export const STARTER = 'starter.fixtures.yaml';

/** The people and entities of starter fixtures: the key that refers to each, and its file. */
export const PARTS = [
  ['principals', 'principals.yaml'],
  ['entities', 'entities.json'],
] as const;

/** The fixtures of a project, as `--force` sees them. */
export interface Replaceable {
  /** Written by this command, as long as nobody has claimed to have reviewed them. */
  readonly recorded: readonly FixtureInput[];
  readonly own: readonly FixtureInput[];
  /** People and entities, where they are still as they were written with the recorded fixtures. */
  readonly asWritten?: PartTexts;
}

export interface PartTexts {
  readonly principals: string;
  readonly entities: string;
}

export function findReplaceable(fixtures: readonly FixtureInput[], folder: string, cwd: string): Replaceable {
  const isRecorded = ({ source }: FixtureInput) => {
    const path = resolve(cwd, source.file);
    return dirname(path) === folder && WRITTEN_HERE.test(basename(path)) && source.text.includes(RECORDED);
  };
  const recorded = fixtures.filter(isRecorded);
  const starter = recorded.find(({ source }) => basename(source.file) === STARTER);
  const texts = partTexts(folder);
  const areSame = starter && texts && isAsWritten(starter.source.text, texts.principals, texts.entities);
  return {
    recorded,
    own: fixtures.filter((one) => !recorded.includes(one)),
    ...(areSame ? { asWritten: texts } : {}),
  };
}

/** Also what was added later, for endpoints that were new then: it stands on the same people and entities. */
const WRITTEN_HERE = /^(?:starter|added(?:-\d+)?)\.fixtures\.yaml$/;

function partTexts(folder: string): PartTexts | undefined {
  const [principals, entities] = PARTS.map(([, file]) => join(folder, file));
  if (!principals || !entities || !existsSync(principals) || !existsSync(entities)) return undefined;
  return { principals: readFileSync(principals, 'utf8'), entities: readFileSync(entities, 'utf8') };
}

/** Whether a folder has anything that fixtures were written with. */
export function hasFixtureParts(folder: string): boolean {
  return PARTS.some(([, file]) => existsSync(join(folder, file)));
}

/** Which people and entities stay although `--force` is given, why, and what can be done; nothing where there are none. */
export function keptParts({ own, asWritten }: Replaceable, folder: string, cwd: string): string {
  const kept = PARTS.map(([, file]) => join(folder, file)).filter((path) => existsSync(path));
  if (kept.length === 0) return '';
  const names = kept.map((path) => showPath(path, cwd)).join(' and ');
  const them = kept.length === 1 ? 'it' : 'them';
  const [first, ...others] = own.map(({ source }) => source.file);
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  const why = !asWritten
    ? `${STARTER} has no mark that fits ${them}, so somebody may have edited ${them}`
    : `${first}${more} is not recorded again, and may need ${them}`;
  return `kept ${names}: ${why}. Edit ${them} where the schema no longer fits, or move ${them} away together with the fixtures that use ${them}, to have all of them made again.`;
}
