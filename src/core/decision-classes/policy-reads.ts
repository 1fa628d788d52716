import type { CedarValueJson, PolicyJson, TypeAndId } from '../cedar/cedar.ts';

/** A way from the request into its data: `principal.manager.level`. */
export interface Path {
  readonly root: 'principal' | 'resource' | 'context';
  readonly attributes: readonly string[];
}

/**
 * One thing that a policy asks of the request and its entities. Two requests for which all of a policy's reads come out the same get the
 * same answer from it: nothing else of them can reach its conditions.
 */
export type Read =
  /** The value there; of an entity its uid. */
  | { readonly type: 'value'; readonly path: Path }
  /** Whether there is one. */
  | { readonly type: 'presence'; readonly path: Path }
  /** The type of the entity there. */
  | { readonly type: 'entity-type'; readonly path: Path }
  /** Whether it is this entity. */
  | { readonly type: 'is-entity'; readonly path: Path; readonly entity: TypeAndId }
  /** Whether both are the same entity. */
  | { readonly type: 'same'; readonly left: Path; readonly right: Path }
  /** Whether the entity there is this one, or below it. */
  | { readonly type: 'in-entity'; readonly path: Path; readonly entity: TypeAndId }
  /** Whether the entity at the left is, or is below, the entity or one of the entities at the right. */
  | { readonly type: 'in'; readonly left: Path; readonly right: Path };

/** All that the policy reads; `undefined` when part of it is not understood. */
export function policyReads(policy: PolicyJson): readonly Read[] | undefined {
  const reads = [
    scopeReads('principal', policy.principal),
    scopeReads('resource', policy.resource),
    ...policy.conditions.map(({ body }) => readsOf(body)),
  ];
  return concatReads(reads);
}

type Reads = readonly Read[] | undefined;
type PolicyExpression = PolicyJson['conditions'][number]['body'];

function concatReads(reads: readonly Reads[]): Reads {
  const all: Read[] = [];
  for (const some of reads) {
    if (!some) return undefined;
    all.push(...some);
  }
  return all;
}

// ---- scope ----

function scopeReads(root: 'principal' | 'resource', constraint: PolicyJson['principal']): Reads {
  const path: Path = { root, attributes: [] };
  switch (constraint.op) {
    case 'All':
      return [];
    case '==':
      return 'entity' in constraint ? entityRead('is-entity', path, constraint.entity) : undefined;
    case 'in':
      return 'entity' in constraint ? entityRead('in-entity', path, constraint.entity) : undefined;
    case 'is':
      return concatReads([
        [{ type: 'entity-type', path }],
        constraint.in ? scopeReads(root, { op: 'in', ...constraint.in }) : [],
      ]);
    default:
      return undefined;
  }
}

function entityRead(type: 'is-entity' | 'in-entity', path: Path, entity: unknown): Reads {
  const uid = uidOf(entity);
  return uid && [{ type, path, entity: uid }];
}

// ---- conditions ----

/** What is needed to know the value of an expression. */
function readsOf(expression: PolicyExpression): Reads {
  const path = pathOf(expression);
  if (path) return path === 'action' ? [] : [{ type: 'value', path }];
  const [[operator, operand] = ['', undefined], ...others] = Object.entries(expression);
  if (others.length > 0) return undefined;
  const read = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined;
  if (read) return read(operand as never);
  // What is left are calls of extension functions, whose arguments are values.
  return Array.isArray(operand)
    ? concatReads((operand as readonly PolicyExpression[]).map(readsOf))
    : undefined;
}

/** The path that an expression is; an attribute of the action is the same for all its requests. */
function pathOf(expression: PolicyExpression): Path | 'action' | undefined {
  if (isOperation(expression, 'Var')) {
    const root = expression.Var;
    return root === 'action' ? root : { root, attributes: [] };
  }
  if (!isOperation(expression, '.')) return undefined;
  const { left, attr } = expression['.'];
  const base = pathOf(left);
  return base === 'action' || !base ? base : { ...base, attributes: [...base.attributes, attr] };
}

type ExpressionOf<Operator extends string> = Extract<PolicyExpression, Readonly<Record<Operator, unknown>>>;

