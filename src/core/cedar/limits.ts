import { isPlainObject } from '../values/record.ts';
import { exactNumberText, isPassedOnExactly } from './exact-number.ts';
import { CLOSING_BRACKETS, cedarTokens, OPENING_BRACKETS } from './tokens.ts';
import type { PolicyJson } from './wasm/json.ts';

/**
 * What the engine's fixed stack cannot take. A stack overflow inside it is survivable but expensive (see `cedar.ts`), and the
 * engine's own message says nothing useful: so depth is measured before a text or a value is handed over.
 * The limits are well below the measured ones. To parse: parentheses 128, sets 77, `if` 67, `+` 103, `&&` 1,024; JSON values 125. To
 * evaluate: 361 operators inside each other, 285 where they are calls of `offset`.
 */
const DEEPEST_BRACKETS = 60;
const MOST_CONDITIONALS = 60;
const MOST_ARITHMETIC = 90;
const MOST_CONNECTIVES = 900;
const DEEPEST_EXPRESSION = 200;
const DEEPEST_VALUE = 100;

export interface NestingProblem {
  readonly message: string;
  readonly help: string;
  /** The keys and positions that lead to it, where it is in a value. */
  readonly at?: readonly (string | number)[];
}

/** Strings and comments are tokens of their own, so that brackets inside them do not count. */
const TOKEN = cedarTokens('&&', String.raw`\|\|`, '[A-Za-z_][A-Za-z0-9_]*', String.raw`[()[\]{},;+*\-]`);

/** The first reason why the policies or the schema in `text` are too deep for the engine. */
export function nestingProblem(text: string): NestingProblem | undefined {
  // One count of operators for each open bracket: members of a list and arguments are expressions of their own.
  let open: Chains[] = [noChains()];
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === ';') open = [noChains()];
    else if (OPENING_BRACKETS.has(token)) open.push(noChains());
    else if (CLOSING_BRACKETS.has(token) && open.length > 1) open.pop();
    else if (token === ',') open[open.length - 1] = noChains();
    if (open.length > DEEPEST_BRACKETS + 1)
      return tooDeep(`brackets nest more than ${DEEPEST_BRACKETS} deep`);
    const chain = tooLongChain(counted(open.at(-1) ?? noChains(), token));
    if (chain) return tooDeep(chain);
  }
  return undefined;
}

interface Chains {
  conditionals: number;
  arithmetic: number;
  connectives: number;
}

function noChains(): Chains {
  return { conditionals: 0, arithmetic: 0, connectives: 0 };
}

/** A chain of operators is as deep for the engine as it is long. */
function counted(chains: Chains, token: string): Chains {
  if (token === 'if') chains.conditionals += 1;
  else if (token === '+' || token === '-' || token === '*') chains.arithmetic += 1;
  else if (token === '&&' || token === '||') chains.connectives += 1;
  return chains;
}

function tooLongChain(chains: Chains): string | undefined {
  if (chains.conditionals > MOST_CONDITIONALS)
    return `an expression has more than ${MOST_CONDITIONALS} \`if\``;
  if (chains.arithmetic > MOST_ARITHMETIC)
    return `an expression has more than ${MOST_ARITHMETIC} arithmetic operators`;
  if (chains.connectives > MOST_CONNECTIVES)
    return `an expression has more than ${MOST_CONNECTIVES} \`&&\` and \`||\``;
  return undefined;
}

function tooDeep(what: string): NestingProblem {
  return { message: `${what}, more than the policy engine can take`, help: 'split the policy into several' };
}

/**
 * The reason why the engine could not evaluate a policy, however well it parses: an operator is as deep as the operators around it, and a
 * chain such as `a && b && c` or `a.b.c` as deep as it is long. Clauses are a chain of their own.
 */
