import { PATTERN_NAMES } from '../endpoints/pattern.ts';
import { RESOURCE_FROM_FORMS } from '../endpoints/resource-from.ts';
import type { DeclaredAttributeForm, DeclaredType } from '../model/declared-types.ts';
import type { OverrideKeys, RawConfig } from './config.ts';
import type { KeyDescriptions } from './key-description.ts';
import { SERVER_KEYS } from './server-keys.ts';

const ATTRIBUTE_KEYS: KeyDescriptions<DeclaredAttributeForm> = {
  type: {
    sentence:
      'Its Cedar type: `String`, `Long`, `Bool`, `datetime`, `decimal`, `ipaddr`, `duration`, an entity type, or a `Set<...>` of one of those.',
    otherwise: 'the type that the API description gives it',
    example: 'age: { type: Long }      # or in short `age: Long`',
  },
  optional: {
    sentence: 'Whether an entity may lack the attribute. The principal may lack any attribute.',
    otherwise: 'as the API description says; `false` where it says nothing',
    example: 'age: { type: Long, optional: true }',
  },
  parent: {
    sentence:
      'The property holds the identifier of a parent of this type: the entity is in that parent, and the property is not an attribute.',
    example: 'tenantId: { parent: Tenant }',
  },
  claim: {
    sentence: 'Only for the principal: the claim of the token from which the attribute is read.',
    otherwise: 'the claim with the name of the attribute',
    example: 'mail: { type: String, claim: email }',
  },
};

const TYPE_KEYS: KeyDescriptions<DeclaredType> = {
  is: {
    sentence: 'The real type: if the API has two names for the same thing, the two become one type.',
    example: 'Repository: { is: Repo }',
  },
  new: {
    sentence: 'A separate type, although the API has a type with nearly the same name.',
    otherwise: '`false`: a name that is nearly the name of another type counts as a mistake',
    example: 'Pett: { new: true }',
  },
  parents: {
    sentence:
      'Types that contain this type, in addition to those that were found. A type that contains itself is nested, as folders are.',
    example: 'Section: { parents: [Project] }',
  },
  owner: {
    sentence:
      'The attribute that names its owner. It becomes a reference to a `User`, which the template `owner-only` compares.',
    otherwise: '`owner`, `ownerId`, `createdBy`, `authorId` and the like',
    example: 'Pet: { owner: keeper }',
  },
  attributes: {
    sentence:
      'Attributes by name, each with its Cedar type or with more keys. They are in the schema, whatever the setting `attributes` says.',
    example: 'Pet:\n  attributes:\n    status: String\n    tenantId: { parent: Tenant }',
    keys: ATTRIBUTE_KEYS,
  },
};

