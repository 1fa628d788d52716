import { printUid } from '../../src/core/cedar/print-value.ts';
import { EXTENSIONS } from './entities.ts';
import { oddAtom } from './odd-conditions.ts';
import type { Random } from './random.ts';
import { type Field, qualifiedName, type SchemaShape, type ValueType } from './schema.ts';

/** What a policy is written for: one action, and types that it applies to. */
export interface Environment {
  readonly principal: string;
  readonly resource: string;
  readonly context: readonly Field[];
}

/** A way to a value, with what has to be true so that it is there. */
export interface ValuePath {
  readonly text: string;
  readonly guards: readonly string[];
  readonly type: ValueType;
  /** Whether it is easily taken for something else: rare, and worth asking for. */
  readonly isDelicate?: boolean;
}

export interface Writer {
  readonly shape: SchemaShape;
  readonly random: Random;
  readonly environment: Environment;
  readonly paths: readonly ValuePath[];
}

export function writerFor(shape: SchemaShape, random: Random, environment: Environment): Writer {
  const roots: ValuePath[] = [
    { text: 'principal', guards: [], type: { kind: 'Entity', type: environment.principal } },
    { text: 'resource', guards: [], type: { kind: 'Entity', type: environment.resource } },
    { text: 'context', guards: [], type: { kind: 'Record', fields: environment.context } },
  ];
  const paths = roots.flatMap((root) => [root, ...below(shape, root, 2)]);
  return { shape, random, environment, paths };
}

/** A condition that is nested so deep at most. */
export function condition(writer: Writer, depth: number): string {
  if (depth === 0 || writer.random.percent(35)) return atom(writer);
  const [left, right] = [condition(writer, depth - 1), condition(writer, depth - 1)];
  switch (writer.random.below(5)) {
    case 0:
      return `(${left}) || (${right})`;
    case 1:
      return `!(${left})`;
    case 2:
      return `if ${atom(writer)} then (${left}) else (${right})`;
    default:
      return `(${left}) && (${right})`;
  }
}

function atom(writer: Writer): string {
  if (!writer.shape.isShared && writer.random.percent(30)) return actionAtom(writer);
  // More than a Long can hold: it cannot be evaluated.
  if (writer.random.percent(5)) return '9007199254740991 * 4096 > 0';
  if (writer.random.percent(30)) return oddAtom(writer, (path) => about(writer, path));
  const delicate = writer.paths.filter(({ type, isDelicate }) => isDelicate || type.kind === 'Action');
  const path = writer.random.pick(delicate.length > 0 && writer.random.percent(25) ? delicate : writer.paths);
  const guards = writer.random.percent(90) ? path.guards : [];
  return [...guards, about(writer, path)].map((part) => `(${part})`).join(' && ');
}

function actionAtom(writer: Writer): string {
  const { shape, random } = writer;
  const [groups, actions] = [shape.groups, shape.actions].map((list) => list.map(({ name }) => name));
  const all = [...(groups ?? []), ...(actions ?? [])];
  const [one, other] = [random.pick(all), random.pick(all)].map((name) => actionLiteral(writer, name));
  const group = actionLiteral(writer, random.pick(groups?.length && random.percent(80) ? groups : all));
  switch (random.below(9)) {
    case 0:
      return `action == ${one}`;
    case 1:
      return `action in ${group}`;
    case 2:
      return `{ a: ${one} }.a in ${group}`;
    case 3:
      return `(if action == ${one} then ${other} else action) in ${group}`;
    case 4:
      return `[action, ${one}].contains(${other})`;
    case 5:
      return `${one} in [${other}, ${group}]`;
    default:
      return `${one} in ${group}`;
  }
}

function about(writer: Writer, { text, type }: ValuePath): string {
  const random = writer.random;
  switch (type.kind) {
    case 'Bool':
      return random.percent(70) ? text : `${text} == ${random.percent(50)}`;
    case 'Long':
      return `${text}${random.pick(['', ' + 1', ' * 2', ' - 5', ' + 9007199254740991 * 4096'])} ${random.pick(['<', '<=', '>', '>=', '==', '!='])} ${random.pick(['0', '1', '2', '5'])}`;
    case 'String':
      return random.percent(50) ? `${text} like "${random.pick(['x*', '*', '*y', ''])}"` : `${text} == "x"`;
    case 'Action':
      return `${text} ${random.pick(['in', '=='])} ${actionLiteral(writer, random.pick([...writer.shape.actions, ...writer.shape.groups]).name)}`;
    case 'extension':
      return aboutExtension(writer, text, type.name);
    case 'Set':
      return aboutSet(writer, text, type.element);
    case 'Record':
      return aboutRecord(writer, text, type.fields);
    case 'Entity':
      return aboutEntity(writer, text, type.type);
  }
}

