import { subterms } from '../../../analysis/instantiation/subterms.ts';
import { attempt } from '../../../analysis/questions/attempt.ts';
import type { AnalysedPolicy } from '../../../analysis/questions/claim.ts';
import type { AnalysisSchema, RequestEnvironment } from '../../../analysis/schema/analysis-schema.ts';
import { TermTable } from '../../../analysis/terms/term.ts';
import type { Type } from '../../../analysis/terms/type.ts';
import { translatePolicy } from '../../../analysis/translation/policy.ts';
import { type Presence, scopeOf } from '../../../analysis/translation/scope.ts';
import type { EntityUid } from '../../../cedar/entity.ts';

/** All requests for an action, and what decides about them on either side. */
export interface AskedOfAction {
  readonly action: EntityUid;
  readonly environments: readonly RequestEnvironment[];
  readonly policies: readonly AnalysedPolicy[];
  readonly schema: AnalysisSchema;
  readonly presence: Presence;
}

/** Whether requests are by entities of a type, or about them. */
export function areCallsAbout(type: string, { environments }: Pick<AskedOfAction, 'environments'>): boolean {
  return environments.some(({ principalType, resourceType }) => [principalType, resourceType].includes(type));
}

/**
 * Whether a decision may depend on which entities of a type there are, or on which of them something is: requests are about them, or what the
 * policies say, once translated, still speaks of one. What holds no such entity has the same value whichever there are.
 */
export function seesEntities(type: string, asked: AskedOfAction): boolean {
  return (
    areCallsAbout(type, asked) ||
    asked.environments.some((environment) => speaksOf(type, { ...asked, environment }))
  );
}

function speaksOf(
  type: string,
  { environment, policies, schema, presence }: AskedOfAction & { readonly environment: RequestEnvironment },
): boolean {
  const table = new TermTable();
  const made = attempt(() =>
    policies.map((policy) =>
      translatePolicy(scopeOf(table, policy.schema ?? schema, environment, { presence }), policy),
    ),
  );
  // What cannot be translated may say anything.
  if (!('value' in made)) return true;
  const all = subterms(made.value.flatMap(({ applies, ok }) => [applies, ok]));
  return all.some((term) => holds(term.type, type));
}

/** Whether a value of this type may be or hold an entity of that one. */
function holds(type: Type, entity: string): boolean {
  if (type.kind === 'entity') return type.name === entity;
  if (type.kind === 'set') return holds(type.element, entity);
  if (type.kind !== 'record') return false;
  return [...type.attributes.values()].some((attribute) => holds(attribute.type, entity));
}
