import type { CedarValueJson } from '../cedar/cedar.ts';
import * as cedar from '../cedar/cedar.ts';
import { type Entity, entityAmong, plainUid } from '../cedar/entity.ts';
import { isReserved } from '../cedar/namespace.ts';
import { printString, printValue, uidOfValue } from '../cedar/print-value.ts';
import type { Request } from '../requests/map-call.ts';
import { allKnown } from '../values/all-known.ts';
import { isRecord } from '../values/record.ts';

/** What a request is decided with. */
export interface Situation {
  readonly request: Request;
  readonly entities: readonly Entity[];
}

const VARIABLES = ['principal', 'action', 'resource', 'context'] as const;
export type Variable = (typeof VARIABLES)[number];

const COMPARISONS = [
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'in',
  'contains',
  'containsAll',
  'containsAny',
] as const;
export type ComparisonOperator = (typeof COMPARISONS)[number];

/** One condition of a policy, as Cedar reads it; what nothing is said about here is `other`. */
export type Expression =
  | { readonly kind: 'value'; readonly value: CedarValueJson }
  | { readonly kind: 'variable'; readonly name: Variable }
  | { readonly kind: 'attribute'; readonly of: Expression; readonly name: string }
  | { readonly kind: 'tag'; readonly of: Expression; readonly key: Expression }
  | {
      readonly kind: 'comparison';
      readonly op: ComparisonOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  /** Whether there is an attribute or a tag; `subject` is what it is asked about. */
  | { readonly kind: 'has'; readonly subject: Expression }
  | { readonly kind: 'like'; readonly of: Expression; readonly pattern: readonly (string | undefined)[] }
  | {
      readonly kind: 'is';
      readonly of: Expression;
      readonly type: string;
      readonly in: Expression | undefined;
    }
  | { readonly kind: 'set'; readonly members: readonly Expression[] }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] }
  | { readonly kind: 'other'; readonly args: readonly Expression[] };

/** Reads the text of a condition or of a part of a scope; the engine parses it. */
export function readExpression(text: string): Expression | undefined {
  const policy = cedar.policyToJson(`permit (principal, action, resource) when {\n${text}\n};`);
  const body = policy.ok ? policy.value.conditions[0]?.body : undefined;
  return body === undefined ? undefined : decode(body);
}

/** The attributes, tags and variables that an expression looks at, each once, as far down as it does. */
export function pathsIn(expression: Expression): Expression[] {
  return [...new Map(allPaths(expression).map((path) => [printPath(path), path])).values()];
}

/** `resource.owner`, `context["a b"]`, `context["in"]`, `principal.getTag("may")`. */
export function printPath(path: Expression): string {
  if (path.kind === 'variable') return path.name;
  if (path.kind === 'tag') {
    const { of, key } = path;
    return `${printPath(of)}.getTag(${key.kind === 'value' ? printValue(key.value) : printPath(key)})`;
  }
  if (path.kind !== 'attribute') return '(expression)';
  const isName = /^[A-Za-z_]\w*$/.test(path.name) && !isReserved(path.name);
  return `${printPath(path.of)}${isName ? `.${path.name}` : `[${printString(path.name)}]`}`;
}

/** What an expression without operators stands for; `undefined` where an attribute or a tag is missing, or it is no such expression. */
export function lookUp(expression: Expression, situation: Situation): CedarValueJson | undefined {
  switch (expression.kind) {
    case 'value':
      return expression.value;
    case 'variable':
      return expression.name === 'context'
        ? { ...situation.request.context }
        : { __entity: situation.request[expression.name] };
    case 'attribute':
      return attributeOf(lookUp(expression.of, situation), expression.name, situation);
    case 'tag':
      return tagOf(expression, situation);
    case 'set':
      return allKnown(expression.members.map((member) => lookUp(member, situation)));
    case 'call':
      return CONSTRUCTORS.has(expression.name) ? extensionValue(expression, situation) : undefined;
    default:
      return undefined;
  }
}

/** The entity with this uid among those that the request is decided with. */
export function entityIn({ entities }: Situation, uid: Entity['uid']): Entity | undefined {
  return entityAmong(entities, plainUid(uid));
}

/** The variable that a path starts from; `undefined` for what is no path: the key of a tag is a path as well, or a text. */
export function rootOf(path: Expression): Variable | undefined {
  if (path.kind === 'attribute') return rootOf(path.of);
  if (path.kind === 'tag') return path.key.kind === 'value' || rootOf(path.key) ? rootOf(path.of) : undefined;
  return path.kind === 'variable' ? path.name : undefined;
}

