import { isDeepStrictEqual } from 'node:util';
import * as cedar from '../../src/core/cedar/cedar.ts';
import type { Entity } from '../../src/core/cedar/entity.ts';
import { entityStore, plainUid } from '../../src/core/cedar/entity.ts';
import { hasErrors } from '../../src/core/diagnostics/diagnostic.ts';
import type { Decision } from '../../src/core/engine/engine.ts';
import { statusOf } from '../../src/core/engine/http-status.ts';
import { PolicyInlineAuthorizationEngine } from '../../src/core/engine/inline-engine.ts';
import { compareProjects } from '../../src/core/guarantees/comparison/compare-projects.ts';
import type { Model } from '../../src/core/model/model.ts';
import { readSchema } from '../../src/core/model/read-schema.ts';
import type { ProjectReport } from '../../src/core/replay/report.ts';
import { callMapper, type Request } from '../../src/core/requests/map-call.ts';
import {
  anonymousPrincipal,
  type Claims,
  DEFAULT_CLAIMS,
  principalFromClaims,
} from '../../src/core/requests/principal.ts';
import { needsNoRecord, sliceMaker } from '../../src/core/requests/slice.ts';
import { verify } from '../../src/core/verification/verify.ts';
import type { VerifyInput } from '../../src/core/verification/verify-input.ts';
import { createVerifier } from '../../src/core/watching/incremental-verifier.ts';
import { serverAuthorization } from '../../src/server/authorization.ts';
import { valueIn } from '../helpers/outcome.ts';
import { sourceOf } from '../helpers/source.ts';
import { withoutSlots } from './links.ts';
import { answerOf, type Expected, plainAnswer } from './oracle.ts';
import type { Answered, Way } from './ways.ts';
import { sliceOf, type World, type WorldQuery } from './world.ts';
import { worldInput } from './world-input.ts';

/** The ways that go through files and calls. */
export const PROJECT_WAYS: Readonly<Record<string, Way>> = {
  'authz test': (world) => tested(fitting(world)),
  'authz watch': (world) => replayed(fitting(world), watched(fitting(world))),
  'authz diff': compared,
  server,
};

// ---- projects ----

/** Fixtures have uids in the plain spelling, and a file with an entity that does not fit is refused as a whole. */
function fitting(world: World): World {
  const entities = world.entities.map((entity) => ({ ...entity, uid: plainUid(entity.uid) }));
  const plain = { ...world, entities };
  const actions = Object.values(world.schema).flatMap((one) => Object.keys(one.actions));
  const queries = world.queries.filter(
    (query) =>
      actions.includes(query.action.id) && cedar.checkEntities(sliceOf(plain, query), world.schema).ok,
  );
  return { ...plain, queries };
}

/** A project whose fixtures are the world's queries, as calls where actions have endpoints. */
function projectOf(world: World, policies: readonly string[]): VerifyInput {
  const fixtures = world.callable ? callFixtures(world) : readyFixtures(world);
  return { ...worldInput(world.schema, policies), fixtures: [fixtures] };
}

function tested(world: World): Answered[] {
  return replayed(
    world,
    world.versions.map((policies) => verify(projectOf(world, policies), { explain: 'none' })),
  );
}

function watched(world: World): ProjectReport[] {
  const verifier = createVerifier('fuzz watch');
  // And back again: what was remembered of the first version must not come back with it.
  return [...world.versions, ...world.versions.slice(0, 1)].map((policies) => {
    const steps = verifier.begin(projectOf(world, policies)).replay();
    for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value.report;
  });
}

function replayed(world: World, reports: readonly ProjectReport[]): Answered[] {
  return reports.flatMap((report, index) => {
    const policies = world.versions[index] ?? world.versions[0] ?? [];
    // A project with a misfit is refused as a whole: that is a decision about nothing.
    if (hasErrors(report.diagnostics)) return [];
    const expected = expectedOf(world, policies);
    return report.results.map(({ fixture, decisions }) => {
      const number = Number(fixture.name.slice(1));
      const actual = decisions.map(({ actual: decision }) => answered(decision));
      return { query: fixture.name, expected: [expected[number]], actual };
    });
  });
}

