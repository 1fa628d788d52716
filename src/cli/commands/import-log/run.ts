import { resolve } from 'node:path';
import { type LoggedDecision, readLoggedDecision } from '../../../core/authoring/decision-log.ts';
import { type ImportedLog, importLog } from '../../../core/authoring/import-log.ts';
import type { Diagnostic } from '../../../core/diagnostics/diagnostic.ts';
import { readFixtures } from '../../../core/fixtures/read-fixtures.ts';
import type { Claims } from '../../../core/requests/principal.ts';
import {
  readStandardText,
  readText,
  SHOWN_STANDARD_INPUT,
  STANDARD_INPUT,
  showPath,
} from '../../../project/files/read-text.ts';
import { loadProject } from '../../../project/loading/load.ts';
import type { Project } from '../../../project/loading/project.ts';
import { parseJsonLines } from '../../../project/parsing/json-lines.ts';
import { filesToAddTo } from '../../../project/project-files.ts';
import { counted, visible } from '../../../reporters/words/wording.ts';
import { EXIT_CODES, type ExitCode } from '../../exit-code.ts';
import { fail, unwrap } from '../../projects/inputs.ts';
import {
  importOptions,
  type RecordedOutput,
  recordedPath,
  recordedProject,
  said,
  writeRecorded,
} from '../../projects/recorded-fixtures.ts';
import { showDiagnostics } from '../../terminal/show-diagnostics.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** `authz import-log` */
export async function importLogFile(
  file: string,
  options: RecordedOutput,
  terminal: Terminal,
): Promise<ExitCode> {
  const project = await recordedProject('logged decisions', terminal);
  const log = await readLog(file, terminal);
  showDiagnostics(log.unreadable.slice(0, MOST_SHOWN), terminal);
  const known = await knownPeople(project, terminal);
  const imported = importLog(log.decisions, { ...(await importOptions(project, terminal)), known });
  const skipped = [
    ...(log.unreadable.length > 0 ? [`${counted(log.unreadable.length, 'line')} not readable, skipped`] : []),
    ...[...imported.skipped].map(([why, count]) => `${counted(count, 'call')} skipped: ${visible(why)}`),
  ];
  if (imported.fixtures.cases.length === 0)
    fail(
      'nothing-recorded',
      `no logged decision of \`${file === STANDARD_INPUT ? SHOWN_STANDARD_INPUT : file}\` could become a fixture`,
      skipped.length > 0
        ? skipped.join('; ')
        : 'expected the lines of JSON that `logger.log` of the server gets',
    );
  const name = file === STANDARD_INPUT ? 'decisions.log' : file;
  const path = recordedPath(name, options, project, terminal);
  const remarks = [...summary(imported), ...skipped];
  const { fixtures } = imported;
  await writeRecorded({ path, fixtures, head: HEAD, force: options.force, remarks }, project, terminal);
  return EXIT_CODES.ok;
}

const HEAD =
  ' What a server decided, by its log: each call of each principal once. The log holds no claims: they are those of the fixtures, or the id alone.';

/** Of lines that cannot be read: a file that is no log at all has nothing else. */
const MOST_SHOWN = 10;

interface ReadLog {
  readonly decisions: readonly LoggedDecision[];
  readonly unreadable: readonly Diagnostic[];
}

async function readLog(file: string, terminal: Terminal): Promise<ReadLog> {
  const isPiped = file === STANDARD_INPUT;
  const path = resolve(terminal.cwd, file);
  const shown = isPiped ? SHOWN_STANDARD_INPUT : showPath(path, terminal.cwd);
  const { lines, unreadable } = parseJsonLines(
    shown,
    unwrap(isPiped ? await readStandardText() : readText(path, shown), terminal),
  );
  const read = lines.map(readLoggedDecision);
  const misfits = read.flatMap((one) => (one.ok ? [] : one.diagnostics.slice(0, 1)));
  return {
    decisions: read.flatMap((one) => (one.ok && one.value ? [one.value] : [])),
    unreadable: [...unreadable, ...misfits.map((one) => ({ ...one, severity: 'warning' as const }))],
  };
}

/** Those of all fixtures that can be read. */
async function knownPeople(project: Project, terminal: Terminal): Promise<(readonly [string, Claims])[]> {
  const loaded = await loadProject(filesToAddTo(project, terminal.cwd), terminal.cwd);
  const inputs = (loaded.ok ? loaded.value : loaded.readable)?.fixtures ?? [];
  return inputs
    .map(({ source, shared }) => readFixtures(source, shared))
    .flatMap((file) => (file.ok ? [...file.value.principals] : []));
}

function summary({ fixtures, unknown, changed, opaque, duplicates }: ImportedLog): string[] {
  return [
    `${counted(fixtures.cases.length, 'logged decision')}, ${counted(duplicates, 'duplicate')} left out`,
    ...said('decided in different ways; the last decision counts', changed),
    ...said('the log does not hold what these may depend on; look at them', unknown),
    ...said('only the id is known; fill in the claims', opaque),
  ];
}
