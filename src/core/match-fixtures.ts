import type { SchemaJson } from './cedar.ts';
import { rememberedContexts } from './context.ts';
import { didYouMean } from './definition.ts';
import { distinctDiagnostics, hasErrors, type Outcome } from './diagnostic.ts';
import { type Entity, type EntityUid, entityStore } from './entity.ts';
import type { EntityList, Expectation, Fixture, FixtureFile, Question } from './fixture.ts';
import { fixtureProblem } from './fixture-problem.ts';
import { givenContextProblem } from './given-context.ts';
import { matchExpectations } from './match-expectations.ts';
import { makePrincipals, type PrincipalEntities, type PrincipalWorld } from './match-principals.ts';
import type { Model } from './model.ts';
import { nearestEndpoint } from './nearest-endpoint.ts';
import type { ReadyFixture } from './replay.ts';
import type { Call, CallMapper, MappedCall, ReadCall, Request } from './request.ts';
import { type SliceMaker, sliceMaker } from './slice.ts';
import type { RefusedCall } from './status.ts';

/** What fixtures are matched up with. */
export interface FixtureWorld extends PrincipalWorld {
  readonly mapper: CallMapper;
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
  const read = readingOnce(world.mapper);
  const ready: ReadyFixture[] = [];
  for (const fixture of file.fixtures) {
    // A principal that could not be made has been reported, once.
    if (file.principals.has(fixture.as) && !principals.has(fixture.as)) continue;
    const { asks, expectation } = fixture;
    const outcome =
      asks.type === 'call'
        ? matchCall(fixture, asks, principals, slices, read, world)
        : matchRequest(
            fixture,
            asks.request,
            expectation,
            (asks.entities ?? entities)?.entities ?? [],
            world,
          );
    diagnostics.push(...outcome.diagnostics);
    if (outcome.ok) ready.push(outcome.value);
  }
  // What is wrong with a column or a row of a table is wrong in each of its cells, and is said once.
  const all = distinctDiagnostics(diagnostics);
  return hasErrors(all) ? { ok: false, diagnostics: all } : { ok: true, value: ready, diagnostics: all };
}

// ---- calls ----

/** The cells of a row ask the same, one after the other: their call is read once. */
function readingOnce(mapper: CallMapper): CallMapper['read'] {
  const contextOf = rememberedContexts();
  let last: { readonly call: Call; readonly read: ReadCall } | undefined;
  return (call) => {
    if (last?.call !== call) last = { call, read: mapper.read(call, contextOf) };
    return last.read;
  };
}

function matchCall(
  fixture: Fixture,
  { call, context }: Extract<Question, { readonly type: 'call' }>,
  principals: PrincipalEntities,
  slices: SliceMaker,
  read: CallMapper['read'],
  world: FixtureWorld,
): Outcome<ReadyFixture> {
  const principal = principals.get(fixture.as);
  if (!principal) return fixtureProblem(fixture, unknownPrincipal(fixture.as, principals), undefined, 'as');
  const mapped = read(call)(principal, context);
  const { expectation } = fixture;
  if (expectation.type === 'refused')
    return matchRefusal({ fixture, principal, slices }, expectation.status, mapped);
  if (mapped.type !== 'requests')
    return fixtureProblem(fixture, mapped.reason, helpFor(mapped, fixture, world.mapper), 'call');
  const misfit = context && contextProblem(context, mapped, world.schema);
  if (misfit) return fixtureProblem(fixture, misfit, undefined, 'context');
  const expected = matchExpectations(fixture, expectation, mapped.requests);
  if (!expected.ok) return expected;
  const { endpoint } = mapped;
  return {
    ok: true,
    value: { fixture, endpoint, principal, checks: expected.value, slices },
    diagnostics: [],
  };
}

/** A call that is expected to be refused is asked about all the same: should an endpoint answer it, the report says how. */
function matchRefusal(
  asked: Pick<ReadyFixture, 'fixture' | 'principal' | 'slices'>,
  status: 400 | 404,
  mapped: MappedCall,
): Outcome<ReadyFixture> {
  if (mapped.type !== 'requests')
    return { ok: true, value: { ...asked, checks: [], refusal: { status, mapped } }, diagnostics: [] };
  const checks = mapped.requests.map((request) => ({ request, expected: { decision: 'deny' } as const }));
  const value = { ...asked, endpoint: mapped.endpoint, checks, refusal: { status } };
  return { ok: true, value, diagnostics: [] };
}

function helpFor(refused: RefusedCall, { asks }: Fixture, mapper: CallMapper): string | undefined {
  if (asks.type !== 'call') return undefined;
  return refused.type === 'unusable'
    ? 'a call that must be refused has `expect: 400`'
    : nearestEndpoint(asks.call, mapper);
}

function contextProblem(
  context: NonNullable<Extract<Question, { readonly type: 'call' }>['context']>,
  { endpoint, requests }: Extract<MappedCall, { readonly type: 'requests' }>,
  schema: SchemaJson<string>,
): string | undefined {
  const [request] = requests;
  return request && givenContextProblem(context, endpoint.action, request, schema);
}

function unknownPrincipal(name: string, principals: PrincipalEntities): string {
  const known = [...principals.keys()];
  return `unknown principal \`${name}\`${didYouMean(name, known) || `: the file has ${known.join(', ')}`}`;
}

// ---- ready requests ----

/** A ready request is decided with all entities, as the tools decide it for which it was written: no call says what its slice would be. */
function matchRequest(
  fixture: Fixture,
  request: Request,
  expectation: Expectation,
  entities: readonly Entity[],
  { model }: FixtureWorld,
): Outcome<ReadyFixture> {
  const unknown = unknownAction(request.action, model);
  if (unknown) return fixtureProblem(fixture, unknown, undefined, 'call');
  if (expectation.type === 'refused') return fixtureProblem(fixture, 'only a call can be refused');
  const expected = matchExpectations(fixture, expectation, [request]);
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

function unknownAction({ type, id }: EntityUid, { namespace, actions }: Model): string | undefined {
  const known = actions.map(({ name }) => name);
  const own = `${namespace}::Action`;
  if (type === own && known.includes(id)) return undefined;
  return type === own
    ? `the schema has no action \`${id}\`${didYouMean(id, known)}`
    : `\`${type}\` is no type of an action here: expected \`${own}\``;
}