/** How each edit changes the decisions about fixtures, as `authz diff` says it. */
function compared(given: World): Answered[] {
  // Proving takes long; a part of the worlds does.
  if (JSON.stringify(given.schema).length % 2 !== 0) return [];
  const world = fitting(given);
  return world.versions.slice(1).flatMap((policies, index) => {
    const versions = [world.versions[index] ?? [], policies] as const;
    const [before, after] = versions.map((one) => ({ name: 'one', input: projectOf(world, one) }));
    const outcome = before && after && compareProjects(before, after);
    if (!outcome?.ok || !outcome.value.fixtures) return [];
    const [was = [], is = []] = versions.map((one) => expectedOf(world, one));
    const changes = new Map(
      outcome.value.fixtures.decisions.map((change) => [
        change.ready.fixture.name,
        [answered(change.before.actual), answered(change.after.actual)],
      ]),
    );
    return was.map((expected, number) => ({
      query: `q${number}`,
      expected: isDeepStrictEqual(expected, is[number]) ? 'unchanged' : [expected, is[number]],
      actual: changes.get(`q${number}`) ?? 'unchanged',
    }));
  });
}

function answered(decision: Decision): unknown {
  return decision.kind === 'not-found' ? { kind: 'not-found' } : answerOf(decision);
}

function expectedOf(world: World, policies: readonly string[]): unknown[] {
  // Tests that were written for Cedar expect what Cedar decides.
  if (!world.callable)
    return world.queries.map((query) => plainAnswer(world, policies, query, sliceOf(world, query), 'skip'));
  return callsOf(world).map(({ request, entities }) =>
    entities ? plainAnswer(world, policies, request, entities) : { kind: 'not-found' },
  );
}

function readyFixtures(world: World): VerifyInput['fixtures'][number] {
  const tests = world.queries.map((query, index) => ({
    name: `q${index}`,
    request: {
      principal: query.principal,
      action: query.action,
      resource: query.resource,
      context: query.context,
    },
    entities: sliceOf(world, query),
    decision: 'allow',
  }));
  const source = sourceOf(JSON.stringify(tests), 'tests.json');
  return { source, shared: new Map(), kind: 'cedar-tests' };
}

function callFixtures(world: World): VerifyInput['fixtures'][number] {
  const calls = callsOf(world);
  const principals = Object.fromEntries(
    calls.flatMap(({ claims }) => (claims ? [[`u-${String(claims.sub)}`, claims] as const] : [])),
  );
  const cases = calls.map(({ claims, url, given }, index) => ({
    name: `q${index}`,
    as: claims ? `u-${String(claims.sub)}` : 'anonymous',
    call: `GET ${url}`,
    ...(Object.keys(given).length > 0 ? { context: given } : {}),
    expect: 'allow',
  }));
  const text = JSON.stringify({ principals, entities: world.entities, cases });
  return { source: sourceOf(text), shared: new Map() };
}

// ---- calls ----

interface WorldCall {
  /** `undefined` for the caller without an identity. */
  readonly claims: Claims | undefined;
  readonly principal: Entity;
  readonly url: string;
  readonly given: WorldQuery['context'];
  readonly request: Request;
  /** `undefined` where there is no such resource. */
  readonly entities: readonly Entity[] | undefined;
}

function modelOf({ schema }: World): Model {
  return valueIn(readSchema({ file: 'v4.policyschema.json', text: JSON.stringify(schema) })).model;
}

function callsOf(world: World): WorldCall[] {
  const model = modelOf(world);
  const mapper = valueIn(callMapper(model));
  const slices = sliceMaker(entityStore(world.entities), model);
  return world.queries.flatMap((query) => {
    const claims = claimsOf(world, query);
    const principal = principalOf(claims, model);
    const url = `/${query.action.id}/${encodeURIComponent(query.resource.id)}`;
    const mapped = mapper.map({ method: 'GET', url }, principal, query.context);
    const [request] = mapped.type === 'requests' ? mapped.requests : [];
    if (!request) return [];
    const slice = slices.compose(principal, request.resource);
    const entities = slice.type === 'entities' ? slice.entities : undefined;
    return [{ claims, principal, url, given: query.context, request, entities }];
  });
}

