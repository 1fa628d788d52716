import { batch } from './batch.ts';
import { creation } from './creation.ts';
import { implicitScope } from './implicit-scope.ts';
import { listing } from './listing.ts';
import { open } from './open.ts';
import type { Pattern } from './pattern.ts';
import { singleResource } from './single-resource.ts';

/** The six patterns, in the order that settles a draw: what is decided first by the reading of the specification. */
export const PATTERNS: readonly Pattern[] = [open, batch, implicitScope, creation, listing, singleResource];
