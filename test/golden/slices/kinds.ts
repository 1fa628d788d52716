// What the policies may know of each entity, for the option `sliceBuilders` of the server: `sliceBuilders: sliceBuilders(rows)`.
// Begun by `authz generate-slices`, and yours from here on: implement `Rows` with your own data access.
import type { EntityParts, EntityUid, SliceBuilders } from 'authz';

/** Your data access: looks up one entity by its id. */
export interface Rows {
  Doc(id: string): Found<DocRow>;
  Folder(id: string): Found<FolderRow>;
  Tenant(id: string): Found<TenantRow>;
}

/** `undefined` or `null` where there is no such entity: a call about it is answered with 404. */
export type Found<Row> = Promise<Row | null | undefined>;

export interface DocRow {
  readonly attrs: {
    readonly draft?: boolean | null | undefined;
    /** A time, such as '2024-10-15T11:35:00Z'. */
    readonly 'due date': string;
    readonly empty: object;
    /** Of each: an address, or a range such as '10.0.0.0/8'. */
    readonly from: ReadonlyArray<string>;
    /** A duration, such as '1h30m'. */
    readonly keep: string;
    readonly labels: ReadonlyArray<string>;
    /** The id of a `User`. */
    readonly owner: string;
    /** A decimal number, such as '12.34'. */
    readonly price: string;
    readonly print: {
      /** The id of a `User`. */
      readonly by?: string | null | undefined;
      /** An integer. */
      readonly pages: number;
      readonly "paper's": {
        readonly kinds: ReadonlyArray<ReadonlyArray<string>>;
      };
    };
    /** Of each: the id of a `User`. */
    readonly reviewers?: ReadonlyArray<string> | null | undefined;
    /** An integer. */
    readonly size: number;
    readonly title: string;
  };
  readonly tags: NonNullable<EntityParts['tags']>;
  /** The ids of the entities directly above it. */
  readonly parents: {
    readonly Folder: readonly string[];
    /** None where `Folder` above it says so already. */
    readonly Tenant: readonly string[];
  };
}

export interface FolderRow {
  /** The ids of the entities directly above it. */
  readonly parents: {
    readonly Folder: readonly string[];
    /** None where `Folder` above it says so already. */
    readonly Tenant: readonly string[];
  };
}

export interface TenantRow {
  readonly attrs: {
    /** The id of a `Plan`. */
    readonly plan: string;
  };
}

/** A slice builder for each type of which the identifier does not say all there is. */
export function sliceBuilders(rows: Rows): SliceBuilders<object> {
  return {
    Doc: async (id) => {
      const row = await rows.Doc(id);
      return row ? entityOfDoc(row) : undefined;
    },
    Folder: async (id) => {
      const row = await rows.Folder(id);
      return row ? entityOfFolder(row) : undefined;
    },
    Tenant: async (id) => {
      const row = await rows.Tenant(id);
      return row ? entityOfTenant(row) : undefined;
    },
  };
}

export function entityOfDoc(row: DocRow): EntityParts {
  return {
    attrs: {
      ...(row.attrs.draft == null ? {} : { draft: row.attrs.draft }),
      'due date': { __extn: { fn: 'datetime', arg: row.attrs['due date'] } },
      empty: {},
      from: row.attrs.from.map((one) => ({ __extn: { fn: 'ip', arg: one } })),
      keep: { __extn: { fn: 'duration', arg: row.attrs.keep } },
      labels: [...row.attrs.labels],
      owner: { __entity: { type: 'App::User', id: row.attrs.owner } },
      price: { __extn: { fn: 'decimal', arg: row.attrs.price } },
      print: { ...(row.attrs.print.by == null ? {} : { by: { __entity: { type: 'App::User', id: row.attrs.print.by } } }), pages: row.attrs.print.pages, "paper's": { kinds: row.attrs.print["paper's"].kinds.map((one) => [...one]) } },
      ...(row.attrs.reviewers == null ? {} : { reviewers: row.attrs.reviewers.map((one) => ({ __entity: { type: 'App::User', id: one } })) }),
      size: row.attrs.size,
      title: row.attrs.title,
    },
    tags: row.tags,
    parents: [
      ...references('App::Folder', row.parents.Folder),
      ...references('App::Tenant', row.parents.Tenant),
    ],
  };
}

export function entityOfFolder(row: FolderRow): EntityParts {
  return {
    parents: [
      ...references('App::Folder', row.parents.Folder),
      ...references('App::Tenant', row.parents.Tenant),
    ],
  };
}

export function entityOfTenant(row: TenantRow): EntityParts {
  return {
    attrs: {
      plan: { __entity: { type: 'App::Plan', id: row.attrs.plan } },
    },
  };
}

function references(type: string, ids: readonly string[]): EntityUid[] {
  return ids.map((id) => ({ type, id }));
}
