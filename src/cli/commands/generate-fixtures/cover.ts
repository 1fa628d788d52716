import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Goal } from '../../../core/coverage/goal.ts';
import { placeText } from '../../../core/diagnostics/diagnostic.ts';
import { type CoveringFixtures, coverProject } from '../../../core/guarantees/covering/cover-project.ts';
import { goalName } from '../../../core/guarantees/covering/goal-name.ts';
import { locatePart } from '../../../core/policies/policy-parts.ts';
import { freeName } from '../../../core/values/free-name.ts';
import { type PlannedFile, writeFiles } from '../../../project/files/write.ts';
import { loadProject } from '../../../project/loading/load.ts';
import type { Project } from '../../../project/loading/project.ts';
import { projectFiles } from '../../../project/project-files.ts';
import { printFixtures } from '../../../project/writing/print-fixtures.ts';
import { counted, visible } from '../../../reporters/words/wording.ts';
import { EXIT_CODES, type ExitCode } from '../../exit-code.ts';
import { folderForNew, unwrap } from '../../projects/inputs.ts';
import { reportWritten } from '../../projects/report-written.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** `authz generate-fixtures --cover` */
export async function generateCovering(project: Project, terminal: Terminal): Promise<ExitCode> {
  const files = projectFiles(project, {}, terminal.cwd);
  const found = unwrap(coverProject(unwrap(await loadProject(files, terminal.cwd), terminal)), terminal);
  const plan = planFiles(found, project);
  reportWritten(unwrap(writeFiles(plan, terminal.cwd), terminal), terminal);
  terminal.note(summary(found));
  for (const { goal, why } of found.open)
    terminal.err(`no fixture: ${visible(goalName(goal))}${placeOf(goal)}: ${visible(why)}\n`);
  return EXIT_CODES.ok;
}

/** Beside what was written earlier, whose calls are covered by now. */
function planFiles({ files }: CoveringFixtures, project: Project): PlannedFile[] {
  if (files.length === 0) return [];
  const folder = folderForNew('fixtures', project);
  const planned = new Set<string>();
  return files.map((fixtures) => {
    const name = freeName(
      'coverage.fixtures.yaml',
      (one) => planned.has(one) || existsSync(join(folder, one)),
      (number) => `coverage-${number}.fixtures.yaml`,
    );
    planned.add(name);
    return { path: join(folder, name), text: printFixtures(fixtures, HEAD), ifExists: 'refuse' };
  });
}

const HEAD = `\
 Calls that come to what no other fixture has seen, found by \`authz generate-fixtures --cover\`. Each expects what is decided today, which
 nobody has reviewed: check whether it is what is meant.`;

function summary({ cases, open, unreachable }: CoveringFixtures): string {
  const left = unreachable > 0 ? `; no request comes to ${counted(unreachable, 'other outcome')}` : '';
  if (cases === 0)
    return open.length === 0
      ? `Nothing to add: the fixtures have seen every outcome that requests come to${left}.\n`
      : `No call was found${left}.\n`;
  const [passes, record, them] =
    cases === 1 ? ['which passes', 'It records', 'it'] : ['all of which pass', 'They record', 'them'];
  return `Added ${counted(cases, 'case')}, ${passes}${left}. ${record} what the policies decide now; nobody has reviewed ${them}: read ${them} before you trust ${them}.\n`;
}

function placeOf(goal: Goal): string {
  if (goal.type !== 'part') return '';
  return ` (${visible(placeText(goal.policy.file.file, locatePart(goal.policy, goal.part)))})`;
}
