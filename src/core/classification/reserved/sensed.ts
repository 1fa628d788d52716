import { memoize, memoizeByIdentity } from '../../caching/memoize.ts';
import { PATTERN_TRAITS, type PatternName } from '../../endpoints/pattern.ts';
import type { ResourceFrom } from '../../endpoints/resource-from.ts';
import { type Endpoint, isReading, type Property, type Shape } from '../../openapi/endpoint.ts';
import { heldShape, wrappedShapes } from '../../openapi/held-shape.ts';
import type { Facts } from '../signals/facts.ts';
import type { PathStep } from '../signals/path/steps.ts';
import { phraseOf, singularOf, wordsOf } from '../words.ts';

/** An endpoint with what is known of it before its type has a name. */
export interface Sensed {
  readonly endpoint: Endpoint;
  readonly facts: Facts;
  readonly pattern: PatternName;
  readonly from: ResourceFrom;
  /** Why it changes something in spite of its method. */
  readonly changed?: string | undefined;
}

/**
 * The word that an endpoint speaks of: the last literal, and the one in front of it where the last is a verb, as in `/transfer/accept`, or
 * says of that one how it is meant, as in `/users/bulk`.
 */
export function subjects({ facts: { steps, pathVerb } }: Sensed): readonly string[] {
  const at = steps.findLastIndex(({ kind }) => kind === 'literal');
  const isBehind = pathVerb !== undefined || BEHIND_SUBJECT.test(steps[at]?.text ?? '');
  // `members/microsoft.graph.add`: the verb has a namespace in its own segment.
  const start = steps.findLastIndex(({ appended }, index) => index <= at && !appended);
  const isInNamespace = at - start > 1 && /^(add|remove|assign|unassign)/i.test(steps[at]?.text ?? '');
  const before = isBehind ? [steps[at - 1], isInNamespace ? steps[start - 1] : undefined] : [];
  return [steps[at], ...before].flatMap((step) =>
    step === undefined || step.kind !== 'literal' || /^ids?[A-Z_]/.test(step.text) ? [] : [step.text],
  );
}

/** Several of them, those that wait, and OData's `members/$ref`. */
const BEHIND_SUBJECT = /^(bulk|batch|multiple|import|pending)$|^\$\w+$/i;

/** The literals that stand together at the end, before the identifiers there: `hooks` and `git` of `/hooks/git/{id}`. */
export function lastRun({ facts: { steps } }: Sensed): readonly string[] {
  return runOf(steps);
}

const runOf = memoizeByIdentity((steps: readonly PathStep[]): readonly string[] => {
  const end = steps.findLastIndex(({ kind }) => kind === 'literal') + 1;
  const start = steps.slice(0, end).findLastIndex(({ kind }) => kind !== 'literal') + 1;
  return steps.slice(start, end).map(({ text }) => text);
});

/** The literals that stand together at the end, and where they are a verb those that it is done to: `keys` of `/keys/{id}/rotate`. */
export function about(sensed: Sensed): readonly string[] {
  const { steps, pathVerb } = sensed.facts;
  const run = lastRun(sensed);
  if ((pathVerb === undefined && !ROLLS.test(run[0] ?? '')) || run.length > 1) return run;
  const end = steps.findLastIndex(({ kind }) => kind === 'literal');
  const before = steps.slice(0, end).findLast(({ kind }) => kind === 'literal');
  return before === undefined ? run : [before.text, ...run];
}

/** In words, how a procedure is named: by its operation id, and by the last literal, as in `?Action=DeleteRole`. */
export function procedureNames({ facts: { nameWords, literals } }: Sensed): readonly string[] {
  const last = literals.at(-1) ?? '';
  return [nameWords.join(' '), phraseOf(last.slice(last.indexOf('=') + 1))];
}

/** No verb elsewhere. */
const ROLLS = /^roll(_?over)?$/i;

export const lastNoun = memoize((literal) => singularOf(wordsOf(literal).at(-1) ?? ''));

/** Behind another word, such a verb makes that one a noun: `purchaseOrdersUpdate`. */
export const isPlainDeed = memoize((word) =>
  /^(create|update|delete|remove|get|list|query|post|put|patch|synchronize)$/.test(word),
);

export function changes({ endpoint, pattern, changed }: Sensed): boolean {
  return changed !== undefined || (!isReading(endpoint) && PATTERN_TRAITS[pattern].effect !== 'read');
}

/** Bodies and answers are looked at this deep: `databases[].connection.password`. */
export const DEEPEST = 4;

export function canHold({ type }: Shape): boolean {
  return type === 'object' || type === 'array';
}

/** Finds a property that the body takes, and does not only show, in it, in what it wraps, or in what these hold; `isMeant` is asked about its words. */
export function takenProperty(
  isMeant: (words: string, shape: Shape) => boolean,
  deepest = DEEPEST_TAKEN,
): (endpoint: Endpoint) => string | undefined {
  const find = propertyFinder(isMeant, ({ readOnly }) => !readOnly, deepest);
  return ({ body }) => {
    for (const { path, shape } of body === undefined ? [] : wrappedShapes(body.shape)) {
      const found = find(shape, Math.max(deepest - path.length, 0));
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

/** The same for what an answer shows. */
export function shownProperty(
  isMeant: (words: string, shape: Shape) => boolean,
): (endpoint: Endpoint) => string | undefined {
  const find = propertyFinder(isMeant, ({ writeOnly }) => writeOnly !== true, DEEPEST_TAKEN);
  return ({ responses }) => {
    for (const { status, shape } of responses) {
      const found = status.startsWith('2') && shape !== undefined ? find(shape) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

function propertyFinder(
  isMeant: (words: string, shape: Shape) => boolean,
  counts: (property: Property) => boolean,
  deepest: number,
): (shape: Shape, depth?: number) => string | undefined {
  // By depth: many bodies hold the same shapes, so each is looked through once.
  const below = Array.from({ length: deepest + 1 }, (_, depth) =>
    memoizeByIdentity((shape: Shape) => propertyAmong(shape, depth)),
  );
  const propertyIn = (shape: Shape, depth: number): string | undefined => {
    const held = heldShape(shape);
    return held && below[depth]?.(held);
  };
  const propertyAmong = ({ properties }: Shape, depth: number) => {
    const counted = [...properties.values()].filter(counts);
    for (const { name, shape } of counted) if (isMeant(phraseOf(name), shape)) return name;
    if (depth === 0) return undefined;
    for (const { shape } of counted) {
      const found = canHold(shape) ? propertyIn(shape, depth - 1) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return (shape, depth = deepest) => propertyIn(shape, depth);
}

const DEEPEST_TAKEN = 2;
