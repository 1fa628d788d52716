import type { EntityUid } from '../core/cedar/entity.ts';
import type { Model } from '../core/model/model.ts';
import type { Caller } from './principals/caller.ts';

/** What was found out about a call before it was let through. */
export interface Remembered {
  readonly caller: Caller;
  /** By which the caller was made: of the same claims, a schema that was reloaded since may make another. */
  readonly model: Model;
  /** The id of the call in the log. */
  requestId?: string;
  /** What it was about: the first of its resources. */
  resource?: EntityUid;
}

/** What is known of the calls that are being handled, by the framework's own request; forgotten with it. */
export interface MemoryOfCalls {
  readonly get: (req: object) => Remembered | undefined;
  readonly set: (req: object, remembered: Remembered) => void;
}

/** Kept at the request itself where it takes a property more, which costs next to nothing; a map that holds on to nothing costs more. */
export function memoryOfCalls(): MemoryOfCalls {
  const KEY = Symbol('what authorization knows of the call');
  const others = new WeakMap<object, Remembered>();
  return {
    get: (req: object & { [KEY]?: Remembered }) => req[KEY] ?? others.get(req),
    set: (req: object & { [KEY]?: Remembered }, remembered) => {
      if (Object.isExtensible(req)) req[KEY] = remembered;
      else others.set(req, remembered);
    },
  };
}
