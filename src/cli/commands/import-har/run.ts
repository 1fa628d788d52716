import { resolve } from 'node:path';
import { readHar } from '../../../core/authoring/har.ts';
import { type ImportedHar, importHar } from '../../../core/authoring/import-har.ts';
import { readSource, showPath } from '../../../project/files/read-text.ts';
import { counted } from '../../../reporters/words/wording.ts';
import { EXIT_CODES, type ExitCode } from '../../exit-code.ts';
import { fail, unwrap } from '../../projects/inputs.ts';
import {
  importOptions,
  listed,
  type RecordedOutput,
  recordedPath,
  recordedProject,
  said,
  writeRecorded,
} from '../../projects/recorded-fixtures.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** `authz import-har` */
export async function importHarFile(
  file: string,
  options: RecordedOutput,
  terminal: Terminal,
): Promise<ExitCode> {
  const project = await recordedProject('recorded calls', terminal);
  const shown = showPath(resolve(terminal.cwd, file), terminal.cwd);
  const source = unwrap(await readSource(resolve(terminal.cwd, file), shown), terminal);
  const exchanges = unwrap(readHar(source), terminal);
  const imported = importHar(exchanges, await importOptions(project, terminal));
  if (imported.fixtures.cases.length === 0)
    fail(
      'nothing-recorded',
      'no recorded call says what an endpoint of the schema decided',
      listed([...imported.outside, ...imported.undecided]),
    );
  const path = recordedPath(file, options, project, terminal);
  const { fixtures } = imported;
  const recorded = { path, fixtures, head: HEAD, force: options.force, remarks: leftOut(imported) };
  await writeRecorded(recorded, project, terminal);
  return EXIT_CODES.ok;
}

const HEAD =
  ' Recorded calls and what they were answered with. Of tokens only the claims that decide were kept, of calls only what decisions depend on.';

function leftOut(imported: ImportedHar): string[] {
  const { fixtures, outside, undecided, silent, untold, changed, opaque, replaced, duplicates } = imported;
  return [
    `${counted(fixtures.cases.length, 'recorded decision')}, ${counted(duplicates, 'duplicate')} left out`,
    ...said('outside the schema, skipped', outside),
    ...said('nothing can be decided, skipped', undecided),
    ...said('answers that say nothing about authorization, skipped', silent),
    ...said('about several items, and the answer does not say which, skipped', untold),
    ...said('answered in different ways; the last answer counts', changed),
    ...said('replaced, since it is likely to be a secret', replaced),
    ...said('no claims could be read from the token; fill them in', opaque),
  ];
}