function aboutExtension(writer: Writer, text: string, name: keyof typeof EXTENSIONS): string {
  const [make, ...values] = EXTENSIONS[name];
  const other = `${make}("${writer.random.pick(values)}")`;
  if (writer.random.percent(25)) return `${text} == ${other}`;
  switch (name) {
    case 'ipaddr':
      return writer.random.percent(50) ? `${text}.isInRange(${other})` : `${text}.isLoopback()`;
    case 'decimal':
      return `${text}.lessThan(${other})`;
    case 'datetime':
      return `${text}${writer.random.percent(50) ? '.offset(duration("1h"))' : ''} < ${other}`;
    case 'duration':
      return `${text}.toMilliseconds() > 0`;
  }
}

function aboutSet(writer: Writer, text: string, element: ValueType): string {
  const member = literal(writer, element);
  const random = writer.random;
  if (!member || random.percent(20)) return `${text}.isEmpty()`;
  if (element.kind === 'Entity' && random.percent(50))
    return `${random.pick(['principal', 'resource', entityLiteral(writer, element.type)])} in ${text}`;
  return random.percent(50)
    ? `${text}.contains(${member})`
    : `${text}.${random.pick(['containsAll', 'containsAny'])}([${member}])`;
}

function aboutRecord(writer: Writer, text: string, fields: readonly Field[]): string {
  const [field] = fields.length > 0 ? [writer.random.pick(fields)] : [];
  if (!field) return `${text} has nothing`;
  return writer.random.percent(80) ? hasAttribute(text, field.name) : `${text} == ${text}`;
}

function aboutEntity(writer: Writer, text: string, type: string): string {
  const random = writer.random;
  const shape = writer.shape.types.find(({ name }) => name === type);
  const [above = type] = shape?.parents ?? [];
  const others = writer.paths.filter((path) => path.type.kind === 'Entity' && path.guards.length === 0);
  const other = others.length > 0 ? random.pick(others).text : text;
  switch (random.below(9)) {
    case 0:
      return `${text} == ${entityLiteral(writer, type)}`;
    case 1:
      return `${text} in ${entityLiteral(writer, above)}`;
    case 2:
      return `${text} in [${entityLiteral(writer, above)}, ${entityLiteral(writer, type)}]`;
    case 3:
      return `${text} is ${qualifiedName(writer.shape, type)} in ${entityLiteral(writer, above)}`;
    case 4:
      return `${text} in ${other}`;
    case 5:
      return `${text} == ${other}`;
    case 6:
      return shape?.tags
        ? aboutTag(writer, text, shape.tags)
        : `${text} is ${qualifiedName(writer.shape, type)}`;
    default: {
      const [field] = shape && shape.fields.length > 0 ? [random.pick(shape.fields)] : [];
      return field ? hasAttribute(text, field.name) : `${text} has nothing`;
    }
  }
}

function aboutTag(writer: Writer, text: string, type: ValueType): string {
  const tag = writer.random.pick(['t', 'u']);
  const path = { text: `${text}.getTag("${tag}")`, guards: [], type };
  return `${text}.hasTag("${tag}") && (${type.kind === 'Entity' ? `${path.text} == ${entityLiteral(writer, type.type)}` : about(writer, path)})`;
}

// ---- what conditions are made of ----

function below(shape: SchemaShape, { text, guards, type }: ValuePath, depth: number): ValuePath[] {
  if (depth === 0 || (type.kind !== 'Entity' && type.kind !== 'Record')) return [];
  const fields =
    type.kind === 'Record' ? type.fields : (shape.types.find(({ name }) => name === type.type)?.fields ?? []);
  const isDisguised = type.kind === 'Record' && fields.some(({ name }) => name === '__entity');
  return fields.flatMap((field) => {
    const path: ValuePath = {
      isDelicate: isDisguised,
      text: `${text}${/^[a-z]\w*$/.test(field.name) && field.name !== 'type' ? `.${field.name}` : `["${field.name}"]`}`,
      guards: field.required ? guards : [...guards, hasAttribute(text, field.name)],
      type: field.type,
    };
    return [path, ...below(shape, path, depth - 1)];
  });
}

function literal(writer: Writer, type: ValueType): string | undefined {
  switch (type.kind) {
    case 'Bool':
      return 'true';
    case 'Long':
      return '1';
    case 'String':
      return '"x"';
    case 'Action':
      return actionLiteral(writer, writer.random.pick(writer.shape.actions).name);
    case 'Entity':
      return entityLiteral(writer, type.type);
    case 'extension': {
      const [make, first] = EXTENSIONS[type.name];
      return `${make}("${first}")`;
    }
    case 'Set':
    case 'Record':
      return undefined;
  }
}

export function entityLiteral(writer: Writer, type: string): string {
  const { ids = [...writer.shape.ids, 'nobody'] } =
    writer.shape.types.find(({ name }) => name === type) ?? {};
  return printUid({ type: qualifiedName(writer.shape, type), id: writer.random.pick(ids) });
}

export function actionLiteral(writer: Writer, name: string): string {
  return `${qualifiedName(writer.shape, 'Action')}::"${name}"`;
}

function hasAttribute(text: string, name: string): string {
  return `${text} has "${name}"`;
}
