import { setImmediate as breathe } from 'node:timers/promises';

/** Has one listener hear of Ctrl-C in place of all others, or none, and gives what lets the others hear of it again. */
export function listenAlone(listener?: () => void): () => void {
  const others = process.listeners('SIGINT');
  // The new listener first: where nobody listens in between, a signal ends the process, or is lost where it waits to be heard.
  if (listener !== undefined) process.on('SIGINT', listener);
  for (const other of others) process.off('SIGINT', other);
  return () => {
    for (const other of others) process.on('SIGINT', other);
    if (listener !== undefined) process.off('SIGINT', listener);
  };
}

/**
 * Does work that looks now and then whether Ctrl-C was pressed, and ends by itself when it was. Pressed once more, Ctrl-C ends the process
 * as it does where nobody listens.
 */
export async function untilInterrupted<Result>(
  onInterrupt: () => void,
  work: (isInterrupted: () => boolean) => Promise<Result>,
): Promise<Result> {
  let isInterrupted = false;
  const stop = () => {
    process.off('SIGINT', stop);
    isInterrupted = true;
    onInterrupt();
  };
  const listenTogether = listenAlone(stop);
  try {
    return await work(() => isInterrupted);
  } finally {
    listenTogether();
  }
}

/**
 * Does work that keeps its thread busy, in which no listener would hear of Ctrl-C, and that leaves nothing behind wherever it ends. Meanwhile
 * the signal ends the process, as it does where nobody listens; shells see exit code 130. A signal that came before is heard first: without
 * listeners it would be lost.
 */
export async function endedBySignal<Result>(work: () => Result): Promise<Result> {
  // From some phases of the event loop, the first turn ends before signals are heard.
  await breathe();
  await breathe();
  const listenTogether = listenAlone();
  try {
    return work();
  } finally {
    listenTogether();
  }
}
