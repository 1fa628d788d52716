import type { SpecDocuments } from './documents.ts';
import type { Parameter, Response, Shape } from './endpoint.ts';
import { type DocumentPlace, rootPlace } from './place.ts';
import { followReferences, memoizeLookUps } from './references.ts';
import { readShape } from './shape.ts';

/** Reads an API description's documents: follows references, and builds each body shape once. */
export interface OpenApiReader {
  readonly root: DocumentPlace;
  /** Where a place's `$ref` leads in the end, or the place itself without one; `undefined` when it leads nowhere. */
  readonly follow: (place: DocumentPlace) => DocumentPlace | undefined;
  readonly shape: (place: DocumentPlace) => Shape;
  /** What many operations refer to is read once: parameters by the value that describes them, responses by their status too. */
  readonly parameters: Map<unknown, Parameter>;
  readonly responses: Map<unknown, Map<string, Response>>;
}

/** A reader over all documents of one API description; it remembers the shapes it has built. */
export function createReader(documents: SpecDocuments): OpenApiReader {
  const known = new Map<object, Shape>();
  const find = memoizeLookUps(documents);
  const follow = (place: DocumentPlace) => followReferences(place, find);
  const reading = { follow, known };
  return {
    root: rootPlace(documents.root),
    follow,
    shape: (place) => readShape(place, reading),
    parameters: new Map(),
    responses: new Map(),
  };
}
