/** The one table of exit codes; `--help` and the README print it. */
export const EXIT_CODES = {
  /** All well. */
  ok: 0,
  /** An expectation was not met: a fixture, an invariant, coverage, or drift found by `--check`. */
  unmet: 1,
  /** Wrong usage, or input that cannot be used: API description, schema, policies, fixtures, configuration. */
  unusable: 2,
  /** Stopped by the user. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

export const EXIT_CODE_HELP = `Exit codes:
  0    success
  1    an expectation was not met: a fixture failed, an invariant is not proven, coverage is too low, or --check found a difference
  2    wrong usage or unusable input (API description, schema, policies, fixtures, configuration)
  130  interrupted`;
