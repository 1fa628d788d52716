import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseExactly } from '../../../core/cedar/exact-number.ts';
import { partOf, type Source } from '../../../core/diagnostics/source.ts';
import { cedarReferences } from '../../../core/fixtures/cedar-formats/cedar-tests.ts';
import { isRecord } from '../../../core/values/record.ts';
import type { FixtureInput } from '../../../core/verification/verify-input.ts';
import { readText, showPath } from '../../../project/files/read-text.ts';
import { DISK } from '../../../project/files/reader.ts';
import { nearEntities } from '../../../project/loading/fixture-files.ts';
import { parseSource } from '../../../project/parsing/parse.ts';
import { fail, unwrap } from '../../projects/inputs.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/** A request as `cedar authorize` takes it: in a file, or part by part. */
export interface CedarRequestFlags {
  readonly requestJson?: string;
  readonly principal?: string;
  readonly action?: string;
  readonly resource?: string;
  /** A file with JSON, or JSON. */
  readonly context?: string;
  readonly entities?: string;
  readonly requestValidation?: 'true' | 'false';
  /** Here so that commands for `cedar authorize` work as they are. */
  readonly verbose?: boolean;
  readonly timing?: boolean;
}

/** Whether the flags are about a request of Cedar, and not about a call. */
export function isCedarRequest(
  { requestJson, principal, action, resource }: CedarRequestFlags,
  file: string | undefined,
): boolean {
  return (requestJson ?? principal ?? action ?? resource ?? file) !== undefined;
}

/** The request with the entities that it names, or that lie near its file unless others are named. */
export async function readCedarRequest(
  flags: CedarRequestFlags,
  named: string | undefined,
  terminal: Terminal,
): Promise<FixtureInput> {
  const file = flags.requestJson ?? named;
  const path = resolve(terminal.cwd, file ?? BY_PARTS);
  const written = file === undefined ? sourceOfParts(flags, terminal) : await sourceAt(path, terminal);
  const source = withValidation(written, flags);
  const shared = new Map<string, Source>();
  for (const reference of cedarReferences(source.value))
    shared.set(reference, await sourceAt(resolve(dirname(path), reference), terminal));
  const beside = flags.entities === undefined ? nearEntities(path) : undefined;
  return { source, shared, near: beside === undefined ? undefined : await sourceAt(beside, terminal) };
}

/** What the command line says of the validation goes before what the file says. */
function withValidation(source: Source, { requestValidation }: CedarRequestFlags): Source {
  const { value } = source;
  if (requestValidation === undefined || !isRecord(value)) return source;
  return partOf(source, [], { ...value, validateRequest: requestValidation === 'true' });
}

/** The file in the working directory that a request of parts is written for. */
const BY_PARTS = 'request.json';

async function sourceAt(path: string, terminal: Terminal): Promise<Source> {
  return unwrap(await DISK.source(path, showPath(path, terminal.cwd)), terminal);
}

function sourceOfParts(
  { principal, action, resource, context }: CedarRequestFlags,
  terminal: Terminal,
): Source {
  if (principal === undefined || action === undefined || resource === undefined)
    fail(
      'usage',
      'a request needs a principal, an action and a resource',
      `write it like \`--principal 'User::"ana"' --action 'Action::"view"' --resource 'Doc::"d1"'\``,
    );
  const said = JSON.stringify({
    principal: quoted(principal),
    action: quoted(action),
    resource: quoted(resource),
  });
  const text =
    context === undefined ? said : `${said.slice(0, -1)},"context":${contextText(context, terminal)}}`;
  return unwrap(parseSource('the command line', text, parseExactly), terminal);
}

/** The entity as Cedar writes it: a shell takes quotation marks away, and leaves `User::ana` of `User::"ana"`. */
function quoted(entity: string): string {
  return entity.replace(/^((?:[A-Za-z_]\w*::)+)([^"\\:]+)$/, '$1"$2"');
}

/** The text of a context: `cedar` takes a file, and what begins like JSON is JSON. */
export function contextText(context: string, terminal: Terminal): string {
  const path = resolve(terminal.cwd, context);
  if (!existsSync(path) && !/\.json$/.test(context)) return context;
  return unwrap(readText(path, showPath(path, terminal.cwd)), terminal).trim();
}
