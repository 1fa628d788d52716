import { type Entity, entityKey, plainUid } from '../cedar/entity.ts';
import { qualified } from '../cedar/namespace.ts';
import { type Belonging, belongingOf, relationsOf } from '../coverage/relations.ts';
import { PATTERN_TRAITS } from '../endpoints/pattern.ts';
import { describeFixture, type FixtureFile } from '../fixtures/fixture.ts';
import type { ReadyFixture } from '../fixtures/ready-fixture.ts';
import type { Model } from '../model/model.ts';
import type { Call, CallMapper, MappedCall, ModelEndpoint } from '../requests/map-call.ts';
import {
  ANONYMOUS,
  anonymousPrincipal,
  type Claims,
  type PrincipalClaims,
  principalFromClaims,
} from '../requests/principal.ts';
import { compareText } from '../values/compare-text.ts';
import { routerTricks } from './disguised-calls.ts';
import { type GroupRanking, rankGroups } from './group-ranking.ts';
import { createPeople, type People } from './neighbour-people.ts';
import type { NeighbourSource } from './neighbour-source.ts';
import {
  takeName,
  type WrittenCase,
  type WrittenExpectation,
  type WrittenFixtures,
} from './written-fixtures.ts';

export interface NeighbourOptions {
  readonly model: Model;
  readonly mapper: CallMapper;
  readonly claims: PrincipalClaims;
}

/**
 * The calls next to those that are allowed, which should be denied: somebody else's, another tenant's, a lesser group's, nobody's, with an
 * expired identity, or written so that routers take them for another. What the fixtures say already is left out.
 */
export function neighboursOf(
  sources: readonly NeighbourSource[],
  options: NeighbourOptions,
): { readonly file: FixtureFile; readonly fixtures: WrittenFixtures }[] {
  const all = sources.flatMap(({ fixtures }) => fixtures);
  const finder: Finder = {
    ...options,
    ranking: rankGroups(sources, options.claims),
    stated: new Set(all.map((ready) => statedBy(ready, options.model))),
    rewritten: new Set(),
  };
  return sources.flatMap(({ file, fixtures, entities }) => {
    const written = fileNeighbours(file, fixtures, { ...finder, entities });
    return written.cases.length > 0 ? [{ file, fixtures: written }] : [];
  });
}

interface Finder extends NeighbourOptions {
  readonly ranking: GroupRanking;
  /** Calls with the kind of their caller that some fixture is about already. */
  readonly stated: Set<string>;
  /** Endpoints whose calls have been written in other ways. */
  readonly rewritten: Set<ModelEndpoint>;
}

interface Neighbour {
  readonly kind: string;
  /** Which of several of one kind it is. */
  readonly detail?: string;
  readonly as: string;
  readonly call: Call;
  readonly expect: WrittenExpectation;
}

/** One allowed call, and somebody who may make it. */
interface Allowed {
  readonly ready: ReadyFixture;
  readonly endpoint: ModelEndpoint;
  readonly call: Call;
  /** `undefined` for the caller without an identity. */
  readonly claims: Claims | undefined;
  /** Of all resources that exist. */
  readonly belongings: readonly Belonging[];
}

/** What is needed for one file. */
interface FileFinder extends Finder {
  readonly entities: readonly Entity[];
}

function fileNeighbours(
  file: FixtureFile,
  fixtures: readonly ReadyFixture[],
  finder: FileFinder,
): WrittenFixtures {
  const people = createPeople(file);
  const taken = new Set<string>();
  const cases: WrittenCase[] = [];
  for (const allowed of fixtures.flatMap((ready) => allowedCall(ready, file, finder))) {
    for (const { kind, detail = '', as, call, expect } of nextTo(allowed, people, finder)) {
      const { method, url, headers, body } = call;
      const name = takeName(`${kind}${detail}, next to ${describeFixture(allowed.ready.fixture)}`, taken);
      const parts = {
        ...(headers ? { headers: headers as Record<string, string> } : {}),
        ...(body === undefined ? {} : { body }),
      };
      cases.push({
        name,
        as,
        call: `${method} ${url}`,
        ...parts,
        expect,
        tags: [kind.toLowerCase().replaceAll(' ', '-')],
      });
      if (as !== ANONYMOUS) people.use(as);
    }
  }
  return { tags: ['neighbour'], principals: people.used(), ...entitiesOf(file), cases };
}

function allowedCall(ready: ReadyFixture, file: FixtureFile, { model }: Finder): Allowed[] {
  const { fixture, endpoint, checks } = ready;
  const isAllowed = checks.length > 0 && checks.every(({ expected }) => expected.decision === 'allow');
  if (!endpoint || fixture.asks.type !== 'call' || !isAllowed) return [];
  if (fixture.skip !== undefined || fixture.todo !== undefined) return [];
  const { call } = fixture.asks;
  return [
    {
      ready,
      endpoint,
      call,
      claims: file.principals.get(fixture.as),
      belongings: belongingsOf(ready, model),
    },
  ];
}

function belongingsOf({ checks, slices }: ReadyFixture, model: Model): Belonging[] {
  return checks.flatMap(({ request }) => belongingOf(request.resource, slices, model) ?? []);
}

function entitiesOf({ source, entities }: FixtureFile): Pick<WrittenFixtures, 'entities'> {
  const { entities: written } = source.value as { readonly entities?: unknown };
  if (typeof written === 'string') return { entities: written };
  return entities ? { entities: entities.entities } : {};
}

// ---- what is said already ----

function statedBy(ready: ReadyFixture, model: Model): string {
  const { asks } = ready.fixture;
  const call = asks.type === 'call' ? asks.call : undefined;
  return statement(call, callerKind(ready.principal, belongingsOf(ready, model), model));
}

