import type { WrittenCase, WrittenFixtures } from '../../authoring/written-fixtures.ts';
import { takeName } from '../../authoring/written-fixtures.ts';
import { type Entity, type EntityUid, entityKey, plainUid } from '../../cedar/entity.ts';
import { qualified } from '../../cedar/namespace.ts';
import type { Model } from '../../model/model.ts';
import { ANONYMOUS, type Claims, type PrincipalClaims } from '../../requests/principal.ts';
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
    const file = files.find((one) => agrees(one, entities)) ?? newDraft(files);
    for (const entity of entities) file.entities.set(entityKey(plainUid(entity.uid)), entity);
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
  readonly cases: WrittenCase[];
  readonly names: Set<string>;
}

function newDraft(files: Draft[]): Draft {
  const draft: Draft = { principals: new Map(), entities: new Map(), cases: [], names: new Set() };
  files.push(draft);
  return draft;
}

function agrees({ entities }: Draft, others: readonly Entity[]): boolean {
  return others.every((entity) => {
    const known = entities.get(entityKey(plainUid(entity.uid)));
    return known === undefined || JSON.stringify(known) === JSON.stringify(entity);
  });
}

/** Callers are made of their claims, and so are their groups; everything else has to be there. */
function storedEntities({ request, entities }: Example, model: Model): readonly Entity[] {
  const group = qualified(model.namespace, model.groupType);
  const anonymous = entityKey({ type: request.principal.type, id: ANONYMOUS });
  const made = new Set([entityKey(request.principal), anonymous]);
  return entities.filter(({ uid }) => !made.has(entityKey(plainUid(uid))) && plainUid(uid).type !== group);
}

function caseOf(
  { example, expect, name }: ExpectedExample,
  file: Draft,
  model: Model,
  claims: PrincipalClaims,
): WrittenCase {
  const { call, caller } = example;
  const as = caller.uid.id === ANONYMOUS ? ANONYMOUS : namedPrincipal(file, claimsOf(example, model, claims));
  return {
    name: takeName(name, file.names),
    as,
    call: `${call?.method} ${call?.url}`,
    ...(call?.body === undefined ? {} : { body: call.body }),
    expect,
  };
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
  const prefix = names.userPoolId === undefined ? '' : `${names.userPoolId}|`;
  const groups = ids(groupType).map((id) => (id.startsWith(prefix) ? id.slice(prefix.length) : id));
  const tenants = ids(tenantType);
  const own = entities.find(({ uid }) => entityKey(plainUid(uid)) === entityKey(caller.uid));
  return {
    ...own?.attrs,
    [names.subject]: caller.uid.id,
    ...(groups.length > 0 ? { [names.groups]: groups } : {}),
    ...(tenants.length > 0 ? { [names.tenant]: tenants.length === 1 ? tenants[0] : tenants } : {}),
  };
}

function idsOf(uids: readonly EntityUid[], type: string | undefined): readonly string[] {
  return uids.filter((uid) => uid.type === type).map(({ id }) => id);
}
