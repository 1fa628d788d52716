import { basename } from 'node:path';
import { CONFIG_FILE, SCHEMA_FILE } from '../../core/config/config.ts';
import type { Diagnostic } from '../../core/diagnostics/diagnostic.ts';
import type { SpecDocuments } from '../../core/openapi/documents.ts';
import { leadsOut } from '../../project/files/contained-path.ts';
import { projectSpec } from '../../project/loading/project.ts';
import type { PrintedFile } from '../../project/writing/print-fixtures.ts';

/** The API description that a new project begins with. */
export interface FirstDescription {
  /** As `authz.yaml` names it. */
  readonly spec: string;
  /** The description and what it refers to, where the project gets a copy. */
  readonly copies: readonly PrintedFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The places of the other files of a project: no copy may lie in their way. */
const TAKEN = new Set([CONFIG_FILE, SCHEMA_FILE, 'policies', 'invariants', 'fixtures']);

/**
 * The description as it is named, if the commands of the project may read it there. Else the project gets a copy: its commands would
 * refuse to follow `authz.yaml` to the original.
 */
export function firstDescription(documents: SpecDocuments, named: string, folder: string): FirstDescription {
  const { diagnostics } = projectSpec({ folder, config: { spec: named } }, folder);
  if (diagnostics.length === 0) return { spec: named, copies: [], diagnostics };
  const spec = basename(named);
  const copies = [{ name: spec, text: documents.root.text }];
  for (const [name, { text }] of documents.others) copies.push({ name, text });
  // A link in the folder would be in the way of what it leads to.
  const isLink = !leadsOut(named);
  const cannotCopy =
    isLink || copies.some(({ name }) => TAKEN.has(name.split('/', 1)[0]?.toLowerCase() ?? ''));
  return cannotCopy
    ? { spec: named, copies: [], diagnostics: diagnostics.map((one) => ({ ...one, severity: 'warning' })) }
    : { spec, copies, diagnostics: [copied(named, spec)] };
}

function copied(named: string, spec: string): Diagnostic {
  return {
    severity: 'info',
    code: 'spec-copied',
    message: `\`${named}\` leads out of the folder of the project, which has a copy of it: \`${spec}\``,
    help: 'change the copy from now on: nothing reads the original any more',
    file: CONFIG_FILE,
  };
}
