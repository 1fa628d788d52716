import { entityKey } from '../../cedar/entity.ts';
import { NotDecided } from '../not-decided.ts';
import type {
  ActionInfo,
  AnalysisSchema,
  EntityTypeInfo,
  RequestEnvironment,
} from '../schema/analysis-schema.ts';
import { equal } from '../terms/comparison.ts';
import { or } from '../terms/logic.ts';
import type { Term, TermTable } from '../terms/term.ts';
import { BOOL, entityType } from '../terms/type.ts';
import { apply, entityLiteral, valueAt } from './leaves.ts';

/** What an expression can refer to in one environment. */
export interface Scope {
  readonly table: TermTable;
  readonly schema: AnalysisSchema;
  readonly environment: RequestEnvironment;
  readonly actionInfo: ActionInfo;
  readonly principal: Term;
  readonly action: Term;
  readonly resource: Term;
  readonly context: Term;
  /** Whether every entity that something refers to exists; else only the principal and the resource are certain to exist. */
  readonly entitiesExist: boolean;
}

export function scopeOf(
  table: TermTable,
  schema: AnalysisSchema,
  environment: RequestEnvironment,
  entitiesExist: boolean,
): Scope {
  const { principalType, action, resourceType } = environment;
  const actionInfo = schema.actions.get(entityKey(action));
  if (!actionInfo) throw new NotDecided('the action', `the schema has no action ${entityKey(action)}`);
  return {
    table,
    schema,
    environment,
    actionInfo,
    principal: apply(table, entityType(principalType), [], { kind: 'variable', name: 'principal' }),
    action: entityLiteral(table, action.type, action.id),
    resource: apply(table, entityType(resourceType), [], { kind: 'variable', name: 'resource' }),
    context: valueAt(table, { root: 'context', of: '', args: [] }, [], actionInfo.context),
    entitiesExist,
  };
}

/** What the schema says of the type of an entity; `undefined` for actions, which have no attributes. */
export function infoOf(scope: Scope, entity: Term): EntityTypeInfo | undefined {
  if (entity.type.kind !== 'entity') throw new NotDecided('.', `attributes of a ${entity.type.kind}`);
  return scope.schema.entityTypes.get(entity.type.name);
}

/** Whether there is an entity with this uid. Members of listed types and actions need not be sent. */
export function exists(scope: Scope, entity: Term): Term {
  const info = infoOf(scope, entity);
  if (scope.entitiesExist || !info || info.members) return scope.table.yes;
  const { table, principal, resource } = scope;
  return or(
    table,
    equal(table, entity, principal),
    equal(table, entity, resource),
    apply(table, BOOL, [entity], { kind: 'exists', of: info.name }),
  );
}
