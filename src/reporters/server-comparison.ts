import type { Unsent } from '../core/replay/server-answer.ts';
import { counted, type Paint, visible } from './words/wording.ts';

/** What came of asking a running server the calls of fixtures. */
export interface ServerComparison {
  readonly server: string;
  /** How many calls it answered as it must. */
  readonly same: number;
  /** How many of these were let through, as they must, but came to no handler that takes them: 404, 405 or 415. */
  readonly unsure: number;
  readonly different: readonly ServerDifference[];
  /** How many fixtures were not sent, by why. */
  readonly unsent: Readonly<Partial<Record<Unsent, number>>>;
}

/** A call that was answered otherwise, or not at all. */
export interface ServerDifference {
  readonly fixture: string;
  readonly call: string;
  readonly expected: string;
  readonly found: string;
  /** `file:line:column` of the fixture. */
  readonly place: string;
}

const UNSENT: Readonly<Record<Unsent, string>> = {
  'may-write': 'may change something: `--all-methods` sends them, too',
  'no-token': 'need a token: `--token-from` says where from',
  'needs-context': 'have a context of their own, which no call shows',
  'not-decided': 'could not be decided here',
  'no-call': 'are requests of Cedar, not calls',
  skipped: 'are marked `skip`',
};

/** For people: each difference, and how many calls were compared. */
export function serverComparisonText(
  { server, same, unsure, different, unsent }: ServerComparison,
  paint: Paint,
): string {
  const blocks = different.map(({ fixture, call, expected, found, place }) =>
    [
      `${paint('bad', '✗')} ${visible(fixture)}`,
      paint('quiet', `  ${visible(place)}`),
      `  ${visible(call)}`,
      `  expected ${expected}`,
      `  found    ${visible(found)}`,
      '',
    ].join('\n'),
  );
  const summary = `${counted(same + different.length, 'call')} to ${server}: ${same} answered as expected, ${different.length} otherwise`;
  const verdict = paint(different.length === 0 ? 'good' : 'bad', summary);
  const left = [...unsureTexts(unsure), ...unsentTexts(unsent)].map((text) => `  ${text}`);
  return `${[...blocks, verdict, ...left].join('\n')}\n`;
}

function unsureTexts(unsure: number): string[] {
  return unsure === 0
    ? []
    : [`${unsure} let through, and then 404, 405 or 415: a route or a row may be missing`];
}

/** How many fixtures were not sent, and why. */
export function unsentTexts(unsent: ServerComparison['unsent']): string[] {
  return Object.entries(unsent).map(([why, count]) => `${count} not sent: they ${UNSENT[why as Unsent]}`);
}