const OVERRIDE_KEYS: KeyDescriptions<OverrideKeys> = {
  pattern: {
    sentence: `One of ${PATTERN_NAMES.map((name) => `\`${name}\``).join(', ')}.`,
    example: 'GET /status: { pattern: open }',
  },
  resource: {
    sentence: `Where the call carries the identifier of the resource: ${RESOURCE_FROM_FORMS}.`,
    example: 'PUT /share-notebook: { pattern: single-resource, resource: "body:notebookId" }',
  },
  type: {
    sentence: 'The entity type of the resource.',
    example: 'GET /orders/{ref}: { type: Order }',
  },
  action: {
    sentence: 'The name of the action.',
    otherwise: 'the `operationId`, else `<METHOD> <path>`',
    example: 'GET /orders/{ref}: { action: readOrder }',
  },
  also: {
    sentence:
      'The second question, for a call that acts on two things: an action, and the place where the call names its resource, as in `createPhoto body:album_id`. With a `?` at the end, calls may leave the second resource out. `none` means no second question.',
    otherwise:
      'what the API description says: moves ask about the destination; an update asks about the place where its body puts the thing; a call that records something about many resources also asks about the resource in the path',
    example: 'PUT /photos/{id}: { also: "createPhoto body:album_id?" }',
  },
};

/** Every key of `authz.yaml`: a key of the definition that is not here does not compile, and the other way round. */
export const CONFIG_KEYS: KeyDescriptions<RawConfig> = {
  spec: { sentence: 'The OpenAPI file. Required.', example: 'spec: openapi.yaml' },
  namespace: {
    sentence: 'The prefix of all entity types and actions. Required.',
    example: 'namespace: PetShop',
  },
  mappingType: {
    sentence:
      '`ResourceRest`: each action applies to the resource of its pattern. `SimpleRest`: all actions apply to the application.',
    otherwise: '`ResourceRest`',
    example: 'mappingType: ResourceRest',
  },
  attributes: {
    sentence:
      'Which properties become attributes. `needed`: identifiers, owners, tenants, status, role, visibility, enumerations and booleans, and never secrets; `scalar`: all texts, whole numbers, booleans and date-times; `all`: also lists and records; `none`.',
    otherwise: '`needed`',
    example: 'attributes: scalar',
  },
  withoutAttributes: {
    sentence: 'Attributes that are left out although `attributes` would include them.',
    example: 'withoutAttributes: [User.email]',
  },
  basePath: {
    sentence: 'The prefix of every path in calls; `/` for none.',
    otherwise: 'what all `servers` share',
    example: 'basePath: /api/v2',
  },
  schema: {
    sentence: 'The schema file.',
    otherwise: '`v4.policyschema.json`',
    example: 'schema: authz/schema.json',
  },
  policies: {
    sentence: 'The folder of the policies, or one file. Any other than the default has to be there.',
    otherwise: '`policies`',
    example: 'policies: authz/policies',
  },
  fixtures: {
    sentence: 'The folder of the fixtures, or one file. Any other than the default has to be there.',
    otherwise: '`fixtures`',
    example: 'fixtures: authz/fixtures',
  },
  entities: {
    sentence: 'The entities of fixtures files that do not name their own.',
    otherwise: 'fixtures files name their own',
    example: 'entities: entities.json',
  },
  principal: {
    sentence: 'The claims of a verified token that identify the caller.',
    example:
      'principal:\n  subject: { claim: sub }\n  groups: { claim: groups, userPoolId: eu-1_abc }\n  tenant: { claim: tenant_id, type: Tenant }',
    keys: {
      subject: {
        sentence: 'The claim with the id of the principal.',
        otherwise: '`sub`',
        example: 'subject: { claim: email }',
      },
      groups: {
        sentence:
          'The claim with the groups (`scope` and `scp` may hold a single string with spaces), the entity type of groups, and the user pool when group ids have the form `<pool>|<name>`.',
        otherwise: 'the claim `groups`; the type `UserGroup`, or `Role` where users have `roles`',
        example: 'groups: { claim: roles, type: Role, userPoolId: eu-1_abc }',
      },
      tenant: {
        sentence:
          'The claim with the tenant or a list of tenants, and the entity type of the tenant. A property with the name of the claim makes the tenant a parent of its type.',
        otherwise: 'the claim `tenant_id`; the type is found',
        example: 'tenant: { claim: shop_id, type: Shop }',
      },
    },
  },
  invariants: {
    sentence: 'The folder of the invariants, which `authz prove` proves.',
    otherwise: '`invariants`',
    example: 'invariants: authz/invariants',
  },
  facts: {
    sentence:
      'What the application guarantees, so that proofs may rely on it: `one-tenant-per-resource`, or a condition in Cedar with an id.',
    otherwise: 'none',
    example:
      'facts:\n  - one-tenant-per-resource\n  - { id: no-own-role, when: "!(principal in Role::\\"root\\")" }',
  },
  coverage: {
    sentence: 'Percentages that `authz test --coverage` has to reach.',
    otherwise: 'none',
    example: 'coverage: { endpoints: 100, policies: 90 }',
    keys: {
      endpoints: { sentence: 'Of the endpoints.', example: 'endpoints: 100' },
      policies: { sentence: 'Of the policies.', example: 'policies: 100' },
      conditions: { sentence: 'Of the conditions in policies.', example: 'conditions: 80' },
    },
  },
  types: {
    sentence:
      'What the API description does not say about entity types, by the name of the type. A type that does not exist yet is added. The OpenAPI file may say the same in an `x-authz` object: on the component of a type, or at the root under `types` for any type. `authz.yaml` wins.',
    example: 'types:\n  Pet: { owner: keeper, attributes: { tenantId: { parent: Tenant } } }',
    keys: TYPE_KEYS,
  },
  context: {
    sentence:
      'Values that every request may have and that no call shows, such as the time or an address, by name, each with its Cedar type. In the server `getContext` gives them, in fixtures `context`. A value may be missing, unless `optional: false` is set.',
    otherwise: 'only what follows from the call',
    example: 'context: { now: datetime, address: { type: ipaddr, optional: false } }',
    keys: {
      type: { sentence: 'Its Cedar type, as for attributes.', example: 'now: { type: datetime }' },
      optional: {
        sentence: 'Whether a request may lack the value. Policies then ask `context has now` first.',
        otherwise: '`true`',
        example: 'now: { type: datetime, optional: false }',
      },
    },
  },
  overrides: {
    sentence: 'Corrections of the classifier, by endpoint as the OpenAPI file writes it.',
    example: 'overrides:\n  POST /reports/search: { pattern: listing, resource: application }',
    keys: OVERRIDE_KEYS,
  },
  server: {
    sentence:
      'Rules of the server of the application. `authz test`, `authz watch` and `authz explain` decide by these rules, and so does a server that is set up with `projectOptions`.',
    otherwise: 'what each key says',
    example: 'server:\n  skippedEndpoints: [GET /health]\n  batch: { DELETE /messages: proceed }',
    keys: SERVER_KEYS,
  },
};
