import { APPLICATION_TYPE } from '../../endpoints/application.ts';
import type { DeclaredType } from '../../model/declared-types.ts';
import { PRINCIPAL_TYPE } from '../../model/model.ts';
import type { Shape } from '../../openapi/endpoint.ts';
import { compareText } from '../../values/compare-text.ts';
import { reachable } from '../../values/reachable.ts';

/** An entity type on its way into the model. */
export interface TypeDraft {
  readonly name: string;
  /** What describes one such entity. */
  readonly shape?: Shape;
  /** The types that contain it directly. */
  readonly parents: readonly string[];
  /** Properties that hold the identifier of a parent, and so are no attributes. */
  readonly parentProperties: ReadonlySet<string>;
  /** What somebody said of it. */
  readonly declared?: DeclaredType;
}

export type TypeDrafts = ReadonlyMap<string, TypeDraft>;

/** Something that was found in a property, and how sure it is: from 0 to 1. */
export interface Finding {
  readonly type: string;
  readonly property: string;
  /** Such as "is in `Tenant`". */
  readonly text: string;
  readonly sureness: number;
}

export function draftOf(name: string, more: Partial<TypeDraft> = {}): TypeDraft {
  return { name, parents: [], parentProperties: new Set(), ...more };
}

/** The draft with one more parent, which a property may name. */
export function withParent(draft: TypeDraft, parent: string, property?: string): TypeDraft {
  const parents = [...new Set([...draft.parents, parent])].sort(compareText);
  const named = property === undefined ? [] : [property];
  return { ...draft, parents, parentProperties: new Set([...draft.parentProperties, ...named]) };
}

/** Every container above a type: an entity may sit directly in any of them, as a message does in its campaign and its tenant. */
export function ancestorsOf(name: string, types: TypeDrafts): string[] {
  const found = reachable([name], (type) => types.get(type)?.parents ?? []);
  found.delete(name);
  return [...found].sort(compareText);
}

/** What an entity of the type may sit in: also in another of its type, as a folder does in a folder, where that is declared. */
export function parentTypesOf({ name, parents }: TypeDraft, types: TypeDrafts): string[] {
  const above = ancestorsOf(name, types);
  return parents.includes(name) ? [...above, name].sort(compareText) : above;
}

/** Whether it is a type of things that tenants cannot be kept from, as nothing says which of them these are in. */
export function isOutsideTenants(
  name: string,
  { types, tenantType }: { readonly types: TypeDrafts; readonly tenantType: string | undefined },
): boolean {
  if (tenantType === undefined || [APPLICATION_TYPE, PRINCIPAL_TYPE, tenantType].includes(name)) return false;
  return !ancestorsOf(name, types).includes(tenantType);
}

/** What is known of an API once it is known which types contain which. */
export interface TypesOfApi {
  readonly types: TypeDrafts;
  readonly tenantType: string | undefined;
  /** Whether actions are about things, so that tenants can be kept apart at all. */
  readonly isolates: boolean;
  /** What the API description calls itself. */
  readonly title: string;
  /** Types that a path identifies, or that several endpoints are about. */
  readonly known: ReadonlySet<string>;
}

/** The tenant itself, or what is in one. */
export function isOfTenant(type: string, { types, tenantType }: TypesOfApi): boolean {
  return tenantType !== undefined && [type, ...ancestorsOf(type, types)].includes(tenantType);
}
