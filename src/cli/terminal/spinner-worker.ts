import { writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import {
  FRAMES,
  holdingLine,
  SHOWN,
  type SpinnerData,
  type SpinnerStep,
  STANDARD_ERROR,
  STEP,
} from './spinner-line.ts';

/** A step that takes longer than this is worth a word, in milliseconds. */
const PATIENCE = 500;
const INTERVAL = 80;

// The command's own thread is busy: this one writes for it.
const { line, frames } = workerData as SpinnerData;
let timer: NodeJS.Timeout | undefined;
let shown: SpinnerStep = { step: 0, phase: '', begun: 0 };

parentPort?.on('message', (message: SpinnerStep) => {
  const isSame = message.step === shown.step;
  shown = message;
  // New words do not begin the frames again: many in a row would never be seen.
  if (isSame) return;
  clearInterval(timer);
  let turn = 0;
  timer = setInterval(() => {
    if (Date.now() - shown.begun < PATIENCE) return;
    holdingLine(line, () => {
      if (Atomics.load(line, STEP) !== shown.step) return clearInterval(timer);
      const frame = FRAMES[frames][turn++ % FRAMES[frames].length];
      writeSync(STANDARD_ERROR, `\r${frame} ${shown.phase}\u001b[K`);
      Atomics.store(line, SHOWN, 1);
    });
  }, INTERVAL);
});
