import type { PatternName } from '../endpoints/pattern.ts';
import type { Remarks } from '../endpoints/remark.ts';
import type { ResourceFrom } from '../endpoints/resource-from.ts';
import type { SecondCheck } from '../endpoints/second-check.ts';
import type { Endpoint, Shape, Spec } from '../openapi/endpoint.ts';
import type { RunnerUp } from './ranking/ranking.ts';

/** Who decided: the classifier, an `x-authz` object in the API description, or an override in `authz.yaml` or on the command line. */
export type Origin = 'classifier' | 'spec' | 'configuration';

/** An entity type together with where the call carries the identifier. */
export interface ResourceReference {
  /** Entity type without namespace: `EmailCampaign`; `Application` for the application. */
  readonly type: string;
  readonly from: ResourceFrom;
}

/** The answer for one endpoint. */
export interface Classification {
  readonly endpoint: Endpoint;
  readonly pattern: PatternName;
  /** Unique per entity of work; endpoints that share an action (batch and single) have the same. */
  readonly action: string;
  /** The same, except that a batch has a name of its own: for where no action can be shared. */
  readonly ownAction: string;
  readonly resource: ResourceReference;
  /**
   * The identified containers that the call itself names above the resource, nearest first:
   * for `/tenants/{t}/campaigns/{c}` with resource `EmailCampaign` it is `[{type: 'Tenant', from: 'path:t'}]`.
   */
  readonly ancestors: readonly ResourceReference[];
  /** For `creation` and `listing`: the entity type of the things created or listed, when it is a type of its own. */
  readonly memberType?: string;
  /** What its calls ask besides, and the entity type that this is about. */
  readonly second?: SecondCheck & { readonly resourceType: string };
  /** A second thing that its calls may act on, and that nothing asks about. */
  readonly unasked?: ResourceReference;
  /** A person said that they ask nothing besides. */
  readonly isAlone?: true;
  /** Short sentences, strongest first. */
  readonly evidence: readonly string[];
  /** 0 to 1. */
  readonly confidence: number;
  readonly runnerUp?: RunnerUp;
  readonly origin: Origin;
  /** What the API description says of the endpoint beside its pattern. */
  readonly remarks: Remarks;
}

/** An answer that is less sure is for a person to look at. */
export const SURE = 0.9;

/** An entity type that the API's endpoints speak of. */
export interface FoundEntityType {
  /** A valid Cedar identifier, unique within the namespace, never `User`'s or `Application`'s reserved meaning by accident. */
  readonly name: string;
  /** The component (or inline shape) that describes one such entity: the source of its attributes. */
  readonly shape?: Shape;
  /** Direct parents: entity types that contain this one; sorted, without cycles over the whole API. */
  readonly parents: readonly string[];
  /** Why it is a type, and why it has these parents: short sentences. */
  readonly evidence: readonly string[];
}

/** Everything the classifier found out about an API. */
export interface ClassifiedApi {
  readonly spec: Spec;
  /** In the order of `spec.endpoints`. */
  readonly classifications: readonly Classification[];
  /** Sorted by name; includes every type named in `classifications` except `Application`. */
  readonly entityTypes: readonly FoundEntityType[];
}
