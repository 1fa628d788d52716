import type { SchemaJson } from './cedar.ts';
import { compareText, type Diagnostic, distinctDiagnostics, hasErrors, type Outcome } from './diagnostic.ts';
import { createEngine } from './engine.ts';
import { checkEntityList } from './entity-check.ts';
import { type EntityList, type FixtureFile, readEntities, readFixtures } from './fixture.ts';
import { matchFixtures } from './match-fixtures.ts';
import type { Model } from './model.ts';
import type { PolicyFile } from './policy.ts';
import { checkPolicies, type PolicyCheck } from './policy-set.ts';
import type { PrincipalClaims } from './principal.ts';
import { type ReadyFixture, type Result, replayFixtures } from './replay.ts';
import type { ProjectReport } from './report.ts';
import { callMapper } from './request.ts';
import { readSchema } from './schema-model.ts';
import type { Source } from './source.ts';

/** Everything that a project's verification reads, already loaded. */
export interface VerifyInput {
  /** The project's folder, as shown to people. */
  readonly name: string;
  readonly schema: { readonly file: string; readonly text: string };
  readonly policies: readonly PolicyFile[];
  readonly claims: PrincipalClaims;
  /** The project's entities, for fixtures files that name none. */
  readonly entities?: Source;
  readonly fixtures: readonly FixtureInput[];
}

export interface FixtureInput {
  readonly source: Source;
  /** The files it refers to, by the reference as written. */
  readonly shared: ReadonlyMap<string, Source>;
}

/**
 * The second half of the product as one straight function: schema, policies and fixtures in, a report out.
 * Everything is checked before anything is replayed, and all problems are reported at once.
 */
export function verify(input: VerifyInput): ProjectReport {
  const schema = readSchema(input.schema);
  if (!schema.ok) return unusable(input, schema.diagnostics);
  const { json, model } = schema.value;
  const mapper = callMapper(model);
  if (!mapper.ok) return unusable(input, mapper.diagnostics);
  const policies = checkPolicies(input.policies, json);
  const entities = input.entities ? readEntities(input.entities) : undefined;
  const files = byFile(input.fixtures).map(({ source, shared }) => readFixtures(source, shared));
  const read = files.flatMap((file) => (file.ok ? [file.value] : []));
  const matched = read.map((file) =>
    matchFixtures(file, {
      schema: json,
      model,
      mapper: mapper.value,
      claims: input.claims,
      entities: entities?.ok ? entities.value : undefined,
      policyIds: policyIds(policies),
    }),
  );
  const diagnostics = distinctDiagnostics([
    ...policies.diagnostics,
    ...(entities?.diagnostics ?? []),
    ...files.flatMap((file) => file.diagnostics),
    ...entityProblems(read, entities?.ok ? entities.value : undefined, json, model),
    ...matched.flatMap((outcome) => outcome.diagnostics),
    ...(policies.policySet.policies.length === 0 ? [noPolicies()] : []),
  ]);
  const report = {
    name: input.name,
    policies: policies.policySet.policies.length,
    endpoints: mapper.value.endpoints.length,
  };
  if (hasErrors(diagnostics)) return { ...report, results: [], diagnostics };
  const engine = createEngine('verify', json, policies.policySet);
  if (!engine.ok) return { ...report, results: [], diagnostics: [...diagnostics, ...engine.diagnostics] };
  return { ...report, results: replayAll(matched, engine.value), diagnostics };
}

function byFile(fixtures: readonly FixtureInput[]): FixtureInput[] {
  return [...fixtures].sort((a, b) => compareText(a.source.file, b.source.file));
}

function policyIds({ policySet, diagnostics }: PolicyCheck): string[] | undefined {
  const unread = diagnostics.some((diagnostic) => diagnostic.code === 'policy-syntax');
  return unread ? undefined : policySet.policies.map((policy) => policy.id);
}

function replayAll(
  matched: readonly Outcome<ReadyFixture[]>[],
  engine: Parameters<typeof replayFixtures>[1],
): Result[] {
  return replayFixtures(
    matched.flatMap((outcome) => (outcome.ok ? outcome.value : [])),
    engine,
  );
}

/** Shared entity files are checked once, however many fixtures files refer to them. */
function entityProblems(
  files: readonly FixtureFile[],
  project: EntityList | undefined,
  schema: SchemaJson<string>,
  model: Model,
): Diagnostic[] {
  const lists = [...files.map((file) => file.entities), project].filter((list) => list !== undefined);
  const bySource = new Map(lists.map((list) => [list.source, list]));
  return [...bySource.values()].flatMap((list) => checkEntityList(list, schema, model));
}

function unusable(input: VerifyInput, diagnostics: readonly Diagnostic[]): ProjectReport {
  return { name: input.name, policies: 0, endpoints: 0, results: [], diagnostics };
}

function noPolicies(): Diagnostic {
  return {
    severity: 'warning',
    code: 'no-policies',
    message: 'there are no policies, so every request is denied',
    help: 'run `authz generate-policies`, or write a first policy',
  };
}
