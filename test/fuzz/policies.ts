import type { EntityUid } from '../../src/core/cedar/entity.ts';
import { actionLiteral, condition, entityLiteral, type Writer, writerFor } from './conditions.ts';
import { reference } from './entities.ts';
import { linkedText } from './links.ts';
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
  const template = random.percent(15) ? templateScope(writer, action.name) : undefined;
  const effect = random.percent(60) ? 'permit' : 'forbid';
  // Simple ones show the most: in long conditions little depends on any one part.
  const clauses = random.list(
    0,
    random.pick([1, 1, 1, 2]),
    () => `${random.percent(75) ? 'when' : 'unless'} { ${condition(writer, random.pick([0, 0, 1, 3]))} }`,
  );
  const written = template?.scope ?? scope(writer, action.name);
  const text = `@id("p${number}") ${effect} (${written}) ${clauses.join(' ')};`;
  return template ? linkedText(text, template.values) : text;
}

/** With one slot or two, and entities for them. */
function templateScope(writer: Writer, action: string) {
  const { random, shape } = writer;
  const variables = random.pick([['principal'], ['resource'], ['principal', 'resource']] as const);
  const values: Record<string, EntityUid> = {};
  const parts = (['principal', 'resource'] as const).map((variable) => {
    const type = writer.environment[variable];
    if (!variables.some((one) => one === variable)) return entityScope(writer, variable, type);
    const [above = type] = shape.types.flatMap(({ name, parents }) => (name === type ? parents : []));
    const form = random.pick(['==', 'in', `is ${qualifiedName(shape, type)} in`]);
    values[`?${variable}`] = reference(form === '==' ? type : above, shape, random);
    return `${variable} ${form} ?${variable}`;
  });
  const [principal, resource] = parts;
  return { scope: `${principal}, ${actionScope(writer, action)}, ${resource}`, values };
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