function statement(call: Call | undefined, caller: string): string {
  return JSON.stringify([call?.method, call?.url, call?.body, call?.headers, caller]);
}

/** Who a caller is but for the name: the groups and tenants, and how the resources are related. */
function callerKind(principal: Entity, belongings: readonly Belonging[], model: Model): string {
  const parents = principal.parents.map((parent) => entityKey(plainUid(parent))).sort(compareText);
  const relations = belongings.map((one) => relationsOf(principal, one, model));
  return JSON.stringify([plainUid(principal.uid).id === ANONYMOUS, parents, relations]);
}

// ---- one allowed call ----

function nextTo(allowed: Allowed, people: People, finder: FileFinder): Neighbour[] {
  const others = PATTERN_TRAITS[allowed.endpoint.pattern].isForAnyone
    ? []
    : otherCallers(allowed, people, finder);
  return [...others, ...otherWritings(allowed, finder)];
}

/** The same call by somebody who should not get through. */
function otherCallers(allowed: Allowed, people: People, finder: FileFinder): Neighbour[] {
  const { call, ready, claims, belongings } = allowed;
  const nobody: NeighbourCaller = { kind: 'anonymous', suffix: '' };
  const callers = [nobody, ...(claims ? callersLike(claims, allowed, finder) : [])];
  return callers.flatMap(({ kind, detail = '', suffix, changed }) => {
    const who = changed && { ...claims, ...changed };
    const caller =
      kind === 'expired identity' ? kind : callerKind(principalOf(who, finder), belongings, finder.model);
    const stated = statement(call, caller);
    if (finder.stated.has(stated)) return [];
    finder.stated.add(stated);
    const as = who ? people.add(`${ready.fixture.as}-${suffix}`, who) : ANONYMOUS;
    return [{ kind, detail, as, call, expect: 'deny' }];
  });
}

interface NeighbourCaller {
  readonly kind: string;
  readonly detail?: string;
  /** What is added to the name of the one who may make the call. */
  readonly suffix: string;
  /** The claims that are others; without any, there is no identity. */
  readonly changed?: Claims;
}

function principalOf(claims: Claims | undefined, { claims: names, model }: Finder): Entity {
  const answer = claims && principalFromClaims(claims, names, model);
  return answer?.ok ? answer.principal : anonymousPrincipal(model);
}

function callersLike(claims: Claims, allowed: Allowed, finder: FileFinder): NeighbourCaller[] {
  const { belongings, endpoint, ready } = allowed;
  const { model, claims: names, ranking } = finder;
  const relations = new Set(belongings.flatMap((one) => relationsOf(ready.principal, one, model)));
  const other = (kind: string, suffix: string, changed: Claims): NeighbourCaller => ({
    kind,
    suffix,
    changed: { [names.subject]: `${claims[names.subject]}-${suffix}`, ...changed },
  });
  const callers: NeighbourCaller[] = [{ kind: 'expired identity', suffix: 'expired', changed: { exp: 0 } }];
  if (relations.has('owner')) callers.push(other('other owner', 'other', {}));
  if (relations.has('same-tenant')) {
    const tenant = foreignTenant(belongings, finder);
    callers.push(other('other tenant', `of-${tenant}`, { [names.tenant]: tenant }));
  }
  for (const group of ranking.lesser(claims, endpoint)) {
    const groups = group === undefined ? [] : [group];
    const caller = other('lesser group', `${group === undefined ? 'in-no-group' : `as-${group}`}`, {
      [names.groups]: groups,
    });
    callers.push({ ...caller, detail: ` (${group ?? 'none'})` });
  }
  return callers;
}

/** A tenant that the resources are not in: one of the entities, when there is such a one. */
function foreignTenant(belongings: readonly Belonging[], { entities, model }: FileFinder): string {
  const taken = new Set(belongings.flatMap(({ tenants }) => tenants.map(({ id }) => id)));
  const type = qualified(model.namespace, model.tenantType ?? '');
  const known = entities.map(({ uid }) => plainUid(uid)).filter((uid) => uid.type === type);
  return (
    known
      .map(({ id }) => id)
      .sort(compareText)
      .find((id) => id !== '' && !taken.has(id)) ?? 'another'
  );
}

const REFUSED_WORDS: Readonly<Record<MappedCall['type'], WrittenExpectation | undefined>> = {
  requests: 'deny',
  unusable: 400,
  'no-endpoint': 'unroutable',
  'too-long': 414,
  skipped: undefined,
  options: undefined,
};

/** The same call in other words, once for each endpoint; and `HEAD`, which is `GET` to most servers, by nobody. */
function otherWritings({ call, endpoint, ready }: Allowed, finder: Finder): Neighbour[] {
  if (finder.rewritten.has(endpoint)) return [];
  finder.rewritten.add(endpoint);
  const tricks = routerTricks(call).flatMap(({ name, call: other }): Neighbour[] => {
    const mapped = finder.mapper.map(other, ready.principal);
    const expect = REFUSED_WORDS[mapped.type];
    // What nobody decides about can be neither right nor wrong, and a call of another endpoint may be allowed with good reason.
    if (expect === undefined || (mapped.type === 'requests' && mapped.endpoint !== endpoint)) return [];
    return [{ kind: name, as: ready.fixture.as, call: other, expect }];
  });
  const isRead = call.method === 'GET' && !PATTERN_TRAITS[endpoint.pattern].isForAnyone;
  const head: Neighbour = {
    kind: 'HEAD for GET',
    as: ANONYMOUS,
    call: { ...call, method: 'HEAD' },
    expect: 'deny',
  };
  return isRead ? [head, ...tricks] : tricks;
}
