/**
 * Run as a process of its own. V8 before Node 24 aborts when a hot JavaScript caller of WebAssembly, with the call inlined into it,
 * is deoptimized while the call is running. A getter runs during the call, and takes away what the optimized caller relied upon.
 */
import { type PolicyJson, policyToText } from '../../src/core/cedar/cedar.ts';

const CALLS = 30_000;
const EVERY = 2500;
const policy: PolicyJson = {
  effect: 'permit',
  principal: { op: 'All' },
  action: { op: 'All' },
  resource: { op: 'All' },
  conditions: [],
};

class Holder {
  val() {
    return 0;
  }
}

const holder = new Holder();
let deoptimizations = 0;

function hot(value: PolicyJson): number {
  const answer = policyToText(value);
  return (answer.ok ? answer.value.length : 0) + holder.val();
}

function deoptimizing(index: number): PolicyJson {
  const effect = () => {
    if (index % EVERY === EVERY - 1) {
      deoptimizations += 1;
      const shape = deoptimizations;
      Object.assign(globalThis, { [`shape${shape}`]: 1 });
      Object.assign(Holder.prototype, { [`method${shape}`]: () => 1, val: () => shape });
    }
    return 'permit' as const;
  };
  return Object.defineProperty({ ...policy }, 'effect', { enumerable: true, get: effect });
}

let answered = 0;
for (let index = 0; index < CALLS; index += 1) if (hot(deoptimizing(index)) > 0) answered += 1;
process.stdout.write(`survived ${answered} calls\n`);
