import type { Entity } from '../../core/cedar/entity.ts';
import type { GivenContext } from '../../core/requests/context.ts';
import type { PrincipalSlice } from '../slices/lookups.ts';

/** Who makes a call. */
export interface Caller {
  readonly principal: Entity;
  /** False for the anonymous principal, which stands for everyone without an identity. */
  readonly isKnown: boolean;
  /** What the application adds to the context of the call. */
  readonly context?: GivenContext;
  /** The slice that a cache remembered. */
  readonly slice?: PrincipalSlice;
}
