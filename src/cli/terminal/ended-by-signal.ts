import { setImmediate as breathe } from 'node:timers/promises';

/**
 * Does work that keeps its thread busy, in which no listener would hear of Ctrl-C, and that leaves nothing behind wherever it ends. Meanwhile
 * the signal ends the process, as it does where nobody listens; shells see exit code 130. A signal that came before is heard first: without
 * listeners it would be lost.
 */
export async function endedBySignal<Result>(work: () => Result): Promise<Result> {
  // From some phases of the event loop, the first turn ends before signals are heard.
  await breathe();
  await breathe();
  const listeners = process.listeners('SIGINT');
  process.removeAllListeners('SIGINT');
  try {
    return work();
  } finally {
    for (const listener of listeners) process.on('SIGINT', listener);
  }
}
