import type { PatternName } from '../../endpoints/pattern.ts';
import { batch } from './batch.ts';
import { creation } from './creation.ts';
import { implicitScope } from './implicit-scope.ts';
import { listing } from './listing.ts';
import { open } from './open.ts';
import type { Pattern } from './pattern.ts';
import { singleResource } from './single-resource.ts';

const BY_NAME: { readonly [Name in PatternName]: Pattern<Name> } = {
  open,
  batch,
  'implicit-scope': implicitScope,
  creation,
  listing,
  'single-resource': singleResource,
};

/** All patterns, in the order that settles a draw: what is decided first by the reading of the specification. */
export const PATTERNS: readonly Pattern[] = Object.values(BY_NAME);
