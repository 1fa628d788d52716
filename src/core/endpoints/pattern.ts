import { keysIn } from '../values/keys-in.ts';
import type { CallerRelation } from './caller-relation.ts';

/** What a pattern means for the model, policies, requests and fixtures, however it was recognized. */
export interface PatternTraits {
  /** What a call is about when nothing names its resource: always the application, or whatever the call identifies. */
  readonly about: 'application' | 'identified';
  /** Whether a call names several resources, about each of which is decided. */
  readonly hasItems: boolean;
  /** Whether a call concerns what is in its resource: it creates a member, or lists the members. */
  readonly members: 'none' | 'created' | 'listed';
  /** `read` for calls that only read, whatever their method. */
  readonly effect: 'read' | 'by-method';
  /** Whether callers without an identity may call it as well. */
  readonly isForAnyone: boolean;
  /** How policy templates speak of the actions: by what a call does, or as a kind of their own. */
  readonly policyKind: 'by-effect' | 'open' | 'implicit-scope';
  /** The callers that fixtures have to try, as far as the resource has an owner or a tenant. */
  readonly callersToTry: readonly CallerRelation[];
}

const ANY_RELATION = ['anonymous', 'owner', 'other-owner', 'same-tenant', 'other-tenant'] as const;

/** A call about what it identifies, by callers with an identity: what most patterns are. */
const IDENTIFIED = {
  about: 'identified',
  hasItems: false,
  members: 'none',
  effect: 'by-method',
  isForAnyone: false,
  policyKind: 'by-effect',
  callersToTry: ANY_RELATION,
} as const satisfies PatternTraits;

/**
 * The six authorization patterns, in the order in which they are offered to people. A new pattern starts here: the compiler then asks for
 * its recognition in `core/classification/patterns/`, its weights and its question in the wizard. Nothing else compares the names of patterns to learn what they mean.
 */
const TABLE = {
  'single-resource': IDENTIFIED,
  creation: { ...IDENTIFIED, members: 'created' },
  listing: { ...IDENTIFIED, members: 'listed', effect: 'read' },
  batch: { ...IDENTIFIED, hasItems: true },
  open: {
    ...IDENTIFIED,
    about: 'application',
    isForAnyone: true,
    policyKind: 'open',
    callersToTry: ['anonymous'],
  },
  'implicit-scope': {
    ...IDENTIFIED,
    about: 'application',
    policyKind: 'implicit-scope',
    callersToTry: ['anonymous', 'identified'],
  },
} as const satisfies Readonly<Record<string, PatternTraits>>;

/** `single-resource`, `creation`, `listing`, `batch`, `open` or `implicit-scope`. */
export type PatternName = keyof typeof TABLE;

export const PATTERN_TRAITS: Readonly<Record<PatternName, PatternTraits>> = TABLE;

/** The six authorization patterns, in the order in which they are offered to people. */
export const PATTERN_NAMES: readonly PatternName[] = keysIn(TABLE);

/** Whether a call is about one resource that it identifies, and about nothing in it. */
export function isAboutOne(pattern: PatternName): boolean {
  const { about, hasItems, members } = PATTERN_TRAITS[pattern];
  return about === 'identified' && !hasItems && members === 'none';
}
