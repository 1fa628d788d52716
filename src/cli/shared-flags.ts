import { ATTRIBUTES, MAPPINGS, REPORTERS } from './choices.ts';
import { choice, given, repeated, reportersFlag, text } from './flags.ts';

const API_SPEC = 'OpenAPI 3.x or Swagger 2.0, YAML or JSON';

/** The OpenAPI file of a command that reads one. */
export const apiSpec = text('file', `${API_SPEC}; - for standard input`);

/** The OpenAPI file of a project, whose commands go on to read it. */
export const projectApiSpec = text('file', API_SPEC);

/** What decides how endpoints become a schema. */
export const MODEL_FLAGS = {
  namespace: text('namespace', 'namespace of the schema, such as EmailApp'),
  mappingType: choice('type', 'how endpoints become actions', MAPPINGS),
  attributes: choice('which', 'which properties become entity attributes', ATTRIBUTES),
  groupType: text('type', 'the entity type of groups (default: as the API suggests)'),
  basePath: text('path', 'the prefix of every path (default: what the servers share)'),
};

/** Links of templates that a command takes beside the policies of a project. */
export const LINK_FLAG = {
  templateLinked: {
    ...text('file', 'links of policy templates, as `cedar` takes them'),
    letter: 'k',
  },
};

/** Where policies and schema are in a folder without an `authz.yaml`, or others than the project's. */
export const POLICY_FLAGS = {
  schema: { ...text('file', 'the schema file, for a folder without authz.yaml'), letter: 's' },
  policies: {
    ...repeated('path', 'the policies, a folder or a file; may be given several times'),
    letter: 'p',
  },
  ...LINK_FLAG,
  schemaFormat: text(
    'format',
    'ignored: the format is detected; here so that commands for `cedar` work as they are',
  ),
  policyFormat: text(
    'format',
    'ignored: the format is detected; here so that commands for `cedar` work as they are',
  ),
};

/** The same with the entities. */
export const FILE_FLAGS = {
  ...POLICY_FLAGS,
  entities: text('file', 'the entities, for fixtures that name none'),
};

/** Where a command that imports writes the fixtures. */
export const RECORDED_FLAGS = {
  out: text('file', 'where to write (default: <name>.fixtures.yaml among the fixtures)'),
  force: given('replace the file if it exists; what it said is kept beside it'),
};

/** How a command that replays tells about it. */
export const REPORTING_FLAGS = {
  reporter: reportersFlag(REPORTERS),
  verbose: given('also show what passed'),
};
