import { keysIn } from '../core/values/keys-in.ts';
import { type Meaning, painter, STYLES } from '../reporters/words/wording.ts';
import { type Line, type Span, span } from './line.ts';

/**
 * Text that a reporter has painted, as lines of the screen: the same words in a log and in an app. What comes from files has been made
 * visible by the reporter, so that the only escapes in it are its own colors.
 */
export function paintedLines(text: string): Line[] {
  return text.replace(/\n+$/, '').split('\n').map(paintedLine);
}

const ESCAPE = /\u001b\[(\d+)m/;

function paintedLine(text: string): Line {
  const spans: Span[] = [];
  let tone: Meaning | undefined;
  for (const [index, piece] of text.replaceAll('\t', '  ').split(ESCAPE).entries()) {
    if (index % 2 === 1) tone = MEANINGS.get(piece);
    else if (piece !== '') spans.push(span(piece, tone));
  }
  return spans;
}

/** By the number that starts it; any other number ends what was started. */
const MEANINGS: ReadonlyMap<string, Meaning> = new Map(
  keysIn(STYLES).map((meaning) => [ESCAPE.exec(painter(true)(meaning, 'x'))?.[1] ?? '', meaning]),
);
