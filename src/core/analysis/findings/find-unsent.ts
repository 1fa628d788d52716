import type { SchemaJson } from '../../cedar/cedar.ts';
import { printString, printUid } from '../../cedar/print-value.ts';
import type { Policy } from '../../policies/policy.ts';
import { actionGroups, policiesFor } from '../../policies/relevant-policies.ts';
import { groupBy } from '../../values/group.ts';
import { isRecord } from '../../values/record.ts';
import { attempt } from '../questions/attempt.ts';
import {
  type AnalysisSchema,
  environmentsOf,
  type RequestEnvironment,
  readAnalysisSchema,
} from '../schema/analysis-schema.ts';
import { symbolOf, type Term, TermTable, textOf } from '../terms/term.ts';
import { translatePolicy } from '../translation/policy.ts';
import { scopeOf } from '../translation/scope.ts';

/** A policy that looks into something that is no part of a slice: for the policy, it does not exist. */
export interface UnsentEntity {
  readonly policy: Policy;
  /** As the policy comes to it, such as `resource.owner`. */
  readonly what: string;
  readonly type: string;
  /** Whether it may be the principal or the resource itself, and is sent then. */
  readonly mayBeSent: boolean;
}

/**
 * What policies look into although neither a principal nor a resource can be in it: its attributes, its tags, or what it is in. Each place of a
 * policy once.
 */
export function findUnsent(json: SchemaJson<string>, policies: readonly Policy[]): readonly UnsentEntity[] {
  const candidates = policies.filter(({ json: { conditions } }) => looksFurther(conditions));
  if (candidates.length === 0) return [];
  const schema = readAnalysisSchema(json);
  const groups = actionGroups(json);
  const found = environmentsOf(schema).flatMap((environment) =>
    policiesFor(candidates, environment.action, groups).flatMap((policy) =>
      unsentIn(schema, environment, policy),
    ),
  );
  const places = groupBy(found, ({ policy, what }) => JSON.stringify([policy.id, what]));
  return [...places.values()].flatMap((same) => same.slice(0, 1));
}

const LOOKS: ReadonlySet<string> = new Set(['.', 'has', 'hasTag', 'getTag', 'in', 'is']);

/**
 * Whether an expression looks into something that is no variable, as `resource has owner.name` does. There are few such policies, and many
 * kinds of requests.
 */
export function looksFurther(expression: unknown): boolean {
  if (Array.isArray(expression)) return expression.some(looksFurther);
  if (!isRecord(expression)) return false;
  return Object.entries(expression).some(
    ([operator, operands]) => isFurtherLook(operator, operands) || looksFurther(operands),
  );
}

function isFurtherLook(operator: string, operands: unknown): boolean {
  if (!LOOKS.has(operator) || !isRecord(operands) || !isRecord(operands.left)) return false;
  return !('Var' in operands.left) || (Array.isArray(operands.attr) && operands.attr.length > 1);
}

function unsentIn(
  schema: AnalysisSchema,
  environment: RequestEnvironment,
  policy: Policy,
): readonly UnsentEntity[] {
  const table = new TermTable();
  // Whatever is looked into is asked to exist where entities may be missing.
  const presence = { entitiesExist: false, isSlice: false };
  const scope = scopeOf(table, schema, environment, { presence });
  const made = attempt(() => translatePolicy(scope, policy));
  if ('value' in made && made.value.applies === table.no && made.value.ok === table.yes) return [];
  const ends = [environment.principalType, environment.resourceType];
  const above = new Set(ends.flatMap((type) => [...(schema.entityTypes.get(type)?.ancestors ?? [])]));
  return table.applications().flatMap((term) => {
    const [entity] = term.args;
    if (symbolOf(term).kind !== 'exists' || entity?.type.kind !== 'entity') return [];
    const { name } = entity.type;
    if (entity === scope.principal || entity === scope.resource || above.has(name)) return [];
    return [{ policy, what: printPath(entity), type: name, mayBeSent: ends.includes(name) }];
  });
}

/** As a policy writes it, where there is one way to it. */
function printPath(entity: Term): string {
  if (entity.operator === 'literal' && entity.type.kind === 'entity')
    return printUid({ type: entity.type.name, id: textOf(entity) });
  const symbol = entity.operator === 'apply' ? symbolOf(entity) : undefined;
  if (symbol?.kind === 'variable') return symbol.name;
  const [holder, key] = entity.args;
  if (symbol?.kind !== 'value' || (symbol.root === 'tag' && key?.operator !== 'literal')) return 'an entity';
  const start = symbol.root === 'context' || !holder ? 'context' : printPath(holder);
  const tag = key ? `.getTag(${printString(textOf(key))})` : '';
  return [start + tag, ...symbol.path].join('.');
}
