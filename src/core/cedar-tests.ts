import type { CedarValueJson } from './cedar.ts';
import * as cedar from './cedar.ts';
import {
  ALWAYS,
  forms,
  hasKey,
  IS_TEXT,
  isMapping,
  members,
  oneOf,
  problemAt,
  readDefinition,
  text,
  v,
} from './definition.ts';
import type { Diagnostic, Outcome } from './diagnostic.ts';
import { type EntityUid, entityKey } from './entity.ts';
import type { ExpectedDecision, Fixture, FixtureFile } from './fixture.ts';
import { anyMapping, entitiesDefinition } from './fixture-definition.ts';
import { readEntityReference } from './fixture-file.ts';
import type { Policy } from './policy.ts';
import type { ReadyFixture } from './replay.ts';
import type { Source, ValuePath } from './source.ts';

/** The file that names no principals: requests name theirs themselves. */
const NOBODY = { principals: new Map(), groups: [], entities: undefined };

/**
 * Reads tests as `cedar run-tests` takes them: a list of requests, each with its entities and the decision, the policies (some of them) and
 * the number of errors that it must get.
 */
export function readCedarTests(source: Source, shared: ReadonlyMap<string, Source>): Outcome<FixtureFile> {
  const tests = readDefinition(testsDefinition, source, 'fixtures-invalid');
  if (!tests.ok) return tests;
  const read = tests.value.map((test, index) => {
    const { name = `test ${index + 1}`, request, entities } = test;
    return readRequest({ name, request, entities, expected: expectedOf(test) }, source, shared, [index]);
  });
  return fileOf(source, read);
}

