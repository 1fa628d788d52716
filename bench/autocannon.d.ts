/** What the benchmarks use of autocannon, which brings no types and is installed only to run them. */
declare module 'autocannon' {
  interface Options {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    readonly requests: readonly { readonly path: string }[];
  }
  interface Result {
    readonly requests: { readonly average: number; readonly total: number };
    readonly non2xx: number;
    readonly errors: number;
    readonly timeouts: number;
  }
  interface Run {
    /** `time`: milliseconds until the answer was there. */
    readonly on: (
      event: 'response',
      listener: (client: object, status: number, bytes: number, time: number) => void,
    ) => void;
  }
  export default function autocannon(
    options: Options,
    done: (error: Error | null, result: Result) => void,
  ): Run;
}
