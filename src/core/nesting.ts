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
const TOKEN = /\/\/[^\n\r]*|"[^"\\]*(?:\\[^\n][^"\\]*)*"|&&|\|\||[A-Za-z_][A-Za-z0-9_]*|[()[\]{};+*-]/gu;

/** The first reason why the policies or the schema in `text` are too deep for the engine. */
export function nestingProblem(text: string): NestingProblem | undefined {
  let depth = 0;
  let chains = noChains();
  for (const [token] of text.matchAll(TOKEN)) {
    if (OPENING.has(token)) depth += 1;
    else if (CLOSING.has(token)) depth -= 1;
    else if (token === ';') chains = noChains();
    else countChain(chains, token);
    if (depth > DEEPEST_BRACKETS) return tooDeep(`brackets nest more than ${DEEPEST_BRACKETS} deep`);
    const chain = tooLongChain(chains);
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

/** Counted per policy: a chain of operators is as deep for the engine as it is long. */
function countChain(chains: Chains, token: string): void {
  if (token === 'if') chains.conditionals += 1;
  else if (token === '+' || token === '-' || token === '*') chains.arithmetic += 1;
  else if (token === '&&' || token === '||') chains.connectives += 1;
}

function tooLongChain(chains: Chains): string | undefined {
  if (chains.conditionals > MOST_CONDITIONALS) return `a policy has more than ${MOST_CONDITIONALS} \`if\``;
  if (chains.arithmetic > MOST_ARITHMETIC)
    return `a policy has more than ${MOST_ARITHMETIC} arithmetic operators`;
  if (chains.connectives > MOST_CONNECTIVES)
    return `a policy has more than ${MOST_CONNECTIVES} \`&&\` and \`||\``;
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
