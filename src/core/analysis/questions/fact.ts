import { type EntityUid, entityKey } from '../../cedar/entity.ts';
import { canBeBelowIndirectly } from '../models/indirect-ancestors.ts';
import { equal, isEmpty, subset } from '../terms/comparison.ts';
import { and, implies, not } from '../terms/logic.ts';
import { recordFields } from '../terms/record.ts';
import type { Term } from '../terms/term.ts';
import { BOOL, entityType, setType } from '../terms/type.ts';
import { ancestors } from '../translation/ancestors.ts';
import { hasAttribute } from '../translation/attributes.ts';
import { entityLiteral } from '../translation/leaves.ts';
import type { Scope } from '../translation/scope.ts';
import type { Meanings, PolicyStatement } from './claim.ts';

/** What is taken for granted about all requests. */
export type Fact =
  /** `context.<attribute>` holds just the entities of a type that the principal is directly in, as authz makes it. */
  | { readonly kind: 'context-holds-ancestors'; readonly attribute: string; readonly type: string }
  /** A resource is in one entity of the type at most. */
  | { readonly kind: 'at-most-one-ancestor'; readonly type: string }
  /**
   * This principal is in nothing, and has no attributes. As a resource it may be anything: `authz` makes the caller without an identity, and
   * the application says what it sends of the things that calls are about.
   */
  | { readonly kind: 'bare-principal'; readonly principal: EntityUid }
  /** A resource of this type is always this entity. Others of the type may be referred to. */
  | { readonly kind: 'only-resource'; readonly only: EntityUid }
  /** The principal, the resource and what each is in are sent with a request, and no other entities, as authz makes it. */
  | { readonly kind: 'only-slice' }
  /** The policy's scope and conditions hold. Its effect does not matter. */
  | { readonly kind: 'condition'; readonly policy: PolicyStatement };

/** The policies of those that are conditions. */
export function conditionsAmong(facts: readonly Fact[]): readonly PolicyStatement[] {
  return facts.flatMap((fact) => (fact.kind === 'condition' ? [fact.policy] : []));
}

type FactMeaning<Kind extends Fact['kind']> = (
  scope: Scope,
  fact: Extract<Fact, { kind: Kind }>,
  meanings: Meanings,
) => Term;

const MEANINGS: { readonly [Kind in Fact['kind']]: FactMeaning<Kind> } = {
  'context-holds-ancestors': (scope, { attribute, type }) => {
    const field = recordFields(scope.context).get(attribute);
    if (field?.value.type.key !== setType(entityType(type)).key) return scope.table.yes;
    const above = ancestorsOf(scope, scope.principal, type);
    // What the principal is in by way of a group, say, is not held.
    const isPartial = canBeBelowIndirectly(scope.schema, scope.environment.principalType, type);
    const held = above
      ? (isPartial ? subset : equal)(scope.table, field.value, above)
      : isEmpty(scope.table, field.value);
    return implies(scope.table, field.has, held);
  },
  'at-most-one-ancestor': (scope, { type }) => {
    const above = ancestorsOf(scope, scope.resource, type);
    return above ? scope.table.term('at-most-one', BOOL, [above]) : scope.table.yes;
  },
  'bare-principal': (scope, { principal }) => {
    const info = scope.schema.entityTypes.get(principal.type);
    if (!info || principal.type !== scope.environment.principalType) return scope.table.yes;
    const { table, principal: caller } = scope;
    const nowhere = [...info.ancestors].map((type) => isEmpty(table, ancestors(scope, caller, type)));
    // Where one is required, nobody is this principal: the engine refuses every such request.
    const nothing = [...info.attributes.keys()].map((name) => not(table, hasAttribute(scope, caller, name)));
    const is = equal(table, caller, entityLiteral(table, principal.type, principal.id));
    return implies(table, is, and(table, ...nowhere, ...nothing));
  },
  'only-resource': ({ table, resource, environment, schema }, { only }) => {
    // Where the schema lists the entities of the type, it says what there is.
    const isFree = schema.entityTypes.get(only.type)?.members === undefined;
    return isFree && only.type === environment.resourceType
      ? equal(table, resource, entityLiteral(table, only.type, only.id))
      : table.yes;
  },
  // What policies see, `exists` says wherever an entity is looked into.
  'only-slice': ({ table }) => table.yes,
  condition: (_, { policy }, { outcome }) => outcome(policy).applies,
};

/** What a fact says about the requests of an environment. */
export function factHolds(scope: Scope, fact: Fact, meanings: Meanings): Term {
  // The row of a kind takes the facts of that kind.
  const meaning = MEANINGS[fact.kind] as FactMeaning<Fact['kind']>;
  return meaning(scope, fact, meanings);
}

type Description<Kind extends Fact['kind']> = (fact: Extract<Fact, { kind: Kind }>) => string;

const DESCRIPTIONS: { readonly [Kind in Fact['kind']]: Description<Kind> } = {
  'context-holds-ancestors': ({ attribute, type }) =>
    `context.${attribute} holds the entities of ${type} that the principal is directly in, and no others`,
  'at-most-one-ancestor': ({ type }) => `a resource is in one ${type} at most`,
  'bare-principal': ({ principal }) =>
    `as the caller, ${entityKey(principal)} is in nothing and has no attributes`,
  'only-resource': ({ only }) => `as the resource, the only ${only.type} is ${entityKey(only)}`,
  'only-slice': () =>
    'the principal, the resource and what each is in are sent with a request, and no other entities',
  condition: ({ policy }) => `the fact ${policy.id} holds`,
};

/** A fact as a sentence. */
export function describeFact(fact: Fact): string {
  const describe = DESCRIPTIONS[fact.kind] as Description<Fact['kind']>;
  return describe(fact);
}

function ancestorsOf(scope: Scope, entity: Term, type: string): Term | undefined {
  if (entity.type.kind !== 'entity') return undefined;
  return scope.schema.entityTypes.get(entity.type.name)?.ancestors.has(type)
    ? ancestors(scope, entity, type)
    : undefined;
}
