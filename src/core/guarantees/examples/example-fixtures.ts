import type { WrittenCase, WrittenFixtures } from '../../authoring/written-fixtures.ts';
import { takeName } from '../../authoring/written-fixtures.ts';
import { type Entity, type EntityUid, entityAmong, entityKey, plainUid } from '../../cedar/entity.ts';
import { qualified } from '../../cedar/namespace.ts';
import type { Model } from '../../model/model.ts';
import { DERIVED_CONTEXT, type GivenContext } from '../../requests/context.ts';
import { ANONYMOUS, type Claims, groupPrefix, type PrincipalClaims } from '../../requests/principal.ts';
import { isRecord } from '../../values/record.ts';
import type { Example } from './example.ts';

/** An example that a fixture is to be made of, and the decision that it is to expect. */
export interface ExpectedExample {
  readonly example: Example;
  readonly expect: 'allow' | 'deny';
  /** What the case is called. */
  readonly name: string;
}

/** Fixtures files of examples: one file for each set of entities that do not contradict each other. */
export function exampleFixtures(
  examples: readonly ExpectedExample[],
  model: Model,
  claims: PrincipalClaims,
  tag = 'counterexample',
): readonly WrittenFixtures[] {
  const files: Draft[] = [];
  for (const expected of examples) {
    const { example } = expected;
    if (!example.call) continue;
    const entities = storedEntities(example, model);
    const missing = missingEntities(example, model);
    const file = files.find((one) => agrees(one, entities, missing)) ?? newDraft(files);
    for (const entity of entities) file.entities.set(entityKey(plainUid(entity.uid)), entity);
    for (const key of missing) file.missing.add(key);
    file.cases.push(caseOf(expected, file, model, claims));
  }
  return files.map(({ principals, entities, cases }) => ({
    tags: [tag],
    principals: Object.fromEntries(principals),
    entities: [...entities.values()],
    cases,
  }));
}

interface Draft {
  readonly principals: Map<string, Claims>;
  readonly entities: Map<string, Entity>;
  /** What an example names and does not have: it would be decided otherwise if it were there. */
  readonly missing: Set<string>;
  readonly cases: WrittenCase[];
  readonly names: Set<string>;
}

function newDraft(files: Draft[]): Draft {
  const draft: Draft = {
    principals: new Map(),
    entities: new Map(),
    missing: new Set(),
    cases: [],
    names: new Set(),
  };
  files.push(draft);
  return draft;
}

function agrees(
  { entities, missing }: Draft,
  others: readonly Entity[],
  othersMissing: ReadonlySet<string>,
): boolean {
  const agree = others.every((entity) => {
    const key = entityKey(plainUid(entity.uid));
    const known = entities.get(key);
    return known === undefined ? !missing.has(key) : JSON.stringify(known) === JSON.stringify(entity);
  });
  return agree && [...othersMissing].every((key) => !entities.has(key));
}

/** Callers are made of their claims, and so are groups of which nothing else is said; everything else has to be there. */
function storedEntities({ request, entities }: Example, model: Model): readonly Entity[] {
  const group = qualified(model.namespace, model.groupType);
  const anonymous = entityKey({ type: request.principal.type, id: ANONYMOUS });
  const made = new Set([entityKey(request.principal), anonymous]);
  return entities.filter(
    (entity) =>
      !made.has(entityKey(plainUid(entity.uid))) && (plainUid(entity.uid).type !== group || !isBare(entity)),
  );
}

function isBare({ attrs, parents, tags = {} }: Entity): boolean {
  return Object.keys(attrs).length + parents.length + Object.keys(tags).length === 0;
}

/** Everything that an example names and that is not there, but for what is made of the caller's claims. */
function missingEntities({ request, entities }: Example, model: Model): ReadonlySet<string> {
  const there = new Set([request.principal, ...entities.map(({ uid }) => plainUid(uid))].map(entityKey));
  const group = qualified(model.namespace, model.groupType);
  const missing = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const member of value) visit(member);
    else if (isRecord(value)) {
      const { type, id } = value;
      if (typeof type === 'string' && typeof id === 'string' && type !== group)
        missing.add(entityKey({ type, id }));
      for (const member of Object.values(value)) visit(member);
    }
  };
  visit([request.resource, request.context, entities]);
  return new Set([...missing].filter((key) => !there.has(key)));
}

function caseOf(
  { example, expect, name }: ExpectedExample,
  file: Draft,
  model: Model,
  claims: PrincipalClaims,
): WrittenCase {
  const { call, caller } = example;
  const context = givenContext(example);
  const as = caller.uid.id === ANONYMOUS ? ANONYMOUS : namedPrincipal(file, claimsOf(example, model, claims));
  return {
    name: takeName(name, file.names),
    as,
    call: `${call?.method} ${call?.url}`,
    ...(call?.body === undefined ? {} : { body: call.body }),
    ...(context === undefined ? {} : { context }),
    expect,
  };
}

/** What a call does not say of its context; `undefined` where it says everything. */
function givenContext({ request }: Example): GivenContext | undefined {
  const given = Object.entries(request.context).filter(([name]) => !DERIVED_CONTEXT.includes(name));
  return given.length > 0 ? Object.fromEntries(given) : undefined;
}

/** Callers with the same claims are one principal. */
function namedPrincipal({ principals }: Draft, claims: Claims): string {
  const text = JSON.stringify(claims);
  for (const [name, known] of principals) if (JSON.stringify(known) === text) return name;
  const name = `caller-${principals.size + 1}`;
  principals.set(name, claims);
  return name;
}

/** The claims of a token that makes this caller. */
function claimsOf({ caller, entities }: Example, model: Model, names: PrincipalClaims): Claims {
  const { groupType, tenantType, namespace } = model;
  const ids = (type: string | undefined) => idsOf(caller.parents, type && qualified(namespace, type));
  const prefix = groupPrefix(names);
  const groups = ids(groupType).map((id) => (id.startsWith(prefix) ? id.slice(prefix.length) : id));
  const tenants = ids(tenantType);
  const own = entityAmong(entities, caller.uid);
  const attributes = model.entityTypes.find(({ name }) => name === model.principalType)?.attributes ?? [];
  const claimOf = new Map(attributes.map(({ name, claim }) => [name, claim ?? name]));
  const said = Object.entries(own?.attrs ?? {}).map(([name, value]) => [claimOf.get(name) ?? name, value]);
  return {
    ...Object.fromEntries(said),
    [names.subject]: caller.uid.id,
    ...(groups.length > 0 ? { [names.groups]: groups } : {}),
    ...(tenants.length > 0 ? { [names.tenant]: tenants.length === 1 ? tenants[0] : tenants } : {}),
  };
}

function idsOf(uids: readonly EntityUid[], type: string | undefined): readonly string[] {
  return uids.filter((uid) => uid.type === type).map(({ id }) => id);
}
