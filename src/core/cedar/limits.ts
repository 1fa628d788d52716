import { cedarTokens } from './tokens.ts';

/**
 * What the engine's fixed stack cannot take. A stack overflow inside it is survivable but expensive (see `cedar.ts`), and the
 * engine's own message says nothing useful: so depth is measured before a text or a value is handed over.
 * The limits are well below the measured ones: parentheses 128, sets 77, `if` 67, `+` 103, `&&` 1,024; JSON values 125.
 */
const DEEPEST_BRACKETS = 60;
const MOST_CONDITIONALS = 60;
const MOST_ARITHMETIC = 90;
const MOST_CONNECTIVES = 900;
const DEEPEST_VALUE = 100;

export interface NestingProblem {
  readonly message: string;
  readonly help: string;
}

/** Strings and comments are tokens of their own, so that brackets inside them do not count. */
const TOKEN = cedarTokens('&&', String.raw`\|\|`, '[A-Za-z_][A-Za-z0-9_]*', String.raw`[()[\]{},;+*\-]`);

/** The first reason why the policies or the schema in `text` are too deep for the engine. */
export function nestingProblem(text: string): NestingProblem | undefined {
  // One count of operators for each open bracket: members of a list and arguments are expressions of their own.
  let open: Chains[] = [noChains()];
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === ';') open = [noChains()];
    else if (OPENING.has(token)) open.push(noChains());
    else if (CLOSING.has(token) && open.length > 1) open.pop();
    else if (token === ',') open[open.length - 1] = noChains();
    if (open.length > DEEPEST_BRACKETS + 1)
      return tooDeep(`brackets nest more than ${DEEPEST_BRACKETS} deep`);
    const chain = tooLongChain(counted(open.at(-1) ?? noChains(), token));
    if (chain) return tooDeep(chain);
  }
  return undefined;
}

const OPENING: ReadonlySet<string> = new Set(['(', '[', '{']);
const CLOSING: ReadonlySet<string> = new Set([')', ']', '}']);

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

/** The first number (or depth) in a JSON value that the engine would refuse or, worse, silently change. */
export function findUnusableNumber(value: unknown, depth = 0): NestingProblem | undefined {
  if (depth > DEEPEST_VALUE) {
    return { message: `a value nests more than ${DEEPEST_VALUE} deep`, help: 'flatten it' };
  }
  if (typeof value === 'number') return numberProblem(value);
  if (typeof value !== 'object' || value === null) return undefined;
  for (const member of Object.values(value)) {
    const problem = findUnusableNumber(member, depth + 1);
    if (problem) return problem;
  }
  return undefined;
}

function numberProblem(value: number): NestingProblem | undefined {
  if (Number.isSafeInteger(value)) return undefined;
  return {
    message: `the number ${value} is not an integer that can be passed on exactly`,
    help: `Cedar has whole numbers only, and beyond ${Number.MAX_SAFE_INTEGER} they lose digits on the way: use a string, or decimal`,
  };
}
