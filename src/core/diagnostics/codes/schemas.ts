import type { CodeDescription } from './description.ts';

/** Schemas. */
export const SCHEMA_CODES = {
  'schema-missing': {
    sentence: 'A command needs a schema, and there is none.',
    cause: 'No `--schema` is given, and no schema was found beside the policies.',
    remedy: 'Name the schema with `--schema <file>`.',
    example: 'authz validate --policies policies   # outside of a project',
  },
  'schemas-incomparable': {
    sentence: 'Two schemas cannot be compared for all requests.',
    cause:
      'A type or an action is in no namespace in the one, and in a namespace in the other: Cedar has no schema with both.',
    remedy:
      'Move what is declared into the namespace in a change of its own, and replay the fixtures with `authz test`.',
    example: 'authz diff   # where `entity Doc;` was put into `namespace App { ... }`',
  },
  'schema-invalid': {
    sentence: 'Cedar refuses the schema.',
    cause: 'The schema has a syntax error, or refers to a type that it does not define.',
    remedy: "Correct the place that Cedar's message names.",
    example: 'entity User in Group;   // `Group` is not defined',
  },
  'schema-unusable': {
    sentence: 'A schema is valid, but cannot be used here.',
    cause:
      'It is empty, its annotations for endpoints contradict each other, two entity types are marked as that of callers, it cannot be printed as Cedar text, or an option of the library does not hold its text.',
    remedy: 'Correct the annotation that the message names, or leave it out: an action needs no endpoint.',
    example: 'annotations: { "endpoint": "GET" }   // a method without a path',
  },
  'schema-outdated': {
    sentence: 'The schema no longer matches the API description.',
    cause: 'The API description or the settings changed after the schema was generated.',
    remedy: 'Run `authz generate-schema`, which says what changed.',
    example: 'add a path to openapi.yaml while `authz watch` runs',
  },
  'schema-by-hand': {
    sentence: '`authz generate-schema` did not replace a schema that was written by hand.',
    cause: 'The schema has no annotation `mappingType`, as every generated schema has.',
    remedy: 'Name another file with `--out <file>`.',
    example: 'authz generate-schema --out my.cedarschema   # which somebody wrote',
  },
  'schema-earlier': {
    sentence: 'A new project lies beside a schema that was written by hand.',
    cause:
      'The folder has a schema of Cedar, and `authz init` makes another one from the API description, with policies of its own.',
    remedy:
      'Decide for one of the two: to stay with yours, name it as `schema` in `authz.yaml`, and say there which endpoints its actions are for.',
    example: 'authz init --yes   # in a folder with openapi.yaml and shop.cedarschema',
  },
  'action-not-callable': {
    sentence: 'Calls ask for an action that does not apply to callers.',
    cause:
      'The action of an endpoint, or the second one that its calls ask for, does not name the entity type of callers in `appliesTo`. The engine refuses such a request, so it is denied, whatever the policies say.',
    remedy:
      'Add the entity type of callers to the `principal` of the action, or mark the right type with `@principal`. If the application makes callers of another type itself (`getPrincipalEntity`), there is nothing to do.',
    example:
      '@endpoint("GET /docs/{id} single-resource path:id") action read appliesTo { principal: [Service], resource: [Doc] };   // callers are `User`',
  },
  'mark-ignored': {
    sentence: 'An entity type is marked in a namespace in which marks are not read.',
    cause:
      'The types that are marked with `@principal`, `@group` and `@tenant`, and all actions with endpoints, are in one namespace.',
    remedy: 'Declare the type in the namespace of the actions with endpoints, or take the mark off.',
    example: 'namespace Staff { @principal entity Person; }   // the endpoints are in `namespace App`',
  },
  'value-of-no-call': {
    sentence: 'A context asks calls for values that they cannot have.',
    cause:
      'In the schema, a value of the query, the path or the body is a `datetime`, a `decimal` or another type that no text and no JSON says by itself. So the value is never used, and a call with it is answered with 400.',
    remedy:
      'Make it a `String`, or let the application give the value in an attribute of its own (`getContext`).',
    example: 'context: { queryStringParameters: { since?: datetime } }',
  },
  'identifier-not-asked': {
    sentence: 'A call identifies something, and the application is asked about.',
    cause:
      'The action of an endpoint is about `Application`, the one entity that stands for the whole application, and the endpoint has an identifier. In a schema with other types, `Application` is then probably a type of things in the API.',
    remedy:
      'Give the type of things another name. If the application is meant, write `application` as the fourth word of `endpoint`.',
    example:
      '@endpoint("GET /applications/{id} single-resource path:id") action read appliesTo { principal: [User], resource: [Application] };',
  },
} as const satisfies Readonly<Record<string, CodeDescription>>;