/** What the token of a principal says; somebody who is called `nobody` has none. */
function claimsOf({ entities }: World, { principal: { id } }: WorldQuery): Claims | undefined {
  if (id === 'nobody') return undefined;
  const known = entities.find(({ uid }) => plainUid(uid).id === id && plainUid(uid).type === 'App::User');
  const groups = (known?.parents ?? []).map((parent) => plainUid(parent).id);
  return { ...known?.attrs, sub: id, groups };
}

function principalOf(claims: Claims | undefined, model: Model): Entity {
  const answer = claims && principalFromClaims(claims, DEFAULT_CLAIMS, model);
  if (answer && !answer.ok) throw new Error(answer.reason);
  return answer?.principal ?? anonymousPrincipal(model);
}

// ---- a server ----

interface WorldRequest {
  readonly principal: Entity | undefined;
  readonly given: WorldQuery['context'];
}

async function server(world: World): Promise<Answered[]> {
  if (!world.callable) return [];
  const calls = callsOf(world);
  const roomForAnonymous = cedar.checkEntities([anonymousPrincipal(modelOf(world))], world.schema).ok;
  const found: Answered[] = [];
  for (const policies of world.versions) {
    const authorization = serverFor(world, policies);
    const expected = expectedOf(world, policies);
    for (const [index, { claims, principal, url, given, request }] of calls.entries()) {
      const req: WorldRequest = { principal: claims ? principal : undefined, given };
      const ruling = await authorization.authorize({ method: 'GET', url, headers: {}, req });
      const isKnown = claims !== undefined || roomForAnonymous;
      const must = isKnown ? statusFor(expected[index] as Expected, request) : 401;
      found.push({
        query: `${url} as ${request.principal.id} with ${JSON.stringify(given)}`,
        expected: hasLostAncestor(world, request.resource) ? 500 : must,
        actual: ruling.type === 'pass' ? 200 : ruling.answer.status,
      });
    }
  }
  return found;
}

function serverFor(world: World, policies: readonly string[]) {
  const { entityTypes } = modelOf(world);
  const built = entityTypes.filter((type) => !needsNoRecord(type));
  const schema = { type: 'jsonString', schema: JSON.stringify(world.schema) } as const;
  return serverAuthorization<WorldRequest>(
    {
      schema,
      authorizationEngine: new PolicyInlineAuthorizationEngine({
        staticPolicies: policies.map(withoutSlots).join('\n'),
        schema,
      }),
      principalConfiguration: { type: 'custom', getPrincipalEntity: ({ principal }) => principal },
      getContext: ({ given }) => given,
      sliceBuilders: Object.fromEntries(
        built.map(({ name }) => [
          name,
          (id: string) => partsOf(entityIn(world, { type: `App::${name}`, id })),
        ]),
      ),
    },
    { caseSensitive: true, strict: true, help: '' },
  );
}

function partsOf(entity: Entity | undefined) {
  return entity && { attrs: entity.attrs, parents: entity.parents.map(plainUid) };
}

function entityIn(
  { entities }: World,
  { type, id }: { readonly type: string; readonly id: string },
): Entity | undefined {
  return entities.find(({ uid }) => plainUid(uid).id === id && plainUid(uid).type === type);
}

/** A server does not decide about a resource in something that it cannot look up. */
function hasLostAncestor(world: World, resource: Request['resource']): boolean {
  const types = modelOf(world).entityTypes;
  const seen = new Set<string>();
  const waiting = [...(entityIn(world, resource)?.parents ?? [])].map(plainUid);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(JSON.stringify(next))) continue;
    seen.add(JSON.stringify(next));
    const entity = entityIn(world, next);
    const type = types.find(({ name }) => `App::${name}` === next?.type);
    if (!entity && type && !needsNoRecord(type)) return true;
    waiting.push(...(entity?.parents ?? []).map(plainUid));
  }
  return false;
}

function statusFor(expected: Expected | { readonly kind: 'not-found' }, { principal }: Request): number {
  const kind = expected.kind === 'refused' ? 'errored' : expected.kind;
  return statusOf({ kind }, principal);
}
