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
import type { TypeReads } from './slices/reads-by-type.ts';
import { isReadOfNothing, leftOutComment, readsComment } from './slices/reads-comment.ts';

/** A module in TypeScript, and the entity types that it has slice builders for, sorted. */
export interface GeneratedSlices {
  readonly text: string;
  readonly types: readonly string[];
}

/**
 * The slice builders that a server with this schema asks for, over an interface `Rows` that stands for the data access of the application.
 * It compiles as it is, and decides nothing before somebody supplies `Rows`; an attribute or a parent that is left out does not compile.
 * With what policies read of each type it says so; of what no policy reads anything, the attributes that the schema does not require may be
 * left out together.
 */
export function generateSlices(model: Model, reads?: ReadonlyMap<string, TypeReads>): GeneratedSlices {
  const needed = new Set(typesToLookUp(model).map(({ name }) => name));
  const types = model.entityTypes
    .filter(({ name }) => needed.has(name))
    .toSorted((a, b) => compareText(a.name, b.name))
    .map((type): SlicedType => ({ ...type, reads: reads?.get(type.name) }));
  const hasParents = types.some(({ parents }) => parents.length > 0);
  const imports = ['EntityParts', ...(hasParents ? ['EntityUid'] : []), 'SliceBuilders'];
  const parts = [
    `${reads ? `${HEAD}\n${AS_OF_THEN}` : HEAD}\nimport type { ${imports.join(', ')} } from 'authz';`,
    rowsInterface(types),
    ...types.map((type) => rowInterface(type, model)),
    sliceBuildersFunction(types),
    ...types.map((type) => entityFunction(type, model)),
    ...(hasParents ? [REFERENCES] : []),
  ];
  return { text: `${parts.join('\n\n')}\n`, types: types.map(({ name }) => name) };
}

/** A type with what policies read of it, where that is known. */
interface SlicedType extends EntityType {
  readonly reads: TypeReads | undefined;
}

/** Whether its attributes may be left out altogether. */
function mayLackAttributes({ attributes, reads }: SlicedType): boolean {
  return reads !== undefined && isReadOfNothing(reads) && attributes.every(({ required }) => !required);
}

const HEAD = `\
// What the policies may know of each entity, for the option \`sliceBuilders\` of the server: \`sliceBuilders: sliceBuilders(rows)\`.
// Begun by \`authz generate-slices\`, and yours from here on: implement \`Rows\` with your own data access.`;

const AS_OF_THEN = `\
// What policies read is said as it was then: when they change, compare this file with what \`authz generate-slices --out -\` prints.`;

const REFERENCES = `\
function references(type: string, ids: readonly string[]): EntityUid[] {
  return ids.map((id) => ({ type, id }));
}`;

function rowsInterface(types: readonly SlicedType[]): string {
  const lines = types.flatMap((type) => [
    ...(type.reads ? [`  /** ${readsComment(type.reads, type)} */`] : []),
    `  ${memberName(type.name)}(id: string): Found<${type.name}Row>;`,
  ]);
  return `\
/** Your data access: looks up one entity by its id. */
export interface Rows {
${lines.join('\n')}
}

/** \`undefined\` or \`null\` where there is no such entity: a call about it is answered with 404. */
export type Found<Row> = Promise<Row | null | undefined>;`;
}

function rowInterface(type: SlicedType, model: Model): string {
  const { name, attributes, parents, hasTags } = type;
  const leftOut = leftOutComment(type);
  const lines = [
    ...(leftOut === undefined ? [] : [`/** ${leftOut} */`]),
    `export interface ${name}Row {`,
    ...(attributes.length === 0
      ? []
      : [
          `  readonly attrs${mayLackAttributes(type) ? '?' : ''}: {`,
          ...attributeMembers(attributes, '    '),
          '  };',
        ]),
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
function entityFunction(type: SlicedType, model: Model): string {
  const { name, attributes, parents, hasTags } = type;
  const isOptional = attributes.length > 0 && mayLackAttributes(type);
  const above = parents.map(
    (parent) =>
      `      ...references(${quoted(typeWithNamespace(parent, model))}, row.parents${access(parent)}),`,
  );
  const attrs = attributeProperties(attributes, isOptional ? 'attrs' : 'row.attrs', model);
  const lines = [
    `export function entityOf${name}(row: ${name}Row): EntityParts {`,
    ...(isOptional ? [`  const attrs: NonNullable<${name}Row['attrs']> = row.attrs ?? {};`] : []),
    '  return {',
    ...(attrs.length === 0 ? [] : ['    attrs: {', ...attrs.map((one) => `      ${one},`), '    },']),
    ...(hasTags ? ['    tags: row.tags,'] : []),
    ...(above.length === 0 ? [] : ['    parents: [', ...above, '    ],']),
    '  };',
    '}',
  ];
  return lines.join('\n');
}
