import { dirname, join, relative, resolve, sep } from 'node:path';
import { type FoundNeighbours, findNeighbours } from '../../../core/authoring/find-neighbours.ts';
import { readSchema } from '../../../core/model/read-schema.ts';
import { buildReport, type Report } from '../../../core/replay/report.ts';
import { verify } from '../../../core/verification/verify.ts';
import type { FixtureInput, VerifyInput } from '../../../core/verification/verify-input.ts';
import { type PlannedFile, writeFiles } from '../../../project/files/write.ts';
import { loadProject } from '../../../project/loading/load.ts';
import type { Project } from '../../../project/loading/project.ts';
import { projectFiles } from '../../../project/project-files.ts';
import { printFixtures } from '../../../project/writing/print-fixtures.ts';
import { prettyReport } from '../../../reporters/report/pretty.ts';
import { PLAIN } from '../../../reporters/report/reporter.ts';
import { printUntriedCallers } from '../../../reporters/untried-callers.ts';
import { counted, painter } from '../../../reporters/words/wording.ts';
import { EXIT_CODES, type ExitCode } from '../../exit-code.ts';
import { FIXTURES_SCHEMA_FILE, fixturesSchema } from '../../projects/fixtures-schema.ts';
import { fail, folderForNew, unwrap } from '../../projects/inputs.ts';
import { reportWritten } from '../../projects/report-written.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** `authz generate-fixtures --neighbours` */
export async function generateNeighbours(
  project: Project,
  options: { readonly force?: boolean },
  terminal: Terminal,
): Promise<ExitCode> {
  const files = projectFiles(project, {}, terminal.cwd);
  const whole = unwrap(await loadProject(files, terminal.cwd), terminal);
  const input = { ...whole, fixtures: withoutNeighbours(whole.fixtures) };
  const found = unwrap(findNeighbours(input), terminal);
  if (found.files.length === 0)
    fail(
      'no-allowed-calls',
      'no fixture allows a call, so there are no neighbours to write',
      'run `authz generate-fixtures` first',
    );
  const plan = planFiles(found, project, options, terminal);
  reportWritten(unwrap(writeFiles(plan, terminal.cwd), terminal), terminal);
  await renewEditorSchema(project, input, terminal);
  terminal.out(printUntriedCallers(found.untriedCallers, painter(terminal.color.out)));
  const written = { ...files, fixtures: plan.map(({ path }) => path) };
  const report = buildReport([verify(unwrap(await loadProject(written, terminal.cwd), terminal))]);
  showFindings(report, terminal);
  return EXIT_CODES.ok;
}

/** The neighbours bring people of their own, whom it is to offer: so it is made when they lie there. */
async function renewEditorSchema(
  project: Project,
  { schema }: VerifyInput,
  terminal: Terminal,
): Promise<void> {
  if (!schema) return;
  const editor = await fixturesSchema(project, unwrap(readSchema(schema), terminal).model, terminal);
  if (editor) reportWritten(unwrap(writeFiles([editor], terminal.cwd), terminal), terminal);
}

const NEIGHBOURS = /\.neighbours\.fixtures\.yaml$/;

/** Neighbours are made from the other fixtures: they have none of their own, and an endpoint that only they call has no fixture. */
export function withoutNeighbours(fixtures: readonly FixtureInput[]): readonly FixtureInput[] {
  return fixtures.filter(({ source }) => !NEIGHBOURS.test(source.file));
}

function planFiles(
  found: FoundNeighbours,
  project: Project,
  { force }: { readonly force?: boolean },
  terminal: Terminal,
): PlannedFile[] {
  const folder = folderForNew('fixtures', project);
  return found.files.map(({ file, fixtures }) => {
    const path = resolve(
      terminal.cwd,
      file.source.file.replace(/(?:\.fixtures)?\.\w+$/, '.neighbours.fixtures.yaml'),
    );
    const editorSchema = join(relative(dirname(path), folder), FIXTURES_SCHEMA_FILE)
      .split(sep)
      .join('/');
    return {
      path,
      text: printFixtures(fixtures, HEAD, editorSchema),
      ifExists: force ? 'set-aside' : 'keep',
    };
  });
}

const HEAD = `\
 What stands next to allowed calls and should be denied; each case names the call it stems from. Where one is right to be allowed, say so
 in a fixture of your own, which keeps it out of here from then on, or change it here.`;

/** They fail until a policy or an expectation is fixed: only people know which of them is wrong. */
function showFindings(report: Report, terminal: Terminal): void {
  const { fixtures, passed } = report.counts;
  if (passed < fixtures) terminal.out(prettyReport(report, { ...PLAIN, color: terminal.color.out }));
  const open = fixtures - passed;
  terminal.note(
    open === 0
      ? `${counted(fixtures, 'neighbour')}, all of them denied today\n`
      : `${open} of ${counted(fixtures, 'neighbour')} are allowed today: fix the policy, or the expectation\n`,
  );
}
