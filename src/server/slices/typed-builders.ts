import type { CedarValueJson } from '../../core/cedar/cedar.ts';
import type { SliceBuilder, SliceBuilders } from './slice-builder.ts';

/** A schema in JSON form, as TypeScript sees it when it is imported, or written `as const`. */
export type SchemaShape = Readonly<
  Record<string, { readonly entityTypes: Readonly<Record<string, unknown>> }>
>;

/** The entity types of all namespaces of a schema, by name. */
type SchemaEntityTypes<S extends SchemaShape> = S[keyof S]['entityTypes'];

type AttributesOf<T> = T extends { readonly shape: { readonly attributes: infer A } }
  ? A
  : Record<never, never>;

/** `required: false` says so; in an imported file it is only known to be there. */
type OptionalKeys<A> = { [K in keyof A]: A[K] extends { readonly required: boolean } ? K : never }[keyof A];

/** The value of an attribute, where its type is known literally; any value of Cedar where it is not. */
type ValueOf<T> = T extends { readonly type: 'String' }
  ? string
  : T extends { readonly type: 'Long' }
    ? number
    : T extends { readonly type: 'Boolean' | 'Bool' }
      ? boolean
      : T extends { readonly type: 'Set'; readonly element: infer E }
        ? readonly ValueOf<E>[]
        : CedarValueJson;

/** The attributes that a builder answers for one entity type of the schema `S`. */
export type SchemaAttributes<S extends SchemaShape, Type extends keyof SchemaEntityTypes<S>> =
  AttributesOf<SchemaEntityTypes<S>[Type]> extends infer A
    ? { readonly [K in Exclude<keyof A, OptionalKeys<A>>]: ValueOf<A[K]> } & {
        readonly [K in OptionalKeys<A>]?: ValueOf<A[K]>;
      }
    : never;

/** Slice builders whose names, attributes and values are checked against a schema when the program is compiled. */
export type SchemaSliceBuilders<S extends SchemaShape, Req> = {
  readonly [Type in keyof SchemaEntityTypes<S> & string]?: SliceBuilder<Req, SchemaAttributes<S, Type>>;
};

/**
 * Slice builders, checked against the schema by the compiler: `sliceBuildersFor<typeof schema>()({ ... })`, with `schema` imported from
 * `v4.policyschema.json` (then names are checked) or written `as const` (then the types of values, too).
 */
export function sliceBuildersFor<S extends SchemaShape, Req = object>(): (
  builders: SchemaSliceBuilders<S, Req>,
) => SliceBuilders<Req> {
  // Every builder is one: what a schema says about its attributes only narrows what it answers.
  return (builders) => builders as SliceBuilders<Req>;
}
