import { type Entity, entityKey, plainUid } from '../cedar/entity.ts';
import { qualified } from '../cedar/namespace.ts';
import type { Source } from '../diagnostics/source.ts';
import { APPLICATION_TYPE } from '../endpoints/application.ts';
import type { Fixture } from '../fixtures/fixture.ts';
import type { ReadyFixture } from '../fixtures/ready-fixture.ts';
import { callAbout } from '../generation/recording/starter-call.ts';
import type { Model } from '../model/model.ts';
import type { Call, ModelEndpoint, ReadCall } from '../requests/map-call.ts';
import { anonymousPrincipal } from '../requests/principal.ts';
import type { SliceMaker } from '../requests/slice.ts';
import type { CheckedProject } from '../verification/check-project.ts';
import type { NamedCaller } from './callers.ts';

/**
 * Calls that no fixture makes: for every endpoint and caller without a fixture, what others call there, and calls about the entities that
 * there are, first those of the caller's own groups and tenants. They expect nothing: they are only looked at. Each step makes those of
 * one endpoint, so that keys do not wait.
 */
export function* untestedCalls(
  project: CheckedProject,
  callers: readonly NamedCaller[],
): Generator<undefined, readonly ReadyFixture[]> {
  const { endpoints, fixtures } = project;
  const asked = new Set(fixtures.map(({ endpoint, fixture }) => cellKey(endpoint, fixture.as)));
  const most = Math.max(1, Math.min(MOST_FOR_A_CELL, Math.floor(MOST / (callers.length * endpoints.length))));
  const made = callsByEndpoint(fixtures);
  const nobody = anonymousPrincipal(project.model);
  const all: ReadyFixture[] = [];
  for (const endpoint of endpoints) {
    const others = callers.filter(({ name, otherIn }) => !otherIn && !asked.has(cellKey(endpoint, name)));
    if (others.length === 0) continue;
    yield;
    const calls = [...(made.get(endpoint) ?? []), ...callsAboutEntities(endpoint, project, callers)];
    const readable = distinctCalls(calls.map((call) => readCall(call, nobody, project))).slice(
      0,
      MOST_CANDIDATES,
    );
    for (const caller of others)
      all.push(...chosenFor(caller, readable, most).flatMap((one) => readyCall(one, caller)));
  }
  return all;
}

/** Of several about the same resources, the first. */
function distinctCalls(calls: readonly ReadableCall[]): ReadableCall[] {
  const byResources = new Map<string, ReadableCall>();
  for (const call of calls) if (!byResources.has(call.resources)) byResources.set(call.resources, call);
  return [...byResources.values()];
}

/** What the caller belongs to comes first, as most can be opened there; some of the rest, since nothing should be. */
function chosenFor(
  { principal }: NamedCaller,
  calls: readonly ReadableCall[],
  most: number,
): readonly ReadableCall[] {
  const own = principal.parents.map((parent) => entityKey(plainUid(parent)));
  const isOwn = ({ near }: ReadableCall) => own.some((key) => near.has(key));
  const related = calls.filter(isOwn);
  const others = calls.filter((one) => !isOwn(one));
  const first = Math.ceil((most * 2) / 3);
  return [...related.slice(0, first), ...others, ...related.slice(first)].slice(0, most);
}

/** So many calls for one endpoint and one caller say enough, and so many in all can be decided while somebody looks. */
const MOST_FOR_A_CELL = 6;
const MOST = 24_000;
/** So many are looked at to choose from. */
const MOST_CANDIDATES = 40;

/** What a fixture without an expectation is called. */
const UNTESTED = 'no fixture asks this';

/** A call with the entities that it is decided with. */
interface LooseCall {
  readonly call: Call;
  readonly slices: SliceMaker;
  /** The file that a fixture of it would stand in. */
  readonly source: Source;
}

interface ReadableCall extends LooseCall {
  readonly read: ReadCall;
  /** The keys of the resources that it names. */
  readonly resources: string;
  /** The keys of the resources and of all that they are in. */
  readonly near: ReadonlySet<string>;
}

