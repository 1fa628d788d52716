import { subterms } from '../../../analysis/instantiation/subterms.ts';
import { attempt } from '../../../analysis/questions/attempt.ts';
import type { AnalysedPolicy } from '../../../analysis/questions/claim.ts';
import type { AnalysisSchema, RequestEnvironment } from '../../../analysis/schema/analysis-schema.ts';
import { type FunctionSymbol, symbolOf, type Term, TermTable } from '../../../analysis/terms/term.ts';
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
  return areCallsAbout(type, asked) || speaksOf(asked, (term) => holds(term.type, type));
}

/**
 * Whether a decision may depend on which entities of a type those of another are in: what the policies say, once translated, asks for them.
 * That is so as well where a policy looks into what is sent only as something that the principal or the resource is in.
 */
export function asksAncestors(
  { of, type }: { readonly of: string; readonly type: string },
  asked: AskedOfAction,
): boolean {
  return speaksOf(asked, (term) => {
    const symbol = term.operator === 'apply' ? setMeant(symbolOf(term)) : undefined;
    return symbol?.kind === 'ancestor' && symbol.of === of && symbol.type === type;
  });
}

function setMeant(symbol: FunctionSymbol): FunctionSymbol {
  return symbol.kind === 'member' ? symbol.set : symbol;
}

/** Whether what the policies say, once translated, has such a term. What cannot be translated may say anything. */
function speaksOf(
  { environments, policies, schema, presence }: AskedOfAction,
  isMeant: (term: Term) => boolean,
): boolean {
  return environments.some((environment) => {
    const table = new TermTable();
    const made = attempt(() =>
      policies.map((policy) =>
        translatePolicy(scopeOf(table, policy.schema ?? schema, environment, { presence }), policy),
      ),
    );
    return 'reason' in made || subterms(made.value.flatMap(({ applies, ok }) => [applies, ok])).some(isMeant);
  });
}

/** Whether a value of this type may be or hold an entity of that one. */
function holds(type: Type, entity: string): boolean {
  if (type.kind === 'entity') return type.name === entity;
  if (type.kind === 'set') return holds(type.element, entity);
  if (type.kind !== 'record') return false;
  return [...type.attributes.values()].some((attribute) => holds(attribute.type, entity));
}
