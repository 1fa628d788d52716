import type { Layer } from './layer.ts';

/** Stacks of layers that were looked at, with how many layers each had: an application may add some at any time. */
export type SeenStacks = readonly (readonly [stack: readonly Layer[], length: number])[];

/** What was found out about an application. */
interface WhatWasFound<Found> {
  readonly found: Found;
  readonly stacks: SeenStacks;
}

/** Remembers what was found out about an application, until one of the stacks that were looked at has more layers. */
export function rememberedLooks<Asked, Found>(
  look: (app: object, asked: Asked) => WhatWasFound<Found>,
): (app: object, asked: Asked) => Found {
  const known = new WeakMap<object, Map<Asked, WhatWasFound<Found>>>();
  return (app, asked) => {
    const ofApp = known.get(app) ?? new Map<Asked, WhatWasFound<Found>>();
    const before = ofApp.get(asked);
    if (before?.stacks.every(([stack, length]) => stack.length === length)) return before.found;
    const now = look(app, asked);
    known.set(app, ofApp.set(asked, now));
    return now.found;
  };
}
