import { ATTRIBUTES, MAPPINGS, REPORTERS } from './choices.ts';
import { checkChoice, choice, type Flag, given, text } from './flags.ts';

/** The OpenAPI file of a command that reads one. */
export const apiSpec = text('file', 'OpenAPI 3.x or Swagger 2.0, YAML or JSON; - for standard input');

/** What decides how endpoints become a schema. */
export const MODEL_FLAGS = {
  namespace: text('namespace', 'namespace of the schema, such as EmailApp'),
  mappingType: choice('type', 'how endpoints become actions', MAPPINGS),
  attributes: choice('which', 'which properties become entity attributes', ATTRIBUTES),
};

/** The files of a folder without an `authz.yaml`, or other files than the project's. */
export const FILE_FLAGS = {
  schema: text('file', 'the schema, where there is no authz.yaml'),
  policies: text('path', 'the policies, a folder or a file'),
  entities: text('file', 'the entities, for fixtures that name none'),
};

/** How a command that replays tells about it. */
export const REPORTING_FLAGS = {
  reporter: reporterFlag(),
  verbose: given('show what passed, too'),
};

function reporterFlag(): Flag<readonly string[]> {
  return {
    placeholder: '<name[=file]>',
    description: `${REPORTERS.join(', ')}; may be given several times`,
    values: REPORTERS,
    fallback: [],
    shownFallback: 'pretty',
    parse: (written, earlier = []) => {
      checkChoice(written.split('=')[0] ?? '', REPORTERS);
      return [...earlier, written];
    },
  };
}
