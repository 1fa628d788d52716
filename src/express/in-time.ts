/**
 * Runs a function of the application and waits for its answer, but not longer than `ms` milliseconds.
 * What fails or takes too long is an error that says so; a late answer is ignored.
 */
export async function inTime<T>(what: string, ms: number, work: () => T | Promise<T>): Promise<T> {
  const result = work();
  if (!isPromise(result)) return result;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}

function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof value === 'object' && value !== null && 'then' in value;
}
