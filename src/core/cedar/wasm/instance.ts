import { createRequire } from 'node:module';
import { versions } from 'node:process';
import type * as Cedar from '@cedar-policy/cedar-wasm/nodejs';
import { messageOf } from '../../values/message-of.ts';
import { failure, refusal, success } from './answers.ts';
import type { EngineAnswer, PolicyTexts } from './engine-types.ts';

/** The functions of the engine's module. */
export type EngineInstance = typeof Cedar;

const MODULE = '@cedar-policy/cedar-wasm/nodejs';

let instance: EngineInstance | undefined;

/** How often a call of this instance was thrown out of it. */
let thrown = 0;

/** Each throw leaves its part of the stack behind: some 700 bytes of a megabyte, of which deep policies want a good deal. */
const MOST_THROWN = 64;

/** Whose policies, and whose schema, each slot of the instance holds: nobody may decide with those of somebody else. */
export const slotOwners = new Map<string, SlotOwner>();

export const slotSchemas = new Map<string, SlotOwner['schema']>();

export interface SlotOwner {
  readonly policies: PolicyTexts;
  readonly schema: Cedar.SchemaJson<string>;
}

function currentEngine(): EngineInstance {
  instance ??= loadEngine();
  return instance;
}

function loadEngine(): EngineInstance {
  // A loader keeps whatever it has loaded: one for each copy lets the copies before go.
  const require = createRequire(import.meta.url);
  // V8 of Node 20 and 22 aborts the whole process when an optimized caller of WebAssembly is deoptimized during the call;
  // not inlining those calls avoids it at no measurable cost. Newer versions are not affected, and may not know the flag.
  if (Number.parseInt(versions.node, 10) < 24) {
    const { setFlagsFromString } = require('node:v8') as typeof import('node:v8');
    setFlagsFromString('--no-turbo-inline-js-wasm-calls');
  }
  return require(MODULE) as EngineInstance;
}

/** A stack overflow inside WebAssembly leaves every later call broken: a fresh copy of the module is the only cure. */
function discardEngine(): void {
  const require = createRequire(import.meta.url);
  instance = undefined;
  thrown = 0;
  slotOwners.clear();
  slotSchemas.clear();
  delete require.cache[require.resolve(MODULE)];
}

// ---- one way to ask ----

/** Runs one call. Wrong content is an answer of the engine; a wrong shape or a trap is thrown: both become a failed `Answer`. */
export function ask<T>(call: (engine: EngineInstance) => EngineAnswer<T>): EngineAnswer<T> {
  try {
    return call(currentEngine());
  } catch (error) {
    if (isPoisonous(error)) {
      discardEngine();
      return refusal('the policy engine ran out of stack and was restarted', 'nest the input less deeply');
    }
    thrown += 1;
    // No call is under way now: the next one finds a fresh instance rather than the end of the stack.
    if (thrown >= MOST_THROWN) discardEngine();
    return refusal(`the policy engine refused its input: ${messageOf(error)}`);
  }
}

/** By name, not by class: the error may come from another realm, as it does under a test runner. */
function isPoisonous(error: unknown): boolean {
  return error instanceof Error && (error.name === 'RangeError' || error.name === 'RuntimeError');
}

/** Asks whether something parses or fits; nothing but problems comes back. */
export function checked(call: (engine: EngineInstance) => Cedar.CheckParseAnswer): EngineAnswer<undefined> {
  return ask((engine) => {
    const answer = call(engine);
    return answer.type === 'success' ? success(undefined) : failure(answer.errors);
  });
}