/** Any key may be the name of an extension function to the compiler: only known operators are asked about. */
function isOperation<Operator extends 'Var' | '.' | 'Value' | 'Set'>(
  expression: PolicyExpression,
  operator: Operator,
): expression is ExpressionOf<Operator> {
  return operator in expression;
}

interface Binary {
  readonly left: PolicyExpression;
  readonly right: PolicyExpression;
}

const nothing = (): Reads => [];
const argument = ({ arg }: { readonly arg: PolicyExpression }): Reads => readsOf(arg);
const both = ({ left, right }: Binary): Reads => concatReads([readsOf(left), readsOf(right)]);

/** By operator, as Cedar's JSON form of policies names them. `.` of anything but a path, and tags, are not understood. */
const OPERATORS: Readonly<Record<string, (operand: never) => Reads>> = {
  Value: nothing,
  '!': argument,
  neg: argument,
  isEmpty: argument,
  '&&': both,
  '||': both,
  '<': both,
  '<=': both,
  '>': both,
  '>=': both,
  '+': both,
  '-': both,
  '*': both,
  contains: both,
  containsAll: both,
  containsAny: both,
  '==': equality,
  '!=': equality,
  in: membership,
  is: typeTest,
  has: presence,
  like: ({ left }: { readonly left: PolicyExpression }) => readsOf(left),
  'if-then-else': (operand: {
    readonly if: PolicyExpression;
    readonly then: PolicyExpression;
    readonly else: PolicyExpression;
  }) => concatReads([readsOf(operand.if), readsOf(operand.then), readsOf(operand.else)]),
  Set: (elements: readonly PolicyExpression[]) => concatReads(elements.map(readsOf)),
  Record: (fields: Readonly<Record<string, PolicyExpression>>) =>
    concatReads(Object.values(fields).map(readsOf)),
  Slot: () => undefined,
  getTag: () => undefined,
  hasTag: () => undefined,
  '.': () => undefined,
};

function equality({ left, right }: Binary): Reads {
  const paths = [entityPath(left), entityPath(right)] as const;
  const [first, second] = paths;
  if (first && second) return [{ type: 'same', left: first, right: second }];
  const entity = literalEntity(first ? right : left);
  const path = first ?? second;
  return path && entity ? [{ type: 'is-entity', path, entity }] : both({ left, right });
}

function membership({ left, right }: Binary): Reads {
  const path = entityPath(left);
  return path && membershipIn(path, right);
}

function membershipIn(path: Path, container: PolicyExpression): Reads {
  const entity = literalEntity(container);
  if (entity) return [{ type: 'in-entity', path, entity }];
  if (isOperation(container, 'Set'))
    return concatReads(container.Set.map((element) => membershipIn(path, element)));
  const right = entityPath(container);
  return right && [{ type: 'in', left: path, right }];
}

function typeTest({
  left,
  in: container,
}: {
  readonly left: PolicyExpression;
  readonly in?: PolicyExpression;
}): Reads {
  const path = entityPath(left);
  return (
    path && concatReads([[{ type: 'entity-type', path }], container ? membershipIn(path, container) : []])
  );
}

function presence({ left, attr }: { readonly left: PolicyExpression; readonly attr: unknown }): Reads {
  const path = entityPath(left);
  const attributes = [attr].flat();
  if (!path || !attributes.every((name) => typeof name === 'string')) return undefined;
  return [{ type: 'presence', path: { ...path, attributes: [...path.attributes, ...attributes] } }];
}

function entityPath(expression: PolicyExpression): Path | undefined {
  const path = pathOf(expression);
  return path === 'action' ? undefined : path;
}

function literalEntity(expression: PolicyExpression): TypeAndId | undefined {
  return isOperation(expression, 'Value') ? uidOf(expression.Value) : undefined;
}

/** Of the spellings of an entity the two that policies in JSON form have. */
function uidOf(value: unknown): TypeAndId | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if ('__entity' in value) return uidOf(value.__entity);
  const { type, id } = value as Readonly<Record<string, CedarValueJson | undefined>>;
  return typeof type === 'string' && typeof id === 'string' ? { type, id } : undefined;
}
