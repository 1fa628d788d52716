import type { Entity, EntityUid } from '../../cedar/entity.ts';
import type { Call, Request } from '../../requests/map-call.ts';

/** A request that shows something, as the HTTP call that makes it. */
export interface Example {
  /** Missing for actions that no endpoint asks about. */
  readonly call?: Call;
  readonly request: Request;
  /** Everything that there is, sorted. */
  readonly entities: readonly Entity[];
  /** Whether policies see only the caller, the resource and what they are in. */
  readonly isSlice?: true;
  readonly caller: DescribedEntity;
  readonly resource: DescribedEntity;
  /** The other entities of which policies look at something, sorted; of those that are not sent, no policy sees what is said of them. */
  readonly besides: readonly (DescribedEntity & { readonly isUnsent?: true })[];
  /** What policies look at in the context, and the call and the caller do not say. */
  readonly context: readonly DescribedValue[];
}

/** An entity as people are told of it. */
export interface DescribedEntity {
  readonly uid: EntityUid;
  /** What it is in, sorted: groups and tenants of a caller, containers of a resource. */
  readonly parents: readonly EntityUid[];
  /** Attributes that the policies look at, with their values as Cedar writes them. */
  readonly attributes: readonly DescribedValue[];
  /** All of them, sorted by name. */
  readonly tags: readonly DescribedValue[];
}

/** A value as Cedar writes it. */
export interface DescribedValue {
  readonly name: string;
  readonly value: string;
}
