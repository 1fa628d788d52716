import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { Source, ValuePath } from '../diagnostics/source.ts';
import type { PlaceOfDeclared } from '../model/declared-types.ts';
import type { Model } from '../model/model.ts';
import type { WrittenFact } from '../model/written-fact.ts';
import type { PolicyFile } from '../policies/policy.ts';
import type { PrincipalClaims } from '../requests/principal.ts';
import type { ServerRules } from '../requests/server/server-rules.ts';

/** Everything that a project's verification reads, already loaded. */
export interface VerifyInput {
  /** The project's folder, as shown to people. */
  readonly name: string;
  /** `undefined` where there is none: Cedar decides without one as well, but only requests of its own. */
  readonly schema?: SchemaSource;
  readonly policies: readonly PolicyFile[];
  /** Set where they need not pass validation: that one does not is a warning then. */
  readonly mayBeInvalid?: boolean;
  /** What `authz.yaml` says, by key, as in `server.maxUrlLength`: the values as JSON. Missing where there is none. */
  readonly settings?: ReadonlyMap<string, string>;
  /** What there is to say about how its files were found. */
  readonly remarks?: readonly Diagnostic[];
  readonly claims: PrincipalClaims;
  /** What there is to say about the schema, by the settings: that it was generated before they were changed. */
  readonly remarksOnSchema?: (model: Model) => readonly Diagnostic[];
  /** What the application settles for its server; the defaults of servers when left out. */
  readonly rules?: PlacedRules;
  /** Policies that say what never, or always, may be allowed. */
  readonly invariants?: readonly PolicyFile[];
  /** What the application makes sure of. */
  readonly facts?: readonly WrittenFact[];
  /** Where something in the facts stands. */
  readonly placeOfFact?: PlaceOfDeclared;
  /** The project's entities, for fixtures files that name none. */
  readonly entities?: Source;
  readonly fixtures: readonly FixtureInput[];
  /** The same for the same files and for no others; reports of one run are known by it. */
  readonly digest?: () => string;
}

/** The rules of a server, and where each is written. */
export interface PlacedRules extends ServerRules {
  /** `path` leads to a key of the rules. */
  readonly placeOf: (path: ValuePath) => Pick<Diagnostic, 'file' | 'location'>;
}

/** The text of a schema file; in JSON when it starts with `{`, else in Cedar syntax. */
export interface SchemaSource {
  readonly file: string;
  readonly text: string;
  /** The namespace that the project names. */
  readonly namespace?: string;
}

export interface FixtureInput {
  readonly source: Source;
  /** The files it refers to, by the reference as written. */
  readonly shared: ReadonlyMap<string, Source>;
  /** What kind of file it is; a fixtures file when left out. */
  readonly kind?: FixtureKind | undefined;
  /** Of tests for Cedar's tools that bring no entities: those that lie beside them, or a little above. */
  readonly near?: Source | undefined;
}

/** A fixtures file; tests for `cedar run-tests`; or one request, whose folder says what it must get. */
const FIXTURE_KINDS = ['fixtures', 'cedar-tests', 'allow', 'deny'] as const;

export type FixtureKind = (typeof FIXTURE_KINDS)[number];
