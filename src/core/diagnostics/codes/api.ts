import type { CodeDescription } from './description.ts';

/** API descriptions, and how their endpoints are classified. */
export const API_CODES = {
  'base-path-repeated': {
    sentence: 'The path of the server is also the beginning of all paths in the API description.',
    cause:
      'The server is `https://example.com/api`, and the paths are written `/api/pets`: together they would be `/api/api/pets`.',
    remedy:
      'Say which prefix calls really have: `basePath: /` or `basePath: /api` in `authz.yaml`, or `--base-path`.',
    example: 'servers: [{ url: /api }]   # with a path `/api/pets`',
  },
  'several-base-paths': {
    sentence: 'The servers of the API description put different paths before the paths of the endpoints.',
    cause:
      '`servers` names several paths, such as `/v1` and none, or a variable with several values stands in one; or a path or an operation has `servers` of its own. Endpoints get one prefix only.',
    remedy:
      'Say which prefix calls have when they reach the server: `basePath: /v1` or `basePath: /` in `authz.yaml`, or `--base-path`. Calls with another one are refused, as they belong to no endpoint.',
    example: 'servers: [{ url: https://example.com/v1 }, { url: http://localhost:3000 }]',
  },
  'found-in-properties': {
    sentence: 'Parents or owners of entity types were found in properties, not in paths.',
    cause: 'A property such as `tenantId` or `ownerId` names a tenant, another type or a person.',
    remedy: 'Check the list; where an entry is wrong, say in `types` of `authz.yaml` what the property is.',
    example: 'authz init   # of an API whose `Pet` has a `tenantId`',
  },
  'types-invalid': {
    sentence: 'The settings for entity types or for the context cannot be used.',
    cause:
      '`types` or `context` in `authz.yaml`, or an `x-authz` object of the API description, has an unknown key, or names a type or a property that does not exist.',
    remedy: 'Correct the place that the message shows; `docs/authz-yaml.md` lists the keys.',
    example: 'types: { Pet: { parents: [Tenat] } }',
  },
  'spec-missing': {
    sentence: 'A command needs an API description, and none is given.',
    cause:
      'There is no `--api-spec` flag, no project that names a file, and no file in the folder that is called like an API description, or more than one.',
    remedy: 'Name the file with `--api-spec <file>`, or run `authz init` first.',
    example: 'authz classify   # in an empty folder',
  },
  'spec-copied': {
    sentence: 'A new project has a copy of its API description.',
    cause:
      'The description lies outside the folder of the project, and outside its checkout: the commands of the project read no file there that `authz.yaml` names.',
    remedy:
      'Change the copy from now on; or make the project in the folder, or in the checkout, of the original.',
    example: 'authz init my-api --yes --api-spec ../elsewhere/openapi.yaml',
  },
  'spec-not-an-object': {
    sentence: 'A file is not an API description.',
    cause: 'The file holds a list or a single value.',
    remedy: 'Give an OpenAPI 3.x or Swagger 2.0 document in JSON or YAML.',
    example: '- openapi: 3.1.0',
  },
  'spec-version': {
    sentence: 'The kind or version of an API description is not supported.',
    cause: 'Neither `openapi` nor `swagger` is set, or its value is not 3.0, 3.1, 3.2 or 2.0.',
    remedy: 'Set the version, or convert the description.',
    example: 'swagger: "1.2"',
  },
  'spec-paths': {
    sentence: 'An API description has no endpoints, or one whose path cannot be used.',
    cause:
      '`paths` is missing, is not an object, or has no operation; or a path has a parameter without a name: `{}`.',
    remedy: 'Describe at least one operation below `paths`, and give each parameter a name.',
    example: 'openapi: 3.1.0\npaths: {}',
  },
  'missing-reference': {
    sentence: 'A reference of an API description leads nowhere.',
    cause: 'A `$ref` names a part that does not exist, or a document that was not read.',
    remedy: 'Correct the reference, or add the part.',
    example: '$ref: "#/components/schemas/Campain"',
  },
  'groups-invalid': {
    sentence: 'An API description says by what cannot be read whom an operation is reserved for.',
    cause:
      '`x-authz-groups`, or the scopes of a security requirement, are not a list of texts, or `x-authz-groups` is misspelt. Without what cannot be read, fewer groups would be needed.',
    remedy: 'Write a list; put a name that looks like a number into quotes.',
    example: 'x-authz-groups: admin   # [admin]',
  },
  'operation-left-out': {
    sentence: 'A part of `paths` looks like an operation, and is left out.',
    cause:
      'Its key is not a method in lower case, or its path does not begin with `/`; or it is an `OPTIONS` that API Gateway answers itself, by an integration `mock`. Calls of it belong to no endpoint, and are refused.',
    remedy: 'Correct the key. What API Gateway answers reaches no server, and needs nothing.',
    example: 'paths:\n  campaigns/{id}:   # /campaigns/{id}',
  },
  'colon-parameter': {
    sentence: 'A path has a segment such as `:id` or `{id`, which OpenAPI does not read as a parameter.',
    cause:
      'The path was copied from the routes of a framework that writes parameters so, or a brace is missing.',
    remedy: 'Write `{id}`, and describe the parameter.',
    example: 'paths:\n  /campaigns/:id:   # /campaigns/{id}',
  },
  'shared-operation-id': {
    sentence: 'Two operations have the same `operationId`.',
    cause: 'The description was copied from one operation to the other.',
    remedy: 'Give each operation an `operationId` of its own.',
    example: 'operationId: listPets   # twice',
  },
  'unknown-endpoint': {
    sentence: 'An override names an endpoint that does not exist.',
    cause: 'The endpoint was renamed or removed, or its method or path is misspelt.',
    remedy: 'Correct the override, or remove it.',
    example: 'overrides: { "POST /serch": { pattern: listing } }',
  },
  override: {
    sentence: 'An override cannot be applied.',
    cause:
      'Its pattern, resource or type does not fit the endpoint. It is a warning if its type is new, and a letter away from a type of the API.',
    remedy: 'Correct `overrides` in `authz.yaml`, or `x-authz` in the API description.',
    example: 'overrides: { "GET /pets": { pattern: single-resource, resource: "path:pet_id" } }',
  },
  'entity-type-collision': {
    sentence: 'Two kinds of resources would have the same entity type.',
    cause: 'The names that the paths suggest differ only in a way that type names cannot show.',
    remedy: 'Name the type of one of them with `x-authz: { type: ... }` on its endpoints.',
    example: '/größe/{id} and /grosse/{id}',
  },
  'indistinguishable-paths': {
    sentence: 'No call can tell two endpoints apart, and they need different decisions.',
    cause: 'Their paths differ only in the names of parameters. Calls of both are denied.',
    remedy: 'Make the paths different, or give both the same pattern, resource and type in an override.',
    example: 'GET /pets/{id} and GET /pets/{action}',
  },
  'shared-route': {
    sentence: 'No call can tell endpoints apart; they share one action.',
    cause: 'Their paths differ only in the names of parameters, and they need the same decision.',
    remedy: 'Make the paths different if the endpoints need different permissions.',
    example: 'GET /pets/{id} and GET /pets/{pet_id}',
  },
  'undecidable-route': {
    sentence: 'Calls of a path are always denied.',
    cause:
      'Endpoints differ only after `#` or `?`; or a path has a segment `.` or `..`, which servers read differently; or endpoints of a schema differ only in the names of parameters, and need different decisions.',
    remedy: 'Give the endpoints different paths, without such segments.',
    example: '/pets?sort=name and /pets?id={id}, as two paths',
  },
  'namespace-missing': {
    sentence: 'A schema needs a namespace, and none is given.',
    cause: 'There is no `--namespace` flag and no project that has one.',
    remedy: 'Add `--namespace`; the message suggests a name.',
    example: 'authz generate-schema --api-spec openapi.yaml   # outside of a project',
  },
  'namespace-invalid': {
    sentence: 'A namespace is not a Cedar identifier.',
    cause:
      'It is empty, starts with a digit, has other characters than letters, digits and `_`, or is reserved.',
    remedy: 'Use a name such as `EmailApp`.',
    example: 'authz generate-schema --namespace my-app',
  },
  'attribute-unknown': {
    sentence: 'An attribute that should be left out does not exist.',
    cause: '`withoutAttributes` names an attribute that the model does not have.',
    remedy: 'Correct the name, or remove the entry.',
    example: 'withoutAttributes: [User.adress]',
  },
  'action-split': {
    sentence: 'An action would be about two resource types.',
    cause: 'Overrides give the same `action` to endpoints about different types.',
    remedy: 'Give each type an action of its own.',
    example: 'overrides: { "GET /pets/{id}": { action: get }, "GET /owners/{id}": { action: get } }',
  },
} as const satisfies Readonly<Record<string, CodeDescription>>;
