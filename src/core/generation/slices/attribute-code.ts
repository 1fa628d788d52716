import { qualified } from '../../cedar/namespace.ts';
import type { Attribute, AttributeType, Model } from '../../model/model.ts';

type Kind = AttributeType['kind'];
type PlainKind = Exclude<Kind, 'Set' | 'Record' | 'Entity'>;

interface PlainCode {
  /** Its type in TypeScript. */
  readonly type: 'string' | 'number' | 'boolean';
  /** The function of Cedar that makes the value of a text. */
  readonly made?: string;
  /** What its type does not say. */
  readonly hint?: string;
}

const PLAIN: Readonly<Record<PlainKind, PlainCode>> = {
  String: { type: 'string' },
  Long: { type: 'number', hint: 'An integer.' },
  Bool: { type: 'boolean' },
  datetime: { type: 'string', made: 'datetime', hint: "A time, such as '2024-10-15T11:35:00Z'." },
  decimal: { type: 'string', made: 'decimal', hint: "A decimal number, such as '12.34'." },
  duration: { type: 'string', made: 'duration', hint: "A duration, such as '1h30m'." },
  ipaddr: { type: 'string', made: 'ip', hint: "An address, or a range such as '10.0.0.0/8'." },
};

/** The members of a TypeScript type for these attributes, a line each or several. */
export function attributeMembers(attributes: readonly Attribute[], indent: string): string[] {
  return attributes.flatMap(({ name, required, type }) => {
    const hint = hintFor(type);
    const written = attributeType(type, indent);
    const value = required ? written : `${written} | null`;
    return [
      ...(hint === undefined ? [] : [`${indent}/** ${hint} */`]),
      `${indent}readonly ${memberName(name)}${required ? '' : '?'}: ${value}${required ? '' : ' | undefined'};`,
    ];
  });
}

/** The type of a row's value in TypeScript. */
function attributeType(type: AttributeType, indent: string): string {
  switch (type.kind) {
    case 'Entity':
      return 'string';
    case 'Set':
      return `ReadonlyArray<${attributeType(type.element, indent)}>`;
    case 'Record':
      if (type.attributes.length === 0) return 'object';
      return `{\n${attributeMembers(type.attributes, `${indent}  `).join('\n')}\n${indent}}`;
    default:
      return PLAIN[type.kind].type;
  }
}

function hintFor(type: AttributeType): string | undefined {
  switch (type.kind) {
    case 'Entity':
      return `The id of a \`${type.type}\`.`;
    case 'Set': {
      const hint = hintFor(type.element);
      return hint && `Of each: ${hint.charAt(0).toLowerCase()}${hint.slice(1)}`;
    }
    case 'Record':
      return undefined;
    default:
      return PLAIN[type.kind].hint;
  }
}

/** What Cedar gets for a row's attributes, property by property: those of the schema and no others, and what is not plain marked as such. */
export function attributeProperties(attributes: readonly Attribute[], row: string, model: Model): string[] {
  return attributes.map(({ name, required, type }) => {
    const read = `${row}${access(name)}`;
    const property = `${propertyName(name)}: ${valueCode(type, read, model)}`;
    return required ? property : `...(${read} == null ? {} : { ${property} })`;
  });
}

function valueCode(type: AttributeType, read: string, model: Model): string {
  switch (type.kind) {
    case 'Entity':
      return `{ __entity: { type: ${quoted(typeWithNamespace(type.type, model))}, id: ${read} } }`;
    case 'Set':
      return isAsIs(type.element)
        ? `[...${read}]`
        : `${read}.map((one) => ${asResult(valueCode(type.element, 'one', model))})`;
    case 'Record': {
      const properties = attributeProperties(type.attributes, read, model);
      return properties.length === 0 ? '{}' : `{ ${properties.join(', ')} }`;
    }
    default: {
      const { made } = PLAIN[type.kind];
      return made === undefined ? read : `{ __extn: { fn: ${quoted(made)}, arg: ${read} } }`;
    }
  }
}

/** An object would be read as the body of the function. */
function asResult(code: string): string {
  return code.startsWith('{') ? `(${code})` : code;
}

function isAsIs(type: AttributeType): boolean {
  return (
    type.kind !== 'Entity' &&
    type.kind !== 'Set' &&
    type.kind !== 'Record' &&
    PLAIN[type.kind].made === undefined
  );
}

/** Types of other namespaces have theirs in their names already. */
export function typeWithNamespace(name: string, { namespace, entityTypes }: Model): string {
  return entityTypes.some((type) => type.name === name) ? qualified(namespace, name) : name;
}

// ---- names ----

/** Names of attributes may be any text; everything else is an identifier. */
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

/** A name as a member of a type. */
export function memberName(name: string): string {
  return IDENTIFIER.test(name) ? name : quoted(name);
}

/** A name as a key of an object; `__proto__` would be no key there. */
export function propertyName(name: string): string {
  return name === '__proto__' ? "['__proto__']" : memberName(name);
}

/** What reads a member. */
export function access(name: string): string {
  return IDENTIFIER.test(name) ? `.${name}` : `[${quoted(name)}]`;
}

export function quoted(text: string): string {
  return /^[^'"\\\p{C}\u2028\u2029]*$/u.test(text) ? `'${text}'` : visible(JSON.stringify(text));
}

/** The file may be printed on a terminal, and is read by people: what they do not see is written as in a text of TypeScript. */
export function visible(text: string): string {
  return text.replaceAll(/[\p{C}\u2028\u2029]/gu, (odd) => `\\u{${odd.codePointAt(0)?.toString(16)}}`);
}