export function depthProblem({ conditions }: PolicyJson): NestingProblem | undefined {
  const deepest = conditions.reduce((most, { body }, index) => Math.max(most, index + depthOf(body)), 0);
  if (deepest <= DEEPEST_EXPRESSION) return undefined;
  return {
    message: `an expression is ${deepest} operators deep, and the policy engine can evaluate ${DEEPEST_EXPRESSION}`,
    help: 'split the policy into several, or compare with a set: `[...].contains(...)`',
  };
}

/** Operators, members of records and elements of sets are one level each. Without recursion: whatever parsed is measured. */
function depthOf(expression: unknown): number {
  let deepest = 0;
  const waiting: { readonly value: unknown; readonly depth: number }[] = [{ value: expression, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, depth } = next;
    if (typeof value !== 'object' || value === null) continue;
    deepest = Math.max(deepest, depth);
    // An operator is an object in an object of its operands: `{ "&&": { left, right } }`.
    const operands = Object.values(value).flatMap((operand) =>
      typeof operand === 'object' && operand !== null ? Object.values(operand) : [],
    );
    for (const operand of operands) waiting.push({ value: operand, depth: depth + 1 });
  }
  return deepest;
}

/**
 * The first thing in a value that the engine would not see as it is: numbers that would be changed, texts that have no encoding, objects
 * whose content JSON leaves out, such as a `Map`, and values that are too deep.
 */
export function findUnusableValue(value: unknown, depth = 0): NestingProblem | undefined {
  if (depth > DEEPEST_VALUE)
    return { message: `a value nests more than ${DEEPEST_VALUE} deep`, help: 'flatten it' };
  switch (typeof value) {
    case 'number':
      return numberProblem(value);
    case 'string':
      return textProblem(value);
    case 'object':
      return value === null ? undefined : objectProblem(value, depth);
    case 'boolean':
    case 'undefined':
      return undefined;
    case 'bigint':
    case 'function':
    case 'symbol':
      return {
        message: `a value is a ${typeof value}, which cannot be passed on`,
        help: 'use a text, a number, a boolean, a list or a plain object',
      };
  }
}

function objectProblem(value: object, depth: number): NestingProblem | undefined {
  if (Array.isArray(value)) return firstProblem(value.entries(), depth);
  const exact = exactNumberText(value);
  if (exact !== undefined) return isPassedOnExactly(exact) ? undefined : unusableNumber(exact);
  // A date is written as a text, which the schema reads as one.
  if (value instanceof Date) return undefined;
  if (isPlainObject(value)) return keyProblem(value) ?? firstProblem(Object.entries(value), depth);
  return {
    message: `a value is an object of the class \`${value.constructor?.name}\`, of which not all may be passed on`,
    help: 'use a plain object, or a list',
  };
}

function keyProblem(value: object): NestingProblem | undefined {
  for (const key of Object.keys(value)) {
    const problem = textProblem(key);
    if (problem) return problem;
  }
  return undefined;
}

function firstProblem(
  values: Iterable<readonly [string | number, unknown]>,
  depth: number,
): NestingProblem | undefined {
  for (const [key, value] of values) {
    const problem = findUnusableValue(value, depth + 1);
    if (problem) return { ...problem, at: [key, ...(problem.at ?? [])] };
  }
  return undefined;
}

function textProblem(text: string): NestingProblem | undefined {
  if (text.isWellFormed()) return undefined;
  return {
    message: `the text ${JSON.stringify(text.slice(0, 40))} has half of a surrogate pair, so it has no encoding`,
    help: 'pass on text that was decoded as UTF-8, or refuse it',
  };
}

function numberProblem(value: number): NestingProblem | undefined {
  return Number.isSafeInteger(value) ? undefined : unusableNumber(String(value));
}

function unusableNumber(text: string): NestingProblem {
  return {
    message: `the number ${text} is not an integer that can be passed on exactly`,
    help: `Cedar has whole numbers only, and beyond ${Number.MAX_SAFE_INTEGER} they lose digits on the way: use a string, or decimal`,
  };
}
