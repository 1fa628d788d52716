import type { EntityType, Model } from '../model/model.ts';
import { typesAbove, typesToLookUp } from '../requests/server/types-to-look-up.ts';
import { compareText } from '../values/compare-text.ts';
import {
  access,
  attributeMembers,
  attributeProperties,
  memberName,
  propertyName,
  quoted,
  typeWithNamespace,
} from './slices/attribute-code.ts';

/** A module in TypeScript, and the entity types that it has slice builders for, sorted. */
export interface GeneratedSlices {
  readonly text: string;
  readonly types: readonly string[];
}

/**
 * The slice builders that a server with this schema asks for, over an interface `Rows` that stands for the data access of the application.
 * It compiles as it is, and decides nothing before somebody supplies `Rows`; an attribute or a parent that is left out does not compile.
 */
export function generateSlices(model: Model): GeneratedSlices {
  const needed = new Set(typesToLookUp(model).map(({ name }) => name));
  const types = model.entityTypes
    .filter(({ name }) => needed.has(name))
    .toSorted((a, b) => compareText(a.name, b.name));
  const hasParents = types.some(({ parents }) => parents.length > 0);
  const imports = ['EntityParts', ...(hasParents ? ['EntityUid'] : []), 'SliceBuilders'];
  const parts = [
    `${HEAD}\nimport type { ${imports.join(', ')} } from 'authz';`,
    rowsInterface(types),
    ...types.map((type) => rowInterface(type, model)),
    sliceBuildersFunction(types),
    ...types.map((type) => entityFunction(type, model)),
    ...(hasParents ? [REFERENCES] : []),
  ];
  return { text: `${parts.join('\n\n')}\n`, types: types.map(({ name }) => name) };
}

const HEAD = `\
// What the policies may know of each entity, for the option \`sliceBuilders\` of the server: \`sliceBuilders: sliceBuilders(rows)\`.
// Begun by \`authz generate-slices\`, and yours from here on: implement \`Rows\` with your own data access.`;

const REFERENCES = `\
function references(type: string, ids: readonly string[]): EntityUid[] {
  return ids.map((id) => ({ type, id }));
}`;

function rowsInterface(types: readonly EntityType[]): string {
  const lines = types.map(({ name }) => `  ${memberName(name)}(id: string): Found<${name}Row>;`);
  return `\
/** Your data access: looks up one entity by its id. */
export interface Rows {
${lines.join('\n')}
}

/** \`undefined\` or \`null\` where there is no such entity: a call about it is answered with 404. */
export type Found<Row> = Promise<Row | null | undefined>;`;
}

function rowInterface(type: EntityType, model: Model): string {
  const { name, attributes, parents, hasTags } = type;
  const lines = [
    `export interface ${name}Row {`,
    ...(attributes.length === 0
      ? []
      : ['  readonly attrs: {', ...attributeMembers(attributes, '    '), '  };']),
    ...(hasTags ? ["  readonly tags: NonNullable<EntityParts['tags']>;"] : []),
    ...(parents.length === 0
      ? []
      : [
          '  /** The ids of the entities directly above it. */',
          '  readonly parents: {',
          ...parents.flatMap((parent) => parentMember(parent, type, model)),
          '  };',
        ]),
    '}',
  ];
  return lines.join('\n');
}

function parentMember(parent: string, type: EntityType, model: Model): string[] {
  const between = type.parents.filter((other) => other !== parent && typesAbove(other, model).has(parent));
  const through = between.map((name) => `\`${name}\``).join(', ');
  return [
    ...(between.length === 0 ? [] : [`    /** None where ${through} above it says so already. */`]),
    `    readonly ${memberName(parent)}: readonly string[];`,
  ];
}

function sliceBuildersFunction(types: readonly EntityType[]): string {
  const builders = types.map(
    ({ name }) => `\
    ${propertyName(name)}: async (id) => {
      const row = await rows${access(name)}(id);
      return row ? entityOf${name}(row) : undefined;
    },`,
  );
  return `\
/** A slice builder for each type of which the identifier does not say all there is. */
export function sliceBuilders(rows: Rows): SliceBuilders<object> {
  return {
${builders.join('\n')}
  };
}`;
}

/** Apart from its builder, so that \`filter\` can take it, too. */
function entityFunction({ name, attributes, parents, hasTags }: EntityType, model: Model): string {
  const above = parents.map(
    (parent) =>
      `      ...references(${quoted(typeWithNamespace(parent, model))}, row.parents${access(parent)}),`,
  );
  const attrs = attributeProperties(attributes, 'row.attrs', model);
  const lines = [
    `export function entityOf${name}(row: ${name}Row): EntityParts {`,
    '  return {',
    ...(attrs.length === 0 ? [] : ['    attrs: {', ...attrs.map((one) => `      ${one},`), '    },']),
    ...(hasTags ? ['    tags: row.tags,'] : []),
    ...(above.length === 0 ? [] : ['    parents: [', ...above, '    ],']),
    '  };',
    '}',
  ];
  return lines.join('\n');
}
