import { hasErrors, type Outcome } from '../../diagnostics/diagnostic.ts';
import { usableFacts } from '../../facts/usable-facts.ts';
import { findCaller } from '../../verification/caller.ts';
import { checkProject } from '../../verification/check-project.ts';
import type { VerifyInput } from '../../verification/verify-input.ts';
import type { AccessMatrix } from './access.ts';
import { groupColumns, personColumn } from './columns.ts';
import { findAccess } from './find-access.ts';

export interface ProjectAccessOptions {
  /** One principal of the fixtures instead of the groups. */
  readonly as?: string | undefined;
  /** As of proofs. */
  readonly mostEffort?: number | undefined;
}

/** The access matrix of a project: of its groups, or of one principal of its fixtures. */
export function projectAccess(
  input: VerifyInput,
  { as, mostEffort }: ProjectAccessOptions = {},
): Outcome<AccessMatrix> {
  const checked = checkProject({ ...input, fixtures: [] });
  if (!checked.ok || hasErrors(checked.diagnostics)) return { ok: false, diagnostics: checked.diagnostics };
  const { schema, model, policySet, mapper } = checked.value;
  const facts = usableFacts(input, checked.value);
  if (!facts.ok) return facts;
  const { policies } = policySet;
  const caller = as === undefined ? undefined : findCaller(input, as, model);
  if (caller && !caller.ok) return caller;
  const columns =
    as === undefined || !caller
      ? groupColumns(model, policies)
      : [personColumn(as, caller.value.principal, model, policies)];
  const project = {
    schema,
    model,
    policies,
    facts: facts.value,
    isSkipped: mapper.table.isSkipped,
    moves: mapper.rules.moves,
    mostEffort,
  };
  return { ok: true, value: findAccess(project, columns), diagnostics: [] };
}
