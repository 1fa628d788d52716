import { API_CODES } from './codes/api.ts';
import { COMMAND_LINE_CODES } from './codes/command-line.ts';
import { FILE_CODES } from './codes/files.ts';
import { FIXTURE_CODES } from './codes/fixtures.ts';
import { POLICY_CODES } from './codes/policies.ts';
import { SCHEMA_CODES } from './codes/schemas.ts';
import { SERVER_CODES } from './codes/servers.ts';

/**
 * Every code that a diagnostic can have, by subject. `docs/diagnostics.md` is made from this table, by `scripts/write-docs.ts`. A new
 * code is a new entry here; a code that is not here does not compile.
 */
export const CODES = {
  'The command line, projects and reports': COMMAND_LINE_CODES,
  Files: FILE_CODES,
  'API descriptions and classification': API_CODES,
  Schemas: SCHEMA_CODES,
  'Policies and templates': POLICY_CODES,
  'Fixtures, principals, entities and calls': FIXTURE_CODES,
  Servers: SERVER_CODES,
} as const;

/** The kind of a problem: stable, so that machines can tell problems apart. */
export type DiagnosticCode = {
  [Subject in keyof typeof CODES]: keyof (typeof CODES)[Subject];
}[keyof typeof CODES];
