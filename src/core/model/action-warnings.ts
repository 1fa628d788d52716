import type { SchemaJson } from '../cedar/cedar.ts';
import { localName } from '../cedar/namespace.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { APPLICATION_TYPE } from '../endpoints/application.ts';
import type { AttributeType, Model } from './model.ts';

/** What is wrong with actions that calls ask for, though the schema is valid. */
export function actionWarnings(json: SchemaJson<string>, model: Model, file: string): Diagnostic[] {
  return [
    ...notCallable(json, model, file),
    ...identifierNotAsked(model, file),
    ...valuesOfNoCall(model, file),
  ];
}

/**
 * Actions that calls ask for and that do not apply to the entity type of callers: the engine refuses each of these requests, whatever the
 * policies say. Where the schema has no such type at all, that is said of the callers.
 */
function notCallable(
  json: SchemaJson<string>,
  { namespace, principalType, entityTypes, actions }: Model,
  file: string,
): Diagnostic[] {
  if (!entityTypes.some(({ name }) => name === principalType)) return [];
  const asked = new Map<string, string>();
  for (const { name, endpoints } of actions)
    for (const { method, path, second } of endpoints)
      for (const action of second ? [name, second.action] : [name])
        if (!asked.has(action)) asked.set(action, `${method} ${path}`);
  return [...asked].flatMap(([action, endpoint]): Diagnostic[] => {
    const types = json[namespace]?.actions[action]?.appliesTo?.principalTypes ?? [];
    const names = types.map((type) => localName(namespace, type));
    if (names.includes(principalType)) return [];
    return [
      {
        severity: 'warning',
        code: 'action-not-callable',
        message: `\`${endpoint}\` asks for action \`${action}\`, which does not apply to \`${principalType}\`, the entity type of callers: such a request cannot be decided, and is denied`,
        help: `it applies to ${names.map((name) => `\`${name}\``).join(', ') || 'nobody'}: add \`${principalType}\` to its \`principal\`, or mark the entity type of callers with \`@principal\``,
        file,
      },
    ];
  });
}

/**
 * Endpoints that identify something, and whose action is about the application: the policies are asked about its one entity, whatever a call
 * identifies. With `SimpleRest`, all actions are about the application; elsewhere, an entity type of the API has its name by mistake.
 */
function identifierNotAsked({ actions }: Model, file: string): Diagnostic[] {
  if (actions.every(({ resourceType }) => resourceType === APPLICATION_TYPE)) return [];
  const about = actions.filter(({ resourceType }) => resourceType === APPLICATION_TYPE);
  return about.flatMap(({ name, endpoints }): Diagnostic[] => {
    const endpoint = endpoints.find(({ from }) => from !== 'application');
    if (endpoint === undefined) return [];
    return [
      {
        severity: 'warning',
        code: 'identifier-not-asked',
        message: `\`${endpoint.method} ${endpoint.path}\` identifies something, and its action \`${name}\` is about \`${APPLICATION_TYPE}\`, the one entity that stands for the whole application: what the call identifies is not asked about`,
        help: `if \`${APPLICATION_TYPE}\` is a type of things in your API, give it another name; otherwise write \`application\` in the place of \`${endpoint.from}\``,
        file,
      },
    ];
  });
}

/** The attributes of a context that are read from the call, and from nothing else. */
const READ_FROM_CALL = ['pathParameters', 'queryStringParameters', 'body'];

/** What a context asks of a call in a type that no text and no JSON says by itself: such a value is never used, and its call is refused. */
function valuesOfNoCall({ actions }: Model, file: string): Diagnostic[] {
  const asked = new Map<string, string[]>();
  for (const { name, context } of actions)
    for (const attribute of context.filter((one) => READ_FROM_CALL.includes(one.name)))
      for (const value of unreadable(attribute.name, attribute.type))
        asked.set(value, [...(asked.get(value) ?? []), name]);
  return [...asked].map(([value, [first = '', ...others]]) => ({
    severity: 'warning',
    code: 'value-of-no-call',
    message: `the context of action \`${first}\`${others.length > 0 ? ` and ${others.length} more have` : ' has'} ${value}, a type of which calls have no values: every call with that value is answered with 400`,
    help: 'make it a `String`, or let the application give a value of this type in an attribute of its own',
    file,
  }));
}

function unreadable(path: string, type: AttributeType): readonly string[] {
  switch (type.kind) {
    case 'String':
    case 'Long':
    case 'Bool':
      return [];
    case 'Set':
      return unreadable(path, type.element);
    case 'Record':
      return type.attributes.flatMap((one) => unreadable(`${path}.${one.name}`, one.type));
    case 'Entity':
      return [`\`${path}\` as \`${type.type}\``];
    case 'datetime':
    case 'decimal':
    case 'ipaddr':
    case 'duration':
      return [`\`${path}\` as \`${type.kind}\``];
  }
}
