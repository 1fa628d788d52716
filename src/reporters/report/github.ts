import type { Diagnostic, Severity } from '../../core/diagnostics/diagnostic.ts';
import { locateFixture } from '../../core/fixtures/fixture.ts';
import type { Result } from '../../core/replay/replay.ts';
import type { Report } from '../../core/replay/report.ts';
import { invariantAnnotations } from '../proofs/annotations.ts';
import { FAILURE_KINDS, type FailureKind, failuresOf } from '../words/failure-kind.ts';
import { outcomeLines, titleOf } from '../words/result-text.ts';
import { visible } from '../words/wording.ts';
import { type Annotation, printAnnotations } from './annotations.ts';
import type { ReporterOptions } from './reporter.ts';

/** Annotations for GitHub Actions: problems, then what failed, the worst first, and what does not hold, each at its line. */
export function githubReport(report: Report, { repositoryPath }: ReporterOptions): string {
  const problems = report.projects.flatMap(({ diagnostics }) => diagnostics.map(problemAnnotation));
  const failures = failuresOf(report).map(({ kind, result }) => failureAnnotation(kind, result));
  const open = invariantAnnotations(report.invariants?.results ?? []);
  return printAnnotations([...problems, ...failures, ...open], repositoryPath);
}

const SEVERITY_COMMANDS: Readonly<Record<Severity, Annotation['command']>> = {
  error: 'error',
  warning: 'warning',
  info: 'notice',
};

function problemAnnotation({ severity, code, message, help, file, location }: Diagnostic): Annotation {
  const lines = [visible(message), ...(help ? [visible(help)] : [])];
  return { command: SEVERITY_COMMANDS[severity], title: code, message: lines.join('\n'), file, location };
}

function failureAnnotation(kind: FailureKind, result: Result): Annotation {
  const { fixture } = result;
  const [name, ...asks] = titleOf(fixture);
  return {
    command: 'error',
    title: `${FAILURE_KINDS[kind]}: ${name}`,
    message: [...asks, ...outcomeLines(result)].join('\n'),
    file: fixture.source.file,
    location: locateFixture(fixture),
  };
}
