import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    // A core is left over by default, which on two cores is half of them.
    maxWorkers: '100%',
    // Test files share modules and the compiled engine: none may leave anything behind.
    isolate: false,
    // Against hanging only: a slow or busy machine fails no test.
    testTimeout: 900_000,
    hookTimeout: 900_000,
    // The gate sums up its steps and the tests: it reads the counts from the file.
    reporters: ['default', './test/helpers/missing-things.ts', ...(process.env.CI ? ['json'] : [])],
    outputFile: { json: '.ci/results.json' },
  },
});
