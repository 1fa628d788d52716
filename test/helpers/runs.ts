/** How many runs a property gets: what suits every day, times `PROPERTY_RUNS`, as in `PROPERTY_RUNS=10 npx vitest run test/core`. */
export function runs(usual: number): { readonly numRuns: number } {
  return { numRuns: Math.max(1, Math.round(usual * Number(process.env.PROPERTY_RUNS ?? 1))) };
}
