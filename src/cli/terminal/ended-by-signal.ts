/**
 * Does work that keeps its thread busy, in which no listener would hear of Ctrl-C, and that leaves nothing behind wherever it ends. Meanwhile
 * the signal ends the process, as it does where nobody listens; shells see exit code 130.
 */
export function endedBySignal<Result>(work: () => Result): Result {
  const listeners = process.listeners('SIGINT');
  process.removeAllListeners('SIGINT');
  try {
    return work();
  } finally {
    for (const listener of listeners) process.on('SIGINT', listener);
  }
}
