import { plainUid } from '../../cedar/entity.ts';
import { localName, qualified } from '../../cedar/namespace.ts';
import { attributesRead } from '../../decision-classes/attributes-read.ts';
import { type Path, policyReads, type Read } from '../../decision-classes/policy-reads.ts';
import type { Action, Attribute, AttributeType, EntityType, Model } from '../../model/model.ts';
import type { Schema } from '../../model/read-schema.ts';
import type { Policy } from '../../policies/policy.ts';
import { actionGroups, policiesFor } from '../../policies/relevant-policies.ts';
import { typesAbove } from '../../requests/server/types-to-look-up.ts';

/** What policies read of the entities of one type; rather too much than too little. */
export interface TypeReads {
  readonly attributes: ReadonlySet<string>;
  readonly tags: boolean;
  /** What it is in, directly or further up. */
  readonly parents: boolean;
}

/** What the policies read of each entity type of a model, by its name without namespace. */
export function readsByType({ json, model }: Schema, policies: readonly Policy[]): Map<string, TypeReads> {
  const noted = new NotedReads(model);
  const groups = actionGroups(json);
  const known = new Map(policies.map((policy) => [policy, policyReads(policy.json)]));
  for (const action of model.actions) {
    const uid = { type: qualified(model.namespace, 'Action'), id: action.name };
    for (const policy of policiesFor(policies, uid, groups)) {
      if (!mayBeAbout(policy, action, model)) continue;
      const reads = known.get(policy);
      if (reads) for (const read of reads) noted.note(read, action);
      else noted.noteByName(attributesRead(policy.json));
    }
  }
  return noted.byType;
}

/** Whether the scope leaves resources of the action's type. */
function mayBeAbout({ json: { resource } }: Policy, action: Action, { namespace }: Model): boolean {
  const type = qualified(namespace, action.resourceType);
  if (resource.op === 'is') return resource.entity_type === type;
  return resource.op !== '==' || !('entity' in resource) || plainUid(resource.entity).type === type;
}

class NotedReads {
  readonly byType: Map<string, { readonly attributes: Set<string>; tags: boolean; parents: boolean }>;
  readonly #model: Model;

  constructor(model: Model) {
    this.#model = model;
    this.byType = new Map(
      model.entityTypes.map(({ name }) => [name, { attributes: new Set(), tags: false, parents: false }]),
    );
  }

  note(read: Read, action: Action): void {
    switch (read.type) {
      case 'value':
      case 'presence':
      case 'entity-type':
      case 'is-entity':
        this.#walk(read.path, action);
        return;
      case 'same':
        this.#walk(read.left, action);
        this.#walk(read.right, action);
        return;
      case 'in-entity':
        this.#noteAbove(this.#walk(read.path, action), localName(this.#model.namespace, read.entity.type));
        return;
      case 'in':
        this.#noteAbove(this.#walk(read.left, action), entityTypeIn(this.#walk(read.right, action)));
    }
  }

  /** Of a policy that is not understood: whatever is called like an attribute that it looks at, and all tags and parents. */
  noteByName(names: ReadonlySet<string>): void {
    for (const { name: type, attributes, hasTags, parents } of this.#model.entityTypes) {
      const reads = this.byType.get(type);
      if (!reads) continue;
      for (const { name } of attributes) if (names.has(name)) reads.attributes.add(name);
      reads.tags ||= hasTags === true;
      reads.parents ||= parents.length > 0;
    }
  }

  /** Notes the attributes on the way, and says what is at its end; `undefined` where the schema has nothing there. */
  #walk({ root, attributes }: Path, action: Action): AttributeType | undefined {
    let at: AttributeType | undefined = this.#typeOf(root, action);
    for (const name of attributes) {
      const type: AttributeType | undefined = at;
      const owner: EntityType | undefined =
        type?.kind === 'Entity' ? this.#model.entityTypes.find((one) => one.name === type.type) : undefined;
      const members: readonly Attribute[] | undefined =
        type?.kind === 'Record' ? type.attributes : owner?.attributes;
      at = members?.find((one) => one.name === name)?.type;
      if (owner && at) this.byType.get(owner.name)?.attributes.add(name);
    }
    return at;
  }

  #typeOf(root: Path['root'], { resourceType, context }: Action): AttributeType {
    switch (root) {
      case 'principal':
        return { kind: 'Entity', type: this.#model.principalType };
      case 'resource':
        return { kind: 'Entity', type: resourceType };
      case 'context':
        return { kind: 'Record', attributes: context };
    }
  }

  /** Whether an entity is below one of type `above` is said by its own parents, and by those of whatever stands between. */
  #noteAbove(below: AttributeType | undefined, above: string | undefined): void {
    if (below?.kind !== 'Entity') return;
    for (const type of [below.type, ...typesAbove(below.type, this.#model)]) {
      const reads = this.byType.get(type);
      const higher = typesAbove(type, this.#model);
      if (reads && (above === undefined ? higher.size > 0 : higher.has(above))) reads.parents = true;
    }
  }
}

/** The type of an entity, or of those in a set; `undefined` where it is not known. */
function entityTypeIn(type: AttributeType | undefined): string | undefined {
  if (type?.kind === 'Set') return entityTypeIn(type.element);
  return type?.kind === 'Entity' ? type.type : undefined;
}
