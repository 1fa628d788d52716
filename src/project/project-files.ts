import { dirname, resolve } from 'node:path';
import type { Config } from '../core/config/config.ts';
import { outdatedSettings } from '../core/config/outdated-settings.ts';
import type { Thresholds } from '../core/coverage/coverage.ts';
import type { Diagnostic } from '../core/diagnostics/diagnostic.ts';
import type { PlaceOfDeclared } from '../core/model/declared-types.ts';
import type { Model } from '../core/model/model.ts';
import type { WrittenFact } from '../core/model/written-fact.ts';
import { DEFAULT_CLAIMS, type PrincipalClaims } from '../core/requests/principal.ts';
import type { PlacedRules } from '../core/verification/verify-input.ts';
import { type NamedBy, showPath } from './files/read-text.ts';
import type { Project } from './loading/project.ts';

/** Where the parts of one verification lie; absolute paths. */
export interface ProjectFiles {
  readonly name: string;
  /** What fixtures refer to lies below one of these: the folder of the project, or what the command line speaks of. */
  readonly roots: readonly string[];
  /** Missing where there is none. */
  readonly schema?: string;
  /** That of `authz.yaml`. */
  readonly namespace?: string;
  /** Folders and files, with links of templates among them. */
  readonly policies: readonly string[];
  /** Where they are named, if they have to be there. */
  readonly placeOfPolicies?: Pick<Diagnostic, 'file' | 'location'>;
  readonly entities?: string;
  /** What names the schema and the entities; nothing where they lie at the usual place. */
  readonly namedBy?: NamedFiles;
  /** Whether these are asked for, so that none that lie beside requests are taken. */
  readonly isEntitiesNamed?: boolean;
  /** What there is to say about how these files were found. */
  readonly remarks?: readonly Diagnostic[];
  /** Set where there is no `authz.yaml`. */
  readonly hasNoConfig?: boolean;
  /** Set where the policies need not pass validation, as who wrote the tests says. */
  readonly mayBeInvalid?: boolean;
  /** Folders or files. */
  readonly fixtures: readonly string[];
  readonly placeOfFixtures?: ProjectFiles['placeOfPolicies'];
  readonly claims: PrincipalClaims;
  /** What there is to say about the schema, by the settings: that it was generated before they were changed. */
  readonly remarksOnSchema?: (model: Model) => readonly Diagnostic[];
  /** What the application settles for its server; the defaults of servers when left out. */
  readonly rules?: PlacedRules;
  /** The folder of the invariants; it need not be there, unless it is named. */
  readonly invariants?: string;
  readonly placeOfInvariants?: ProjectFiles['placeOfPolicies'];
  readonly facts?: readonly WrittenFact[];
  /** Where something in the facts stands. */
  readonly placeOfFact?: PlaceOfDeclared;
  /** What `authz.yaml` says, by key, as in `server.maxUrlLength`: the values as JSON. */
  readonly settings?: ReadonlyMap<string, string>;
  /** What coverage has to reach, when it is measured. */
  readonly thresholds: Thresholds;
}

/** What the command line may say about a project's files instead of its `authz.yaml`. */
export interface FileOverrides {
  readonly schema?: string;
  readonly policies?: readonly string[];
  readonly entities?: string;
  /** A file with links of templates, as Cedar's command line takes it. */
  readonly templateLinked?: string;
  /** Cedar's command line has to be told; here the text of a file says by itself what it is. */
  readonly schemaFormat?: string;
  readonly policyFormat?: string;
}

/** The files of a project, as its `authz.yaml` and the command line name them. */
export function projectFiles(project: Project, overrides: FileOverrides, cwd: string): ProjectFiles {
  const { folder, config } = project;
  const entities = overrides.entities
    ? resolve(cwd, overrides.entities)
    : config.entities && resolve(folder, config.entities);
  return {
    name: showPath(folder, cwd),
    roots: [folder],
    schema: overrides.schema ? resolve(cwd, overrides.schema) : resolve(folder, config.schema),
    namespace: config.namespace,
    policies: [
      ...(overrides.policies?.map((path) => resolve(cwd, path)) ?? [resolve(folder, config.policies)]),
      ...linkFiles(overrides, cwd),
    ],
    ...(overrides.policies || !config.placeOfPolicies ? {} : { placeOfPolicies: config.placeOfPolicies }),
    ...(entities ? { entities } : {}),
    namedBy: { ...namedByConfig(config), ...namedByFlags(overrides) },
    isEntitiesNamed: overrides.entities !== undefined,
    fixtures: [resolve(folder, config.fixtures)],
    ...(config.placeOfFixtures ? { placeOfFixtures: config.placeOfFixtures } : {}),
    claims: config.claims,
    // Another schema, named on the command line, need not be made by these settings.
    ...(overrides.schema ? {} : { remarksOnSchema: (model) => outdatedSettings(config, model) }),
    rules: config.server,
    invariants: resolve(folder, config.invariants),
    ...(config.placeOfInvariants ? { placeOfInvariants: config.placeOfInvariants } : {}),
    facts: config.facts,
    placeOfFact: config.placeOfFact,
    settings: config.settings,
    thresholds: config.coverage,
  };
}

/** The same for a command that may be the first to write fixtures: their folder need not be there. */
export function filesToAddTo(project: Project, cwd: string): ProjectFiles {
  const { placeOfFixtures: _, ...files } = projectFiles(project, {}, cwd);
  return files;
}

/** Files named on the command line, without a project. */
export function looseFiles(
  named: FileOverrides & Required<Pick<FileOverrides, 'policies'>>,
  paths: readonly string[],
  cwd: string,
): ProjectFiles {
  return {
    name: '.',
    roots: [cwd, ...paths.map((path) => dirname(resolve(cwd, path)))],
    hasNoConfig: true,
    ...(named.schema ? { schema: resolve(cwd, named.schema) } : {}),
    policies: [...named.policies.map((path) => resolve(cwd, path)), ...linkFiles(named, cwd)],
    ...(named.entities ? { entities: resolve(cwd, named.entities), isEntitiesNamed: true } : {}),
    namedBy: namedByFlags(named),
    fixtures: paths.map((path) => resolve(cwd, path)),
    claims: DEFAULT_CLAIMS,
    thresholds: {},
  };
}

/** What names each of these files of a project. */
export type NamedFiles = Readonly<Partial<Record<'spec' | 'schema' | 'entities', NamedBy>>>;

/** What `authz.yaml` names, each at its line. */
export function namedByConfig({ settings, placeOfSetting }: Config): NamedFiles {
  const named = (['spec', 'schema', 'entities'] as const).filter((key) => settings.has(key));
  return Object.fromEntries(named.map((key) => [key, placeOfSetting([key], 'value')]));
}

/** What flags name. */
export function namedByFlags({
  schema,
  entities,
}: { readonly [Key in 'schema' | 'entities']?: string | undefined }): NamedFiles {
  return {
    ...(schema === undefined ? {} : { schema: { flag: '--schema' } }),
    ...(entities === undefined ? {} : { entities: { flag: '--entities' } }),
  };
}

/** The file with links of templates that the command line names, if it names one. */
export function linkFiles({ templateLinked }: Pick<FileOverrides, 'templateLinked'>, cwd: string): string[] {
  return templateLinked === undefined ? [] : [resolve(cwd, templateLinked)];
}
