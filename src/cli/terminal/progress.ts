import { writeSync } from 'node:fs';
import { extname } from 'node:path';
import { visible } from '../../reporters/words/wording.ts';
import { cutTo } from '../../reporters/words/wrap.ts';
import { isInCi } from './in-ci.ts';
import {
  holdingLine,
  newSpinnerLine,
  SHOWN,
  type SpinnerData,
  type SpinnerStep,
  STANDARD_ERROR,
  STEP,
} from './spinner-line.ts';

/**
 * Runs one step of a command. On a terminal, a spinner names the step when it takes over half a second, and leaves no trace. The work may tell
 * how far it is, in other words for the step.
 */
export type ProgressStep = <T>(
  phase: string,
  work: (tell: (phase: string) => void) => T | Promise<T>,
) => Promise<T>;

/** From this many bytes of input on, steps may take long enough for a spinner; below, its thread would be started for nothing. */
const LARGE = 64 * 1024;

/** Says nothing. */
export const inSilence: ProgressStep = async (_, work) => await work(() => undefined);

/** The steps of a command that reads this many bytes. */
export function stepsFor(bytes: number): ProgressStep {
  return bytes >= LARGE && isWatched() ? spinningSteps() : inSilence;
}

function isWatched(): boolean {
  return process.stderr.isTTY === true && process.env.TERM !== 'dumb' && !isInCi(process.env);
}

/** The work of a command keeps its thread busy, so no timer of it would ever fire: the spinner turns in a thread of its own. */
function spinningSteps(): ProgressStep {
  const line = newSpinnerLine();
  const data: SpinnerData = { line, frames: process.platform === 'win32' ? 'plain' : 'dots' };
  const file = new URL(`./spinner-worker${extname(import.meta.filename)}`, import.meta.url);
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const worker = new Worker(file, { workerData: data, stdin: false, execArgv: [] });
  worker.unref();
  // Without its spinner, a command is as good.
  worker.on('error', () => undefined);
  const clear = () =>
    holdingLine(line, () => {
      Atomics.add(line, STEP, 1);
      if (Atomics.exchange(line, SHOWN, 0) === 1) writeSync(STANDARD_ERROR, '\r\u001b[K');
    });
  process.once('exit', clear);
  return async (phase, work) => {
    const step = Atomics.add(line, STEP, 1) + 1;
    const begun = Date.now();
    const tell = (words: string) => {
      // A line that wrapped could not be cleared.
      const room = (process.stderr.columns || 80) - '⠋ '.length - 1;
      const message: SpinnerStep = { step, phase: cutTo(visible(words), room), begun };
      worker.postMessage(message);
    };
    tell(phase);
    try {
      return await work(tell);
    } finally {
      clear();
    }
  };
}
