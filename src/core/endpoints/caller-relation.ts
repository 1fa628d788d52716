/**
 * In which relation to the resource of a call its caller may be: without an identity, with any identity, its owner, not its owner, of its
 * tenant, of another tenant. A caller is in several of them.
 */
export type CallerRelation =
  | 'anonymous'
  | 'identified'
  | 'owner'
  | 'other-owner'
  | 'same-tenant'
  | 'other-tenant';
