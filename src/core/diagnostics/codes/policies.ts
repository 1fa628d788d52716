import type { CodeDescription } from './description.ts';

/** Policies and templates. */
export const POLICY_CODES = {
  'policies-earlier': {
    sentence: 'A new project has policies that are older than it.',
    cause:
      'The folder `policies` has files that `authz init` does not write: those of another template, or of an earlier project. They decide beside the new policies, and the first fixtures are recorded without them.',
    remedy:
      'Remove the file if its policies are no longer meant; or else run `authz test`, and review what they permit.',
    example: 'authz init --yes --template owner-only && authz init --yes --force',
  },
  'policies-kept': {
    sentence: 'A file of policies is kept, and permits what the policies made now would leave out.',
    cause:
      'The file is older than a change of the API description or of the settings, or somebody has added the actions.',
    remedy: 'Take out the actions that are not meant, or write the file again with `--force`.',
    example: 'authz generate-policies   # after `principal: { tenant: { type: Clinic } }`',
  },
  'policy-syntax': {
    sentence: 'A policy is not valid Cedar.',
    cause: 'A keyword, bracket or semicolon is missing or misspelt.',
    remedy: 'Correct the place that the message shows.',
    example: 'permit (principal, action resource);',
  },
  'policy-invalid': {
    sentence: 'A policy does not fit the schema.',
    cause:
      'It names an entity type, action or attribute that the schema does not have, or compares values of different types.',
    remedy: 'Correct the policy; Cedar suggests a near name.',
    example: 'permit (principal, action == App::Action::"raed", resource);',
  },
  'policy-suspicious': {
    sentence: 'A policy is valid, but probably not what is meant.',
    cause: 'Cedar found a condition that can never be true, or characters that look like others.',
    remedy: 'Check the policy, and simplify it.',
    example: 'permit (principal, action, resource) when { false };',
  },
  'policy-never-applies': {
    sentence: 'A policy applies to no request.',
    cause:
      'Its scope and conditions contradict each other, the schema, or what authz guarantees. That is proven for all requests that fit the schema, also if entities are missing.',
    remedy:
      'Correct its conditions, or remove it. If it cannot be evaluated for some calls, these are denied, and may be permitted without it: then the help says so.',
    example: 'permit (principal, action, resource) when { resource.size < 10 && resource.size > 20 };',
  },
  'policy-action-ruled-out': {
    sentence: 'A policy names an action, and applies to no request for that action.',
    cause:
      'Another part of the policy rules the action out: mostly a type, as `resource is Message` does for an action that is about campaigns. That is proven for all requests that fit the schema. Cedar itself only says so of a policy that applies to no action at all. What a `forbid` was to keep out is not kept out.',
    remedy: 'Correct the other part, or take the action out of the scope.',
    example:
      'forbid (principal, action in [Action::"deleteCampaign", Action::"deleteMessage"], resource is Message);',
  },
  'policy-changes-nothing': {
    sentence: 'Every request is decided in the same way without the policy.',
    cause:
      'Another policy applies wherever this policy does, or forbids wherever it permits; the message names the other policy. That is proven, also if entities are missing. A `forbid` that only the other policies together make needless gets a note and no warning: it may guard against what will be permitted later.',
    remedy:
      'Remove the policy, or correct what it was meant to say. Of two policies that say the same, each can be left out, but not both: remove one, and look again.',
    example: 'permit (principal, action, resource); permit (principal == User::"ana", action, resource);',
  },
  'policy-may-err': {
    sentence: 'A policy cannot be evaluated for some request that fits the schema.',
    cause: 'Its arithmetic may overflow 64 bits. A request is denied if a policy cannot be evaluated for it.',
    remedy: 'Check the operands first, as in `resource.size < 1000000 && resource.size * 8 < 500`.',
    example: 'permit (principal, action, resource) when { resource.size * resource.size < 100 };',
  },
  'entity-not-sent': {
    sentence: 'A policy looks into an entity that is not sent with a request.',
    cause:
      'A request has the principal, the resource, and what each is in. Of anything else, `has` and `in` are false, and reading an attribute fails: a `permit` then never applies, and neither does a `forbid` that checks with `has` first.',
    remedy:
      'Keep what the policy asks in an attribute of the resource, such as `resource.isOwnerBanned`, or let the resource be in the entity.',
    example:
      'forbid (principal, action, resource) when { resource.owner has banned && resource.owner.banned };',
  },
  'tags-not-sent': {
    sentence: 'A policy about calls asks for tags of the principal.',
    cause:
      'Who calls is made of the claims of a token, which become attributes and parents. So `principal.hasTag(...)` is false in fixtures, and in a server unless its own `getPrincipalEntity` gives tags: a `permit` then never applies, and neither does a `forbid`.',
    remedy:
      'Model what the policy asks as an attribute of the principal, with the `claim` that holds it. If your `getPrincipalEntity` gives tags, leave the policy as it is: fixtures cannot test it.',
    example: 'forbid (principal, action, resource) when { principal.hasTag("suspended") };',
  },
  'policy-id-duplicate': {
    sentence: 'Two policies have the same id.',
    cause: 'An `@id` was copied with a policy.',
    remedy: 'Give each policy its own `@id`.',
    example: '@id("read") permit (...); @id("read") forbid (...);',
  },
  'policy-template-unlinked': {
    sentence: 'A policy template decides nothing.',
    cause: 'It has slots (`?principal`, `?resource`), and no link fills them.',
    remedy: 'Link the template, or replace its slots by entities.',
    example: 'permit (principal == ?principal, action, resource);',
  },
  'policy-link-unusable': {
    sentence: 'A link of a policy template cannot be used.',
    cause: 'It lacks the value of a slot, names a slot that the template does not have, or its id is taken.',
    remedy: 'Correct the link that the message shows.',
    example: '[{ "template_id": "share", "link_id": "ana", "args": { "?principl": "User::\\"ana\\"" } }]',
  },
  'policy-json-unknown': {
    sentence: 'A JSON file is not in a form of policies that Cedar tools use.',
    cause: 'It is neither a policy, nor a policy set, nor a list of links, or a key of it is misspelt.',
    remedy: 'Correct the place that the message shows; the help lists the forms.',
    example: '{ "staticPolices": {}, "templates": {} }',
  },
  'policies-unread': {
    sentence: 'What was named holds no policies.',
    cause:
      'The files of a folder have other endings than `.cedar` and `.json`, or a file is a schema. A schema that lies among policies only gets a note.',
    remedy:
      'Rename the files, or name a file itself: `policies: policies.txt` in `authz.yaml`, or `--policies policies.txt`.',
    example: 'authz validate --policies src   # which holds code',
  },
  'policies-misnamed': {
    sentence: 'A file with policies is not read.',
    cause:
      'Its ending is nearly, but not quite, `.cedar`; or it is called `linked`, and holds links of templates.',
    remedy: 'Rename it to `*.cedar` (links: to `*.json`), or move it out of the folder of the policies.',
    example: 'mv policies/isolation.cedar policies/isolation.ceder && authz test',
  },
  'policy-too-deep': {
    sentence: 'A policy is nested too deeply to be evaluated.',
    cause:
      'The operators of a condition are more than 200 deep; a chain such as `a && b && c` is as deep as it is long.',
    remedy: 'Split the policy into several, or compare with a set: `[...].contains(...)`.',
    example: 'when { resource.size == 1 || resource.size == 2 || ... }   // and so on, to 300',
  },
  'policies-unusable': {
    sentence: 'The engine refuses the policies as a whole.',
    cause: 'They do not fit the schema, or are more than the engine can take, although each is valid.',
    remedy:
      'Read what the engine says in the message; if it is about no policy or schema of yours, report it.',
    example: 'an engine made of a schema whose action is in a group that does not exist',
  },
  'policy-unprintable': {
    sentence: 'A generated policy could not be printed.',
    cause: 'Cedar refused the JSON form of a policy that a template made.',
    remedy: 'Please report it, with the schema.',
    example: 'authz generate-policies   # with a schema that Cedar cannot print',
  },
  'no-policies': {
    sentence: 'There are no policies, so every request is denied.',
    cause: 'The folder has no `.cedar` file, or the files have no policy.',
    remedy: 'Run `authz generate-policies`, or write a first policy.',
    example: 'rm policies/*.cedar && authz test',
  },
  'format-refused': {
    sentence: 'A policy file was not formatted.',
    cause: "Cedar's formatter would lose a comment or change the meaning of the file.",
    remedy: 'Move the comment that the message names to a line of its own.',
    example: 'when { [1, 2, // the last one\n].contains(1) }',
  },
  'template-unknown': {
    sentence: 'A policy template does not exist.',
    cause: 'Its name is misspelt.',
    remedy: 'Choose one of `authz generate-policies --list`.',
    example: 'authz generate-policies --template administrator',
  },
  'template-not-applicable': {
    sentence: 'A policy template has nothing to say about this schema.',
    cause: 'It is about something that the schema does not have, such as tenants or owners.',
    remedy: 'Nothing, or choose other templates.',
    example: 'authz generate-policies --template owner-only   # of an API without owners',
  },
  'no-tenants': {
    sentence: 'No policy keeps customers apart.',
    cause:
      'Neither the API description nor `authz.yaml` has an entity type that separates one customer from another.',
    remedy:
      'Name the type of the tenant in `authz.yaml`. If all callers belong to one customer, there is nothing to do.',
    example: 'principal: { tenant: { claim: shop_id, type: Shop } }   # in authz.yaml',
  },
  'left-out': {
    sentence: 'Sample policies permit some actions to nobody but administrators.',
    cause:
      'Broad policies leave out what needs care: administration; credentials, rights and webhooks; money, logs and bills; what deletes things that hold others; what acts on whatever a filter selects; and actions of which the API description does not say what they change, or whose it is. The template `api-groups` leaves out what the API description names no group for.',
    remedy:
      'If a group needs such an action, add the line that the message gives to a policy, with the name of the group.',
    example: 'authz generate-policies   # of an API with `DELETE /registry`',
  },
  'groups-unasked': {
    sentence:
      'Sample policies permit an action without the groups or scopes that the API description asks for.',
    cause:
      'The templates for members and viewers go by what an action does. A scope may belong to a client, and need not be a group of the user.',
    remedy:
      'Use the template `api-groups`, which makes a policy for each group and scope; or take the actions out of the other policies.',
    example: 'authz generate-policies --schema v4.policyschema.json --template api-groups',
  },
  'fact-unsaid': {
    sentence: 'Proofs assume that a resource may be in several tenants.',
    cause:
      'Only the application can make sure that each resource is in one tenant, and `authz.yaml` does not say that it does.',
    remedy: 'Write the fact into `authz.yaml`, if it is true.',
    example: 'facts: [one-tenant-per-resource]   # in authz.yaml',
  },
  'second-unasked': {
    sentence: 'Calls of an endpoint may act on a second thing, and are decided about the first only.',
    cause:
      'The query or body of a call may name what contains the resource, or where it is moved to. No action of the API could be asked about that; or another second thing is asked about, and one call asks about two things at most.',
    remedy: 'Say in `authz.yaml` what has to be permitted there, or check it in the handler.',
    example: 'overrides: { PUT /cards/{id}: { also: "createCard body:idList?" } }   # in authz.yaml',
  },
  'identifier-shared': {
    sentence: 'Calls identify a thing, below another thing, by the id of a third thing.',
    cause:
      'The path ends with the identifier of something else than what the endpoint is about: `/shifts/{id}/assignments/{nurse_id}`. Assignments of one nurse to several shifts then have the same id, and the policies may be shown another one than the call is about.',
    remedy:
      'If such an id does not say which one is meant, have the policies asked about what contains it: `resource: path:id` in an override.',
    example:
      'overrides: { DELETE /shifts/{id}/assignments/{nurse_id}: { resource: path:id } }   # in authz.yaml',
  },
  'not-isolated': {
    sentence: 'A policy keeps tenants apart, and leaves some entity types out.',
    cause:
      'Neither the API description nor `authz.yaml` says which tenant things of these types belong to; or the scope of the policy, or a `resource is` in its condition, leaves the types out.',
    remedy:
      'Name the parents of the types in `authz.yaml`, or widen the policy. If all tenants share the types, there is nothing to do.',
    example: 'types: { Task: { parents: [Workspace] } }   # in authz.yaml',
  },
  'not-filtered': {
    sentence:
      'A listing gives things of tenants, and is decided about the application as a whole, or about a thing in no tenant.',
    cause: 'Its call names no tenant, so no policy can see whose data the answer will hold.',
    remedy: 'Filter the answer in the handler by the tenant of the caller.',
    example: 'GET /pets   # with `Pet` in `Tenant`',
  },
  'new-endpoint-permitted': {
    sentence: 'A policy for every action permits endpoints that are new.',
    cause: 'Policies such as `administrators` name no action, so they apply to every new endpoint at once.',
    remedy: 'Nothing, if that is meant; else name the actions in the policy.',
    example: 'authz generate-schema   # after a path was added',
  },
  'endpoint-reclassified': {
    sentence: 'A policy or fixture is about an action whose endpoint is now classified differently.',
    cause: 'The API description or an override changed the pattern or the resource of the endpoint.',
    remedy: 'Check that the policy still permits or forbids what it should.',
    example: 'authz generate-schema   # after an override was added',
  },
  'action-taken-over': {
    sentence: 'A policy names an action that another endpoint has now.',
    cause:
      'An `operationId` moved from one endpoint to another, for example because a tool renumbers equal names (`get_1`), or an endpoint was added to an action. Policies are kept as they are.',
    remedy:
      'Check what the policy permits now, and give endpoints names that stay: in the API description, or by `action` in `overrides`.',
    example: 'authz generate-schema   # after another controller has got a method `get`',
  },
  'permitted-in-spite': {
    sentence: 'A policy permits an action that the API description now reserves.',
    cause:
      'The API description names other groups for the endpoint than before, or says something new of it, such as that its answer holds a secret. Policies are kept as they are.',
    remedy: 'Take the action out of the policy, or name another group there.',
    example: 'authz generate-schema   # after `security` of an operation was changed',
  },
  'publish-limit': {
    sentence: 'Amazon Verified Permissions would refuse the policies or the schema.',
    cause:
      'A text is longer than the service takes, the schema has several namespaces, or a policy is a template.',
    remedy: 'Shorten, split or write out what the message names.',
    example: 'authz publish verified-permissions --policy-store ID   # with a policy of 20,000 bytes',
  },
  'publish-failed': {
    sentence: 'Publishing stopped before its end.',
    cause: 'The service refused a request, or could not be reached.',
    remedy: 'Follow the message, then publish again: what is in place already is left alone.',
    example: 'authz publish verified-permissions --policy-store ID   # without permission',
  },
  'publish-client-missing': {
    sentence: 'The client of Amazon Verified Permissions is not installed.',
    cause: 'It is a package of its own, which only publishing needs.',
    remedy: 'Install it with the command that the message gives.',
    example: 'authz publish verified-permissions --policy-store ID',
  },
  'fact-unusable': {
    sentence: 'A fact of `authz.yaml` is not a condition that the schema allows.',
    cause: 'The condition has a syntax error, or speaks of an attribute that the schema does not have.',
    remedy: 'Write a condition as it stands in `when { ... }`, about what the schema models.',
    example: 'facts: [{ id: owned, when: "resource.ower == principal" }]',
  },
  'facts-contradict': {
    sentence:
      'No request, or none by a caller without an identity, fits all facts of `authz.yaml`, so everything would be proven of it.',
    cause:
      'Two facts exclude each other, or a fact excludes what authz itself makes sure of: as the caller, `anonymous` is in nothing and has no attributes.',
    remedy:
      'Take back a fact. If a fact is about callers, let it begin with `principal == App::User::"anonymous" ||`.',
    example: 'facts: [{ id: a, when: "resource has x" }, { id: b, when: "!(resource has x)" }]',
  },
} as const satisfies Readonly<Record<string, CodeDescription>>;
