/** A mistake in JSON text: where it is, in UTF-16 offsets, and what was expected instead. */
export interface JsonMistake {
  readonly start: number;
  readonly end: number;
  readonly message: string;
}

/**
 * The first mistake of a text that `JSON.parse` has refused: its own messages do not always say where. One pass without
 * recursion, so that neither size nor depth matters.
 */
export function findJsonMistake(text: string): JsonMistake {
  const open: Bracket[] = [];
  let state: ScanState = 'value';
  let token = nextToken(text, 0);
  for (;;) {
    const next: ScanState | undefined = follow(state, token, open);
    if (next === undefined) return mistake(text, token, state);
    if (token.type === 'end')
      return { start: token.start, end: token.end, message: 'this is not valid JSON' };
    state = next;
    token = nextToken(text, token.end);
  }
}

type Bracket = '{' | '[';

/** What may come next. */
type ScanState = keyof typeof EXPECTED;

const EXPECTED = {
  value: 'a value',
  'first element': 'a value or `]`',
  key: 'a key in double quotes',
  'first key': 'a key in double quotes or `}`',
  colon: '`:`',
  'after element': '`,` or `]`',
  'after member': '`,` or `}`',
  end: 'the end of the file',
} as const;

interface JsonToken {
  readonly type: '{' | '}' | '[' | ']' | ',' | ':' | 'text' | 'word' | 'wrong' | 'end';
  readonly start: number;
  readonly end: number;
}

function nextToken(text: string, from: number): JsonToken {
  const start = skipBlanks(text, from);
  const first = text.charAt(start);
  if (first === '') return { type: 'end', start, end: start };
  if ('{}[],:'.includes(first)) return { type: first as JsonToken['type'], start, end: start + 1 };
  if (first === '"') {
    const end = textEnd(text, start);
    return end < 0 ? { type: 'wrong', start, end: lineEnd(text, start) } : { type: 'text', start, end };
  }
  const end = wordEnd(text, start);
  return { type: WORD.test(text.slice(start, Math.min(end, start + 400))) ? 'word' : 'wrong', start, end };
}

const WORD = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/;

/** The state after a token; `undefined` when the token may not stand here. */
function follow(state: ScanState, token: JsonToken, open: Bracket[]): ScanState | undefined {
  switch (state) {
    case 'first key':
      return token.type === '}' ? close(open) : afterKey(token);
    case 'key':
      return afterKey(token);
    case 'colon':
      return token.type === ':' ? 'value' : undefined;
    case 'first element':
      return token.type === ']' ? close(open) : afterValue(token, open);
    case 'value':
      return afterValue(token, open);
    case 'after element':
      return token.type === ']' ? close(open) : afterComma(token, 'value');
    case 'after member':
      return token.type === '}' ? close(open) : afterComma(token, 'key');
    case 'end':
      return token.type === 'end' ? 'end' : undefined;
  }
}

function afterKey(token: JsonToken): ScanState | undefined {
  return token.type === 'text' ? 'colon' : undefined;
}

function afterComma(token: JsonToken, next: ScanState): ScanState | undefined {
  return token.type === ',' ? next : undefined;
}

function afterValue(token: JsonToken, open: Bracket[]): ScanState | undefined {
  if (token.type === 'text' || token.type === 'word') return afterClosed(open);
  if (token.type !== '{' && token.type !== '[') return undefined;
  open.push(token.type);
  return token.type === '{' ? 'first key' : 'first element';
}

function close(open: Bracket[]): ScanState {
  open.pop();
  return afterClosed(open);
}

function afterClosed(open: readonly Bracket[]): ScanState {
  const around = open.at(-1);
  if (around === undefined) return 'end';
  return around === '{' ? 'after member' : 'after element';
}

function mistake(text: string, token: JsonToken, state: ScanState): JsonMistake {
  const { start, end } = token;
  if (token.type === 'wrong' && text.charAt(start) === '"') {
    return { start, end, message: 'this text has no closing `"`, or holds a line end or an unknown escape' };
  }
  const found = token.type === 'end' ? 'the file ends' : `found \`${shorten(text.slice(start, end))}\``;
  return { start, end, message: `${found}, expected ${EXPECTED[state]}` };
}

/** As much of a text as a message needs. */
export function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

// ---- scanning ----

export function skipBlanks(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at += 1;
  return at;
}

/** The four blanks of JSON. */
export function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** The end of the text that starts with the quote at `start`; -1 when it is not closed, or holds what JSON does not allow. */
export function textEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code < 0x20) return -1;
    if (code !== 0x5c) continue;
    const escaped = ESCAPE.exec(text.slice(at, at + 6))?.[0];
    if (escaped === undefined) return -1;
    at += escaped.length - 1;
  }
  return -1;
}

const ESCAPE = /^\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/;

function lineEnd(text: string, from: number): number {
  const end = text.slice(from).search(/[\r\n]/);
  return end < 0 ? text.length : from + end;
}

/** The end of a number, or of any other run of characters without punctuation. */
export function wordEnd(text: string, start: number): number {
  WORD_RUN.lastIndex = start;
  return start + Math.max(1, WORD_RUN.exec(text)?.[0].length ?? 1);
}

const WORD_RUN = /[^\s{}[\],:"]+/y;
