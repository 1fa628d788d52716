import type { NamespaceDefinition, SchemaJson, TypeJson } from '../../cedar/cedar.ts';
import {
  builtInJson,
  commonTypeNamed,
  type DeclaredNames,
  isRecordType,
  isSetType,
  namesOf,
  resolveEntityType,
} from './resolve-type.ts';

/** The same schema with the meaning of each common type in place of its name. */
export function withoutCommonTypes(schema: SchemaJson<string>): SchemaJson<string> {
  const names = namesOf(schema);
  const spaces = Object.entries(schema).map(([namespace, definition]) => {
    const inline = (type: TypeJson) => inlined(names, namespace, type);
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
function inlined(names: DeclaredNames, namespace: string, json: TypeJson): TypeJson {
  if (isSetType(json)) return { ...json, element: inlined(names, namespace, json.element) };
  if (isRecordType(json)) {
    const attributes = Object.entries(json.attributes).map(([name, attribute]) => {
      const { required } = attribute;
      return [
        name,
        { ...inlined(names, namespace, attribute), ...(required === undefined ? {} : { required }) },
      ] as const;
    });
    return { ...json, attributes: Object.fromEntries(attributes) };
  }
  const name = 'name' in json ? json.name : json.type;
  if (json.type === 'Extension') return json;
  const common = json.type === 'Entity' ? undefined : commonTypeNamed(names, namespace, name);
  if (common) return inlined(names, common.namespace, common.type);
  const entity = resolveEntityType(names, namespace, name);
  if (names.entityTypes.has(entity)) return 'name' in json ? { type: 'Entity', name: entity } : json;
  return builtInJson(name) ?? json;
}
