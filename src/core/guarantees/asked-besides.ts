import type { SecondCheck } from '../endpoints/second-check.ts';
import type { Model } from '../model/model.ts';

/** The second question of an endpoint, as it is told. */
export interface AskedBesides {
  readonly action: string;
  /** What it is asked about, without namespace. */
  readonly resourceType?: string;
  /** Calls may leave it out. */
  readonly optional?: boolean;
}

export function askedBesides({ action, optional }: SecondCheck, { actions }: Model): AskedBesides {
  const resourceType = actions.find(({ name }) => name === action)?.resourceType;
  return {
    action,
    ...(resourceType === undefined ? {} : { resourceType }),
    ...(optional === true ? { optional } : {}),
  };
}
