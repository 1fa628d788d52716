import { actionLiteral, condition, entityLiteral, type Writer, writerFor } from './conditions.ts';
import type { Random } from './random.ts';
import { qualifiedName, type SchemaShape } from './schema.ts';

/** A policy with the id `p<number>`, written for one action and types that it applies to; not every policy fits the schema. */
export function makePolicy(shape: SchemaShape, random: Random, number: number): string {
  const action = random.pick(shape.actions);
  const writer = writerFor(shape, random, {
    principal: random.pick(action.principals),
    resource: random.pick(action.resources),
    context: action.context,
  });
  if (number === 0 && random.percent(60)) return '@id("p0") permit (principal, action, resource);';
  const effect = random.percent(60) ? 'permit' : 'forbid';
  // Simple ones show the most: in long conditions little depends on any one part.
  const clauses = random.list(
    0,
    random.pick([1, 1, 1, 2]),
    () => `${random.percent(75) ? 'when' : 'unless'} { ${condition(writer, random.pick([0, 0, 1, 3]))} }`,
  );
  return `@id("p${number}") ${effect} (${scope(writer, action.name)}) ${clauses.join(' ')};`;
}

function scope(writer: Writer, action: string): string {
  const { principal, resource } = writer.environment;
  return [
    entityScope(writer, 'principal', principal),
    actionScope(writer, action),
    entityScope(writer, 'resource', resource),
  ].join(', ');
}

function entityScope(writer: Writer, variable: 'principal' | 'resource', type: string): string {
  const name = qualifiedName(writer.shape, type);
  const [above] = writer.shape.types.filter((one) => one.name === type).flatMap(({ parents }) => parents);
  switch (writer.random.below(14)) {
    case 0:
      return `${variable} == ${entityLiteral(writer, type)}`;
    case 1:
      return `${variable} in ${entityLiteral(writer, above ?? type)}`;
    case 2:
      return `${variable} is ${name} in ${entityLiteral(writer, above ?? type)}`;
    case 3:
      return `${variable} is ${name}`;
    default:
      return writer.random.percent(60) ? `${variable} is ${name}` : variable;
  }
}

function actionScope(writer: Writer, action: string): string {
  const group = writer.random.percent(50) && writer.shape.groups[0]?.name;
  switch (writer.random.below(5)) {
    case 0:
      return 'action';
    case 1:
      return `action in ${actionLiteral(writer, group || action)}`;
    case 2:
      return `action in [${[action, ...writer.random.some(['view', 'edit'])].map((name) => actionLiteral(writer, name)).join(', ')}]`;
    default:
      return `action == ${actionLiteral(writer, action)}`;
  }
}