/** Reads one request of a folder called `ALLOW` or `DENY`; `near` are the entities that lie beside such folders. */
export function readDecidedRequest(
  source: Source,
  decision: 'allow' | 'deny',
  shared: ReadonlyMap<string, Source>,
  near: Source | undefined,
): Outcome<FixtureFile> {
  const request = readDefinition(decidedDefinition, source, 'fixtures-invalid');
  if (!request.ok) return request;
  const name = source.file.replace(/^.*\//, '').replace(/(?:\.cedarauth)?\.json$/, '');
  const { entities = near && NEAR } = request.value;
  const known = near ? new Map([...shared, [NEAR, near]]) : shared;
  return fileOf(source, [
    readRequest({ name, request: request.value, entities, expected: { decision } }, source, known, []),
  ]);
}

/** The entities that the folder of a request has, under a name that no reference has. */
const NEAR = '\0near';

/** The files that requests name as their entities. */
export function cedarReferences(value: unknown): string[] {
  const parts = Array.isArray(value) ? value : [value];
  const named = parts.map((part) => (isMapping(part) ? part.entities : undefined));
  return [...new Set(named.filter((reference) => typeof reference === 'string'))];
}

/**
 * Cedar's command line calls policies without `@id` by their number in the one file that it reads. Where there is one file here as well,
 * such a name means the policy at that place.
 */
export function withNumberedPolicies(
  fixtures: readonly ReadyFixture[],
  policies: readonly Policy[],
): readonly ReadyFixture[] {
  const isOneFile = new Set(policies.map(({ file }) => file.file)).size === 1;
  if (!isOneFile || !fixtures.some(({ fixture }) => fixture.asks.type === 'request')) return fixtures;
  const numbered = new Map(policies.map(({ id }, index) => [`policy${index}`, id]));
  for (const { id } of policies) numbered.delete(id);
  const named = (id: string) => numbered.get(id) ?? id;
  return fixtures.map((ready) => {
    if (!ready.checks.some(({ expected }) => expected.includes?.some((id) => numbered.has(id)))) return ready;
    const checks = ready.checks.map(({ request, expected }) => ({
      request,
      expected: { ...expected, includes: (expected.includes ?? []).map(named) },
    }));
    return { ...ready, checks };
  });
}

// ---- definitions ----

const plainUid = members({ type: text, id: v.string('expected a text') });
const uid = forms(
  { when: IS_TEXT, use: text },
  { when: hasKey('__entity'), use: members({ __entity: plainUid }) },
  { when: ALWAYS, use: plainUid },
);
const requestMembers = {
  principal: uid,
  action: uid,
  resource: uid,
  context: v.optional(anyMapping('expected a mapping from attributes of the context to values')),
};
const entities = v.optional(forms({ when: IS_TEXT, use: text }, { when: ALWAYS, use: entitiesDefinition }));

const testsDefinition = v.array(
  members({
    name: v.optional(text),
    request: members(requestMembers),
    entities,
    decision: oneOf(['allow', 'deny']),
    reason: v.optional(v.array(text, 'expected a list of policy ids')),
    num_errors: v.optional(
      v.pipe(v.number('expected a number'), v.minValue(0, 'expected a number from 0 on')),
    ),
  }),
  'expected a list of tests, each with `request`, `entities` and `decision`',
);

const decidedDefinition = members({ ...requestMembers, entities });

type RawTest = v.InferOutput<typeof testsDefinition>[number];
type RawUid = v.InferOutput<typeof uid>;

// ---- requests ----

interface RawRequest {
  readonly name: string;
  readonly request: RawTest['request'];
  readonly entities: RawTest['entities'];
  readonly expected: ExpectedDecision;
}

function expectedOf({ decision, reason = [], num_errors: errorCount }: RawTest): ExpectedDecision {
  return {
    decision,
    ...(reason.length > 0 ? { includes: reason } : {}),
    ...(errorCount === undefined ? {} : { errorCount }),
  };
}

function fileOf(source: Source, read: readonly Outcome<Fixture>[]): Outcome<FixtureFile> {
  const diagnostics = read.flatMap((outcome) => outcome.diagnostics);
  if (read.some((outcome) => !outcome.ok)) return { ok: false, diagnostics };
  const fixtures = read.flatMap((outcome) => (outcome.ok ? [outcome.value] : []));
  return { ok: true, value: { ...NOBODY, source, principalSource: source, fixtures }, diagnostics };
}

function readRequest(
  raw: RawRequest,
  source: Source,
  shared: ReadonlyMap<string, Source>,
  at: ValuePath,
): Outcome<Fixture> {
  const list = readEntityReference(raw.entities, source, shared, at);
  const place = at.length === 0 ? at : [...at, 'request'];
  const uids = (['principal', 'action', 'resource'] as const).map((part) =>
    readUid(raw.request[part], source, [...place, part]),
  );
  const [principal, action, resource] = uids;
  if (!list.ok || !principal?.ok || !action?.ok || !resource?.ok)
    return { ok: false, diagnostics: [list, ...uids].flatMap(({ diagnostics }) => diagnostics) };
  const context = (raw.request.context ?? {}) as Record<string, CedarValueJson>;
  const request = { principal: principal.value, action: action.value, resource: resource.value, context };
  const value: Fixture = {
    name: raw.name,
    as: entityKey(principal.value),
    asks: { type: 'request', request, ...(list.value ? { entities: list.value } : {}) },
    expectation: { type: 'every', expected: raw.expected },
    tags: [],
    source,
    at,
  };
  return { ok: true, value, diagnostics: list.diagnostics };
}

/** A type path and one text literal: what the engine is given to read is nothing else. */
const UID = /^\s*((?:[\p{ID_Start}_]\p{ID_Continue}*::)+)("(?:[^"\\]|\\.)*")\s*$/u;

function readUid(raw: RawUid, source: Source, at: ValuePath): Outcome<EntityUid> {
  if (typeof raw !== 'string')
    return { ok: true, value: '__entity' in raw ? raw.__entity : raw, diagnostics: [] };
  const [, path = '', literal = ''] = UID.exec(raw) ?? [];
  const id = path === '' ? undefined : readLiteral(path, literal);
  if (id === undefined) return { ok: false, diagnostics: [badUid(raw, source, at)] };
  return { ok: true, value: { type: path.slice(0, -2), id }, diagnostics: [] };
}

/** Cedar's escapes are left to Cedar. */
function readLiteral(path: string, literal: string): string | undefined {
  if (!literal.includes('\\')) return literal.slice(1, -1);
  const answer = cedar.policyToJson(`permit (principal == ${path}${literal}, action, resource);`);
  if (!answer.ok || answer.value.principal.op !== '==') return undefined;
  const { principal } = answer.value;
  return 'entity' in principal && 'id' in principal.entity ? principal.entity.id : undefined;
}

function badUid(raw: string, source: Source, at: ValuePath): Diagnostic {
  const message = `\`${raw}\` is no entity: expected a type and an identifier, as in \`App::User::"ana"\``;
  return problemAt(source, at, 'fixtures-invalid', message);
}
