import type { Fields, RandomSchema, ValueType } from './random-schema.ts';
import { ENTITY_TYPES, IDS } from './random-schema.ts';
import type { Random } from './random-source.ts';

/** Writes an expression of a type, at most so deep. */
type Write = (type: ValueType, depth: number) => string;

/**
 * Forms that hardly anybody writes, and that mean something all the same: attributes and tags of whatever leads to an entity, also of one
 * that the policy names; members of records on the spot; extension values of texts that are worked out; questions about actions.
 */
export function oddExpression(
  random: Random,
  schema: RandomSchema,
  write: Write,
): (type: ValueType, depth: number) => string | undefined {
  return (type, depth) => {
    const form = random.pick([attributeOf, tagOf, memberOf, constructed, aboutActions, product, choice]);
    return form({ random, schema, write, type, depth });
  };
}

interface Odd {
  readonly random: Random;
  readonly schema: RandomSchema;
  readonly write: Write;
  readonly type: ValueType;
  readonly depth: number;
}

/** `(if c then principal else User::"e1")["name"]`; `(... has name)` for a Bool. */
function attributeOf(odd: Odd): string | undefined {
  const { random, schema, type, depth, write } = odd;
  const holders = ENTITY_TYPES.flatMap((name) =>
    fieldsWith(schema.types[name]?.fields ?? {}, type).map((field) => ({ name, field })),
  );
  if (holders.length === 0) return undefined;
  const { name, field } = random.pick(holders);
  const holder = random.once(2)
    ? entity(odd, name)
    : `(if ${write({ kind: 'Bool' }, depth)} then ${write({ kind: 'Entity', name }, depth)} else ${entity(odd, name)})`;
  if (type.kind === 'Bool' && random.once(2)) return `(${holder} has ${quote(field)})`;
  if (type.kind === 'Bool' && random.once(2))
    return `(${holder} has ${quote(field)} && ${holder}[${quote(field)}])`;
  return `${holder}[${quote(field)}]`;
}

/** A tag that nobody has asked for, of whatever entity. */
function tagOf(odd: Odd): string | undefined {
  const { random, schema, type, depth, write } = odd;
  const tagged = ENTITY_TYPES.filter((name) => sameType(schema.types[name]?.tags, type));
  if (tagged.length === 0) return undefined;
  const name = random.pick(tagged);
  const holder = random.once(2) ? entity(odd, name) : write({ kind: 'Entity', name }, depth);
  return `${holder}.getTag(${write({ kind: 'String' }, depth)})`;
}

/** `{"a": x, "b": y}["a"]`. */
function memberOf({ random, write, type, depth }: Odd): string {
  return `{"a": ${write(type, depth)}, "b": ${write({ kind: random.pick(['Long', 'String', 'Bool']) }, depth)}}["a"]`;
}

/** `ip(context.address)`: of a text that is not a literal. */
function constructed({ random, write, type, depth }: Odd): string | undefined {
  switch (type.kind) {
    case 'ipaddr':
      return `ip(${write({ kind: 'String' }, depth)})`;
    case 'decimal':
    case 'datetime':
    case 'duration':
      return `${type.kind}(${write({ kind: 'String' }, depth)})`;
    case 'Bool':
      return `(${write({ kind: 'String' }, depth)} like ${random.pick(ODD_PATTERNS)})`;
    default:
      return undefined;
  }
}

const ODD_PATTERNS = [
  '"**"',
  '"\\*"',
  '"*\\*"',
  '"*\\"*"',
  '"a**b"',
  '"*.*.*"',
  '"*a*b*a*"',
  '"?"',
  '"\\u{e4}*"',
];

function aboutActions({ random, type }: Odd): string | undefined {
  if (type.kind !== 'Bool') return undefined;
  const action = () => random.pick(['action', 'Action::"act"', 'Action::"group"']);
  return random.pick([
    `(${action()} in ${action()})`,
    `(${action()} == ${action()})`,
    `(${action()} in [${action()}, ${action()}])`,
    `[${action()}, ${action()}].contains(${action()})`,
    `(action is Action in ${action()})`,
    '(context == context)',
  ]);
}

function product({ write, type, depth }: Odd): string | undefined {
  if (type.kind !== 'Long') return undefined;
  return `(${write(type, depth)} * ${write(type, depth)})`;
}

/** Both sides deep, with a condition that may be what only one of them can bear. */
function choice({ random, write, type, depth }: Odd): string {
  const condition = write({ kind: 'Bool' }, depth);
  const [then, otherwise] = [write(type, depth), write(type, depth)];
  return random.once(2)
    ? `(if ${condition} then ${then} else ${otherwise})`
    : `(if !(${condition}) then ${otherwise} else ${then})`;
}

function entity({ random, schema }: Odd, name: string): string {
  return `${name}::${quote(random.pick(schema.types[name]?.members ?? IDS))}`;
}

function fieldsWith(fields: Fields, type: ValueType): string[] {
  return Object.entries(fields).flatMap(([name, field]) => (sameType(field.type, type) ? [name] : []));
}

function sameType(one: ValueType | undefined, other: ValueType): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function quote(text: string): string {
  return JSON.stringify(text);
}
