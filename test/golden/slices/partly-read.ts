// What the policies may know of each entity, for the option `sliceBuilders` of the server: `sliceBuilders: sliceBuilders(rows)`.
// Begun by `authz generate-slices`, and yours from here on: implement `Rows` with your own data access.
// What policies read is said as it was then: when they change, compare this file with what `authz generate-slices --out -` prints.
import type { EntityParts, EntityUid, SliceBuilders } from 'authz';

/** Your data access: looks up one entity by its id. */
export interface Rows {
  /** No policy reads anything of it: answering whether it exists is enough. Its tags and parents are for later policies. */
  Board(id: string): Found<BoardRow>;
  /** Policies read `owner`, `print`, `status` and what it is in. */
  Doc(id: string): Found<DocRow>;
  /** Policies read what it is in. */
  Folder(id: string): Found<FolderRow>;
  /** No policy reads anything of it: answering whether it exists is enough. The schema requires some of its attributes. */
  Label(id: string): Found<LabelRow>;
  /** No policy reads anything of it: answering whether it exists is enough. */
  Note(id: string): Found<NoteRow>;
}

/** `undefined` or `null` where there is no such entity: a call about it is answered with 404. */
export type Found<Row> = Promise<Row | null | undefined>;

export interface BoardRow {
  readonly tags: NonNullable<EntityParts['tags']>;
  /** The ids of the entities directly above it. */
  readonly parents: {
    readonly Team: readonly string[];
  };
}

export interface DocRow {
  readonly attrs: {
    /** The id of a `User`. */
    readonly owner: string;
    readonly print: {
      /** An integer. */
      readonly pages: number;
    };
    /** An integer. */
    readonly size: number;
    readonly status?: string | null | undefined;
  };
  /** The ids of the entities directly above it. */
  readonly parents: {
    readonly Folder: readonly string[];
  };
}

export interface FolderRow {
  /** The ids of the entities directly above it. */
  readonly parents: {
    readonly Team: readonly string[];
  };
}

export interface LabelRow {
  readonly attrs: {
    readonly colour: string;
    readonly text?: string | null | undefined;
  };
}

export interface NoteRow {
  readonly attrs?: {
    /** A time, such as '2024-10-15T11:35:00Z'. */
    readonly 'due date'?: string | null | undefined;
    readonly print?: {
      /** An integer. */
      readonly pages: number;
    } | null | undefined;
    readonly text?: string | null | undefined;
  };
}

/** A slice builder for each type of which the identifier does not say all there is. */
export function sliceBuilders(rows: Rows): SliceBuilders<object> {
  return {
    Board: async (id) => {
      const row = await rows.Board(id);
      return row ? entityOfBoard(row) : undefined;
    },
    Doc: async (id) => {
      const row = await rows.Doc(id);
      return row ? entityOfDoc(row) : undefined;
    },
    Folder: async (id) => {
      const row = await rows.Folder(id);
      return row ? entityOfFolder(row) : undefined;
    },
    Label: async (id) => {
      const row = await rows.Label(id);
      return row ? entityOfLabel(row) : undefined;
    },
    Note: async (id) => {
      const row = await rows.Note(id);
      return row ? entityOfNote(row) : undefined;
    },
  };
}

export function entityOfBoard(row: BoardRow): EntityParts {
  return {
    tags: row.tags,
    parents: [
      ...references('App::Team', row.parents.Team),
    ],
  };
}

export function entityOfDoc(row: DocRow): EntityParts {
  return {
    attrs: {
      owner: { __entity: { type: 'App::User', id: row.attrs.owner } },
      print: { pages: row.attrs.print.pages },
      size: row.attrs.size,
      ...(row.attrs.status == null ? {} : { status: row.attrs.status }),
    },
    parents: [
      ...references('App::Folder', row.parents.Folder),
    ],
  };
}

export function entityOfFolder(row: FolderRow): EntityParts {
  return {
    parents: [
      ...references('App::Team', row.parents.Team),
    ],
  };
}

export function entityOfLabel(row: LabelRow): EntityParts {
  return {
    attrs: {
      colour: row.attrs.colour,
      ...(row.attrs.text == null ? {} : { text: row.attrs.text }),
    },
  };
}

export function entityOfNote(row: NoteRow): EntityParts {
  const attrs: NonNullable<NoteRow['attrs']> = row.attrs ?? {};
  return {
    attrs: {
      ...(attrs['due date'] == null ? {} : { 'due date': { __extn: { fn: 'datetime', arg: attrs['due date'] } } }),
      ...(attrs.print == null ? {} : { print: { pages: attrs.print.pages } }),
      ...(attrs.text == null ? {} : { text: attrs.text }),
    },
  };
}

function references(type: string, ids: readonly string[]): EntityUid[] {
  return ids.map((id) => ({ type, id }));
}
