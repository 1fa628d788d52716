import type { Report } from '../../core/replay/report.ts';
import type { FoundAccess } from '../html/access-section.ts';

/** Turns the report of a run into one text: all that it says comes from the report. */
export type Reporter = (report: Report, options: ReporterOptions) => string;

export interface ReporterOptions {
  readonly color: boolean;
  /** Show what passed, too. */
  readonly verbose: boolean;
  /** The width of the screen, for reporters whose text people read on one; missing where it goes anywhere else. */
  readonly columns?: number;
  /** What is found out about all requests; missing where that was not asked for. */
  readonly access?: readonly FoundAccess[];
  /** The path from the root of the repository of a file that the report names, for servers that show reports beside the code. */
  readonly repositoryPath: (file: string) => string;
}

/** What a reporter is told where nobody says anything else. */
export const PLAIN: ReporterOptions = { color: false, verbose: false, repositoryPath: (file) => file };