function readCall(one: LooseCall, nobody: Entity, { mapper }: CheckedProject): ReadableCall {
  const read = mapper.read(one.call);
  const mapped = read(nobody);
  const resources = mapped.type === 'requests' ? mapped.requests.map(({ resource }) => resource) : [];
  const near = new Set<string>();
  for (const resource of resources) {
    const slice = one.slices.compose(nobody, resource);
    for (const { uid } of slice.type === 'entities' ? slice.entities : []) near.add(entityKey(plainUid(uid)));
  }
  return { ...one, read, resources: resources.map(entityKey).join(' '), near };
}

/** The call as this caller makes it; nothing when it asks for nothing that could be decided. */
function readyCall(
  { call, read, slices, source }: ReadableCall,
  { name, principal }: NamedCaller,
): ReadyFixture[] {
  const mapped = read(principal);
  if (mapped.type !== 'requests') return [];
  const { endpoint, requests } = mapped;
  const checks = requests.map((request) => ({ request, expected: DENY }));
  return [{ fixture: looseFixture(call, name, source), endpoint, principal, checks, slices }];
}

/** A call of no file, as a fixture that expects nothing in particular. */
export function looseFixture(call: Call, as: string, source: Source): Fixture {
  const expectation = { type: 'every', expected: DENY } as const;
  return { name: UNTESTED, as, asks: { type: 'call', call }, expectation, tags: [], source, at: [] };
}

const DENY = { decision: 'deny' } as const;

function cellKey(endpoint: ModelEndpoint | undefined, as: string): string {
  return `${endpoint?.method} ${endpoint?.path}\n${as}`;
}

// ---- which calls ----

/** The different calls that fixtures make at each endpoint, in the order of the fixtures. */
function callsByEndpoint(
  fixtures: readonly ReadyFixture[],
): ReadonlyMap<ModelEndpoint, readonly LooseCall[]> {
  const found = new Map<ModelEndpoint, Map<string, LooseCall>>();
  for (const { endpoint, fixture, slices, refusal } of fixtures) {
    const { asks, source } = fixture;
    if (!endpoint || refusal || asks.type !== 'call') continue;
    const calls = found.get(endpoint) ?? new Map<string, LooseCall>();
    const { call } = asks;
    const key = JSON.stringify([call.url, call.body, source.file]);
    if (!calls.has(key)) calls.set(key, { call, slices, source });
    found.set(endpoint, calls);
  }
  return new Map([...found].map(([endpoint, calls]) => [endpoint, [...calls.values()]]));
}

function callsAboutEntities(
  endpoint: ModelEndpoint,
  project: CheckedProject,
  [caller]: readonly NamedCaller[],
): LooseCall[] {
  if (!caller) return [];
  const { model } = project;
  const { file, slices, principal } = caller;
  const source = file?.source ?? NOWHERE;
  const entities = (file?.entities ?? project.entities)?.entities ?? [];
  const about = (id: string, near: readonly Entity[]): LooseCall => {
    const named = { ids: [id], idOf: idsAmong([...near, ...entities], model) };
    return { call: callAbout(endpoint, named, model), slices, source };
  };
  const { resourceType } = endpoint.action;
  if (resourceType === APPLICATION_TYPE || endpoint.from === 'application') return [about('', [])];
  const type = qualified(model.namespace, resourceType);
  const ids = entities.map(({ uid }) => plainUid(uid)).filter((uid) => uid.type === type);
  return ids.map(({ id }) => {
    const slice = slices.compose(principal, { type, id });
    // The resource and what it is in come last.
    return about(id, slice.type === 'entities' ? slice.entities.toReversed() : []);
  });
}

/** Other entities in the path: those that the resource is in, else any of their type. */
function idsAmong(entities: readonly Entity[], { namespace }: Model): (type: string) => string {
  return (type) => {
    const found = entities
      .map(({ uid }) => plainUid(uid))
      .find((uid) => uid.type === qualified(namespace, type));
    return found?.id ?? '1';
  };
}

/** In a project without fixtures. */
export const NOWHERE: Source = { file: '', text: '', value: {}, locate: () => undefined };
