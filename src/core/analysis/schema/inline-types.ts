import type { NamespaceDefinition, SchemaJson, TypeJson } from '../../cedar/cedar.ts';
import { meaningOf, type RecordJson, type TypeScope } from '../../cedar/schema/type-meaning.ts';

/** The same schema with the meaning of each common type in place of its name. */
export function withoutCommonTypes(schema: SchemaJson<string>): SchemaJson<string> {
  const spaces = Object.entries(schema).map(([namespace, definition]) => {
    const inline = (type: TypeJson) => inlined(type, { schema, namespace });
    return [namespace, inlinedNamespace(definition, inline)] as const;
  });
  return Object.fromEntries(spaces);
}

type Inline = (type: TypeJson) => TypeJson;

function inlinedNamespace(
  { commonTypes: _, ...definition }: NamespaceDefinition<string>,
  inline: Inline,
): NamespaceDefinition<string> {
  const entityTypes = Object.entries(definition.entityTypes).map(([name, type]) => {
    if ('enum' in type) return [name, type] as const;
    const { shape, tags } = type;
    const inlinedParts = {
      ...(shape ? { shape: inline(shape) } : {}),
      ...(tags ? { tags: inline(tags) } : {}),
    };
    return [name, { ...type, ...inlinedParts }] as const;
  });
  const actions = Object.entries(definition.actions).map(([name, action]) => {
    const context = action.appliesTo?.context;
    if (!action.appliesTo || !context) return [name, action] as const;
    return [name, { ...action, appliesTo: { ...action.appliesTo, context: inline(context) } }] as const;
  });
  return {
    ...definition,
    entityTypes: Object.fromEntries(entityTypes),
    actions: Object.fromEntries(actions),
  };
}

/** Every type by a name that means it everywhere: a common type may be of another namespace than where it is used. */
function inlined(json: TypeJson, scope: TypeScope): TypeJson {
  const meaning = meaningOf(json, scope);
  switch (meaning?.kind) {
    case 'plain':
      return { type: meaning.type === 'Bool' ? 'Boolean' : meaning.type };
    case 'extension':
      return { type: 'Extension', name: meaning.name };
    case 'entity':
    case 'action':
      return { type: 'Entity', name: meaning.name };
    case 'set':
      return { type: 'Set', element: inlined(meaning.element, meaning.scope) };
    case 'record':
      return inlinedRecord(meaning.record, meaning.scope);
    case undefined:
      return json;
  }
}

function inlinedRecord(record: RecordJson, scope: TypeScope): TypeJson {
  const attributes = Object.entries(record.attributes).map(([name, attribute]) => {
    const { required } = attribute;
    return [name, { ...inlined(attribute, scope), ...(required === undefined ? {} : { required }) }] as const;
  });
  return { ...record, attributes: Object.fromEntries(attributes) };
}