// ---- values ----

const CONSTRUCTORS: ReadonlySet<string> = new Set(['ip', 'decimal', 'datetime', 'duration']);

function attributeOf(value: unknown, name: string, situation: Situation): CedarValueJson | undefined {
  const uid = uidOfValue(value);
  return memberOf(uid ? entityIn(situation, uid)?.attrs : value, name);
}

function tagOf({ of, key }: Expression & { kind: 'tag' }, situation: Situation): CedarValueJson | undefined {
  const uid = uidOfValue(lookUp(of, situation));
  const name = lookUp(key, situation);
  return uid && typeof name === 'string' ? memberOf(entityIn(situation, uid)?.tags, name) : undefined;
}

function memberOf(record: unknown, name: string): CedarValueJson | undefined {
  return isRecord(record) && Object.hasOwn(record, name) ? (record[name] as CedarValueJson) : undefined;
}

function extensionValue(
  { name, args }: Expression & { kind: 'call' },
  situation: Situation,
): CedarValueJson | undefined {
  const [arg] = args.map((one) => lookUp(one, situation));
  return arg === undefined || args.length !== 1 ? undefined : { __extn: { fn: name, arg } };
}

// ---- paths ----

function allPaths(expression: Expression): Expression[] {
  switch (expression.kind) {
    case 'variable':
      return [expression];
    case 'attribute':
      return rootOf(expression) ? [expression] : allPaths(expression.of);
    case 'tag':
      return [...(rootOf(expression) ? [expression] : allPaths(expression.of)), ...allPaths(expression.key)];
    case 'value':
      return [];
    default:
      return innerExpressions(expression).flatMap(allPaths);
  }
}

function innerExpressions(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'comparison':
      return [expression.left, expression.right];
    case 'has':
      return [expression.subject];
    case 'like':
      return [expression.of];
    case 'is':
      return expression.in ? [expression.of, expression.in] : [expression.of];
    case 'set':
      return expression.members;
    case 'call':
    case 'other':
      return expression.args;
    default:
      return [];
  }
}

// ---- Cedar's JSON form of expressions ----

/** Each expression is an object with one key, its operator. */
function decode(json: unknown): Expression {
  const [operator = '', operand] = isRecord(json) ? (Object.entries(json)[0] ?? []) : [];
  // The engine writes it with all its digits, and reading its answer has rounded it.
  if (operator === 'Value' && typeof operand === 'number' && !Number.isSafeInteger(operand))
    return { kind: 'other', args: [] };
  if (operator === 'Value') return { kind: 'value', value: operand as CedarValueJson };
  if (operator === 'Var')
    return { kind: 'variable', name: VARIABLES.find((name) => name === operand) ?? 'context' };
  if (operator === 'Set' && Array.isArray(operand)) return { kind: 'set', members: operand.map(decode) };
  if (Array.isArray(operand)) return { kind: 'call', name: operator, args: operand.map(decode) };
  return isRecord(operand) ? decodeOperation(operator, operand) : { kind: 'other', args: [] };
}

function decodeOperation(operator: string, operand: Readonly<Record<string, unknown>>): Expression {
  const of = decode(operand.left);
  const op = COMPARISONS.find((one) => one === operator);
  if (op) return { kind: 'comparison', op, left: of, right: decode(operand.right) };
  if (operator === '.') return { kind: 'attribute', of, name: String(operand.attr) };
  if (operator === 'getTag') return { kind: 'tag', of, key: decode(operand.right) };
  if (operator === 'hasTag') return { kind: 'has', subject: { kind: 'tag', of, key: decode(operand.right) } };
  if (operator === 'has') return { kind: 'has', subject: attributeUnder(of, [operand.attr].flat()) };
  if (operator === 'like' && Array.isArray(operand.pattern))
    return {
      kind: 'like',
      of,
      pattern: operand.pattern.map((part) => (isRecord(part) ? String(part.Literal) : undefined)),
    };
  if (operator === 'is') {
    const type = String(operand.entity_type);
    return { kind: 'is', of, type, in: operand.in === undefined ? undefined : decode(operand.in) };
  }
  return { kind: 'other', args: Object.values(operand).filter(isRecord).map(decode) };
}

/** Of `resource has owner.name`, the attribute `resource.owner.name`. */
function attributeUnder(of: Expression, names: readonly unknown[]): Expression {
  return names.reduce<Expression>(
    (holder, name) => ({ kind: 'attribute', of: holder, name: String(name) }),
    of,
  );
}
