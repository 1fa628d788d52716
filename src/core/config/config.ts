import { namespaceProblem } from '../cedar/namespace.ts';
import type { Override } from '../classification/classify.ts';
import { TYPE_HELP, TYPE_NAME } from '../classification/patterns/override.ts';
import type { Thresholds } from '../coverage/coverage.ts';
import {
  ALWAYS,
  custom,
  forms,
  IS_MAPPING,
  keys,
  mapping,
  oneOf,
  readDefinition,
  text,
  v,
} from '../diagnostics/definition.ts';
import type { Diagnostic, Outcome } from '../diagnostics/diagnostic.ts';
import { problemAt } from '../diagnostics/problem-at.ts';
import type { PlaceOfSetting, Source, ValuePath } from '../diagnostics/source.ts';
import { BASE_PATH, BASE_PATH_HELP } from '../endpoints/path-template.ts';
import { PATTERN_NAMES } from '../endpoints/pattern.ts';
import { isResourceFrom, RESOURCE_FROM, RESOURCE_FROM_FORMS } from '../endpoints/resource-from.ts';
import {
  type DeclaredContext,
  type DeclaredTypes,
  declaredContextDefinition,
  declaredTypesDefinition,
  type PlaceOfDeclared,
} from '../model/declared-types.ts';
import {
  ATTRIBUTE_CHOICES,
  type AttributeChoice,
  DEFAULT_ATTRIBUTES,
  MAPPING_TYPES,
  type MappingType,
} from '../model/model.ts';
import { FACT_SENTENCES, type WrittenFact } from '../model/written-fact.ts';
import { DEFAULT_CLAIMS, type PrincipalClaims } from '../requests/principal.ts';
import { keysIn } from '../values/keys-in.ts';
import type { PlacedRules } from '../verification/verify-input.ts';
import { readServerRules, serverDefinition } from './server-definition.ts';
import { writtenSettings } from './written-settings.ts';

/** What `authz.yaml` says, with defaults filled in. Paths are relative to its folder. */
export interface Config {
  readonly spec: string;
  readonly namespace: string;
  readonly mappingType: MappingType;
  readonly attributes: AttributeChoice;
  /** Attributes that are left out all the same, as in `EmailCampaign.status`. */
  readonly withoutAttributes: readonly string[];
  readonly basePath?: string;
  readonly schema: string;
  readonly policies: string;
  /** Where the file itself names another place than the default: then it has to be there. */
  readonly placeOfPolicies?: Pick<Diagnostic, 'file' | 'location'>;
  readonly fixtures: string;
  /** The same for the fixtures. */
  readonly placeOfFixtures?: Pick<Diagnostic, 'file' | 'location'>;
  readonly entities?: string;
  readonly claims: PrincipalClaims;
  readonly groupType?: string;
  /** The entity type of the tenant, when it is not to be found. */
  readonly tenantType?: string;
  /** What the API description does not say of entity types. */
  readonly types: DeclaredTypes;
  /** Where something in `types` stands. */
  readonly placeOfType: PlaceOfDeclared;
  /** What every request may tell beside the call. */
  readonly context: DeclaredContext;
  /** Where something in `context` stands. */
  readonly placeOfContext: PlaceOfDeclared;
  /** What coverage has to reach. */
  readonly coverage: Thresholds;
  /** The folder of the invariants. */
  readonly invariants: string;
  /** Where the file itself names it: then it has to be there. */
  readonly placeOfInvariants?: Pick<Diagnostic, 'file' | 'location'>;
  /** What the application makes sure of: proofs rely on it. */
  readonly facts: readonly WrittenFact[];
  /** Where something in `facts` stands. */
  readonly placeOfFact: PlaceOfDeclared;
  /** By endpoint, as in `DELETE /messages`. */
  readonly overrides: ReadonlyMap<string, Override>;
  /** Where a setting stands, or something in it, as in `['overrides', 'DELETE /messages', 'type']`. */
  readonly placeOfSetting: PlaceOfSetting;
  /** What the application settles for its server. */
  readonly server: PlacedRules;
  /** All that is written, by key, as in `server.maxUrlLength`: the values as JSON. */
  readonly settings: ReadonlyMap<string, string>;
}

/** The file that makes a folder a project. */
export const CONFIG_FILE = 'authz.yaml';
export const SCHEMA_FILE = 'v4.policyschema.json';

/** Reads `authz.yaml`. */
export function readConfig(source: Source): Outcome<Config> {
  const read = readDefinition(configDefinition, source, 'config-invalid');
  if (!read.ok) return read;
  const problem = namespaceProblem(read.value.namespace);
  if (problem) return { ok: false, diagnostics: [atNamespace(source, problem.message, problem.help)] };
  return { ok: true, value: withDefaults(read.value, source), diagnostics: [] };
}

const claim = keys({ claim: text });
const tenant = keys({ claim: v.optional(text), type: v.optional(text) });

const overrideDefinition = keys({
  pattern: v.optional(oneOf(PATTERN_NAMES)),
  resource: v.optional(
    custom<NonNullable<Override['resource']>>(
      (input) => typeof input === 'string' && isResourceFrom(input),
      `expected ${RESOURCE_FROM_FORMS}`,
      { type: 'string', pattern: RESOURCE_FROM.source },
    ),
  ),
  type: v.optional(text),
  action: v.optional(text),
  also: v.optional(text),
});

const percent = v.pipe(
  v.number((issue) => `found ${issue.received}, expected a percentage such as 90`),
  v.minValue(0, noPercentage),
  v.maxValue(100, noPercentage),
);

function noPercentage({ received }: v.BaseIssue<number>): string {
  return `found ${received}, expected a percentage from 0 to 100`;
}

