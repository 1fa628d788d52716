import type { FileOverrides } from '../../project/project-files.ts';

/** The flags of `authz watch`. */
export interface WatchOptions extends FileOverrides {
  /** False for plain lines, also on a terminal. */
  readonly tui: boolean;
  /** False for a screen that is never heard. */
  readonly bell: boolean;
  /** A git revision. */
  readonly since?: string;
}
