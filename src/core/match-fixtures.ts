import type { SchemaJson } from './cedar.ts';
import * as cedar from './cedar.ts';
import { didYouMean, problemAt } from './definition.ts';
import { type Diagnostic, distinctDiagnostics, hasErrors, type Outcome } from './diagnostic.ts';
import { METHODS } from './endpoint.ts';
import { type Entity, entityStore } from './entity.ts';
import { firstMessage } from './entity-check.ts';
import type { EntityList, Fixture, FixtureFile } from './fixture.ts';
import type { Model } from './model.ts';
import { nearest } from './nearest.ts';
import { ANONYMOUS, anonymousPrincipal, type PrincipalClaims, principalFromClaims } from './principal.ts';
import type { ExpectedRequest, ReadyFixture } from './replay.ts';
import type { Call, CallMapper, MappedCall, Request } from './request.ts';
import { pathOf } from './route.ts';
import { type SliceMaker, sliceMaker } from './slice.ts';
import type { ValuePath } from './source.ts';

/** What fixtures are matched up with. */
export interface FixtureWorld {
  readonly schema: SchemaJson<string>;
  readonly model: Model;
  readonly mapper: CallMapper;
  readonly claims: PrincipalClaims;
  /** The project's entities, for files that name none. */
  readonly entities: EntityList | undefined;
}

/**
 * Turns the fixtures of a file into requests with expectations. A fixture that could never run, or that expects something of
 * nothing, is an error: silence would look like success.
 */
export function matchFixtures(file: FixtureFile, world: FixtureWorld): Outcome<ReadyFixture[]> {
  const { principals, diagnostics } = makePrincipals(file, world);
  const entities = file.entities ?? world.entities;
  const slices = sliceMaker(entityStore(entities?.entities ?? []), world.model);
  const ready: ReadyFixture[] = [];
  for (const fixture of file.fixtures) {
    // A principal that could not be made has been reported, once.
    if (file.principals.has(fixture.as) && !principals.has(fixture.as)) continue;
    const outcome =
      fixture.asks.type === 'call'
        ? matchCall(fixture, fixture.asks.call, principals, slices, world)
        : matchRequest(fixture, fixture.asks.request, entities?.entities ?? []);
    diagnostics.push(...outcome.diagnostics);
    if (outcome.ok) ready.push(outcome.value);
  }
  // What is wrong with a column or a row of a table is wrong in each of its cells, and is said once.
  const all = distinctDiagnostics(diagnostics);
  return hasErrors(all) ? { ok: false, diagnostics: all } : { ok: true, value: ready, diagnostics: all };
}

// ---- principals ----

type Principals = ReadonlyMap<string, Entity>;

function makePrincipals(
  file: FixtureFile,
  world: FixtureWorld,
): { principals: Principals; diagnostics: Diagnostic[] } {
  const principals = new Map([[ANONYMOUS, anonymousPrincipal(world.model)]]);
  const diagnostics: Diagnostic[] = [];
  for (const [name, claims] of file.principals) {
    const answer = principalFromClaims(claims, world.claims, world.model);
    if (answer.ok) principals.set(name, answer.principal);
    else diagnostics.push(badPrincipal(file, name, answer.reason));
  }
  return { principals, diagnostics: [...diagnostics, ...misfits(principals, file, world)] };
}

/** The engine reads the whole schema for each question, so all principals are asked about at once; singly only to find the culprits. */
function misfits(principals: Principals, file: FixtureFile, world: FixtureWorld): Diagnostic[] {
  // Two names for one subject are fine in fixtures, but not for the engine, unless they say the same.
  const named = [...principals].filter(([name]) => name !== ANONYMOUS);
  const distinct = new Map(named.map(([, principal]) => [JSON.stringify(principal), principal]));
  if (cedar.checkEntities([...distinct.values()], world.schema).ok) return [];
  return named.flatMap(([name, principal]) => {
    const answer = cedar.checkEntities([principal], world.schema);
    return answer.ok ? [] : [badPrincipal(file, name, firstMessage(answer.errors))];
  });
}

function badPrincipal(file: FixtureFile, name: string, problem: string): Diagnostic {
  const at = file.principalSource === file.source ? ['principals', name] : [name];
  return problemAt(file.principalSource, at, 'principal-invalid', `principal \`${name}\`: ${problem}`);
}

// ---- one fixture ----

function matchCall(
  fixture: Fixture,
  call: Call,
  principals: Principals,
  slices: SliceMaker,
  world: FixtureWorld,
): Outcome<ReadyFixture> {
  const principal = principals.get(fixture.as);
  if (!principal) return problem(fixture, unknownPrincipal(fixture.as, principals), undefined, 'as');
  const mapped = world.mapper.map(call, principal);
  if (mapped.type !== 'requests')
    return problem(fixture, mapped.reason, nearestEndpoint(call, mapped, world.mapper), 'call');
  const expected = expectations(fixture, mapped.requests);
  if (!expected.ok) return expected;
  const { endpoint } = mapped;
  return {
    ok: true,
    value: { fixture, endpoint, principal, checks: expected.value, slices },
    diagnostics: [],
  };
}

/** A ready request is decided with all entities, as the tools decide it for which it was written: no call says what its slice would be. */
function matchRequest(
  fixture: Fixture,
  request: Request,
  entities: readonly Entity[],
): Outcome<ReadyFixture> {
  const expected = expectations(fixture, [request]);
  if (!expected.ok) return expected;
  const principal = entityStore(entities).get(request.principal);
  return {
    ok: true,
    value: {
      fixture,
      principal: principal ?? { uid: request.principal, attrs: {}, parents: [] },
      checks: expected.value,
      slices: { compose: () => ({ type: 'entities', entities }) },
    },
    diagnostics: [],
  };
}

