import { CLOSING_BRACKETS, cedarTokens, isComment, OPENING_BRACKETS } from '../cedar/tokens.ts';
import type { Location } from '../diagnostics/diagnostic.ts';
import type { PartKind } from './part-traits.ts';
import { locateRange, type Policy } from './policy.ts';

/**
 * One part of a policy's text: of its scope, a clause, and in each clause the expression down to single conditions. Brackets around an expression belong to no part.
 */
export interface PolicyPart {
  readonly kind: PartKind;
  /** UTF-16 offsets into the policy's own text. */
  readonly start: number;
  readonly end: number;
  /** As written, between these offsets. */
  readonly text: string;
  /** A clause and a `not` have one, `and` and `or` two or more, a scope part and a condition none. */
  readonly parts: readonly PolicyPart[];
}

export interface PolicyParts {
  readonly effect: 'permit' | 'forbid';
  /** Principal, action and resource, in this order. */
  readonly scope: readonly PolicyPart[];
  /** In the order of the text. */
  readonly clauses: readonly PolicyPart[];
}

/**
 * Takes the text of a policy apart. The engine tells whether a whole policy holds, and no more; this much of its grammar can be read
 * without parsing, and lets the engine be asked about each part. `undefined` when the text is not what a parsed policy looks like.
 */
export function policyParts(text: string): PolicyParts | undefined {
  const tokens = readTokens(text);
  const start = afterAnnotations(tokens);
  const effect = tokens[start]?.text;
  const open = tokens[start + 1];
  if ((effect !== 'permit' && effect !== 'forbid') || open?.text !== '(') return undefined;
  const reader = { text, tokens };
  const scope = scopeParts(reader, start + 2, open.closing);
  const clauses = clauseParts(reader, open.closing + 1);
  return scope && clauses ? { effect, scope, clauses } : undefined;
}

/** Where a part stands in the policy's file. */
export function locatePart(policy: Policy, part: PolicyPart): Location {
  return locateRange(policy, part.start, part.end);
}

/** The part itself and all parts in it, in the order of the text. */
export function withInnerParts(part: PolicyPart): PolicyPart[] {
  return [part, ...part.parts.flatMap(withInnerParts)];
}

// ---- tokens ----

interface PolicyToken {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The index of the token that closes the bracket which this one opens; its own index else. */
  closing: number;
}

interface PartReader {
  readonly text: string;
  readonly tokens: readonly PolicyToken[];
}

const TOKEN = cedarTokens(
  '[A-Za-z_][A-Za-z0-9_]*',
  '[0-9]+',
  '&&',
  String.raw`\|\|`,
  '[=!<>]=',
  '::',
  String.raw`[^\s]`,
);

/** All tokens but comments. */
function readTokens(text: string): PolicyToken[] {
  const tokens: PolicyToken[] = [];
  const open: PolicyToken[] = [];
  for (const match of text.matchAll(TOKEN)) {
    if (isComment(match[0])) continue;
    const index = tokens.length;
    const token = { text: match[0], start: match.index, end: match.index + match[0].length, closing: index };
    tokens.push(token);
    if (OPENING_BRACKETS.has(token.text)) open.push(token);
    else if (CLOSING_BRACKETS.has(token.text)) Object.assign(open.pop() ?? token, { closing: index });
  }
  return tokens;
}

/** The name of an annotation may be any word, `permit` too. */
function afterAnnotations(tokens: readonly PolicyToken[]): number {
  let index = 0;
  while (tokens[index]?.text === '@') {
    const value = tokens[index + 2];
    index = value?.text === '(' ? value.closing + 1 : index + 2;
  }
  return index;
}

// ---- scope and clauses ----

function scopeParts(reader: PartReader, from: number, to: number): PolicyPart[] | undefined {
  const kinds = ['principal', 'action', 'resource'] as const;
  const ranges = splitAt(reader, ',', from, to).filter((range) => range.from < range.to);
  const parts = kinds.flatMap((kind, index) => {
    const range = ranges[index];
    return range && reader.tokens[range.from]?.text === kind ? [partOf(reader, kind, range)] : [];
  });
  return ranges.length === kinds.length && parts.length === kinds.length ? parts : undefined;
}

