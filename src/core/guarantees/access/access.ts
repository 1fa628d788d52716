import type { Reason } from '../../analysis/questions/attempt.ts';
import type { Method } from '../../endpoints/method.ts';
import type { QuestionsBesides } from '../../requests/server/asked-besides.ts';

/** Who may do what, over all requests: groups by endpoints. */
export interface AccessMatrix {
  /** Groups in the order of their names, then callers in no group, then those without an identity, then other types of principals; or one person. */
  readonly columns: readonly string[];
  readonly rows: readonly AccessRow[];
  /** What all answers take for granted, as sentences. */
  readonly assumptions: readonly string[];
}

/** The cells heed what its calls ask besides. */
export interface AccessRow extends QuestionsBesides {
  /** Missing for actions that no endpoint asks about. */
  readonly endpoint?: { readonly method: Method; readonly path: string };
  readonly action: string;
  /** Of the action, where it is another one than that of the endpoints. */
  readonly namespace?: string;
  /** One for each column. */
  readonly cells: readonly Access[];
}

/** Whether somebody may do something. */
export type Access =
  | {
      readonly kind: 'always';
      /** Nothing is decided: the application skips the endpoint. */
      readonly isSkipped?: true;
    }
  | {
      readonly kind: 'never';
      /** Whatever policies say: the server cannot tell its calls from those of another endpoint. */
      readonly isRefused?: true;
    }
  /** In words of the policies: all of `needs`, and one of the alternatives, each of which may need several things. */
  | {
      readonly kind: 'when';
      readonly needs: readonly string[];
      readonly alternatives: readonly (readonly string[])[];
    }
  | { readonly kind: 'not-decided'; readonly reason: Reason };
