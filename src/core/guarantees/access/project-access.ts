import { environmentsOf, readAnalysisSchema } from '../../analysis/schema/analysis-schema.ts';
import { EntityMap, type EntityUid, entityStore, plainUid } from '../../cedar/entity.ts';
import { explicitValues } from '../../cedar/explicit-values.ts';
import type { Diagnostic, Outcome } from '../../diagnostics/diagnostic.ts';
import { usableFacts } from '../../facts/usable-facts.ts';
import type { Model } from '../../model/model.ts';
import { limitsOfStatements } from '../../policies/check-policies.ts';
import { type PrincipalMisfit, principalMisfit } from '../../requests/principal.ts';
import { distinct } from '../../values/distinct.ts';
import { findCaller } from '../../verification/caller.ts';
import { type CheckedProject, checkProvable } from '../../verification/check-project.ts';
import type { VerifyInput } from '../../verification/verify-input.ts';
import { behaviorOf } from '../server-behavior.ts';
import type { AccessMatrix } from './access.ts';
import { ACCESS_FILTERS, type NamedRow, namedRows } from './access-filters.ts';
import { groupColumns, type KnownPerson, personColumn } from './columns.ts';
import { findAccess } from './find-access.ts';

export interface ProjectAccessOptions {
  /** One principal of the fixtures instead of the groups. */
  readonly as?: string | undefined;
  /** As `--filter` has them: only some endpoints. */
  readonly filters?: readonly string[] | undefined;
  /** As of proofs. */
  readonly mostEffort?: number | undefined;
}

/** The access matrix of a project: of its groups, or of one principal of its fixtures. */
export function projectAccess(
  input: VerifyInput,
  { as, filters: written = [], mostEffort }: ProjectAccessOptions = {},
): Outcome<AccessMatrix> {
  const checked = checkProvable({ ...input, fixtures: [] });
  if (!checked.ok) return checked;
  const { schema, model, policySet, mapper } = checked.value;
  const facts = usableFacts(input, checked.value);
  if (!facts.ok) return facts;
  const chosen = chosenRows(written, schema, model);
  if (!chosen.ok) return chosen;
  const { policies } = policySet;
  const person = as === undefined ? undefined : knownPerson(input, as, checked.value);
  const groups = () => groupColumns(model, policies, principalTypesOf(schema));
  if (person && !person.ok) {
    const isUnknown = person.diagnostics.some(({ code }) => code === 'principal-unknown');
    return isUnknown && groups().some(({ name, group }) => group && name === as) ? refuseGroup(as) : person;
  }
  const columns = person ? [personColumn(person.value, model, policies)] : groups();
  const project = {
    schema,
    model,
    policies,
    facts: facts.value,
    ...behaviorOf(mapper),
    mostEffort,
  };
  return {
    ok: true,
    value: findAccess(project, columns, chosen.value),
    diagnostics: limitsOfStatements(checked.diagnostics),
  };
}

/** Which rows filters choose; a problem where that is none. */
function chosenRows(
  written: readonly string[],
  schema: CheckedProject['schema'],
  model: Model,
): Outcome<(row: NamedRow) => boolean> {
  const read = ACCESS_FILTERS.read(written);
  if (!read.ok) return read;
  const filters = read.value;
  const isChosen = (row: NamedRow) => ACCESS_FILTERS.matches(row, filters);
  const rows = namedRows({ json: schema, model });
  if (filters.length > 0 && !rows.some(isChosen))
    return { ok: false, diagnostics: [ACCESS_FILTERS.nothingMatched(rows, filters)] };
  return { ok: true, value: isChosen, diagnostics: [] };
}

/** The types of all principals that some request may be about, in the order of the schema. */
function principalTypesOf(schema: CheckedProject['schema']): readonly string[] {
  return distinct(environmentsOf(readAnalysisSchema(schema)).map(({ principalType }) => principalType));
}

/** A caller of the fixtures with the groups, tenants and others that their entities say to be above. */
function knownPerson(
  input: VerifyInput,
  name: string,
  { schema, model }: Pick<CheckedProject, 'schema' | 'model'>,
): Outcome<KnownPerson> {
  const caller = findCaller(input, name, model);
  if (!caller.ok) return caller;
  const { principal, entities } = caller.value;
  const misfit = principalMisfit(principal, schema, model);
  if (misfit) return { ok: false, diagnostics: [badPrincipal(name, misfit)] };
  const [explicit = principal] = explicitValues(schema).entities([principal]);
  const store = entityStore(entities?.entities ?? []);
  const above = new EntityMap<EntityUid>();
  for (const parent of principal.parents.map(plainUid)) {
    const further = store.withAncestors(parent).flatMap(({ parents }) => parents.map(plainUid));
    for (const uid of [parent, ...further]) above.add(uid, uid);
  }
  return { ok: true, value: { name, principal: explicit, above: above.values() }, diagnostics: [] };
}

/** Who asks what a group may do has the answer without asking. */
function refuseGroup(name = ''): Outcome<never> {
  const diagnostic: Diagnostic = {
    severity: 'error',
    code: 'principal-unknown',
    message: `\`${name}\` is a group of the policies, expected a principal of the fixtures`,
    help: `leave \`--as\` out: \`${name}\` is a column of the matrix`,
  };
  return { ok: false, diagnostics: [diagnostic] };
}

function badPrincipal(name: string, { message, ...others }: PrincipalMisfit): Diagnostic {
  return {
    ...others,
    severity: 'error',
    code: 'principal-invalid',
    message: `principal \`${name}\`: ${message}`,
  };
}
