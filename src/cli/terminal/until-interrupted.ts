/**
 * Does work that looks now and then whether Ctrl-C was pressed, and ends by itself when it was. Pressed once more, Ctrl-C ends the process
 * as it does where nobody listens.
 */
export async function untilInterrupted<Result>(
  onInterrupt: () => void,
  work: (isInterrupted: () => boolean) => Promise<Result>,
): Promise<Result> {
  let isInterrupted = false;
  const others = process.listeners('SIGINT');
  const stop = () => {
    isInterrupted = true;
    onInterrupt();
  };
  // The new listener first: a signal that waits to be heard is lost where nobody listens in between.
  process.once('SIGINT', stop);
  for (const listener of others) process.removeListener('SIGINT', listener);
  try {
    return await work(() => isInterrupted);
  } finally {
    for (const listener of others) process.on('SIGINT', listener);
    process.removeListener('SIGINT', stop);
  }
}
