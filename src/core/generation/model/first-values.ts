import { attributePath } from '../../model/model.ts';
import type { TypeDrafts } from './type-draft.ts';

/**
 * By attribute, as in `EmailCampaign.status`, the first of the texts that the API description lists for it. A schema says `String` and no more:
 * whoever needs a value that there can be asks here.
 */
export type FirstValues = ReadonlyMap<string, string>;

/** Where nothing but a schema is known. */
export const NO_FIRST_VALUES: FirstValues = new Map();

export function firstValuesOf(drafts: TypeDrafts): FirstValues {
  const found = new Map<string, string>();
  for (const draft of drafts.values())
    for (const property of draft.shape?.properties.values() ?? []) {
      const shape = property.shape.type === 'array' ? property.shape.items : property.shape;
      const first = shape?.type === 'string' ? shape.enumeration?.[0] : undefined;
      if (first !== undefined) found.set(attributePath(draft, property), first);
    }
  return found;
}
