import { styleText } from 'node:util';
import type { Diagnostic, Severity } from '../../core/diagnostics/diagnostic.ts';
import type { Decision, DecisionKind } from '../../core/engine/engine.ts';
import { isRefusal } from '../../core/engine/http-status.ts';
import type { ExpectedDecision } from '../../core/fixtures/fixture.ts';
import type { DecisionResult, RefusalResult, ResultStatus } from '../../core/replay/replay.ts';

/** What a piece of text means; colors follow from it, and are never the only sign of it. */
export type Meaning = 'good' | 'bad' | 'doubt' | 'quiet' | 'strong';

/** Puts color around a text, or leaves it as it is. */
export type Paint = (meaning: Meaning, text: string) => string;

/** The look of each meaning: names that every terminal with 16 colors has, and that its theme makes readable. */
export const STYLES = {
  good: 'green',
  bad: 'red',
  doubt: 'yellow',
  quiet: 'dim',
  strong: 'bold',
} as const satisfies Readonly<Record<Meaning, string>>;

export function painter(color: boolean): Paint {
  return (meaning, text) => (color ? styleText(STYLES[meaning], text, { validateStream: false }) : text);
}

/** The word and the meaning of each result. */
export const STATUS_WORDS: Readonly<
  Record<ResultStatus, { readonly word: string; readonly meaning: Meaning }>
> = {
  passed: { word: 'PASS', meaning: 'good' },
  failed: { word: 'FAIL', meaning: 'bad' },
  errored: { word: 'ERROR', meaning: 'bad' },
  skipped: { word: 'SKIP', meaning: 'doubt' },
  todo: { word: 'TODO', meaning: 'doubt' },
};

export const SEVERITY_MEANINGS: Readonly<Record<Severity, Meaning>> = {
  error: 'bad',
  warning: 'doubt',
  info: 'quiet',
};

/** Why a decision is what it is, after "got allow: " or "got deny: ". */
const KIND_WORDS: Readonly<Record<DecisionKind, string>> = {
  allowed: 'a policy permits it',
  forbidden: 'a policy forbids it',
  'not-permitted': 'no policy permits it',
  errored: 'it could not be decided',
  'not-found': 'there is no such resource in the entities',
};

/** What was expected and what came, in one line: `expected allow, got deny (no policy permits it)`; or by status: `expected 403, got 404`. */
export function verdictWords({ expected, actual, http }: DecisionResult): string {
  const wanted = `expected ${expected.status ?? expected.decision}${reasonWords(expected)}`;
  const isStatus = expected.status !== undefined && actual.decision === 'deny';
  const got = isStatus ? http : actual.decision;
  return `${wanted}, got ${got} (${kindWords(actual)})`;
}

/** Why a decision is what it is, in words. */
export function kindWords({ kind, why }: Decision): string {
  return why ?? KIND_WORDS[kind];
}

function reasonWords({ because, includes }: ExpectedDecision): string {
  if (includes) return ` decided by ${includes.join(', ')} among others`;
  if (!because) return '';
  return ` decided by ${because.length === 0 ? 'no policy' : because.join(', ')}`;
}

/** What became of a call that had to be refused: `expected 404 (no endpoint answers it), got 200 (`GET /a` answers it)`. */
export function refusalWords({ expected, actual, isMet, reason }: RefusalResult): string {
  const isUnasked = !isMet && actual === expected && !isRefusal(actual);
  const wanted = isUnasked ? 'a policy to permit it' : `${expected} (${REFUSAL_WORDS[expected]})`;
  return `expected ${wanted}, got ${actual} (${reason})`;
}

const REFUSAL_WORDS: Readonly<Record<RefusalResult['expected'], string>> = {
  200: 'it is let through',
  204: 'it is answered',
  400: 'it cannot be understood',
  401: 'nobody is known to call',
  403: 'it is denied',
  404: 'no endpoint answers it',
  414: 'its target is too long',
  500: 'it could not be decided',
};

/**
 * Text from a file, safe to print: control characters, which could move the cursor or retitle the window, and marks that turn the
 * direction of writing are shown as escapes. Line ends too, so that one text stays one line; and what a CI server would take for a
 * command to itself, wherever lines are broken.
 */
export function visible(text: string): string {
  return visibleOnScreen(text).replaceAll(LINE_COMMAND, escaped).replaceAll(COMMAND, escaped);
}

/** The same for a terminal UI, which no CI server reads: a piece of a line may begin with `::`. */
export function visibleOnScreen(text: string): string {
  return text.replaceAll(UNSAFE, escaped);
}

/** Marks that show nothing themselves: of the direction of writing, blanks of no width, fillers, and whatever else Unicode says may be left out. */
const INVISIBLE = '\\p{Default_Ignorable_Code_Point}\\u2028\\u2029\\ufff9-\\ufffb';

/** Marks that only change the look of what stands before them: many scripts and emoji need them, and the letters of these do not. */
const JOINING = '\\u200c\\u200d\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}';
const PLAIN = '[\\p{ASCII}\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\u0300-\\u036f]';
/** All of them in a row: one more would not be seen. The sign of a key, such as `1` in a frame, is an ASCII character with two marks. */
const IDLE_JOINING = `(?<=^|${PLAIN})[${JOINING}]+(?!\\u20e3)`;

/** The same inside JSON, whose own escaping leaves some of them as they are. */
export function safeJson(value: unknown, indent = 2): string {
  const text = JSON.stringify(value, null, indent).replaceAll(UNSAFE_IN_JSON, escaped);
  // Texts may have millions of letters, and hardly any has a command in it.
  return text.includes('##') ? text.replaceAll(COMMAND, escaped) : text;
}

const UNSAFE = new RegExp(
  `(?![${JOINING}])[\\u0000-\\u001f\\u007f-\\u009f${INVISIBLE}]|${IDLE_JOINING}`,
  'gu',
);
const UNSAFE_IN_JSON = new RegExp(`(?![${JOINING}])[\\u007f-\\u009f${INVISIBLE}]|${IDLE_JOINING}`, 'gu');

/** A line that begins with `::`, blanks aside, is a command to GitHub Actions. */
const LINE_COMMAND = /(?<=^|\s):(?=:)/gu;
/** `##[group]` and `##vso[task]` are commands to GitHub Actions and Azure Pipelines wherever they stand, `##teamcity[` to TeamCity. */
const COMMAND = /#(?=#[a-z]*\[)/giu;

/** As JSON has it: a letter of more than four digits is two. */
function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** `1 fixture`, `2 fixtures`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** Of expectations that are taken over: `2 of them let somebody in`. */
export function openingWords(opening: number): string {
  return `${opening} of them ${opening === 1 ? 'lets' : 'let'} somebody in`;
}

/** Local time, as on the clock beside the screen: `17:03:12`. */
export function clockTime(milliseconds: number): string {
  return new Date(milliseconds).toTimeString().slice(0, 8);
}

/** The first problem of several on one line, with what to do. */
export function firstProblem({ diagnostics }: { readonly diagnostics: readonly Diagnostic[] }): string {
  const [first] = diagnostics;
  return first ? `${first.message}${first.help ? `: ${first.help}` : ''}` : '';
}
