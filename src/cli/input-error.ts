import type { InputError } from '../core/diagnostics/diagnostic.ts';

/** By name, not by class: commands with a terminal UI bring a copy of the class along, see `scripts/bundle.mjs`. */
export function isInputError(error: unknown): error is InputError {
  return error instanceof Error && error.name === 'InputError';
}
