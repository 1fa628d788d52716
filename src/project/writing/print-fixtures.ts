import { Document, isCollection, isMap, isScalar, isSeq, visit } from 'yaml';
import type { WrittenFixtures } from '../../core/authoring/written-fixtures.ts';
import type { JsonSchema } from '../../core/diagnostics/definition.ts';
import type { StarterFixtures } from '../../core/generation/recording/starter-fixtures.ts';

/** A generated file; `name` is its path below the fixtures folder. */
export interface PrintedFile {
  readonly name: string;
  readonly text: string;
}

/** Editors read this line: it lets them complete and check what follows. */
const MODELINE = ' yaml-language-server: $schema=fixtures.schema.json\n';

/** As long as a file says so, nobody claims to have reviewed it. */
export const RECORDED = 'These expectations were RECORDED';

const HEAD = `${MODELINE}\
 ${RECORDED} from the policies as they were, not reviewed: read every line before you trust it.
 A cell says what the principal of its column gets for the call of its row; a batch is answered for each item.`;

/** The files of a starter set: people, entities, and the fixtures that refer to both. */
export function printStarterFixtures(fixtures: StarterFixtures): PrintedFile[] {
  const principals = printYaml(fixtures.principals, PRINCIPALS_HEAD, 1);
  const entities = `${JSON.stringify(fixtures.entities, null, 2)}\n`;
  const head = `${HEAD}\n${markOf(principals, entities)}`;
  return [
    { name: 'principals.yaml', text: principals },
    { name: 'entities.json', text: entities },
    { name: 'starter.fixtures.yaml', text: printYaml(fileContent(fixtures), head, 3) },
  ];
}

/** Whether people and entities are still as they were written together with a starter file, so that nobody's work is in them. */
export function isAsWritten(starter: string, principals: string, entities: string): boolean {
  return starter.split('\n').includes(`#${markOf(principals, entities)}`);
}

/** Recorded fixtures are only as good as people and entities that fit the schema; this line tells whether those may be made again as well. */
function markOf(principals: string, entities: string): string {
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256');
  const mark = hash.update(`${principals}\0${entities}`).digest('hex').slice(0, 12);
  return ` principals.yaml and entities.json were written with it (mark ${mark}): \`--force\` writes them again, unless somebody edits them.`;
}

const PRINCIPALS_HEAD =
  ' The people of the fixtures: what the verified token of each says. `anonymous`, without a token, is built in.';

/** Where the people and the entities of a file are, or what they are. */
export interface FixtureParts {
  readonly principals: unknown;
  /** Those of the project when left out. */
  readonly entities?: unknown;
}

/** Recorded fixtures as a file beside others, with the people and entities that there are; `asWritten` where these may be marked as such. */
export function printRecorded(
  fixtures: Pick<StarterFixtures, 'tables' | 'cases'>,
  parts: FixtureParts,
  asWritten?: { readonly principals: string; readonly entities: string },
): string {
  const head = asWritten ? `${HEAD}\n${markOf(asWritten.principals, asWritten.entities)}` : HEAD;
  return printYaml(fileContent(fixtures, parts), head, 3);
}

const OWN_FILES: FixtureParts = { principals: 'principals.yaml', entities: 'entities.json' };

function fileContent(
  { tables, cases }: Pick<StarterFixtures, 'tables' | 'cases'>,
  { principals, entities }: FixtureParts = OWN_FILES,
) {
  return {
    principals,
    ...(entities === undefined ? {} : { entities }),
    ...(tables.length > 0 ? { tables } : {}),
    ...(cases.length > 0 ? { cases } : {}),
  };
}

/** A fixtures file with one line for each person and each case; `editorSchema` is its JSON Schema, seen from its folder. */
export function printFixtures(
  { tags, principals, entities, cases }: WrittenFixtures,
  head: string,
  editorSchema = 'fixtures.schema.json',
): string {
  const value = {
    tags,
    ...(Object.keys(principals).length > 0 ? { principals } : {}),
    ...(entities === undefined ? {} : { entities }),
    cases,
  };
  const document = new Document(value, { aliasDuplicateObjects: false });
  document.commentBefore = ` yaml-language-server: $schema=${editorSchema}\n${head}`;
  visit(document, {
    Collection: (_, node, path) => {
      const depth = path.filter(isCollection).length;
      if (depth >= 2 || (depth === 1 && isSeq(node) && node.items.every(isScalar))) node.flow = true;
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

/** A JSON Schema as a file. */
export function printJsonSchema(schema: JsonSchema): string {
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/** Block style down to `depth` keys, one line each below: a table row, a person. Column heads share a line as well. */
function printYaml(value: unknown, head: string, depth: number): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  document.commentBefore = head;
  visit(document, {
    Pair: (_, pair) => {
      if (isScalar(pair.key) && pair.key.value === 'columns' && isSeq(pair.value)) pair.value.flow = true;
    },
    Collection: (_, node, path) => {
      if (path.filter((ancestor) => isMap(ancestor)).length >= depth) node.flow = true;
    },
  });
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}
