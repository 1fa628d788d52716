import type { NamespaceDefinition, SchemaJson, TypeJson } from '../cedar/cedar.ts';
import type { Outcome } from '../diagnostics/diagnostic.ts';
import { printEndpoints, printGroups } from './endpoint-annotation.ts';
import type { Action, Attribute, AttributeType, EntityType, Model } from './model.ts';
import { printSchemaText } from './schema-text.ts';

/**
 * A model as a Cedar schema. Nothing is lost: `readSchema` gives the same model back, because each action carries its
 * endpoints in an annotation.
 */
export function printSchema(model: Model): SchemaJson<string> {
  const namespace: NamespaceDefinition<string> = {
    annotations: { mappingType: model.mappingType },
    entityTypes: recordOf(model.entityTypes.map((type) => [type.name, printEntityType(type, model)])),
    actions: recordOf(model.actions.map((action) => [action.name, printAction(action, model)])),
  };
  return recordOf([[model.namespace, namespace]]);
}

/** A schema file's content: JSON with two spaces, or Cedar's own syntax. */
export function schemaFileText(schema: SchemaJson<string>, format: 'json' | 'cedar'): Outcome<string> {
  if (format === 'json') return { ok: true, value: `${JSON.stringify(schema, null, 2)}\n`, diagnostics: [] };
  return printSchemaText(schema);
}

function printEntityType(type: EntityType, model: Model) {
  const annotations = {
    ...(type.doc ? { doc: type.doc } : {}),
    ...(type.name === model.principalType ? { principal: '' } : {}),
    ...(type.name === model.groupType ? { group: '' } : {}),
    ...(type.name === model.tenantType ? { tenant: '' } : {}),
  };
  return {
    ...(Object.keys(annotations).length > 0 ? { annotations } : {}),
    ...(type.parents.length > 0 ? { memberOfTypes: [...type.parents] } : {}),
    shape: printRecord(type.attributes),
  };
}

function printRecord(attributes: readonly Attribute[]) {
  return {
    type: 'Record' as const,
    attributes: recordOf(
      attributes.map((attribute) => [
        attribute.name,
        {
          ...printType(attribute.type),
          ...(attribute.required ? {} : { required: false }),
          ...attributeAnnotations(attribute),
        },
      ]),
    ),
  };
}

function attributeAnnotations({ claim, owner }: Attribute) {
  if (claim === undefined && !owner) return {};
  return { annotations: { ...(claim === undefined ? {} : { claim }), ...(owner ? { owner: '' } : {}) } };
}

function printType(type: AttributeType): TypeJson {
  switch (type.kind) {
    case 'String':
    case 'Long':
      return { type: type.kind };
    case 'Bool':
      return { type: 'Boolean' };
    case 'datetime':
    case 'decimal':
    case 'duration':
    case 'ipaddr':
      return { type: 'Extension', name: type.kind };
    case 'Set':
      return { type: 'Set', element: printType(type.element) };
    case 'Record':
      return printRecord(type.attributes);
    case 'Entity':
      return { type: 'Entity', name: type.type };
  }
}

function printAction(action: Action, model: Model) {
  return {
    annotations: {
      ...(action.doc ? { doc: action.doc } : {}),
      endpoint: printEndpoints(action.endpoints),
      ...(action.groups.length > 0 ? { groups: printGroups(action.groups) } : {}),
      ...action.remarks,
      ...(action.memberType === undefined ? {} : { lists: action.memberType }),
      ...(model.mappingType === 'SimpleRest' ? simpleRestAnnotations(action) : {}),
    },
    appliesTo: {
      principalTypes: [model.principalType],
      resourceTypes: [action.resourceType],
      context: printRecord(action.context),
    },
  };
}

/** The two annotations by which the Cedar project's Express packages find an action's endpoint. */
function simpleRestAnnotations(action: Action): Record<string, string> {
  const [endpoint] = action.endpoints;
  return endpoint ? { httpVerb: endpoint.method.toLowerCase(), httpPathTemplate: endpoint.path } : {};
}

/** An object that takes any key, `__proto__` too: none is assigned to. */
function recordOf<T>(entries: readonly (readonly [string, T])[]): Record<string, T> {
  return Object.fromEntries(entries);
}