/** The names of facts, in their own order. */
const FACTS = keysIn(FACT_SENTENCES);

const factDefinition = forms(
  { when: IS_MAPPING, use: keys({ id: text, when: text }) },
  { when: ALWAYS, use: oneOf(FACTS, ', or a mapping with `id` and `when`') },
);

export const configDefinition = keys({
  spec: text,
  namespace: text,
  mappingType: v.optional(oneOf(MAPPING_TYPES)),
  attributes: v.optional(oneOf(ATTRIBUTE_CHOICES)),
  withoutAttributes: v.optional(
    v.array(
      v.pipe(
        text,
        v.regex(
          /^[^.]+\../,
          ({ received }) =>
            `found ${received}, expected a type and an attribute, as in \`EmailCampaign.status\``,
        ),
      ),
      'expected a list of attributes, as in `[EmailCampaign.status]`',
    ),
  ),
  basePath: v.optional(
    v.pipe(v.string('expected a text'), v.regex(BASE_PATH, `not usable: ${BASE_PATH_HELP}`)),
  ),
  schema: v.optional(text),
  policies: v.optional(text),
  fixtures: v.optional(text),
  entities: v.optional(text),
  principal: v.optional(
    keys({
      subject: v.optional(claim),
      groups: v.optional(
        keys({
          claim: v.optional(text),
          type: v.optional(v.pipe(text, v.regex(TYPE_NAME, `not usable: ${TYPE_HELP}`))),
          userPoolId: v.optional(text),
        }),
      ),
      tenant: v.optional(tenant),
    }),
  ),
  invariants: v.optional(text),
  facts: v.optional(v.array(factDefinition, 'expected a list of facts, as in `[one-tenant-per-resource]`')),
  coverage: v.optional(
    keys({ endpoints: v.optional(percent), policies: v.optional(percent), conditions: v.optional(percent) }),
  ),
  types: v.optional(declaredTypesDefinition),
  context: v.optional(declaredContextDefinition),
  overrides: v.optional(mapping(overrideDefinition, 'expected a mapping from endpoints to overrides')),
  server: v.optional(serverDefinition),
});

export type RawConfig = v.InferOutput<typeof configDefinition>;
export type OverrideKeys = v.InferOutput<typeof overrideDefinition>;

function withDefaults(raw: RawConfig, source: Source): Config {
  const tenantType = raw.principal?.tenant?.type;
  const groupType = raw.principal?.groups?.type;
  return {
    spec: raw.spec,
    namespace: raw.namespace,
    mappingType: raw.mappingType ?? 'ResourceRest',
    attributes: raw.attributes ?? DEFAULT_ATTRIBUTES,
    withoutAttributes: raw.withoutAttributes ?? [],
    ...(raw.basePath === undefined ? {} : { basePath: raw.basePath }),
    schema: raw.schema ?? SCHEMA_FILE,
    policies: raw.policies ?? DEFAULT_POLICIES,
    // `authz init` writes the default as well, for a folder that may have no file yet.
    ...(isDefault(raw.policies, DEFAULT_POLICIES)
      ? {}
      : { placeOfPolicies: placeIn(source, ['policies'], 'value') }),
    fixtures: raw.fixtures ?? DEFAULT_FIXTURES,
    ...(isDefault(raw.fixtures, DEFAULT_FIXTURES)
      ? {}
      : { placeOfFixtures: placeIn(source, ['fixtures'], 'value') }),
    ...(raw.entities ? { entities: raw.entities } : {}),
    claims: readClaims(raw.principal),
    ...(groupType ? { groupType } : {}),
    ...(tenantType ? { tenantType } : {}),
    types: (raw.types ?? {}) as DeclaredTypes,
    placeOfType: (path) => placeIn(source, ['types', ...path]),
    context: (raw.context ?? {}) as DeclaredContext,
    placeOfContext: (path) => placeIn(source, ['context', ...path]),
    coverage: raw.coverage ?? {},
    invariants: raw.invariants ?? 'invariants',
    ...(raw.invariants === undefined ? {} : { placeOfInvariants: placeIn(source, ['invariants'], 'value') }),
    facts: raw.facts ?? [],
    placeOfFact: (path) => placeIn(source, ['facts', ...path]),
    overrides: new Map(Object.entries((raw.overrides ?? {}) as Record<string, Override>)),
    placeOfSetting: (path, part) => placeIn(source, path, part),
    server: { ...readServerRules(raw.server), placeOf: (path) => placeIn(source, ['server', ...path]) },
    settings: writtenSettings(raw),
  };
}

function readClaims(principal: RawConfig['principal']): PrincipalClaims {
  const userPoolId = principal?.groups?.userPoolId;
  return {
    subject: principal?.subject?.claim ?? DEFAULT_CLAIMS.subject,
    groups: principal?.groups?.claim ?? DEFAULT_CLAIMS.groups,
    tenant: principal?.tenant?.claim ?? DEFAULT_CLAIMS.tenant,
    ...(userPoolId ? { userPoolId } : {}),
  };
}

const DEFAULT_POLICIES = 'policies';
const DEFAULT_FIXTURES = 'fixtures';

/** `./policies/` is the same folder. */
function isDefault(path: string | undefined, folder: string): boolean {
  return path === undefined || path.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '') === folder;
}

function placeIn(
  source: Source,
  path: ValuePath,
  part: 'key' | 'value' = 'key',
): Pick<Diagnostic, 'file' | 'location'> {
  const location = source.locate(path, part);
  return { file: source.file, ...(location === undefined ? {} : { location }) };
}

function atNamespace(source: Source, message: string, help: string): Diagnostic {
  return problemAt(source, ['namespace'], { code: 'namespace-invalid', message, help });
}
