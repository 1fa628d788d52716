import type { CedarValueJson } from '../../core/cedar/cedar.ts';
import type { EntityUid } from '../../core/cedar/entity.ts';

/** What a slice builder knows about one entity. Its uid is the type and id that were asked for. */
export interface EntityParts<Attributes = Readonly<Record<string, CedarValueJson>>> {
  /** The attributes that the schema models. */
  readonly attrs?: Attributes;
  /** The tags of the entity, where the schema gives its type tags. */
  readonly tags?: Readonly<Record<string, CedarValueJson>>;
  /** The entities directly above it, with namespaced types: their own builders are asked about them. */
  readonly parents?: readonly EntityUid[];
}