function clauseParts(reader: PartReader, from: number): PolicyPart[] | undefined {
  const clauses: PolicyPart[] = [];
  let index = from;
  while (index < reader.tokens.length && reader.tokens[index]?.text !== ';') {
    const kind = reader.tokens[index]?.text;
    const open = reader.tokens[index + 1];
    if ((kind !== 'when' && kind !== 'unless') || open?.text !== '{' || open.closing <= index + 2)
      return undefined;
    const body = expressionPart(reader, { from: index + 2, to: open.closing });
    clauses.push(partOf(reader, kind, { from: index, to: open.closing + 1 }, [body]));
    index = open.closing + 1;
  }
  return clauses;
}

// ---- expressions ----

/** Indexes of tokens: the first, and the one after the last. */
interface TextRange {
  readonly from: number;
  readonly to: number;
}

function expressionPart(reader: PartReader, range: TextRange): PolicyPart {
  const first = reader.tokens[range.from];
  if (first?.text === '(' && first.closing === range.to - 1 && range.to - range.from > 2)
    return expressionPart(reader, { from: range.from + 1, to: range.to - 1 });
  // `if` stands only at the beginning of an expression and takes in all the rest of it.
  if (first?.text === 'if') return partOf(reader, 'condition', range);
  return (
    connected(reader, 'or', range) ??
    connected(reader, 'and', range) ??
    negated(reader, range) ??
    partOf(reader, 'condition', range)
  );
}

const CONNECTIVES = { or: '||', and: '&&' } as const;

function connected(reader: PartReader, kind: 'or' | 'and', range: TextRange): PolicyPart | undefined {
  const ranges = splitAt(reader, CONNECTIVES[kind], range.from, range.to);
  if (ranges.length < 2) return undefined;
  const parts = ranges.map((one) => expressionPart(reader, one));
  return partOf(reader, kind, range, parts);
}

/** `!a == b` means `(!a) == b`: with an operator behind it, the `!` is not about the whole. */
function negated(reader: PartReader, range: TextRange): PolicyPart | undefined {
  if (reader.tokens[range.from]?.text !== '!' || range.to - range.from < 2) return undefined;
  const inner = { from: range.from + 1, to: range.to };
  if (topLevel(reader, inner.from, inner.to).some((index) => isOperator(reader, index))) return undefined;
  return partOf(reader, 'not', range, [expressionPart(reader, inner)]);
}

const OPERATORS: ReadonlySet<string> = new Set([
  '==',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  '+',
  '-',
  '*',
  'in',
  'has',
  'like',
  'is',
]);

function isOperator({ tokens }: PartReader, index: number): boolean {
  return OPERATORS.has(tokens[index]?.text ?? '') && tokens[index - 1]?.text !== '.';
}

function partOf(
  { text, tokens }: PartReader,
  kind: PartKind,
  { from, to }: TextRange,
  parts: readonly PolicyPart[] = [],
): PolicyPart {
  const start = tokens[from]?.start ?? 0;
  const end = tokens[to - 1]?.end ?? start;
  return { kind, start, end, text: text.slice(start, end), parts };
}

/** The ranges between the separators that stand in no bracket. */
function splitAt(reader: PartReader, separator: string, from: number, to: number): TextRange[] {
  const cuts = topLevel(reader, from, to).filter((index) => reader.tokens[index]?.text === separator);
  return [...cuts, to].map((cut, index) => ({
    from: index === 0 ? from : (cuts[index - 1] ?? 0) + 1,
    to: cut,
  }));
}

/** The indexes of all tokens outside brackets; of a bracket the closing one, too. */
function topLevel({ tokens }: PartReader, from: number, to: number): number[] {
  const found: number[] = [];
  for (let index = from; index < to; index += 1) {
    found.push(index);
    index = Math.max(index, tokens[index]?.closing ?? index);
  }
  return found;
}
