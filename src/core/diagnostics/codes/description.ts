/** What `docs/diagnostics.md` says about one code. All texts are Markdown. */
export interface CodeDescription {
  /** The problem in one sentence. */
  readonly sentence: string;
  /** How the problem comes about. */
  readonly cause: string;
  /** What to do about it. */
  readonly remedy: string;
  /** A command, or lines of a file, that lead to it. */
  readonly example: string;
}
