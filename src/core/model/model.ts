import type { GroupRequirement } from '../endpoints/group-requirement.ts';
import type { Method } from '../endpoints/method.ts';
import { isSafeMethod } from '../endpoints/method.ts';
import type { PatternName } from '../endpoints/pattern.ts';
import { PATTERN_TRAITS } from '../endpoints/pattern.ts';
import type { Remarks } from '../endpoints/remark.ts';
import type { ResourceFrom } from '../endpoints/resource-from.ts';
import type { SecondCheck } from '../endpoints/second-check.ts';

export const MAPPING_TYPES = ['ResourceRest', 'SimpleRest'] as const;
/**
 * How endpoints become actions: `ResourceRest` gives each action the resource type that its pattern gives it, `SimpleRest` makes all actions
 * apply to the application.
 */
export type MappingType = (typeof MAPPING_TYPES)[number];

/** How much of the body shapes becomes entity attributes: what policies have a use for, all plain values, or everything. */
export const ATTRIBUTE_CHOICES = ['none', 'needed', 'scalar', 'all'] as const;
export type AttributeChoice = (typeof ATTRIBUTE_CHOICES)[number];
export const DEFAULT_ATTRIBUTES: AttributeChoice = 'needed';

/** The entity type of everyone who calls. */
export const PRINCIPAL_TYPE = 'User';
/** The entity type of the groups that a token names, unless the API speaks of roles. */
export const GROUP_TYPE = 'UserGroup';

/** What the schema says: entity types, actions, and the endpoints behind them. Everything the runtime needs beside policies. */
export interface Model {
  readonly namespace: string;
  readonly mappingType: MappingType;
  /** Sorted by name. */
  readonly entityTypes: readonly EntityType[];
  /** Sorted by the order of their first endpoint, then by name. */
  readonly actions: readonly Action[];
  readonly principalType: string;
  readonly groupType: string;
  /** The container type that separates one customer from another, when the API has one. */
  readonly tenantType?: string;
}

/** Whether calls can be made at all: a schema that was written for something else than an API has actions without endpoints only. */
export function hasEndpoints({ actions }: Pick<Model, 'actions'>): boolean {
  return actions.some(({ endpoints }) => endpoints.length > 0);
}

/** An entity type of the schema, and what may contain it. */
export interface EntityType {
  /** Without namespace. */
  readonly name: string;
  /** All types that may contain it, directly or further up; sorted. */
  readonly parents: readonly string[];
  /** Sorted by name. */
  readonly attributes: readonly Attribute[];
  /** Whether the schema gives it tags: then its identifier does not say all there is about it. */
  readonly hasTags?: boolean;
  /** Further attributes, of types that only Cedar itself reads, such as `Action`. */
  readonly unreadAttributes?: readonly UnreadAttribute[];
  /** The ids that the schema declares, where it enumerates them: there are no other entities of the type. */
  readonly ids?: readonly string[];
  readonly doc?: string;
}

/** An attribute of an entity type, of a record, or of the context. */
export interface Attribute {
  readonly name: string;
  readonly required: boolean;
  readonly type: AttributeType;
  /** Of the principal: the claim of a token that it is read from, when it is not called like the attribute. */
  readonly claim?: string;
  /** Somebody said that it names the owner. */
  readonly owner?: boolean;
}

/** An attribute of which the schema says more than is read. */
export type UnreadAttribute = Pick<Attribute, 'name' | 'required' | 'claim'>;

/** The types of attributes that hold one value and name no entity, as Cedar writes them. */
export const PLAIN_TYPES = ['String', 'Long', 'Bool', 'datetime', 'decimal', 'ipaddr', 'duration'] as const;

export type AttributeType =
  | { readonly kind: (typeof PLAIN_TYPES)[number] }
  | { readonly kind: 'Set'; readonly element: AttributeType }
  | {
      readonly kind: 'Record';
      readonly attributes: readonly Attribute[];
      /** Further attributes, of types that only Cedar itself reads, such as `Action`. */
      readonly unread?: readonly UnreadAttribute[];
    }
  | { readonly kind: 'Entity'; readonly type: string };

/** An action of the schema, and the endpoints that ask about it. */
export interface Action {
  /** The id: `getEmailCampaign`. */
  readonly name: string;
  /** Entity type without namespace. */
  readonly resourceType: string;
  /** Sorted by path and method; several when a batch endpoint shares the action of the single one. */
  readonly endpoints: readonly ActionEndpoint[];
  /** Whom the API description itself reserves it for. */
  readonly groups: GroupRequirement;
  /** What the API description says of its endpoints, as far as it matters to who may call them. */
  readonly remarks?: Remarks;
  /** The type of what a listing gives, where the listing is about the application, or about something in no tenant. */
  readonly memberType?: string;
  /** What a request carries in its context; `requestContext` makes it. */
  readonly context: readonly Attribute[];
  /** Further attributes of the context, of types that only Cedar itself reads, such as `Action`. */
  readonly unreadContext?: readonly UnreadAttribute[];
  readonly doc?: string;
}

export interface ActionEndpoint {
  readonly method: Method;
  /** With the base path. */
  readonly path: string;
  readonly pattern: PatternName;
  readonly from: ResourceFrom;
  /** What its calls ask besides. */
  readonly second?: SecondCheck;
}

/** The model without these attributes, each as in `EmailCampaign.status`. */
export function leaveOutAttributes(model: Model, left: readonly string[]): Model {
  if (left.length === 0) return model;
  const names = new Set(left);
  const entityTypes = model.entityTypes.map((type) => ({
    ...type,
    attributes: type.attributes.filter((attribute) => !names.has(attributePath(type, attribute))),
  }));
  return { ...model, entityTypes };
}

/** How an attribute is named outside its type: `EmailCampaign.status`. */
export function attributePath(type: { readonly name: string }, attribute: { readonly name: string }): string {
  return `${type.name}.${attribute.name}`;
}

/** Whether an endpoint only looks: the line between viewers and members. */
export function isReadingAction({ endpoints, remarks }: Action): boolean {
  return remarks?.changes === undefined && endpoints.every(isReadingEndpoint);
}

/** By its method, or by its pattern: a `POST` may be a listing. */
export function isReadingEndpoint({ method, pattern }: Pick<ActionEndpoint, 'method' | 'pattern'>): boolean {
  return isSafeMethod(method) || PATTERN_TRAITS[pattern].effect === 'read';
}

/** The attribute that names the owner of an entity, if its type has one: the one somebody named, else the one most surely called so. */
export function ownerAttribute(type: EntityType, model: Model): Attribute | undefined {
  const people = type.attributes.filter(
    (attribute) => attribute.type.kind === 'Entity' && attribute.type.type === model.principalType,
  );
  return people.find(({ owner }) => owner) ?? people.toSorted((a, b) => ownership(a) - ownership(b))[0];
}

/** The smaller, the surer; equals keep the order of their names. */
function ownership({ name }: Attribute): number {
  return (
    [/^own/i, /^created/i, /^creator/i, /^author/i].findIndex((word) => word.test(name)) + 1 || MOST_UNSURE
  );
}

const MOST_UNSURE = 9;
