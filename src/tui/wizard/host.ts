import type { Diagnostic, Outcome } from '../../core/diagnostics/diagnostic.ts';
import type { PolicyTemplate } from '../../core/generation/generate-policies.ts';
import type { InitAnswers } from '../../core/generation/project-draft.ts';
import type { SpecDocuments } from '../../core/openapi/documents.ts';
import type { Report } from '../../core/replay/report.ts';

/** What the wizard is told when it starts. */
export interface WizardStart {
  /** The project's folder, as people see it. */
  readonly folder: string;
  /** API descriptions found in it. */
  readonly candidates: readonly string[];
  /** The description that was named on the command line, or that the project has: read at once. */
  readonly spec?: string;
  /** The namespace was given, and is not to be suggested. */
  readonly namespaceGiven: boolean;
  readonly templates: readonly PolicyTemplate[];
  /** Answers to begin with. */
  readonly answers: InitAnswers;
  /** Whether files that exist are to be replaced unless somebody says otherwise. */
  readonly force: boolean;
  /** A run that was left before its end. */
  readonly unfinished?: Progress;
}

/** How far a run has come. */
export interface Progress {
  readonly step: string;
  readonly spec: string;
  readonly answers: InitAnswers;
  /** The endpoints whose pattern was looked at. */
  readonly accepted: readonly string[];
}

/** So many of so many. */
export interface CountedProgress {
  readonly done: number;
  readonly total: number;
}

/** A file that would be written; `before` is what is there now, if anything. */
export interface PlannedChange {
  readonly name: string;
  readonly text: string;
  readonly before?: string;
}

export interface WrittenChange {
  readonly name: string;
  readonly outcome: 'created' | 'replaced' | 'unchanged' | 'kept' | 'removed';
  /** Where what it said before is now. */
  readonly aside?: string;
}

/** What the wizard has done for it: everything that touches files. */
export interface WizardHost {
  readonly read: (file: string) => Promise<Outcome<SpecDocuments>>;
  /** The files and folders that a path may go on with, as it would be typed; folders end with a slash. */
  readonly complete: (path: string) => readonly string[];
  /** Tells how many endpoints have been decided about meanwhile. */
  readonly plan: (
    from: { readonly documents: SpecDocuments; readonly spec: string; readonly answers: InitAnswers },
    heard: (progress: CountedProgress) => void,
  ) => Promise<Outcome<PlannedChange[]>>;
  /** All files or none; those in `keep` stay as they are. */
  readonly write: (
    files: readonly PlannedChange[],
    keep: ReadonlySet<string>,
  ) => Promise<Outcome<WrittenChange[]>>;
  /** Tells how many fixtures have been replayed meanwhile. */
  readonly replay: (heard: (progress: CountedProgress) => void) => Promise<Report>;
  readonly save: (progress: Progress) => void;
}

/** How the wizard ended. */
export type WizardEnd =
  | {
      readonly type: 'written';
      readonly files: readonly WrittenChange[];
      /** What there is to know about them. */
      readonly findings: readonly Diagnostic[];
      /** Missing when somebody did not wait for the first replay. */
      readonly report?: Report;
      /** Whether to go straight on to watching the project. */
      readonly watch: boolean;
    }
  | { readonly type: 'left' };
