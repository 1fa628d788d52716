import type { BodyStep } from '../endpoints/resource-from.ts';
import { isRecord } from '../values/record.ts';

/** What stands at a place in a body, or why nothing can be read there. */
export type BodyValues =
  | { readonly type: 'values'; readonly values: readonly unknown[] }
  | { readonly type: 'unusable'; readonly reason: string };

/**
 * The values at a place of the body: one, or one for each member of the lists on the way. A member without the identifier makes the whole
 * call unusable: what the application would do to it must not go undecided.
 */
export function valuesInBody(body: unknown, steps: readonly BodyStep[]): BodyValues {
  let values: readonly unknown[] = [body];
  let inList = false;
  for (const [index, step] of steps.entries()) {
    const at = steps.slice(0, index);
    if (step === 'each') {
      if (values.some((value) => !Array.isArray(value))) return noList(values, at);
      inList = true;
      values = values.flat(1);
    } else {
      const found = values.flatMap((value) => propertyOf(value, step.key));
      if (values.some((value) => mayInherit(value, step.key)))
        return { type: 'unusable', reason: inheritedName(describePlace(at), step.key) };
      if (found.length < values.length && inList) return notInEach(at, step.key);
      values = found;
    }
  }
  return { type: 'values', values };
}

/** An own property that is there and not `null`. */
function propertyOf(value: unknown, key: string): readonly unknown[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  if (!Object.hasOwn(value, key)) return [];
  const found = (value as Readonly<Record<string, unknown>>)[key];
  return found === undefined || found === null ? [] : [found];
}

/**
 * Whether an object has no such member, and a copy of it may: parsers of JSON keep `__proto__` as a name like any other, and `Object.assign`
 * makes a prototype of it.
 */
export function mayInherit(value: unknown, key: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '__proto__') && !Object.hasOwn(value, key);
}

/** Why a call is unusable whose body is such an object. */
export function inheritedName(what: string, key: string): string {
  return `${what} has a \`__proto__\`, in which handlers may find \`${key}\``;
}

function noList(values: readonly unknown[], at: readonly BodyStep[]): BodyValues {
  // Nothing there at all is said by who finds no identifier.
  if (values.length === 0) return { type: 'values', values };
  return { type: 'unusable', reason: `${describePlace(at)} is not a list` };
}

function notInEach(at: readonly BodyStep[], key: string): BodyValues {
  return { type: 'unusable', reason: `a member of ${describePlace(at.slice(0, -1))} has no \`${key}\`` };
}

function describePlace(steps: readonly BodyStep[]): string {
  const keys = steps.flatMap((step) => (step === 'each' ? [] : [step.key]));
  return keys.length === 0 ? 'the body' : `body \`${keys.join('.')}\``;
}

/** Of a body, only what leads to the identifiers at a place: everything else in it may be secret. */
export function alongSteps(body: unknown, steps: readonly BodyStep[]): unknown {
  const [step, ...rest] = steps;
  if (step === undefined) return Array.isArray(body) ? body.map(identifierOnly) : identifierOnly(body);
  if (step === 'each')
    return Array.isArray(body) ? body.map((member) => alongSteps(member, rest)) : undefined;
  // `null` says that something is taken away.
  if (isRecord(body) && Object.hasOwn(body, step.key) && body[step.key] === null) return { [step.key]: null };
  const [value] = propertyOf(body, step.key);
  return value === undefined ? undefined : { [step.key]: alongSteps(value, rest) };
}

/** An item may be an object with an `id`. */
function identifierOnly(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const [id] = propertyOf(value, 'id');
  return id === undefined ? {} : { id };
}
