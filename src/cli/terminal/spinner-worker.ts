import { writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { FRAMES, holdingLine, SHOWN, type SpinnerData, STANDARD_ERROR, STEP } from './spinner-line.ts';

/** A step that takes longer than this is worth a word, in milliseconds. */
const PATIENCE = 500;
const INTERVAL = 80;

// The command's own thread is busy: this one writes for it.
const { line, frames } = workerData as SpinnerData;
let timer: NodeJS.Timeout | undefined;

parentPort?.on('message', ({ step, phase, begun }: { step: number; phase: string; begun: number }) => {
  clearInterval(timer);
  let turn = 0;
  timer = setInterval(() => {
    if (Date.now() - begun < PATIENCE) return;
    holdingLine(line, () => {
      if (Atomics.load(line, STEP) !== step) return clearInterval(timer);
      const frame = FRAMES[frames][turn++ % FRAMES[frames].length];
      writeSync(STANDARD_ERROR, `\r${frame} ${phase}\u001b[K`);
      Atomics.store(line, SHOWN, 1);
    });
  }, INTERVAL);
});
