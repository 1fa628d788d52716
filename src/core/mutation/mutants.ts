import type { PolicyJson } from '../cedar/cedar.ts';
import { groupBy } from '../values/group.ts';
import { isRecord } from '../values/record.ts';

/** A policy with one thing changed, and what that was. */
export interface Mutant {
  readonly change: string;
  readonly json: PolicyJson;
}

/** Every way to change one thing: a scope part, an action of a list, a clause, a part of a condition, a comparison, the effect. */
export function mutantsOf(policy: PolicyJson): Mutant[] {
  return [
    {
      change: 'turn the effect around',
      json: { ...policy, effect: policy.effect === 'permit' ? 'forbid' : 'permit' },
    },
    ...scopeMutants(policy),
    ...policy.conditions.flatMap((_, index) => clauseMutants(policy, index)),
  ];
}

function scopeMutants(policy: PolicyJson): Mutant[] {
  const parts = ['principal', 'action', 'resource'] as const;
  const constrained = parts.filter((part) => policy[part].op !== 'All');
  const dropped = constrained.map((part) => ({
    change: `drop the ${part}`,
    json: { ...policy, [part]: { op: 'All' } },
  }));
  const { action } = policy;
  if (!('entities' in action)) return dropped;
  const shortened = action.entities.map((_, index) => ({
    change: `drop action ${index + 1}`,
    json: {
      ...policy,
      action: { ...action, entities: action.entities.filter((_, other) => other !== index) },
    },
  }));
  return [...dropped, ...shortened];
}

function clauseMutants(policy: PolicyJson, index: number): Mutant[] {
  const clause = policy.conditions[index];
  if (!clause) return [];
  const withClauses = (replacement: PolicyJson['conditions']) => ({
    ...policy,
    conditions: policy.conditions.toSpliced(index, 1, ...replacement),
  });
  const turned = { ...clause, kind: clause.kind === 'when' ? 'unless' : 'when' } as const;
  return [
    { change: `drop clause ${index + 1}`, json: withClauses([]) },
    { change: `negate clause ${index + 1}`, json: withClauses([turned]) },
    ...numbered(expressionMutants(clause.body)).map(({ change, body }) => ({
      change: `in clause ${index + 1}, ${change}`,
      json: withClauses([{ ...clause, body }] as PolicyJson['conditions']),
    })),
  ];
}

interface ExpressionMutant {
  readonly change: string;
  readonly body: unknown;
}

/** The same change at several places of a clause is told apart by its place among them, counted as the clause is read. */
function numbered(mutants: readonly ExpressionMutant[]): readonly ExpressionMutant[] {
  const places = groupBy(mutants, ({ change }) => change);
  return mutants.map((mutant) => {
    const same = places.get(mutant.change) ?? [];
    if (same.length < 2) return mutant;
    return { ...mutant, change: `${mutant.change} (place ${same.indexOf(mutant) + 1} of ${same.length})` };
  });
}

/** What each comparison is replaced by: its neighbour at the boundary; of sets, the one that asks for some or for all. */
const NEIGHBOURS: Readonly<Record<string, string>> = {
  '<=': '<',
  '<': '<=',
  '>=': '>',
  '>': '>=',
  '==': '!=',
  '!=': '==',
  lessThan: 'lessThanOrEqual',
  lessThanOrEqual: 'lessThan',
  greaterThan: 'greaterThanOrEqual',
  greaterThanOrEqual: 'greaterThan',
  containsAll: 'containsAny',
  containsAny: 'containsAll',
};

function expressionMutants(body: unknown): ExpressionMutant[] {
  if (!isRecord(body)) return [];
  return Object.entries(body).flatMap(([operator, operands]) => {
    if (operator === 'Value') return valueMutants(operands);
    if (operator === 'Set') return setMutants(operands);
    // Functions of decimals have a list of arguments.
    if (Array.isArray(operands)) return neighbourMutants(operator, operands);
    if (!isRecord(operands)) return [];
    const inner = (parts: readonly string[]) =>
      parts.flatMap((part) =>
        expressionMutants(operands[part]).map(({ change, body: changed }) => ({
          change,
          body: { [operator]: { ...operands, [part]: changed } },
        })),
      );
    return [...inner(BEFORE), ...operatorMutants(operator, operands), ...inner(BEHIND)];
  });
}

/** Where an operator has expressions: before it, as a policy is written, and behind it. */
const BEFORE = ['left'];
const BEHIND = ['right', 'arg', 'if', 'then', 'else'];

function operatorMutants(operator: string, operands: Readonly<Record<string, unknown>>): ExpressionMutant[] {
  const { left, right, arg } = operands;
  if (NEIGHBOURS[operator]) return neighbourMutants(operator, operands);
  if (operator === '!') return [{ change: 'drop a !', body: arg }];
  if (operator === 'like') return patternMutants(left, operands.pattern);
  if (operator === 'if-then-else') return conditionMutants(operands);
  if (operator !== '&&' && operator !== '||') return [];
  return [
    { change: `drop the left of ${operator}`, body: right },
    { change: `drop the right of ${operator}`, body: left },
    { change: `negate the left of ${operator}`, body: { [operator]: { left: negated(left), right } } },
    { change: `negate the right of ${operator}`, body: { [operator]: { left, right: negated(right) } } },
  ];
}

function negated(part: unknown): unknown {
  return { '!': { arg: part } };
}

function conditionMutants(operands: Readonly<Record<string, unknown>>): ExpressionMutant[] {
  const body = { 'if-then-else': { ...operands, if: negated(operands.if) } };
  return [{ change: 'negate the condition of an if', body }];
}

/** A member less, as of a list of actions. Without any, the set would be of no type. */
function setMutants(members: unknown): ExpressionMutant[] {
  if (!Array.isArray(members) || members.length < 2) return [];
  return members.map((_, index) => ({
    change: `drop member ${index + 1} of a set`,
    body: { Set: members.toSpliced(index, 1) },
  }));
}

function neighbourMutants(operator: string, operands: unknown): ExpressionMutant[] {
  const neighbour = NEIGHBOURS[operator];
  return neighbour ? [{ change: `write ${neighbour} for ${operator}`, body: { [neighbour]: operands } }] : [];
}

/** A number one higher or lower: the boundary next to the one that is meant. */
function valueMutants(value: unknown): ExpressionMutant[] {
  if (typeof value !== 'number' || !Number.isSafeInteger(value + 1)) return [];
  return [value + 1, value - 1].map((other) => ({
    change: `write ${other} for ${value}`,
    body: { Value: other },
  }));
}

/** A wildcard less: the pattern fits fewer texts. */
function patternMutants(left: unknown, pattern: unknown): ExpressionMutant[] {
  if (!Array.isArray(pattern)) return [];
  const places = pattern.flatMap((part, index) => (part === 'Wildcard' ? [index] : []));
  return places.map((place, index) => ({
    change: `drop the wildcard ${index + 1}`,
    body: { like: { left, pattern: pattern.toSpliced(place, 1) } },
  }));
}
