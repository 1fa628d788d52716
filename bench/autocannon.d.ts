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
    /** Milliseconds. */
    readonly latency: { readonly p99: number };
    readonly non2xx: number;
    readonly errors: number;
    readonly timeouts: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
