import type { CedarValueJson } from '../../cedar/cedar.ts';
import { type Entity, type EntityUid, entityKey, isUid } from '../../cedar/entity.ts';
import { compareText } from '../../values/compare-text.ts';
import { isRecord } from '../../values/record.ts';
import { subterms } from '../instantiation/subterms.ts';
import { symbolOf, type Term, type TermTable, textOf } from '../terms/term.ts';
import { type RecordType, recordType, setType, type Type } from '../terms/type.ts';
import type { Scope } from '../translation/scope.ts';
import type { TermModel } from './model.ts';
import { plainValue } from './plain-value.ts';

/** A request with all entities that it is about: what the engine is asked. */
export interface Counterexample {
  readonly principal: EntityUid;
  readonly action: EntityUid;
  readonly resource: EntityUid;
  readonly context: Readonly<Record<string, CedarValueJson>>;
  readonly entities: readonly Entity[];
  /** Whether policies see the slice alone: the principal, the resource and what they are in. */
  readonly isSlice?: true;
}

/** Writes a model down. Throws a `RangeError` when one of its values cannot be written. */
export function counterexampleOf(scope: Scope, model: TermModel): Counterexample {
  const world = new CounterexampleEntities(scope, model);
  const principal = model.entity(scope.principal);
  const resource = model.entity(scope.resource);
  world.need(principal);
  world.need(resource);
  const context = world.context();
  return {
    principal,
    action: scope.environment.action,
    resource,
    context,
    entities: world.entities(),
    ...(scope.presence.isSlice ? { isSlice: true as const } : {}),
  };
}

type AccessPath = string;

/** What is said of one holder of values. */
interface Said {
  readonly values: Map<AccessPath, Term>;
  readonly has: Map<AccessPath, boolean>;
}

class CounterexampleEntities {
  readonly #scope: Scope;
  readonly #model: TermModel;
  readonly #context: Said = nothingSaid();
  readonly #entities = new Map<string, Said>();
  readonly #tags = new Map<string, Map<string, Said>>();
  readonly #parents = new Map<string, Map<string, EntityUid>>();
  readonly #missing = new Set<string>();
  readonly #needed = new Map<string, EntityUid>();

