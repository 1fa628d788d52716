import type { Entity } from '../cedar/entity.ts';
import { RESERVED_KEYS } from '../diagnostics/definition.ts';
import type { GivenContext } from '../requests/context.ts';
import type { Claims } from '../requests/principal.ts';
import { freeName } from '../values/free-name.ts';

/** A fixtures file that is to be written, as values; the order of all parts is the order in which they are to be written. */
export interface WrittenFixtures {
  readonly tags: readonly string[];
  readonly principals: Readonly<Record<string, Claims>>;
  /** The name of a file, or the entities themselves; `undefined` when the project's are meant. */
  readonly entities?: string | readonly Entity[];
  readonly cases: readonly WrittenCase[];
}

export interface WrittenCase {
  readonly name: string;
  readonly as: string;
  readonly call: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** What the context holds that does not follow from the call. */
  readonly context?: GivenContext;
  readonly expect: WrittenExpectation;
  readonly tags?: readonly string[];
}

/** One word or status; in a batch perhaps one for each item. */
export type WrittenExpectation = string | number | Readonly<Record<string, string | number>>;

/** A name that is not taken yet, as near to the wanted one as can be; it is taken then. */
export function takeName(wanted: string, taken: Set<string>): string {
  const name = freeName(wanted, (known) => taken.has(known));
  taken.add(name);
  return name;
}

/** A name for somebody who was recorded: the id where it can be the key of a mapping in a fixtures file. */
export function recordedName(id: string, taken: Set<string>): string {
  const isUsable = /^[\w.@-]+$/.test(id) && !RESERVED_KEYS.includes(id);
  return takeName(isUsable ? id : 'caller', taken);
}
