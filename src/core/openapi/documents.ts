import type { Source } from '../diagnostics/source.ts';

/** An API description as read from disk: its root document, and the documents it refers to. */
export interface SpecDocuments {
  readonly root: Source;
  /**
   * The other documents by their path relative to the root document's folder, with forward slashes and no `.` or `..`
   * segments (`common/errors.yaml`). The loader has already refused everything outside that folder.
   */
  readonly others: ReadonlyMap<string, Source>;
}