function problem(
  fixture: Fixture,
  message: string,
  help?: string,
  part: FixturePart = 'expect',
): { ok: false; diagnostics: Diagnostic[] } {
  const { at, key } = placeOf(fixture, part);
  return {
    ok: false,
    diagnostics: [problemAt(fixture.source, at, 'fixture-unusable', message, help, key ? 'key' : 'value')],
  };
}

type FixturePart = 'as' | 'call' | 'expect';

/** In a table the principal is the head of a column, the call the head of a row, and the expectation the cell. */
function placeOf(fixture: Fixture, part: FixturePart): { at: ValuePath; key?: boolean } {
  const [list, table, , row, column] = fixture.at;
  if (list !== 'tables' || table === undefined || column === undefined || row === undefined)
    return { at: [...fixture.at, part] };
  if (part === 'as') return { at: [list, table, 'columns', column] };
  return part === 'call' ? { at: [list, table, 'rows', row], key: true } : { at: fixture.at };
}

function unknownPrincipal(name: string, principals: Principals): string {
  const known = [...principals.keys()];
  return `unknown principal \`${name}\`${didYouMean(name, known) || `: the file has ${known.join(', ')}`}`;
}

/** The template whose shape is nearest, found by putting the call's own segments in place of parameters. */
function nearestEndpoint({ method, url }: Call, mapped: MappedCall, mapper: CallMapper): string | undefined {
  if (mapped.type !== 'no-endpoint') return undefined;
  if (!METHODS.some((known) => known === method)) return `known methods are ${METHODS.join(', ')}`;
  const segments = pathOf(url).split('/');
  const calls = mapper.endpoints.map(
    (endpoint) => `${endpoint.method} ${withSegments(endpoint.path, segments)}`,
  );
  const endpoint =
    mapper.endpoints.find((one) => one.method === method && endsLike(one.path, segments)) ??
    mapper.endpoints[calls.indexOf(nearest(`${method} ${segments.join('/')}`, calls) ?? '')];
  return endpoint
    ? `did you mean \`${endpoint.method} ${endpoint.path}\`?`
    : 'the schema lists the endpoints of all actions';
}

/** Whether a template is the call's path with something before it, such as the base path of the servers. */
function endsLike(template: string, segments: readonly string[]): boolean {
  const end = template.split('/').slice(1 - segments.length);
  return (
    segments.length > 1 &&
    ['', ...end].join('/') !== '/' &&
    withSegments(['', ...end].join('/'), segments) === segments.join('/')
  );
}

function withSegments(template: string, segments: readonly string[]): string {
  const filled = template
    .split('/')
    .map((segment, index) => (segment.includes('{') ? (segments[index] ?? segment) : segment));
  return filled.join('/');
}

// ---- expectations ----

function expectations(fixture: Fixture, requests: readonly Request[]): Outcome<ExpectedRequest[]> {
  const { expectation } = fixture;
  if (expectation.type === 'every') {
    return {
      ok: true,
      value: requests.map((request) => ({ request, expected: expectation.expected })),
      diagnostics: [],
    };
  }
  const items = requests.map((request) => request.item ?? '');
  const missing = items.filter((item) => !expectation.items.has(item));
  const surplus = [...expectation.items.keys()].filter((item) => !items.includes(item));
  if (requests.some((request) => request.item === undefined)) {
    return problem(fixture, 'expectations by item are for batch endpoints only', 'write `allow` or `deny`');
  }
  if (missing.length > 0)
    return problem(fixture, `no expectation for ${list(missing)}`, 'an expectation is never implied');
  if (surplus.length > 0) return problem(fixture, `the call does not name ${list(surplus)}`);
  return {
    ok: true,
    value: requests.flatMap((request) => withItem(request, expectation.items)),
    diagnostics: [],
  };
}

function withItem(
  request: Request,
  items: ReadonlyMap<string, ExpectedRequest['expected']>,
): ExpectedRequest[] {
  const expected = items.get(request.item ?? '');
  return expected ? [{ request, expected }] : [];
}

/**
 * Policies that `because` and `errors` name and that do not exist. Only warnings: the fixture can be replayed, and fails; what became of
 * the call is what its author wants to know.
 */
export function unknownPolicies(
  fixtures: readonly ReadyFixture[],
  policyIds: ReadonlySet<string>,
): Diagnostic[] {
  const near = [...policyIds];
  return fixtures.flatMap(({ fixture, checks }) => {
    const named = checks.flatMap(({ expected }) => [...(expected.because ?? []), ...(expected.errors ?? [])]);
    const unknown = [...new Set(named)].filter((id) => !policyIds.has(id));
    return unknown.map((id) => unknownPolicy(fixture, id, near));
  });
}

function unknownPolicy(fixture: Fixture, id: string, policyIds: readonly string[]): Diagnostic {
  const message = `\`${fixture.name}\` names policy \`${id}\`, which does not exist${didYouMean(id, policyIds)}`;
  const { at } = placeOf(fixture, 'expect');
  return { ...problemAt(fixture.source, at, 'policy-unknown', message), severity: 'warning' };
}

function list(words: readonly string[]): string {
  return words.map((word) => `\`${word}\``).join(', ');
}
