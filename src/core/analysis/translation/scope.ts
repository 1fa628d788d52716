import { entityKey } from '../../cedar/entity.ts';
import { NotDecided } from '../not-decided.ts';
import type {
  ActionInfo,
  AnalysisSchema,
  EntityTypeInfo,
  RequestEnvironment,
} from '../schema/analysis-schema.ts';
import type { Term, TermTable } from '../terms/term.ts';
import { entityType } from '../terms/type.ts';
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
  readonly presence: Presence;
  readonly asked: AskedAs;
  /** Of the policy that is translated. */
  readonly policyText: string;
}

/** Which question of one caller it is: a second one is about another thing, with a context of its own. */
export type AskedAs = 'first' | 'second';

/** Which entities are there. The principal and the resource always are. */
export interface Presence {
  /** Whether everything exists that something refers to. */
  readonly entitiesExist: boolean;
  /** Whether only the principal, the resource and what they are in are seen of it. */
  readonly isSlice: boolean;
}

export function scopeOf(
  table: TermTable,
  schema: AnalysisSchema,
  environment: RequestEnvironment,
  { presence, asked = 'first' }: Pick<Scope, 'presence'> & Partial<Pick<Scope, 'asked'>>,
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
    resource: apply(table, entityType(resourceType), [], { kind: 'variable', name: RESOURCES[asked] }),
    context: valueAt(table, { root: 'context', of: CONTEXTS[asked], args: [] }, [], actionInfo.context),
    presence,
    asked,
    policyText: '',
  };
}

const RESOURCES = { first: 'resource', second: 'second resource' } as const satisfies Record<AskedAs, string>;
const CONTEXTS: Readonly<Record<AskedAs, string>> = { first: '', second: 'second question' };

/** What the schema says of the type of an entity; `undefined` for actions, which have no attributes. */
export function infoOf(scope: Scope, entity: Term): EntityTypeInfo | undefined {
  if (entity.type.kind !== 'entity') throw new NotDecided('.', `attributes of a ${entity.type.kind}`);
  return scope.schema.entityTypes.get(entity.type.name);
}