  constructor(scope: Scope, model: TermModel) {
    this.#scope = scope;
    this.#model = model;
    for (const term of model.terms) if (term.operator === 'apply') this.#note(term);
    for (const uid of literalEntities(scope.table)) if (this.#hasContent(uid)) this.need(uid);
  }

  /** Makes sure that an entity is among those sent. */
  need(uid: EntityUid): void {
    const info = this.#scope.schema.entityTypes.get(uid.type);
    if (info && !info.members) this.#needed.set(entityKey(uid), uid);
  }

  context(): Readonly<Record<string, CedarValueJson>> {
    return this.#record(this.#scope.actionInfo.context, this.#context, []);
  }

  /** All that are needed, and those that these need, sorted. */
  entities(): readonly Entity[] {
    const made = new Map<string, Entity>();
    for (const term of [this.#scope.principal, this.#scope.resource])
      this.#missing.delete(entityKey(this.#model.entity(term)));
    for (const [key, uid] of this.#needed) if (!this.#missing.has(key)) made.set(key, this.#entity(key, uid));
    return [...made].sort(([a], [b]) => compareText(a, b)).map(([, entity]) => entity);
  }

  // ---- what the model says ----

  #note(term: Term): void {
    const symbol = symbolOf(term);
    const set = symbol.kind === 'member' ? symbol.set : symbol;
    if (set.kind === 'ancestor') this.#noteAncestor(term);
    if (symbol.kind === 'exists' && !this.#model.truth(term)) {
      const [entity] = term.args;
      if (entity) this.#missing.add(entityKey(this.#model.entity(entity)));
    }
    if (set.kind !== 'value' && set.kind !== 'has') return;
    const said = this.#saidOf(set.root, term.args);
    const path = JSON.stringify(set.path);
    if (set.kind === 'has') said.has.set(path, this.#model.truth(term));
    else if (symbol.kind === 'value') said.values.set(path, term);
    else said.values.set(path, this.#scope.table.term('apply', setTypeOf(term), term.args.slice(0, -1), set));
  }

  #noteAncestor(term: Term): void {
    const [entity, ancestor] = term.args;
    if (!entity || !ancestor || !this.#model.truth(term)) return;
    const key = entityKey(this.#model.entity(entity));
    this.need(this.#model.entity(entity));
    const parents = this.#parents.get(key) ?? new Map<string, EntityUid>();
    const parent = this.#model.entity(ancestor);
    this.#parents.set(key, parents.set(entityKey(parent), parent));
    if (this.#hasContent(parent)) this.need(parent);
  }

  #saidOf(root: 'context' | 'entity' | 'tag', [entity, tag]: readonly Term[]): Said {
    if (root === 'context' || !entity) return this.#context;
    const uid = this.#model.entity(entity);
    this.need(uid);
    const key = entityKey(uid);
    if (root === 'tag' && tag) {
      const tags = this.#tags.get(key) ?? new Map<string, Said>();
      this.#tags.set(key, tags);
      return saidIn(tags, this.#model.text(tag));
    }
    return saidIn(this.#entities, key);
  }

  #hasContent({ type }: EntityUid): boolean {
    const info = this.#scope.schema.entityTypes.get(type);
    return info !== undefined && (info.attributes.size > 0 || info.tags !== undefined);
  }

  // ---- writing it down ----

  #entity(key: string, uid: EntityUid): Entity {
    const info = this.#scope.schema.entityTypes.get(uid.type);
    const shape = recordType(info?.attributes ?? new Map());
    const attrs = this.#record(shape, this.#entities.get(key) ?? nothingSaid(), []);
    const parents = [...(this.#parents.get(key) ?? [])]
      .sort(([a], [b]) => compareText(a, b))
      .map(([, parent]) => parent);
    const tags = [...(this.#tags.get(key) ?? [])].flatMap(([name, said]) =>
      said.has.get('[]') && info?.tags ? [[name, this.#build(info.tags, said, [])] as const] : [],
    );
    return {
      uid,
      attrs,
      parents,
      ...(tags.length > 0 ? { tags: Object.fromEntries(tags) } : {}),
    };
  }

  #build(type: Type, said: Said, path: readonly string[]): CedarValueJson {
    if (type.kind === 'record') return this.#record(type, said, path);
    const term = said.values.get(JSON.stringify(path));
    return this.#noted(term ? this.#model.json(term) : plainValue(type, this.#scope.schema));
  }

  #record({ attributes }: RecordType, said: Said, path: readonly string[]): Record<string, CedarValueJson> {
    const fields = [...attributes].flatMap(([name, attribute]) => {
      const below = [...path, name];
      const isThere = attribute.required || said.has.get(JSON.stringify(below));
      return isThere ? [[name, this.#build(attribute.type, said, below)] as const] : [];
    });
    return Object.fromEntries(fields);
  }

  /** Every entity that a value refers to exists. */
  #noted(value: CedarValueJson): CedarValueJson {
    if (Array.isArray(value)) for (const element of value) this.#noted(element);
    else if (isRecord(value)) {
      if ('__entity' in value && isUid(value.__entity)) this.need(value.__entity);
      else for (const member of Object.values(value)) this.#noted(member);
    }
    return value;
  }
}

function nothingSaid(): Said {
  return { values: new Map(), has: new Map() };
}

function saidIn(known: Map<string, Said>, key: string): Said {
  const said = known.get(key) ?? nothingSaid();
  known.set(key, said);
  return said;
}

/** Entities that policies name and look into, even where what they say about them came to nothing. */
function literalEntities(table: TermTable): EntityUid[] {
  const holders = table.applications().flatMap(({ args }) => args.slice(0, 1));
  return subterms(holders).flatMap((term) =>
    term.operator === 'literal' && term.type.kind === 'entity'
      ? [{ type: term.type.name, id: textOf(term) }]
      : [],
  );
}

/** The set that a membership is about is of the type of its elements. */
function setTypeOf(membership: Term): Type {
  const element = membership.args.at(-1);
  if (!element) throw new TypeError('a membership without an element');
  return setType(element.type);
}
