import type { CodeDescription } from './description.ts';

/** Fixtures, principals, entities, and the calls that they are about. */
export const FIXTURE_CODES = {
  'fixtures-invalid': {
    sentence: 'A fixtures file does not have the expected form.',
    cause: 'A key is unknown or missing, or a value has the wrong type.',
    remedy: 'Correct the place that the message shows; `docs/fixtures.md` lists all keys.',
    example: 'cases: [{ name: reads, as: ana, cal: GET /pets, expect: allow }]',
  },
  'fixtures-misnamed': {
    sentence: 'A file with fixtures is not replayed.',
    cause: 'It is not called like a fixtures file.',
    remedy: 'Rename it to `*.fixtures.yaml` or `*.fixtures.json`, or name it as an argument.',
    example: 'mv fixtures/pets.fixtures.yaml fixtures/pets.fixture.yaml && authz test',
  },
  'fixtures-all-skipped': {
    sentence: 'Every fixture of a run is skipped or to do, so none could fail.',
    cause: 'Fixtures were left out one by one, or `--filter` chose only those.',
    remedy: 'Take `skip` and `todo` away from the fixtures that count.',
    example: 'cases: [{ name: reads, as: ana, call: GET /pets, expect: allow, skip: not now }]',
  },
  'fixture-unusable': {
    sentence: 'A fixture can never be replayed.',
    cause:
      'Its call matches no endpoint, its principal does not exist, or its expectation does not fit the call.',
    remedy: 'Correct the fixture; the message suggests a near name.',
    example: 'call: GET /campains/c1',
  },
  'name-repeated': {
    sentence: 'Two fixtures of a file have the same name.',
    cause: 'A fixture was copied, and its name left as it was.',
    remedy: 'Give each fixture a name of its own.',
    example: 'cases: [{ name: reads, ... }, { name: reads, ... }]',
  },
  'policy-unknown': {
    sentence: 'An expectation names a policy that does not exist.',
    cause:
      '`because`, `reason` or `errors` names an id that no policy has, or a template; the fixture will fail.',
    remedy: 'Correct the id; of a template, name the policy that is linked from it.',
    example: 'expect: { decision: allow, because: [edtors] }',
  },
  'principals-invalid': {
    sentence: 'The principals of a fixtures file do not have the expected form.',
    cause: 'A principal has no claims, a group has unknown members, or a name is taken.',
    remedy: 'Correct the place that the message shows.',
    example: 'principals: { anonymous: { sub: ana } }',
  },
  'principal-invalid': {
    sentence: 'Claims do not make a principal of the schema.',
    cause: 'A claim is missing or has the wrong type, or the schema does not allow what it says.',
    remedy: 'Correct the claims, or `principal` in `authz.yaml`.',
    example: 'authz explain GET /pets --claims \'{"groups": ["editor"]}\'',
  },
  'claim-unread': {
    sentence:
      'A principal of fixtures has a claim that is nearly one of those that are read, and lacks that one.',
    cause:
      'The name of the claim is misspelt, so the principal is in no group or tenant by it. A fixture that expects a deny may pass because of that.',
    remedy: 'Correct the name, or `principal` in `authz.yaml`.',
    example: 'principals: { ana: { sub: ana, group: [editor] } }   # groups',
  },
  'group-misspelt': {
    sentence:
      'The name of a group is nearly another one: in the fixtures one that nothing else names, in a policy one that no principal is in.',
    cause:
      'The name is misspelt. A fixture that expects a deny may pass because of that, and what a policy forbids may not be forbidden. Names that count, such as `team1` and `team2`, are no slips.',
    remedy: 'Correct the name, or list the group among the entities if it is meant.',
    example: 'principals: { ana: { sub: ana, groups: [admin] } }   # policies name `admins`',
  },
  'principal-unknown': {
    sentence: 'No fixture knows the principal.',
    cause: 'The name after `--as` is misspelt, is a list of principals, or belongs to other fixtures.',
    remedy: 'Use a name that the message lists; `authz explain` also takes claims, with `--claims`.',
    example: 'authz explain GET /pets --as nobody',
  },
  'caller-ambiguous': {
    sentence: 'A principal means different things in different fixtures files.',
    cause: 'Two files give one name different claims or different entities.',
    remedy: 'Choose a file with `--fixtures`.',
    example: 'authz explain GET /pets --as ana   # `ana` is in two files',
  },
  'entities-invalid': {
    sentence: 'Entities do not fit the schema.',
    cause: 'A type or attribute is unknown, a value has the wrong type, or an entity is below itself.',
    remedy: 'Correct the entity that the message shows.',
    example: '[{ "uid": { "type": "App::Usr", "id": "ana" }, "attrs": {}, "parents": [] }]',
  },
  'no-endpoints': {
    sentence: 'No endpoint has calls that can be recorded.',
    cause:
      'The schema was not generated from an API description, or no call tells one of its endpoints from the others.',
    remedy:
      'Write tests as for `cedar run-tests`, or name the endpoints in the schema (`@endpoint`). If there is an API description, `authz generate-schema` makes another schema of it. Endpoints that no call tells apart need different paths.',
    example: 'authz generate-fixtures --schema my.cedarschema   # whose actions name no endpoints',
  },
  'no-allowed-calls': {
    sentence: 'No fixture allows a call, so there are no neighbours of one.',
    cause: 'The project has no fixtures, or all of them expect a denial.',
    remedy: 'Run `authz generate-fixtures` first.',
    example: 'authz generate-fixtures --neighbours   # without fixtures',
  },
  'entities-missing': {
    sentence: 'The requests of a folder, or of a list of tests, have no entities.',
    cause:
      'The requests bring no entities, nothing like `entities.json` lies beside them or above, and no other entities are named. Of several files `*.entities.json`, none is taken that is not called like the request.',
    remedy: 'Put the entities beside the requests or above them, or name them with `--entities <file>`.',
    example: 'authz test DENY --policies policies.cedar   # a denial may only mean that nothing is known',
  },
  'parent-missing': {
    sentence: 'A parent of an entity is not among the entities.',
    cause:
      'The parent is misspelt, or its entry was left out. A server looks up what is above the resource of a call, and answers 500 where something does not exist.',
    remedy: 'Add an entry for the parent, or correct its id.',
    example:
      '{ "uid": { "type": "App::Message", "id": "m1" }, "attrs": {}, "parents": [{ "type": "App::Campaign", "id": "c9" }] }   # without an entry for `c9`',
  },
  'fact-broken': {
    sentence: 'An entity of the fixtures is not as a fact says.',
    cause:
      '`facts` in `authz.yaml` say that every resource is in one tenant at most, and an entity is in several. Proofs rely on the fact, so they say nothing of such a resource.',
    remedy: 'Correct the parents of the entity, or take the fact out.',
    example: 'facts: [one-tenant-per-resource]   # with a campaign below two tenants',
  },
  'entity-member-unread': {
    sentence: 'An entity has a member that Cedar does not read.',
    cause: 'The member is misspelt, or belongs to another tool.',
    remedy: 'Correct its name, or remove it: an entity has `uid`, `attrs`, `parents` and `tags`.',
    example: '{ "uid": { "type": "User", "id": "ana" }, "attrs": {}, "parents": [], "parent": [] }',
  },
  'test-member-unread': {
    sentence: "A test for Cedar's tools has a member that is not read.",
    cause:
      'The member is misspelt, belongs to another tool, or is for people. Where a member of the right name is missing, a misspelt one is an error.',
    remedy: 'Correct its name, or leave it: nothing that it says is compared.',
    example: '{ "request": { … }, "entities": [], "decision": "allow", "policies": ["owners"] }',
  },
  'har-invalid': {
    sentence: 'A file is not an HTTP archive.',
    cause: 'It has no `log.entries`, or an entry has no request or response.',
    remedy: 'Export the calls again as HAR.',
    example: 'authz import-har package.json',
  },
  'log-line-invalid': {
    sentence: 'A line of a decision log cannot be read.',
    cause:
      'The line is not JSON, since another part of the server wrote it, or a decision in it lacks a member.',
    remedy: 'Nothing, if the line is not a decision; otherwise log the lines as `logger.log` gets them.',
    example: 'Server listens on port 3000   # among the decisions',
  },
  'nothing-recorded': {
    sentence: 'No recorded call became a fixture.',
    cause:
      'No call is to an endpoint of the schema, no answer says what was decided, or a log does not hold what calls said.',
    remedy: 'Record calls to the API of this project.',
    example: 'authz import-har calls-of-another-api.har',
  },
  'call-invalid': {
    sentence:
      'A call that was typed, on the screen of `authz watch` or for `authz explain`, cannot be understood.',
    cause:
      'It lacks a method, a path or a principal; or no principal has this name; or the schema does not give its context such an attribute.',
    remedy: 'Write it like `GET /campaigns/c1 as ana`; Tab completes each part.',
    example: 'GET /campaigns/c1   # nobody calls',
  },
  'fixtures-not-compared': {
    sentence: 'Fixtures of a side of `authz diff` cannot be used.',
    cause:
      'A fixtures file of the side cannot be read, or does not fit the schema of the side. The policies and the fixtures of all other files are compared all the same.',
    remedy:
      'Correct the fixtures of the newer side: the errors beside this one name the places. On the older side there is nothing to do if the change repairs them.',
    example: 'authz diff main   # whose fixtures do not fit its schema',
  },
  'fixtures-failing': {
    sentence: 'A command needs fixtures that all pass, and some fail.',
    cause:
      '`authz mutate` looks for changes that no fixture notices. A fixture that fails anyway would seem to notice every change.',
    remedy: 'Run `authz test`, and correct the policies or the expectations.',
    example: 'authz mutate   # while `authz test` fails',
  },
} as const satisfies Readonly<Record<string, CodeDescription>>;
