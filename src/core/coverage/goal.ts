import type { Policy } from '../policies/policy.ts';
import type { PolicyPart } from '../policies/policy-parts.ts';
import type { ModelEndpoint } from '../requests/map-call.ts';

/** Something that fixtures ought to see. */
export type Goal =
  | {
      readonly type: 'endpoint';
      readonly endpoint: ModelEndpoint;
      readonly outcome: 'allowed' | 'denied';
    }
  /** That it determines a decision. */
  | { readonly type: 'policy'; readonly policy: Policy; readonly outcome: 'determining' }
  /** That it is reached, and comes out so. */
  | {
      readonly type: 'part';
      readonly policy: Policy;
      readonly part: PolicyPart;
      readonly outcome: 'true' | 'false';
    };
